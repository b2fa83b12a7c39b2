//go:build linux

package contain

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/helper"
)

// levelsToTest are the kinds of isolation that may work here.
var levelsToTest = []helper.Isolation{{Namespaces: true}, {Namespaces: true, UserNamespace: true}, {Landlock: true}}

// eachLevel runs a test at each level of isolation.
func eachLevel(t *testing.T, test func(t *testing.T, run func(script string, task sandbox.Task) (sandbox.Result,
	string))) {
	if os.Geteuid() == 0 {
		t.Run("nobody", func(t *testing.T) {
			asNobody(t, t.Name()[:len(t.Name())-len("/nobody")], func(string) {})
		})
	}
	for _, level := range levelsToTest {
		t.Run(fmt.Sprint(level), func(t *testing.T) {
			if level.Namespaces && !level.UserNamespace && os.Geteuid() != 0 {
				t.Skip("needs root, who alone makes namespaces without a user namespace")
			}
			worker := WorkerOf(t, openAt(t, level, false))
			test(t, shellIn(t, worker))
		})
	}
}

// shellIn returns a function that runs a script in a worker and returns its output.
func shellIn(t *testing.T, worker sandbox.Worker) func(script string, task sandbox.Task) (sandbox.Result, string) {
	dir := t.TempDir()
	return func(script string, task sandbox.Task) (sandbox.Result, string) {
		t.Helper()
		task.Program, task.Args, task.Input, task.Output = "/bin/sh", []string{"-c", script}, os.DevNull,
			filepath.Join(dir, "out")
		result, err := worker.Run(context.Background(), task)
		judgetest.Check(t, err)
		if task.Stdout != nil {
			return result, ""
		}
		return result, judgetest.Read(t, task.Output)
	}
}

// Files are in the working folder or its subfolders; the last of a name wins. A read-only program changes nothing, and
// another changes only its copies.
func TestGiven(t *testing.T) {
	dir := publicDir(t)
	for name, text := range map[string]string{"a": "one\n", "b": "two\n", "c": "three\n"} {
		judgetest.Write(t, filepath.Join(dir, name), text)
	}
	files := []sandbox.File{
		{Name: "data.txt", Path: filepath.Join(dir, "c")}, {Name: "sub/deep/x", Path: filepath.Join(dir, "b")},
		{Name: "data.txt", Path: filepath.Join(dir, "a")},
	}
	const (
		try = `cat data.txt sub/deep/x 2>/dev/null
for f in new data.txt sub/deep/x sub/y; do (echo changed > $f) 2>/dev/null && echo wrote $f; done
chmod 777 . 2>/dev/null; (echo changed > other) 2>/dev/null && rm other && echo wrote it
rm -f data.txt 2>/dev/null; mkdir d 2>/dev/null; ls`
		refused = "one\ntwo\ndata.txt\nsub\n"
		allowed = "one\ntwo\nwrote new\nwrote data.txt\nwrote sub/deep/x\nwrote sub/y\n"
	)
	eachLevel(t, func(t *testing.T, run func(string, sandbox.Task) (sandbox.Result, string)) {
		limits := sandbox.Limits{Output: 1 << 20, Processes: 64}
		for i, step := range []struct {
			task sandbox.Task
			want string
		}{
			{sandbox.Task{Files: files, ReadOnly: true}, refused},
			{sandbox.Task{Files: files, ReadOnly: true}, refused},
			{sandbox.Task{Files: files}, allowed + "wrote it\nd\nnew\nsub\n"},
			{sandbox.Task{Files: files}, allowed + "wrote it\nd\nnew\nsub\n"},
			{sandbox.Task{ReadOnly: true}, ""},
			{sandbox.Task{}, "wrote new\nwrote data.txt\nwrote it\nd\nnew\n"},
			{sandbox.Task{Files: files[1:], ReadOnly: true}, refused},
			{sandbox.Task{ReadOnly: true}, ""},
		} {
			step.task.Limits = limits
			_, got := run(try, step.task)
			if diff := cmp.Diff(step.want, got); diff != "" {
				t.Errorf("step %d (-want +got):\n%s", i, diff)
			}
		}
	})
	for name, text := range map[string]string{"a": "one\n", "b": "two\n", "c": "three\n"} {
		if got := judgetest.Read(t, filepath.Join(dir, name)); got != text {
			t.Errorf("the judge's file %s is %q now", name, got)
		}
	}
}

// A program's files reveal neither their place on the machine nor, under namespaces, who has read them before.
func TestGivenTellsNothing(t *testing.T) {
	dir := publicDir(t)
	judgetest.Write(t, filepath.Join(dir, "submissions/accepted/right/data.txt"), "one\n")
	judgetest.Write(t, filepath.Join(dir, "submissions/accepted/right/deep/x"), "two\n")
	files := []sandbox.File{
		{Name: "data.txt", Path: filepath.Join(dir, "submissions/accepted/right/data.txt")},
		{Name: "deep/x", Path: filepath.Join(dir, "submissions/accepted/right/deep/x")},
	}
	const look = `[ ! -r /proc/self/mountinfo ] || while read line; do case $line in *accepted*) echo "$line";; esac; done < /proc/self/mountinfo
before=$(stat -c %x . deep data.txt deep/x); ls . deep > /dev/null; cat data.txt deep/x > /dev/null
[ "$before" = "$(stat -c %x . deep data.txt deep/x)" ] || echo read`
	eachLevel(t, func(t *testing.T, run func(string, sandbox.Task) (sandbox.Result, string)) {
		for range 2 {
			result, got := run(look, sandbox.Task{Files: files, ReadOnly: true,
				Limits: sandbox.Limits{Output: 1 << 20, Processes: 64}})
			if !strings.Contains(t.Name(), "namespaces") {
				got = strings.TrimSuffix(got, "read\n")
			}
			if got != "" || result.ExitCode != 0 {
				t.Errorf("it was told %q: %+v", got, result)
			}
		}
	})
}

// Standard output, standard error and files share one limit.
func TestOutputTogether(t *testing.T) {
	given := filepath.Join(publicDir(t), "given")
	judgetest.Write(t, given, fmt.Sprintf("%30000d", 7))
	eachLevel(t, func(t *testing.T, run func(string, sandbox.Task) (sandbox.Result, string)) {
		limits := sandbox.Limits{Output: 30_000, Processes: 64}
		for _, test := range []struct {
			script string
			want   sandbox.End
		}{
			{`printf %20000d 7; printf %9000d 7 >&2; printf %1000d 7 > file`, sandbox.Exited},
			{`printf %20000d 7; printf %9000d 7 >&2; printf %1001d 7 > file`, sandbox.StoppedOutput},
			{`printf %20000d 7; printf %10001d 7 >&2`, sandbox.StoppedOutput},
			{`printf %20000d 7 > a; printf %10001d 7 > b`, sandbox.StoppedOutput},
			{`mkdir a; printf %20000d 7 > a/b; printf %10001d 7`, sandbox.StoppedOutput},
			{`cat given > /dev/null; printf %30000d 7`, sandbox.Exited},
		} {
			result, _ := run(test.script, sandbox.Task{Limits: limits, Files: []sandbox.File{{Name: "given",
				Path: given}}})
			if result.End != test.want {
				t.Errorf("%s: it ended by %q, want %q", test.script, result.End, test.want)
			}
		}
	})
}
