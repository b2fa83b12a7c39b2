package plain

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
)

func shell(t *testing.T, script, input string, limits sandbox.Limits) (sandbox.Result, string) {
	t.Helper()
	box, err := Open(sandbox.Options{Scratch: t.TempDir()})
	judgetest.Check(t, err)
	defer box.Close()
	if box.Warning() == "" {
		t.Error("it does not warn that it contains nothing")
	}
	worker, err := box.Worker(0)
	judgetest.Check(t, err)
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	judgetest.Check(t, os.WriteFile(in, []byte(input), 0o644))
	result, err := worker.Run(context.Background(), sandbox.Task{Program: "/bin/sh", Args: []string{"-c", script},
		Input:  in,
		Output: out, Limits: limits})
	judgetest.Check(t, err)
	text, err := os.ReadFile(out)
	judgetest.Check(t, err)
	return result, string(text)
}

// A program exits, is killed by its own signal, or is stopped at a limit.
func TestPortableEnds(t *testing.T) {
	for _, test := range []struct {
		name, script string
		limits       sandbox.Limits
		end          sandbox.End
		code         int
		signal       string
	}{
		{"success", "cat", sandbox.Limits{}, sandbox.Exited, 0, ""},
		{"status", "exit 3", sandbox.Limits{}, sandbox.Exited, 3, ""},
		{"signal", "kill -SEGV $$", sandbox.Limits{}, sandbox.Signaled, -1, "SIGSEGV"},
		{"idle", "sleep 100", sandbox.Limits{CPU: time.Second, Wall: 50 * time.Millisecond}, sandbox.StoppedWall, -1, ""},
		{"busy", "while :; do :; done", sandbox.Limits{CPU: 50 * time.Millisecond, Wall: time.Minute}, sandbox.StoppedCPU, -1, ""},
		{"stopped", "kill -STOP $$", sandbox.Limits{Wall: 50 * time.Millisecond}, sandbox.StoppedWall, -1, ""},
		{"output", "while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done", sandbox.Limits{Output: 1 << 16,
			Wall: 20 * time.Second}, sandbox.StoppedOutput, -1, ""},
		{"errors", "while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done >&2", sandbox.Limits{Output: 1 << 16,
			Wall: 20 * time.Second}, sandbox.StoppedOutput, -1, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if _, known := cpuOf(os.Getpid()); !known && test.limits.CPU > 0 {
				t.Skip("needs a system that tells the CPU time of a running process, as Linux does")
			}
			result, _ := shell(t, test.script, "hello\n", test.limits)
			if result.End != test.end || result.ExitCode != test.code || result.Signal != test.signal {
				t.Errorf("got %+v, want end %q, status %d, signal %q", result, test.end, test.code, test.signal)
			}
		})
	}
}

func TestPortableRun(t *testing.T) {
	result, output := shell(t, `cat; pwd; ls -A; env | sort; echo last words >&2`, "hello\n", sandbox.Limits{})
	lines := strings.Split(output, "\n")
	if lines[0] != "hello" || lines[1] != result.Folder || lines[2] != "HOME="+lines[1] ||
		strings.Contains(output, "USER") {
		t.Errorf("output is %q", output)
	}
	if result.Stderr.LastLines() != "last words\n" || result.Wall <= 0 || result.Memory <= 0 {
		t.Errorf("result is %+v", result)
	}
}

func TestMissing(t *testing.T) {
	box, err := Open(sandbox.Options{Scratch: t.TempDir()})
	judgetest.Check(t, err)
	defer box.Close()
	worker, err := box.Worker(0)
	judgetest.Check(t, err)
	dir := t.TempDir()
	for name, task := range map[string]sandbox.Task{
		"program": {Program: filepath.Join(dir, "none"), Input: os.DevNull, Output: filepath.Join(dir, "out")},
		"input":   {Program: "/bin/sh", Input: filepath.Join(dir, "none"), Output: filepath.Join(dir, "out")},
		"output":  {Program: "/bin/sh", Input: os.DevNull, Output: filepath.Join(dir, "none", "out")},
	} {
		if _, err := worker.Run(t.Context(), task); err == nil || !strings.Contains(err.Error(), "none") {
			t.Errorf("no such %s: got %v", name, err)
		}
	}
}

// Files are in the working folder. In a read-only one, their modes are read-only; this sandbox can do no more.
func TestPortableGiven(t *testing.T) {
	box, err := Open(sandbox.Options{Scratch: t.TempDir()})
	judgetest.Check(t, err)
	defer box.Close()
	worker, err := box.Worker(0)
	judgetest.Check(t, err)
	defer worker.Close()
	dir := t.TempDir()
	given := filepath.Join(dir, "given")
	judgetest.Write(t, given, "text\n")
	for _, readOnly := range []bool{true, false, true} {
		task := sandbox.Task{
			Program: "/bin/sh", Args: []string{"-c", `cat a/b; ls -ld . a a/b | cut -c 1-4`}, Input: os.DevNull,
			Output: filepath.Join(dir, "out"),
			Files:  []sandbox.File{{Name: "a/b", Path: given}}, ReadOnly: readOnly,
		}
		_, err := worker.Run(t.Context(), task)
		judgetest.Check(t, err)
		want := "text\ndr-x\ndr-x\n-r--\n"
		if !readOnly {
			want = "text\ndrwx\ndrwx\n-rw-\n"
		}
		if got := judgetest.Read(t, task.Output); got != want {
			t.Errorf("read-only %v: got %q, want %q", readOnly, got, want)
		}
	}
}

// Standard output and standard error count together.
func TestPortableOutputTogether(t *testing.T) {
	for script, want := range map[string]sandbox.End{
		"printf %600d 7; printf %400d 7 >&2": sandbox.Exited, "printf %600d 7; printf %401d 7 >&2": sandbox.StoppedOutput,
	} {
		if result, _ := shell(t, script, "", sandbox.Limits{Output: 1000}); result.End != want {
			t.Errorf("%s: it ended by %q, want %q", script, result.End, want)
		}
	}
}

// The caller may close its end of a pipe as soon as the program has started.
func TestPipeIsClosed(t *testing.T) {
	output, stdout, err := os.Pipe()
	judgetest.Check(t, err)
	defer output.Close()
	states, watch, err := os.Pipe()
	judgetest.Check(t, err)
	defer states.Close()
	defer watch.Close()
	go func() {
		sandbox.ReadState(states)
		stdout.Close()
	}()
	result, err := Executor{}.Run(t.Context(), sandbox.Task{Program: "/bin/sh", Args: []string{"-c",
		"sleep 0.1; echo one"}, Stdout: stdout, Watch: watch, Limits: sandbox.Limits{Output: 100}})
	if text, readErr := io.ReadAll(output); err != nil || readErr != nil || string(text) != "one\n" {
		t.Errorf("got %q, %+v, %v, %v", text, result, err, readErr)
	}
}

// A program that joins another process group, or leaves children in other groups, is killed with them.
func TestOtherGroups(t *testing.T) {
	judgetest.Need(t, "perl")
	for _, script := range []string{
		"setpgrp(0, getpgrp(getppid)); sleep 3; print 7", "if (!fork) { setpgrp(0, 0); sleep 3; print 7 } sleep 9",
		"if (!fork) { if (!fork) { setpgrp(0, 0); fork; sleep 3; print 7 } exit } wait; sleep 9",
	} {
		output, stdout, err := os.Pipe()
		judgetest.Check(t, err)
		defer output.Close()
		result, err := Executor{}.Run(t.Context(), sandbox.Task{Program: "/bin/sh", Args: []string{"-c",
			"exec perl -e '" + script + "'"}, Stdout: stdout, Limits: sandbox.Limits{Wall: 500 * time.Millisecond}})
		stdout.Close()
		if text, readErr := io.ReadAll(output); err != nil || readErr != nil || len(text) > 0 ||
			result.End != sandbox.StoppedWall {
			t.Errorf("%s: got %q, %+v, %v, %v", script, text, result, err, readErr)
		}
	}
}

// Open removes the folders of judges that were killed, and not those of judges that run.
func TestLeftovers(t *testing.T) {
	parent := t.TempDir()
	dead := filepath.Join(parent, "dlxjudge-99999999-123") // no process has such a number
	locked := filepath.Join(dead, "worker0", "work", "locked")
	judgetest.Check(t, os.MkdirAll(locked, 0o755))
	os.WriteFile(filepath.Join(locked, "file"), nil, 0o644)
	os.Chmod(locked, 0)
	first, err := Open(sandbox.Options{Scratch: parent})
	judgetest.Check(t, err)
	second, err := Open(sandbox.Options{Scratch: parent})
	judgetest.Check(t, err)
	if _, err := first.Worker(0); err != nil {
		t.Errorf("the folder of a running judge is gone: %v", err)
	}
	if _, err := os.Stat(dead); !os.IsNotExist(err) {
		t.Errorf("the folder of a killed judge is still there")
	}
	first.Close()
	second.Close()
	if entries, _ := os.ReadDir(parent); len(entries) > 0 {
		t.Errorf("left behind: %v", entries)
	}
}
