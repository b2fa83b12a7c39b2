//go:build unix

package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

const nobody = 65534 // the user who may do nothing, on Linux and most others

// eachUser runs a test as the current user and, if that is root, as nobody. start returns a command of the judge with
// these arguments, in a checkout of its own, where checkout, home and cache are read-only.
func eachUser(t *testing.T, test func(t *testing.T, checkout, temp string, start func(args ...string) (*exec.Cmd,
	*bytes.Buffer))) {
	judgetest.Need(t, "gcc")
	users := map[string]*syscall.SysProcAttr{"self": nil}
	if os.Geteuid() == 0 {
		users["nobody"] = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	for name, attr := range users {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkout, judge, temp := readOnlyCheckout(t)
			test(t, checkout, temp, func(args ...string) (*exec.Cmd, *bytes.Buffer) {
				cmd, out := exec.Command(judge, args...), &bytes.Buffer{}
				cmd.Dir, cmd.Stdout, cmd.Stderr, cmd.SysProcAttr = checkout, out, out, attr
				cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "TMPDIR=" + temp, "HOME=/dev/null",
					"XDG_CACHE_HOME=/dev/null"}
				judgetest.Check(t, cmd.Start())
				return cmd, out
			})
		})
	}
}

// TestAnywhere has two judges at once judge a checkout. The programs are in C, because without a cache, Go would
// compile its library for each judge.
func TestAnywhere(t *testing.T) {
	eachUser(t, func(t *testing.T, _, temp string, start func(...string) (*exec.Cmd, *bytes.Buffer)) {
		var commands [2]*exec.Cmd
		var outputs [2]*bytes.Buffer
		for i := range commands {
			commands[i], outputs[i] = start("run")
		}
		for i, cmd := range commands {
			err, out := cmd.Wait(), outputs[i].String()
			if err != nil || !strings.Contains(out, "DONE 4 submissions, 16 tests, 0 unexpected") {
				t.Errorf("%v\n%s", err, out)
			}
			if !strings.Contains(out, "judge: warning: cannot cache built programs") {
				t.Errorf("no warning that nothing is cached:\n%s", out)
			}
		}
		if left, _ := os.ReadDir(temp); len(left) > 0 {
			t.Errorf("left in the temporary folder: %v", left)
		}
	})
}

// TestStrangers: any user can judge programs of his own on a problem that he cannot write to, and a class, in which no
// program can read another.
func TestStrangers(t *testing.T) {
	eachUser(t, func(t *testing.T, checkout, _ string, start func(...string) (*exec.Cmd, *bytes.Buffer)) {
		home := filepath.Join(filepath.Dir(checkout), "home")
		text := judgetest.Read(t, filepath.Join(checkout, "solutions/double/plus/main.c"))
		judgetest.Write(t, filepath.Join(home, "right.c"), text)
		judgetest.Write(t, filepath.Join(home, "wrong.c"), strings.Replace(text, "2 *", "3 *", 1))
		judgetest.Write(t, filepath.Join(home, "class/ada.c"), text)
		judgetest.Write(t, filepath.Join(home, "class/spy.c"), strings.Replace(text, "{", "{ if (fopen(\""+
			filepath.Join(home, "class/ada.c")+"\", \"r\")) puts(\"found\");", 1))
		run := func(status int, args []string, wants ...string) {
			cmd, out := start(append([]string{"run", "double"}, args...)...)
			if err := cmd.Wait(); cmd.ProcessState.ExitCode() != status {
				t.Errorf("%v, want status %d", err, status)
			}
			for _, want := range wants {
				if !strings.Contains(out.String(), want) {
					t.Errorf("no %q in\n%s", want, out)
				}
			}
		}
		run(1, []string{"../home/right.c", "../home/wrong.c"}, "✓ double/right.c", "✖ double/wrong.c",
			"    expected ", "1 unexpected")
		run(0, []string{"--class", "../home/class"}, "· double/ada  AC ", "· double/spy  AC ")
		secret := filepath.Join(home, "class/secret.c")
		judgetest.Write(t, secret, text)
		judgetest.Check(t, os.Chmod(secret, 0))
		if _, err := os.ReadFile(secret); err == nil && strings.HasSuffix(t.Name(), "self") {
			return // root reads every file
		}
		run(1, []string{"--class", "../home/class"}, "· double/ada     AC ", "∅ double/secret  skipped: not judged: ")
	})
}

// TestForeignRecipes: any user can make the tests of a package with the recipes of BAPCtools, again, and judge it.
func TestForeignRecipes(t *testing.T) {
	judgetest.Need(t, "bash")
	eachUser(t, func(t *testing.T, checkout, _ string, start func(args ...string) (*exec.Cmd, *bytes.Buffer)) {
		pack := filepath.Join(filepath.Dir(checkout), "pack")
		judgetest.Unpack(t, pack, `
-- problem.yaml --
problem_format_version: 2025-09
name: Same
limits: {time_limit: 2}
-- submissions/accepted/same.sh --
cat
-- generators/echo.sh --
echo $1
-- generators/generators.yaml --
solution: /submissions/accepted/same.sh
data:
  sample: {data: {"1": {in: "1"}}}
  secret: {data: [{a: "echo {seed}"}, {b: {in: b, ans: B}}]}
`)
		judgetest.Check(t, exec.Command("chmod", "-R", "a+rwX", pack).Run())
		for _, c := range []struct{ args, want string }{
			{"gen", "secret: made 2 tests, 2 changed, 0 removed"},
			{"gen", "secret: made 2 tests, 0 changed, 0 removed"},
			{"gen --check", "secret: 2 tests as recorded"},
			{"run", "  3/3  "},
		} {
			cmd, out := start(append(strings.Fields(c.args), "--package", pack)...)
			if err := cmd.Wait(); err != nil || !strings.Contains(out.String(), c.want) {
				t.Errorf("%s: %v, want %q\n%s", c.args, err, c.want, out)
			}
		}
	})
}

// readOnlyCheckout makes a read-only copy of the scripts' checkout. It also makes a copy of the command, and a folder
// for temporary files, which every user can reach.
func readOnlyCheckout(t *testing.T) (checkout, judge, temp string) {
	dir, err := os.MkdirTemp("", "judge-anywhere-")
	judgetest.Check(t, err)
	t.Cleanup(func() {
		exec.Command("chmod", "-R", "u+w", dir).Run()
		os.RemoveAll(dir)
	})
	command, err := exec.LookPath("judge")
	judgetest.Check(t, err)
	text, err := os.ReadFile(command)
	judgetest.Check(t, err)
	checkout, judge, temp = filepath.Join(dir, "checkout"), filepath.Join(dir, "judge"), filepath.Join(dir, "tmp")
	err = errors.Join(os.Chmod(dir, 0o755), os.WriteFile(judge, text, 0o755), os.Mkdir(temp, 0o777),
		os.Chmod(temp, 0o777),
		os.CopyFS(checkout, os.DirFS("testdata/checkout")))
	judgetest.Check(t, errors.Join(err, inC(checkout)))
	err = filepath.WalkDir(checkout, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		return os.Chmod(path, 0o555)
	})
	judgetest.Check(t, err)
	return checkout, judge, temp
}

// inC replaces the programs of the fixture with programs in C: with a fresh cache, or none, Go would compile its
// library first.
func inC(checkout string) error {
	const double = "#include <stdio.h>\nint main(void) {\n\tlong n;\n\twhile (scanf(\"%ld\", &n) == 1) " +
		"printf(\"FORMAT\", 2 * n);\n}\n"
	prints := func(format string) string { return strings.Replace(double, "FORMAT", format, 1) }
	var err error
	for folder, text := range map[string]string{
		"solutions/double/plus": prints("%ld\\n"), "solutions/double/times": prints("%ld\\n"),
		"problems/double/submissions/wrong_answer/once":         prints("1%ld\\n"),
		"problems/double/submissions/presentation_error/spaced": prints("%ld\\n\\n"),
		"problems/double/input_validators/validate": "#include <stdio.h>\nint main(void) {\n\tint n, " +
			"got;\n\twhile ((got = scanf(\"%d\", &n)) == 1);\n\treturn got == EOF ? 42 : 43;\n}\n",
	} {
		path := filepath.Join(checkout, folder, "main")
		err = errors.Join(err, os.Remove(path+".go"), os.WriteFile(path+".c", []byte(text), 0o644))
	}
	return err
}
