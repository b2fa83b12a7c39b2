package compile

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/backend"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/read/problem"
)

func TestMissingCompiler(t *testing.T) {
	cache := openCache(t, t.TempDir())
	t.Setenv("PATH", t.TempDir())
	_, err := cache.Build(t.Context(), Submission, newSource(t, "main.cc", ""))
	if want := "no C++: g++ is not on the PATH; apt-get install g++"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestGo(t *testing.T) {
	judgetest.Need(t, "go")
	// None of these variables may affect a build.
	t.Setenv("GOFLAGS", "-mod=vendor -race")
	t.Setenv("GO111MODULE", "on")
	t.Setenv("GOWORK", "/nowhere/go.work")
	t.Setenv("GOOS", "plan9")
	t.Setenv("GOARCH", "mips")
	t.Setenv("GOEXPERIMENT", "nonsense")
	cache := openCache(t, t.TempDir())
	const (
		plain   = "package main\n\nimport \"fmt\"\n\nfunc main() { fmt.Println(42) }\n"
		generic = "package main\n\nfunc first[T any](all []T) T { return all[0] }\n\nfunc main() { " +
			"println(first([]int{1})) }\n"
		newest = "package main\n\nimport \"fmt\"\n\nfunc main() {\n\tfor i := range 3 {\n\t\tfmt.Print(min(i, " +
			"1))\n\t}\n}\n"
		broken  = "package main\n\nfunc main() {\n\tx := 1\n}\n"
		library = "package queue\n\nfunc Push() {}\n"
		foreign = "package main\n\nimport \"github.com/google/go-cmp/cmp\"\n\nfunc main() { cmp.Equal(1, 2) }\n"
	)
	tests := []struct {
		name, text string
		kind       Kind
		want       string // its output, or part of its CompileError
	}{
		{"plain", plain, Submission, "42\n"},
		{"newest", newest, Submission, "011"},
		{"broken", broken, Submission, "main.go:4:2: declared and not used: x"},
		{"library", library, Submission, "is there a main?"},
		{"not of the standard library", foreign, Tool,
			`main.go:3:8: cannot find package "github.com/google/go-cmp/cmp"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			checkBuild(t, cache, test.kind, newSource(t, "main.go", test.text), test.want)
		})
	}
	for text, want := range map[string]string{
		plain: "42\n", generic: "main.go:3:12: type parameter requires go1.18 or later",
		newest: "main.go:6:17: cannot range over 3",
	} {
		source := newSource(t, "main.go", text)
		source.Standards = map[string]string{"go": "go1.12"}
		checkBuild(t, cache, Submission, source, want)
	}
}

func TestC(t *testing.T) {
	judgetest.Need(t, "gcc", "cc")
	cache := openCache(t, t.TempDir())
	for name, test := range map[string]struct{ text, want string }{
		"math": {"#include <math.h>\n#include <stdio.h>\nint main(int n, char **v) { printf(\"%.3f\\n\", " +
			"sqrt(n + 1)); return 0; }\n", "1.414\n"},
		"undefined": {"int f(void);\nint main(void) { return f(); }\n", "main.c:(.text"},
		"no header": {"#include \"missing.h\"\n", "main.c:1:10: fatal error: missing.h"},
	} {
		t.Run(name, func(t *testing.T) {
			checkBuild(t, cache, Submission, newSource(t, "main.c", test.text), test.want)
		})
	}
}

// If an online judge fixes a standard, submissions in that language must obey it, and others are not affected.
func TestDictatedStandard(t *testing.T) {
	judgetest.Need(t, "g++", "c++")
	cache := openCache(t, t.TempDir())
	const old, auto = "#include <cstdio>\nint main() { std::printf(\"%ld\\n\", __cplusplus); }\n",
		"int main() { auto n = 7; return n - 7; }\n"
	dictated := func(file, text string) problem.Source {
		source := newSource(t, file, text)
		source.Standards = map[string]string{"cpp": "c++98"}
		return source
	}
	newest, err := exec.Command("sh", "-c", "for s in 23 20 17 14 11; do echo __cplusplus | g++ -std=gnu++$s -x c++ "+
		"-E -P - 2>/dev/null && break; done").Output()
	judgetest.Check(t, err)
	checkBuild(t, cache, Submission, newSource(t, "main.cc", old), strings.Replace(string(newest), "L", "", 1))
	checkBuild(t, cache, Submission, dictated("main.cc", old), "199711\n")
	checkBuild(t, cache, Submission, newSource(t, "main.cc", auto), "")
	checkBuild(t, cache, Submission, dictated("main.cc", auto), "main.cc:1:19: error: ")
	loop := newSource(t, "main.c", "int main(void) { for (int i = 0; i < 1; i++); return 0; }\n")
	loop.Standards = map[string]string{"c": "gnu89"}
	checkBuild(t, cache, Submission, loop, "main.c:1:18: error: ")
	checkBuild(t, cache, Strict, loop, "main.c:1:18: error: ")
	checkBuild(t, cache, Submission, dictated("main.c", "int main(void) { for (int i = 0; i < 1; i++); return 0; }\n"),
		"")
}

// TestStrict: old compilers' extensions pass. What old compilers do not know fails, even if new ones only warn.
func TestStrict(t *testing.T) {
	judgetest.Need(t, "g++", "c++")
	cache := openCache(t, t.TempDir())
	for text, want := range map[string]string{
		"#include <stdio.h>\nint main() { long long n = 1LL << 40; int unused; // a comment\n  printf(\"%lld\\n\", " +
			"n); }\n": "1099511627776\n",
		"int main() { int n = 3; int a[n]; a[0] = 0; return a[0]; };\n":                  "",
		"enum { red, blue, };\nint main() { return red; }\n":                             "",
		"int main() { auto n = 7; return n - 7; }\n":                                     "main.cc:1:19: error: ",
		"int main() { int a[] = {0}, sum = 0; for (int n : a) sum += n; return sum; }\n": "main.cc:1:51: error: ",
		"#include <vector>\nint main() { std::vector<int> v{}; return v.size(); }\n":     "main.cc:2:",
	} {
		source := newSource(t, "main.cc", text)
		source.Standards = map[string]string{"cpp": "c++98"}
		checkBuild(t, cache, Strict, source, want)
	}
}

// checkBuild builds a source and runs it. If it does not compile, want must be in the message, after the source's
// folder.
func checkBuild(t *testing.T, cache *Cache, kind Kind, source problem.Source, want string) {
	t.Helper()
	program, err := cache.Build(t.Context(), kind, source)
	var broken *CompileError
	if errors.As(err, &broken) {
		if strings.HasPrefix(want, "main.") {
			want = filepath.Join(source.Dir, want)
		}
		if !strings.Contains(broken.Output, want) || strings.Contains(broken.Output, "building-") {
			t.Errorf("got:\n%s\nwant in it: %s", broken.Output, want)
		}
		return
	}
	judgetest.Check(t, err)
	if got := output(t, program.Path); got != want {
		t.Errorf("it compiles and prints %q, want %q", got, want)
	}
}

func TestCompileErrorIsShort(t *testing.T) {
	newFakeCompiler(t, `i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo "./main.c:$i: wrong, and here is a long explanation of it"; done; exit 1`)
	source := newSource(t, "main.c", "")
	_, err := openCache(t, t.TempDir()).Build(t.Context(), Submission, source)
	var broken *CompileError
	if !errors.As(err, &broken) {
		t.Fatalf("got %v, want a CompileError", err)
	}
	lines := strings.Split(broken.Output, "\n")
	file := filepath.Join(source.Dir, "main.c")
	if want := file + ":1: wrong, and here is a long explanation of it"; lines[0] != want {
		t.Errorf("the first line is %q, want %q", lines[0], want)
	}
	if len(lines) != outputLines+1 || lines[outputLines] != "…" {
		t.Errorf("got %d lines, the last %q; want %d and …", len(lines), lines[len(lines)-1], outputLines)
	}
	if broken.Source != file {
		t.Errorf("the source is %q, want %q", broken.Source, file)
	}
}

func TestCompilersThatMisbehave(t *testing.T) {
	for name, test := range map[string]struct {
		body  string
		limit time.Duration
		want  string
	}{
		"waits":           {"exec sleep 1000", 200 * time.Millisecond, "gcc did not end within 2s, 10 times its limit of CPU"},
		"never ends":      {"while :; do :; done", 50 * time.Millisecond, "gcc did not end within 50ms of CPU time (comp"},
		"says nothing":    {"exit 3", time.Minute, "gcc: exit status 3"},
		"is killed":       {"grep -q main main.c || kill -9 $$", time.Minute, "gcc: signal: killed"},
		"writes nothing":  {"exit 0", time.Minute, "is there a main?"},
		"speaks nonsense": {`printf '\377\0\n'; exit 1`, time.Minute, "�\x00"},
	} {
		t.Run(name, func(t *testing.T) {
			newFakeCompiler(t, test.body)
			dir := t.TempDir()
			cache := openCache(t, dir)
			cache.limits.Time = test.limit
			_, err := cache.Build(context.Background(), Submission, newSource(t, "main.c", ""))
			var broken *CompileError
			if !errors.As(err, &broken) || !strings.Contains(broken.Output, test.want) {
				t.Errorf("got %v, want a CompileError with %q", err, test.want)
			}
			if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) != 0 {
				t.Errorf("left in the cache: %v", left)
			}
		})
	}
}

// The compiler behind a shim is the one that runs, since a shim needs files in the user's home.
func TestShim(t *testing.T) {
	judgetest.Need(t, "go")
	real, err := exec.LookPath("go")
	judgetest.Check(t, err)
	root, err := exec.Command(real, "env", "GOROOT").Output()
	judgetest.Check(t, err)
	shims := t.TempDir()
	write(t, filepath.Join(shims, "go"), "#!/bin/sh\nexec '"+real+"' \"$@\"\n")
	judgetest.Check(t, os.Chmod(filepath.Join(shims, "go"), 0o777))
	t.Setenv("PATH", shims+string(filepath.ListSeparator)+os.Getenv("PATH"))
	language, err := LanguageOf(problem.Source{Files: []string{"main.go"}})
	judgetest.Check(t, err)
	tools, err := openCache(t, t.TempDir()).Toolchain(t.Context(), language, Submission)
	judgetest.Check(t, err)
	if want := filepath.Join(strings.TrimSpace(string(root)), "bin", "go"); tools.Compiler != want {
		t.Errorf("the compiler is %s, want %s", tools.Compiler, want)
	}
}

// A shim searches for settings in the folders above the one that it starts in. Any user can put some into a shared
// temporary folder, so no compiler starts below one, neither for its version nor to compile.
func TestNoSettingsOfOthers(t *testing.T) {
	shared, obeyed := filepath.Join(t.TempDir(), "tmp"), filepath.Join(t.TempDir(), "obeyed")
	judgetest.Write(t, filepath.Join(shared, ".shim-version"), "evil")
	newFakeCompiler(t, "").installShim(`
folder=$PWD
while [ "$folder" != "" ]; do
	if [ -e "$folder/.shim-version" ]; then echo "$@" >> '` + obeyed + `'; fi
	folder=${folder%/*}
done`)
	t.Setenv("TMPDIR", shared)
	box, err := backend.Open(t.Context(), sandbox.Options{Backend: "portable"})
	judgetest.Check(t, err)
	defer box.Close()
	cache, err := OpenCache(t.TempDir(), box)
	judgetest.Check(t, err)
	program := mustBuild(t, cache, Submission, newSource(t, "main.c", "built\n"))
	if got := output(t, program); got != "built\n" {
		t.Errorf("the program prints %q", got)
	}
	language, _ := byName("c")
	if version, err := language.installed(t.Context(), plain.Executor{}); err != nil || version != "fake 1.0" {
		t.Errorf("its version is %q, %v", version, err)
	}
	if text, err := os.ReadFile(obeyed); err == nil {
		t.Errorf("it was started below a folder with another user's settings, with:\n%s", text)
	}
}

// A source that never ends is rejected, not read.
func TestSourcesThatAreNoFiles(t *testing.T) {
	newFakeCompiler(t, "")
	cache := openCache(t, t.TempDir())
	for name, place := range map[string]func(path string) error{
		"FIFO":   func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"device": func(path string) error { return os.Symlink("/dev/zero", path) },
		"too large": func(path string) error {
			return errors.Join(os.WriteFile(path, nil, 0o600), os.Truncate(path, MaxSource+1))
		},
	} {
		source := newSource(t, "main.c", "")
		path := filepath.Join(source.Dir, "main.c")
		judgetest.Check(t, errors.Join(os.Remove(path), place(path)))
		var broken *CompileError
		if _, err := cache.Build(t.Context(), Submission, source); !errors.As(err, &broken) {
			t.Errorf("%s: got %v, want a CompileError", name, err)
		}
	}
}

// starved stops every compiler early, because the machine is overloaded.
type starved struct{ sandbox.Executor }

func (s starved) Run(ctx context.Context, task sandbox.Task) (sandbox.Result, error) {
	if task.Profile != sandbox.Compile || len(task.Files) == 0 {
		return s.Executor.Run(ctx, task)
	}
	return sandbox.Result{End: sandbox.StoppedWall, Wall: task.Limits.Wall, Waited: task.Limits.Wall - 1}, nil
}

// An overloaded machine says nothing about the program, so the error is not a CE.
func TestStarvedCompiler(t *testing.T) {
	judgetest.Need(t, "gcc", "cc")
	cache, err := OpenCache(t.TempDir(), starved{plain.Executor{}})
	judgetest.Check(t, err)
	t.Cleanup(func() { cache.Close() })
	_, err = cache.Build(t.Context(), Submission, newSource(t, "main.c", "int main(void) { return 0; }\n"))
	var broken *CompileError
	if err == nil || errors.As(err, &broken) || !strings.Contains(err.Error(), "the machine is overloaded") {
		t.Errorf("got %v", err)
	}
}

// TestExecutable: the files of a program, also those of a problem's tool, are as executable as in the package, and
// another mode makes another build.
func TestExecutable(t *testing.T) {
	judgetest.Need(t, "python3")
	source := newSource(t, "main.py", "print(1)\n")
	source.Files = append(source.Files, "tool")
	tool := filepath.Join(source.Dir, "tool")
	judgetest.Write(t, tool, "echo")
	cache := openCache(t, t.TempDir())
	for _, mode := range []os.FileMode{0o755, 0o644} {
		judgetest.Check(t, os.Chmod(tool, mode))
		for _, kind := range []Kind{Submission, Tool} {
			program, err := cache.Build(t.Context(), kind, source)
			judgetest.Check(t, err)
			info, err := os.Stat(filepath.Join(program.Dir, "tool"))
			judgetest.Check(t, err)
			if info.Mode() != mode {
				t.Errorf("kind %d: got %v, want %v", kind, info.Mode(), mode)
			}
		}
	}
}
