package plain

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
)

// command runs a script as a command of the user's own.
func command(t *testing.T, script string, limits sandbox.Limits) (sandbox.Result, string) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out")
	result, err := Executor{}.Run(t.Context(), sandbox.Task{Profile: sandbox.Command, Program: "/bin/sh",
		Name: "my-shell",
		Args: []string{"-c", script}, Env: []string{"MORE=more"}, Output: out, Limits: limits})
	judgetest.Check(t, err)
	text, err := os.ReadFile(out)
	judgetest.Check(t, err)
	return result, string(text)
}

// TestCommand: a command runs in the folder and the environment that it was called from.
func TestCommand(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	judgetest.Check(t, err)
	t.Chdir(dir)
	t.Setenv("MINE", "mine")
	result, out := command(t, `echo $0 $MINE $MORE; pwd -P; echo last words >&2; exit 5`, sandbox.Limits{Wall: time.Minute})
	if want := "my-shell mine more\n" + dir + "\n"; out != want {
		t.Errorf("output %q, want %q", out, want)
	}
	if result.End != sandbox.Exited || result.ExitCode != 5 || result.Stderr.LastLines() != "last words\n" {
		t.Errorf("%+v", result)
	}
}

// TestCommandStopped: it is stopped at its limits on time and output, but its files may be as large as they like.
func TestCommandStopped(t *testing.T) {
	result, _ := command(t, "sleep 60 & wait", sandbox.Limits{Wall: 50 * time.Millisecond})
	if result.End != sandbox.StoppedWall {
		t.Errorf("sleeping: %+v", result)
	}
	result, _ = command(t, "while :; do echo yyyyyyyyyyyyyyyyy; done", sandbox.Limits{Wall: time.Minute,
		Output: 1 << 16})
	if result.End != sandbox.StoppedOutput {
		t.Errorf("printing: %+v", result)
	}
	t.Chdir(t.TempDir())
	result, _ = command(t, "head -c 100000 /dev/zero > file", sandbox.Limits{Wall: time.Minute, Output: 1 << 10})
	if info, err := os.Stat("file"); result.ExitCode != 0 || err != nil || info.Size() != 100000 {
		t.Errorf("a large file: %+v, %v", result, err)
	}
}

// TestCommandLeaves: what a command leaves running ends with it, and its CPU time counts, waited for or not.
func TestCommandLeaves(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("needs a system that gives orphans to this process, as Linux does")
	}
	t.Chdir(t.TempDir())
	const work = `(i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo > done) & `
	waited, _ := command(t, work+"wait", sandbox.Limits{Wall: time.Minute})
	judgetest.Check(t, os.Remove("done"))
	left, out := command(t, `sleep 1000 & echo $!; `+work+"while ! [ -e done ]; do sleep 0.01; done",
		sandbox.Limits{Wall: time.Minute})
	if left.End != sandbox.Exited || left.CPU < waited.CPU/2 {
		t.Errorf("%v of CPU time, but %v if it waits for its children", left.CPU, waited.CPU)
	}
	if _, err := os.Stat("/proc/" + strings.TrimSpace(out)); err == nil {
		t.Error("a process that it left is still there")
	}
}
