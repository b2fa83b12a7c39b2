//go:build linux

package contain_test

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// compilers compiles hostile sources.
func (f contained) compilers(t *testing.T) {
	rows := []struct {
		name, file, text string
		want             string // in the CompileError; "" if it compiles
		time             time.Duration
		output           int64 // limit on the program, in bytes; 0 for the usual one
	}{
		{name: "C", file: "main.c", text: "#include <stdio.h>\nint main(void) { puts(\"hello\"); return 0; }\n"},
		{name: "C++", file: "main.cc", text: "#include <iostream>\nint main() { std::cout << \"hello\\n\"; }\n"},
		{name: "Go", file: "main.go", text: "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(\"hello\") }\n"},
		{name: "C that does not compile", file: "main.c", text: "int main(void) { return x; }\n",
			want: "main.c:1:25: error: "},
		{name: "incbin of an answer", file: "main.c", text: "asm(\".incbin \\\"SECRET\\\"\");\nint main(void) { " +
			"return 0; }\n", want: "other.ans"},
		{name: "incbin of /etc/shadow", file: "main.c", text: "asm(\".incbin \\\"/etc/shadow\\\"\");\nint " +
			"main(void) { return 0; }\n", want: "/etc/shadow"},
		{name: "include of an answer", file: "main.c", text: "#include \"SECRET\"\nint main(void) { return 0; }\n",
			want: "other.ans"},
		{name: "include of /etc/shadow", file: "main.c", text: "#include \"/etc/shadow\"\nint main(void) { return " +
			"0; }\n", want: "/etc/shadow"},
		{name: "a line of an answer in an error", file: "main.c",
			text: "#line 1 \"SECRET\"\nint main(void) { return x; }\n", want: "other.ans:1:25: error: "},
		{name: "incbin of a compiler's own files", file: "main.c",
			text: "asm(\".incbin \\\"/proc/1/environ\\\"\\n.incbin \\\"/proc/self/root/etc/shadow\\\"\");\nint " +
				"main(void) { return 0; }\n", want: "Error: file not found"},
		{name: "incbin of a folder of the judge", file: "main.c",
			text: "asm(\".incbin \\\"../../secret\\\"\\n.incbin \\\"/dev/stdin\\\"\");\nint main(void) { return 0; }\n",
			want: "Error: "},
		{name: "include of /dev/full", file: "main.c", text: "#include \"/dev/full\"\nint main(void) { return 0; }\n",
			want: "more than 256 MiB (compilation_memory)"},
		{name: "template bomb", file: "main.cc", text: "#include <utility>\nusing T = " +
			"std::make_index_sequence<200000000>;\nT t;\nint main() {}\n",
			want: "more than 256 MiB (compilation_memory)"},
		{name: "template that never ends", file: "main.cc", text: templateBomb,
			want: "of CPU time (compilation_time)", time: 500 * time.Millisecond},
		{name: "a program of 1.5 GB", file: "main.c", text: "char a[1500000000] = {1};\nint main(void) { return " +
			"a[5]; }\n", want: "writes files of more than 256 MiB"},
		{name: "a program of 100 MB", file: "main.c", text: "char a[100000000] = {1};\nint main(void) { return " +
			"a[5]; }\n", want: "larger than 64 MiB; a program may be as large as its memory limit or 64 MiB, whichever is more"},
		{name: "files with holes, larger than any disk", file: "build",
			text: "#!/bin/sh\ntouch run\ntruncate -s 1M $(seq 2000)\n", want: "writes files of more than 4 MiB",
			output: 1 << 20},
		{name: "a file of many names", file: "build", text: "#!/bin/sh\ntouch run\nhead -c 1000000 /dev/zero > " +
			"0\nfor i in $(seq 50); do ln 0 $i; done\n", want: "writes files of more than 4 MiB", output: 1 << 20},
		{name: "a build script that says the disk is full", file: "build",
			text: "#!/bin/sh\necho No space left on device >&2\nexit 1\n", want: "No space left"},
		{name: "headers of CPATH", file: "main.c", text: "#include <evil.h>\nint main(void) { return 0; }\n",
			want: "evil.h: No such file"},
		{name: "link-time optimization in assembly", file: "main.c", text: f.lto(t)},
		{name: "a relative import", file: "main.go", text: "package main\n\nimport \"../other\"\n\nfunc main() { " +
			"other.Do() }\n", want: "cannot find package"},
	}
	evil := filepath.Join(f.dir, "include")
	judgetest.Check(t, errors.Join(os.Mkdir(evil, 0o755), os.WriteFile(filepath.Join(evil, "evil.h"), nil, 0o644)))
	t.Setenv("CPATH", evil)
	cache, err := compile.OpenCache(filepath.Join(f.dir, "cache"), f.programs)
	judgetest.Check(t, err)
	defer cache.Close()
	for i, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			if why := cannotCompile(row.file); why != "" {
				t.Skip(why)
			}
			if row.file == "build" && f.landlock {
				t.Skip("with Landlock alone no build script is run: it may not change modes")
			}
			source := f.source(t, fmt.Sprint("source", i), row.file, row.text)
			if row.want != "" {
				source.Compilation = problem.ToolLimits{Time: cmp.Or(row.time, source.Compilation.Time),
					Memory: 256 << 20, Output: row.output}
			}
			program, err := cache.Build(t.Context(), compile.Submission, source)
			var broken *compile.CompileError
			switch {
			case errors.As(err, &broken):
				if row.want == "" || !strings.Contains(broken.Output, row.want) || strings.Contains(broken.Output,
					strings.TrimSpace(secretText)) {
					t.Errorf("got:\n%s\nwant in it: %q", broken.Output, row.want)
				}
			case err != nil:
				t.Error(err)
			case row.want != "":
				t.Errorf("it compiles to %s; want an error with %q", program.Path, row.want)
			default:
				if out, err := exec.Command(program.Path).Output(); err != nil || string(out) != "hello\n" {
					t.Errorf("the program prints %q, %v", out, err)
				}
			}
		})
	}
}

// toolchain compiles with a compiler in a folder that other users cannot enter.
func (f contained) toolchain(t *testing.T) {
	real := judgetest.Need(t, "gcc")
	bin := filepath.Join(f.dir, "closed", "opt", "bin")
	shim := "#!/bin/sh\n. \"$(dirname \"$0\")/../settings\"\nexec $REAL \"$@\"\n"
	err := errors.Join(os.MkdirAll(bin, 0o700), os.Chmod(filepath.Join(f.dir, "closed"), 0o700),
		os.WriteFile(filepath.Join(bin, "gcc"), []byte(shim), 0o755),
		os.WriteFile(filepath.Join(bin, "../settings"), []byte("REAL="+real+"\n"), 0o644))
	judgetest.Check(t, err)
	t.Setenv("PATH", bin+":"+os.Getenv("PATH"))
	cache, err := compile.OpenCache(filepath.Join(f.dir, "elsewhere"), f.programs)
	judgetest.Check(t, err)
	defer cache.Close()
	source := f.source(t, "hello", "main.c", "int puts(const char *);\nint main(void) { puts(\"hello\"); return 0; }\n")
	program, err := cache.Build(t.Context(), compile.Submission, source)
	judgetest.Check(t, err)
	if out, err := exec.Command(program.Path).Output(); err != nil || string(out) != "hello\n" {
		t.Errorf("the program prints %q, %v", out, err)
	}
}

// lto returns a source that prints hello. Its inline assembly contains another program, in the form that link-time
// optimization reads. If that deceives the linker, the program prints something else.
func (f contained) lto(t *testing.T) string {
	const hello = "int puts(const char *);\nint main(void) { puts(\"hello\"); return 0; }\n"
	other := filepath.Join(f.dir, "lto.c")
	judgetest.Check(t, os.WriteFile(other, []byte(strings.Replace(hello, "hello", "lto", 1)), 0o644))
	assembly, err := exec.Command("gcc", "-O2", "-flto", "-S", "-o", "-", other).Output()
	if err != nil {
		t.Logf("gcc without link-time optimization: %v", err)
		return hello
	}
	var source strings.Builder
	for line := range strings.Lines(string(assembly)) {
		if !strings.Contains(line, ".file") && !strings.Contains(line, ".ident") {
			fmt.Fprintf(&source, "asm(\"%s\\n\");\n", strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\t",
				`\t`).Replace(strings.TrimSuffix(line, "\n")))
		}
	}
	source.WriteString("asm(\".text\\n\");\n" + hello)
	return source.String()
}

// templateBomb takes exponential time and little memory.
const templateBomb = `template <int N> constexpr long f() { long s = 0; for (int i = 0; i < 260000; i++) s += i % N; return s; }
template <int N> struct S { static constexpr long v = f<N + 1>() + S<N - 1>::v; };
template <> struct S<0> { static constexpr long v = 0; };
int main() { return S<800>::v & 1; }
`

// cannotCompile says why a file cannot be compiled here, or "".
func cannotCompile(file string) string {
	compiler := map[string]string{".c": "gcc", ".cc": "g++", ".go": "go", "": "sh"}[filepath.Ext(file)]
	if _, err := exec.LookPath(compiler); err != nil {
		return "needs " + compiler + " on the PATH; install it, for example with apt-get"
	}
	return ""
}
