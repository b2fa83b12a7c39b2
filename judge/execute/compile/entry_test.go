package compile

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/read/problem"
)

// Programs of several files: where they begin, what the problem adds, and those with their own scripts.
func TestPrograms(t *testing.T) {
	cache := openCache(t, t.TempDir())
	tried := map[string]bool{} // tools
	for _, test := range []struct {
		name, files string
		change      func(*problem.Source)
		needs       string
		want        string // its output, or part of its CompileError
	}{
		{"Go", "-- main.go --\npackage main\n\nfunc main() { show() }\n-- show.go --\npackage main\n\nfunc show() { " +
			"print(42) }\n", nil, "go", "42"},
		{"a Go program of other languages", "-- a.go --\npackage main\n-- b.c --\n", nil, "go",
			"its files are in several languages: a.go (Go), b.c (C)"},
		{"modules", "-- main.py --\nfrom below.other import x\nprint(x)\n-- below/other.py --\nx = 42\n", nil,
			"python3", "42"},
		{"a module to run", "-- __init__.py --\n-- __main__.py --\nimport other\n-- other.py --\nprint(42)\n", nil,
			"python3", "42"},
		{"modules of the check's own names", "-- main.py --\nprint(42)\n-- py_compile.py --\nexit(1)\n", nil, "python3",
			"42"},
		{"no beginning", "-- a.py --\n-- b.py --\n", nil, "python3",
			"its main file is unknown (a.py, b.py); call it main.py, or name it in " +
				"submissions.yaml: entrypoint"},
		{"no beginning in a legacy format", "-- a.py --\n-- b.py --\n", func(s *problem.Source) {
			s.Unnamed = true
		}, "python3", "its main file is unknown (a.py, b.py); call it main.py\n"},
		{"a tool with no beginning", "-- a.py --\n-- b.py --\n", func(s *problem.Source) {
			s.Package = s.Dir
		}, "python3", "its main file is unknown (a.py, b.py); call it main.py\n"},
		{"the one that runs as a program", "-- a.py --\nx = 42\n-- b.py --\nfrom a import x\nif __name__ == " +
			"'__main__':\n    print(x)\n", nil, "python3", "42"},
		{"two that do", "-- a.py --\nif __name__ == '__main__': pass\n-- b.py --\nif __name__ == \"__main__\": " +
			"pass\n", nil, "python3", "its main file is unknown (a.py, b.py)"},
		{"two that do, one at the top", "-- a.py --\nif __name__ == '__main__': pass\n-- below/b.py --\nif __name__ == " +
			"'__main__': pass\n", nil, "python3", "its main file is unknown (a.py, below/b.py)"},
		{"the one at the top", "-- __init__.py --\n-- below/__init__.py --\n-- below/a.py --\nx = 42\n-- start.py " +
			"--\nfrom below.a import x\nprint(x)\n", nil, "python3", "42"},
		{"the one at the top of a tool", "-- below/a.py --\nx = 42\n-- start.py --\nfrom below.a import " +
			"x\nprint(x)\n", func(s *problem.Source) { s.Package = s.Dir }, "python3", "42"},
		{"the one that runs as a program, with an included module", "-- a.py --\n-- b.py --\nfrom more import " +
			"x\nif __name__ == '__main__':\n    print(x)\n-- include/python3/more.py --\nx = 42\nif __name__ == " +
			"'__main__':\n    print(x)\n", nil, "python3", "42"},
		{"Python 2", "-- a.py2 --\nprint 42\n", nil, "python2", "42"},
		{"Python 2 that is broken", "-- a.py2 --\nprint(42\n", nil, "python2", "SyntaxError"},
		{"Python 2 and modules of the check's own names", "-- main.py2 --\nprint 42\n-- py_compile.py2 --\nexit(1)\n",
			nil, "python2", "42"},
		{"Ruby", "-- a.rb --\nX = 42\n-- b.rb --\nrequire_relative 'a'\nputs X if __FILE__ == $0\n", nil, "ruby",
			"42"},
		{"JavaScript", "-- a.js --\nexports.x = 42;\n-- b.js --\nif (require.main === module) " +
			"console.log(require('./a').x);\n", nil, "node", "42"},
		{"Perl", "-- a.pm --\npackage a; our $x = 42; 1;\n-- b.pm --\nuse lib substr(__FILE__, 0, -4); use a; " +
			"print $a::x unless caller;\n", nil, "perl", "42"},
		{"Bash", "-- a.bash --\n. \"${0%a.bash}below/b.bash\"; echo $x\n-- below/b.bash --\nx=42\n", nil, "bash",
			"42"},
		{"Lua", "-- a.lua --\nprint(42)\n-- below/b.lua --\n", nil, "lua5.4", "42"},
		{"Rust", "-- a.rs --\nmod b;\nfn main() { println!(\"{}\", b::x()); }\n-- b.rs --\npub fn x() -> i32 { " +
			"42 }\n", nil, "rustc", "42"},
		{"Rust of 2015", "-- a.rs --\nfn async(gen: i32) -> i32 { gen }\nfn main() { println!(\"{}\", async(42)); }\n",
			nil, "rustc", "42"},
		{"Rust of 2018", "-- a.rs --\nfn main() { let a = [42]; let x: &i32 = a.into_iter().next().unwrap(); " +
			"drop(async { 1 }); println!(\"{}\", x); }\n", nil, "rustc", "42"},
		{"Rust of 2021", "-- a.rs --\nstatic mut X: [i32; 1] = [42];\nextern {}\nfn main() { let gen = unsafe { &X[..] " +
			"}; println!(\"{}\", gen[0]); }\n", nil, "rustc", "42"},
		{"Rust of an edition that its online judge dictates", "-- a.rs --\nfn main() { let gen = 1; }\n",
			func(s *problem.Source) { s.Standards = map[string]string{"rust": "2024"} }, "rustc",
			"reserved keyword `gen`"},
		{"Rust of no edition", "-- a.rs --\nfn async(gen: i32) {}\nfn main() { async { 1 } }\n", nil, "rustc",
			"expected identifier, found keyword `async`"},
		{"Kotlin", "-- words.kt --\npackage p\nfun words() = 42\n-- solve.kt --\npackage p\nfun main() { " +
			"println(words()) }\n", nil, "kotlinc", "42"},
		{"Scala", "-- A.scala --\nobject A { val x = 42 }\n-- B.scala --\nobject B {\n  def main(args: " +
			"Array[String]): Unit = println(A.x)\n}\n", nil, "scalac", "42"},
		{"an entrypoint", "-- a.py --\nprint(42)\n-- b.py --\n", func(s *problem.Source) {
			s.Entrypoint = "a.py"
		}, "python3", "42"},
		{"no such entrypoint", "-- a.py --\n", func(s *problem.Source) { s.Entrypoint = "c.py" }, "python3",
			"it has no file c.py"},
		{"data", "-- main.py --\nimport os\nprint(open(os.path.dirname(__file__) + '/words.txt').read())\n-- " +
			"words.txt --\n42\n", nil, "python3", "42"},
		{"headers below", "-- main.cpp --\n#include \"with/x.h\"\n#include <cstdio>\nint main() { " +
			"std::printf(\"%d\", x()); }\n-- with/x.h --\nint x();\n-- with/x.cpp --\n#include \"x.h\"\nint x() { " +
			"return 42; }\n-- README --\n", nil, "g++", "42"},
		{"a class of another file", "-- A.java --\nclass A { static int x = 42; }\n-- B.java --\npackage p;\nclass " +
			"Main { public static void main(String[] a) { System.out.println(42); } }\n", nil, "javac", "42"},
		{"a class of the file's name", "-- answer.java --\npublic class answer { public static void main(String[] " +
			"a) { System.out.println(42); } }\n", nil, "javac", "42"},
		{"a class that is named", "-- A.java --\nclass A { public static void main(String[] a) { " +
			"System.out.println(42); } }\n-- Main.java --\nclass Main {}\n", func(s *problem.Source) {
			s.Entrypoint = "A"
		}, "javac", "42"},
		{"a class of another name than the file's", "-- solution-2.java --\nclass Helper {\n    class Inner " +
			"{}\n}\n\nfinal class Solver {\n    static public void main(String... a) { System.out.println(42); }\n}\n",
			nil, "javac", "42"},
		{"a public class of another name than the file's", "-- a.java --\n// public class A { \nclass Node { public static " +
			"class B { char c = '\\''; String s = \"}\"; } }\n@Deprecated public final class Solver extends Base " +
			"{}\n-- Base.java --\nclass Base { public static void main(String[] a) { System.out.println(42); } }\n",
			func(s *problem.Source) { s.Entrypoint = "Solver" }, "javac", "42"},
		{"an error in a file of another name than its class", "-- a.java --\npublic class Main { int x = y; }\n", nil,
			"javac", "program/a.java:1: error: cannot find symbol"},
		{"a class that another program has, too", "-- a.java --\npublic\n record Main() { public static void " +
			"main(String[] a) { System.out.println(42); } }\n", func(s *problem.Source) {
			s.Beside = os.WriteFile(filepath.Join(s.Dir, "Main.java"), []byte("public class Main {}\n"), 0o600) == nil
		}, "javac", "42"},
		{"packages below", "-- src/se/A.java --\npackage se;\n\npublic class A {\n    public static void " +
			"main(String[] a) { System.out.println(B.x); }\n}\n-- src/se/B.java --\npackage se;\n\nclass B { static " +
			"int x = 42; }\n", nil, "javac", "42"},
		{"two main methods", "-- A.java --\nclass A { public static void main(String[] a) {} }\n-- B.java --\nclass " +
			"B { public static void main(String[] a) {} }\n", nil, "javac",
			"its main file is unknown (A.java, B.java)"},
		{"signs in the name of a file", "-- 2-sum_b.kt --\nfun main() { println(42) }\n", nil, "kotlinc", "42"},
		{"an object with a main method", "-- words.kt --\npackage words\n\nobject Words {\n    @JvmStatic\n    fun " +
			"main(args: Array<String>) { println(42) }\n}\n", nil, "kotlinc", "42"},
		{"no class", "-- A.java --\nclass A {}\n-- B.java --\nclass B {}\n", nil, "javac",
			"its main file is unknown (A.java, B.java)"},
		{"run", "-- run --\n#!/bin/sh\ncat \"$(dirname \"$0\")/words\"\n-- words --\n42\n", nil, "sh", "42"},
		{"run without a shebang", "-- run --\necho 42\n", nil, "sh", "42"},
		{"build", "-- build --\n#!/bin/sh\nset -e\nmv main.in run\nchmod +x run\n-- main.in --\n#!/bin/sh\necho 42\n",
			nil, "sh", "42"},
		{"build that fails", "-- build --\n#!/bin/sh\necho no compiler\nexit 1\n", nil, "sh", "no compiler"},
		{"build without run", "-- build --\n#!/bin/sh\n", nil, "sh", "there is no file run after build"},
		{"build of a Python program", "-- build --\n#!/usr/bin/env python3\nopen('run', 'w').write('#!/usr/bin/env " +
			"python3\\nprint(42)\\n')\n", nil, "python3", "42"},
		{"included", "-- solve.py --\ndef solve(): return 42\n-- main.py --\nexit(1)\n-- include/python3/main.py " +
			"--\nimport solve\nprint(solve.solve())\n-- include/default/solve.py --\nexit(1)\n", nil, "python3", "42"},
		{"included by default", "-- main.cpp --\n#include \"x.h\"\n-- include/default/x.h --\n#include " +
			"<cstdio>\nint main() { std::puts(\"42\"); }\n-- include/c/x.h --\n", nil, "g++", "42"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if strings.Contains("javac kotlinc scalac", test.needs) || tried[test.needs] && test.want == "42" {
				judgetest.Long(t, "one program of each fast language is in the short tier")
			}
			tried[test.needs] = true
			judgetest.Need(t, test.needs)
			source := problem.Source{Name: "program", Dir: filepath.Join(t.TempDir(), "program")}
			for _, file := range txtar.Parse([]byte(test.files)).Files {
				path := filepath.Join(source.Dir, file.Name)
				if rest, added := strings.CutPrefix(file.Name, "include/"); added {
					path = filepath.Join(filepath.Dir(source.Dir), "include", rest)
					language, _, _ := strings.Cut(rest, "/")
					if source.Include == nil {
						source.Include = make(map[string]string)
					}
					source.Include[language] = filepath.Join(filepath.Dir(source.Dir), "include", language)
				} else {
					source.Files = append(source.Files, file.Name)
				}
				judgetest.Check(t, os.MkdirAll(filepath.Dir(path), 0o777))
				write(t, path, string(file.Data))
			}
			if test.change != nil {
				test.change(&source)
			}
			program, err := cache.Build(t.Context(), Submission, source)
			var broken *CompileError
			if errors.As(err, &broken) {
				if !strings.Contains(broken.Output+"\n", test.want) {
					t.Errorf("got %s, want %s", broken.Output, test.want)
				}
				return
			}
			var missing *MissingError
			if errors.As(err, &missing) && missing.Compiler != "" {
				t.Skip(missing) // a tool that is installed but broken
			}
			if missing != nil {
				if text := missing.Error(); !strings.Contains(text+"\n", test.want) || test.want == "42" {
					t.Errorf("got %s, want %s", text, test.want)
				}
				return
			}
			judgetest.Check(t, err)
			result, err := plain.Executor{}.Run(t.Context(),
				program.Task(sandbox.Tool, sandbox.Limits{Wall: questionLimits.Wall}))
			judgetest.Check(t, err)
			if said := strings.TrimSpace(result.Stderr.Head()); said != test.want {
				t.Errorf("it prints %q, want %q; %v", said, test.want, result)
			}
		})
	}
}

// The build command shown is what somebody would type, without the judge's own folders.
func TestCommandLine(t *testing.T) {
	cache, err := OpenCache(t.TempDir(), plain.Executor{})
	judgetest.Check(t, err)
	defer cache.Close()
	for _, c := range []struct {
		file      string
		text      string
		standards map[string]string
		want, run string
	}{
		{file: "a.go", want: `^go build '-ldflags=-s -w' -o a a\.go$`, run: `^$`},
		{file: "a.go", standards: map[string]string{"go": "go1.12"},
			want: `^go build '-ldflags=-s -w' -gcflags=-lang=go1\.12 -o a a\.go$`, run: `^$`},
		{file: "a b.cpp", want: `^(g\+\+|c\+\+) -std=gnu\+\+\d+ -fno-lto .*-O2 -o 'a b' 'a b\.cpp'$`, run: `^$`},
		{file: "a.cpp", standards: map[string]string{"cpp": "c++98"}, want: ` -std=c\+\+98 `, run: `^$`},
		{file: "a.rs", text: "fn main() { let gen = 1; drop(gen); }", want: `^rustc --edition=2021 .* -o a a\.rs$`, run: `^$`},
		{file: "a.py", want: `^(python|pypy)3[.0-9]* -I -m py_compile a\.py$`, run: `^(python|pypy)3[.0-9]* a\.py$`},
		{file: "Main.java", want: `^javac -encoding UTF-8 -d \. Main\.java$`, run: `^java .* -Xmx64m .* -cp \. Main$`},
	} {
		t.Run(c.file, func(t *testing.T) {
			dir := t.TempDir()
			judgetest.Write(t, filepath.Join(dir, c.file), c.text)
			compile, run, err := cache.CommandLine(t.Context(), Submission, problem.Source{Name: c.file, Dir: dir,
				Files: []string{c.file}, Standards: c.standards}, 64<<20)
			var missing *MissingError
			if errors.As(err, &missing) {
				t.Skip(err)
			}
			judgetest.Check(t, err)
			if !regexp.MustCompile(c.want).MatchString(compile) || !regexp.MustCompile(c.run).MatchString(run) {
				t.Errorf("compile %s\n   run %s", compile, run)
			}
		})
	}
}
