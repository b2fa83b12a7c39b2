//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
)

// patience is how long a judge with almost nothing to do may take. On a slow machine, the first one compiles Go's
// library.
const patience = 5 * time.Minute

// runJudge runs the real command in a folder and returns its exit status. If it hangs, one SIGTERM must end it, and
// the test fails.
func runJudge(t *testing.T, dir string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(ctx, "judge", args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 10 * time.Second
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errs
	cmd.Env = append(os.Environ(), "TMPDIR="+t.TempDir())
	err := cmd.Run()
	if ctx.Err() != nil || cmd.ProcessState == nil {
		t.Fatalf("judge %v: %v after %v\n%s%s", args, err, patience, out.String(), errs.String())
	}
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

// newCheckout is a copy of the fixture with one more file, which may replace one.
func newCheckout(t *testing.T, file, text string) string {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, file)
	judgetest.Check(t, os.CopyFS(dir, os.DirFS("testdata/checkout")))
	judgetest.Write(t, path, text)
	return dir
}

// TestNotFiles: no command is blocked by a FIFO that nobody writes to, or by an endless device. Each names the file at
// once.
func TestNotFiles(t *testing.T) {
	for file, args := range map[string]string{
		"problems/double/problem.yaml":                      "run double",
		"problems/double/judge.yaml":                        "submit double/plus",
		"problems/judges.yaml":                              "list",
		"problems/double/submissions/submissions.yaml":      "run",
		"testdata/double/secret/small/test_group.yaml":      "validate",
		"testdata/double/secret/small/1.in":                 "run double",
		"testdata/double/secret/small/1.ans":                "validate double",
		"problems/double/input_validators/validate/main.go": "validate double",
		"solutions/double/plus/main.go":                     "bench double",
		"problems/double/generators/tests.yaml":             "gen --check",
		"problems/double/generators/generators.yaml":        "gen --check",
		"problems/double/generators/workloads.yaml":         "compare --growth growth.svg double",
		"record.txt": "compare --record record.txt double",
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			dir := newCheckout(t, file, "")
			for name, make := range map[string]func(path string) error{
				"FIFO":   func(path string) error { return syscall.Mkfifo(path, 0o600) },
				"device": func(path string) error { return os.Symlink("/dev/zero", path) },
			} {
				path := filepath.Join(dir, file)
				judgetest.Check(t, errors.Join(os.Remove(path), make(path)))
				status, _, stderr := runJudge(t, dir, strings.Fields(args)...)
				if status != statusUsage || !strings.Contains(stderr, file) || !strings.Contains(stderr, "remove it") &&
					!strings.Contains(stderr, "name a record") {
					t.Errorf("a %s: exit status %d\n%s", name, status, stderr)
				}
			}
		})
	}
}

// TestWithoutEnd: neither endlessly nested YAML nor a circle of links blocks a command.
func TestWithoutEnd(t *testing.T) {
	t.Parallel()
	dir := newCheckout(t, "problems/double/problem.yaml", strings.Repeat("[", 60_000))
	if status, _, stderr := runJudge(t, dir, "run"); status != statusUsage ||
		!strings.Contains(stderr, "problem.yaml:1:10001: more than 10000 brackets") {
		t.Errorf("exit status %d\n%.1000s", status, stderr)
	}
	dir = newCheckout(t, "testdata/double/secret/small/1.in", "1\n")
	for _, name := range []string{"a", "b", "c", "d"} {
		judgetest.Check(t, os.Symlink(".", filepath.Join(dir, "testdata/double/secret/small", name)))
	}
	if status, _, stderr := runJudge(t, dir, "run"); status != statusUsage ||
		!strings.Contains(stderr, "testdata/double/secret/small/d: this link leads to a folder that contains it; "+
			"remove it") {
		t.Errorf("exit status %d\n%.1000s", status, stderr)
	}
}

// No text of a package, its names or its programs reaches the terminal unescaped.
func TestNothingActsOnTheTerminal(t *testing.T) {
	const evil = "\x1b[2J\x1b]0;title\x07\r\u009b31m"
	quoted := fmt.Sprintf("%q", evil)
	quiet := func(t *testing.T, dir string, want int, args ...string) {
		t.Helper()
		status, stdout, stderr := runJudge(t, dir, args...)
		if status != want || strings.ContainsAny(stdout+stderr, "\x1b\x07\r\u009b") || !strings.Contains(stdout+stderr,
			"[2J") {
			t.Errorf("judge %v: exit status %d\n%q\n%q", args, status, stdout, stderr)
		}
	}
	check := func(name, file, text string, want int, args ...string) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			quiet(t, newCheckout(t, file, text), want, args...)
		})
	}
	fail := "package main\n\nimport \"os\"\n\nfunc main() {\n\tos.Stderr.WriteString(" + quoted + ")\n\tos.Exit(1)\n}\n"
	// Go's compiler shows an identifier as it was written, in the name of the file that //line gives.
	broken := "package main\n\n//line a\x1b[2J.go:1\nfunc main() { undefined() }\n"
	check("a name that is ignored", "testdata/double/secret/small/new\n  ✓ line\x1b[2J", "", 0, "run",
		"double/plus:sample")
	check("a validator", "problems/double/input_validators/validate/main.go", fail, 1, "validate")
	check("a validator that does not compile", "problems/double/input_validators/validate/main.go", broken, 1,
		"validate")
	check("a checker", "problems/double/output_validator/main.go", fail, 3, "run", "double/plus:sample")
	check("a checker that does not compile", "problems/double/output_validator/main.go", broken, 2, "run",
		"double/plus:sample")
	check("a solution", "solutions/double/plus/main.go", fail, 1, "run", "double/plus:sample")
	check("a solution that does not compile", "solutions/double/plus/main.go", broken, 1, "run", "double/plus:sample")
	check("JSON", "solutions/double/plus/main.go", fail, 1, "run", "--json", "-", "double/plus:sample")
	check("a title", "problems/double/problem.yaml", "problem_format_version: 2025-09\nname: \"\\e[2J\"\nlimits: "+
		"{time_limit: 1}\n", 0, "list")
	check("a judge", "problems/judges.yaml", "poj: {name: \"\\e[2J\\n\\a\", url: \"\\e[2J\", whitespace: trailing}\n",
		0, "list")
	check("a key", "problems/double/judge.yaml", "\"\\e[2J\": 1\n", 2, "run")
	t.Run("a generator", func(t *testing.T) {
		t.Parallel()
		dir := newCheckout(t, "problems/double/generators/tests.yaml", "answer: plus\nagree: times\n"+
			"groups: {small: {tests: {'1': x}}}\n")
		judgetest.Write(t, filepath.Join(dir, "problems/double/generators/x/main.go"), fail)
		quiet(t, dir, 2, "gen")
	})
}

// A cache that others can write to is not used, and every command that would have used it says so.
func TestCacheOfOthers(t *testing.T) {
	judgetest.Need(t, "gcc")
	if _, err := os.UserCacheDir(); err != nil || runtime.GOOS == "darwin" {
		t.Skip("needs a system whose folder of caches is where XDG_CACHE_HOME says, as on Linux")
	}
	cache := t.TempDir()
	judgetest.Check(t, errors.Join(os.Mkdir(cache+"/dlxjudge", 0o755), os.Chmod(cache+"/dlxjudge", 0o777)))
	t.Setenv("XDG_CACHE_HOME", cache)
	dir := newCheckout(t, "note", "")
	judgetest.Check(t, inC(dir))
	for _, args := range [][]string{{"run", "double/plus:sample"}, {"validate", "double"}} {
		status, _, stderr := runJudge(t, dir, args...)
		if status != 0 || !strings.Contains(stderr, "judge: warning: cannot cache built programs (other users can "+
			"write to ") {
			t.Errorf("judge %v: exit status %d\n%s", args, status, stderr)
		}
	}
	if files, err := os.ReadDir(cache + "/dlxjudge"); err != nil || len(files) > 0 {
		t.Errorf("the cache holds %v, %v", files, err)
	}
}

// A umask affects none of these: the level, whether programs can be built and run, and who may write to the cache. Nor
// does it make programs run as root where the level promises that they do not.
func TestUmask(t *testing.T) {
	judgetest.Need(t, "gcc")
	judgetest.Need(t, "python3")
	want := ""
	for _, umask := range []string{"022", "777", "077", "027", "000"} {
		dir, cache := newCheckout(t, "note", ""), t.TempDir()
		judgetest.Write(t, filepath.Join(dir, "solutions/double/c/main.c"), "#include <stdio.h>\n#include <unistd.h>\n"+
			"int main(void) { long n; while (scanf(\"%ld\", &n) == 1) printf(\"%ld\\n\", 2 * n); return getuid() == 0; }\n")
		judgetest.Write(t, filepath.Join(dir, "solutions/double/python/main.py"),
			"import sys\nfor line in sys.stdin:\n    print(2 * int(line))\n")
		judgetest.Check(t, os.Chmod(cache, 0o755))
		run := func(args string) (string, error) {
			cmd := exec.Command("sh", "-c", "umask "+umask+"; exec judge "+args)
			cmd.Dir, cmd.Env = dir, append(os.Environ(), "XDG_CACHE_HOME="+cache, "HOME="+t.TempDir(),
				"TMPDIR="+t.TempDir())
			out, err := cmd.CombinedOutput()
			return string(out), err
		}
		got, err := run("version")
		judgetest.Check(t, err)
		out, err := run("run double/c:sample double/python:sample")
		if got += fmt.Sprint(err); want == "" {
			want = got // some machines have no other user numbers for root's programs
		}
		if got != want || os.Geteuid() != 0 && err != nil || strings.Contains(out, "warning: cannot cache") {
			t.Errorf("umask %s: got %s\nwant %s\n%s", umask, got, want, out)
		}
		filepath.WalkDir(cache, func(path string, d os.DirEntry, err error) error {
			if err != nil {
				t.Error(err)
				return nil
			}
			info, err := d.Info()
			if err != nil {
				t.Error(err)
			} else if info.Mode().Perm()&0o022 != 0 || info.Mode().Perm()&0o400 == 0 {
				t.Errorf("umask %s: %s: %v", umask, path, info.Mode())
			}
			return nil
		})
	}
}

// TestRecipesOfNotFiles: judge gen --check refuses a test file that is a device.
func TestRecipesOfNotFiles(t *testing.T) {
	t.Parallel()
	dir := newCheckout(t, "problems/double/generators/tests.yaml",
		"answer: plus\nagree: times\ngroups: {small: {tests: {'1': x}}}\n")
	generator := filepath.Join(dir, "problems/double/generators/x")
	golden := filepath.Join(dir, "testdata/double/secret/small/1.ans")
	err := errors.Join(os.Mkdir(generator, 0o755), os.WriteFile(filepath.Join(generator, "main.go"),
		[]byte("package main\n\nfunc main() { println() }\n"), 0o644),
		os.Remove(golden), os.Symlink("/dev/zero", golden))
	judgetest.Check(t, err)
	judgetest.Check(t, os.WriteFile(filepath.Join(filepath.Dir(golden), "1.in"), nil, 0o644))
	status, _, stderr := runJudge(t, dir, "gen", "--check")
	if status != statusUsage || !strings.Contains(stderr, "small/1.ans: a device, not a regular file") {
		t.Errorf("exit status %d\n%s", status, stderr)
	}
}
