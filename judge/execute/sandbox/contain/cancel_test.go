//go:build linux

package contain

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/helper"
)

// hangs is a script that starts a daemon, prints "up", and runs for a minute. The daemon keeps its output open.
const hangs = `(setsid sh -c 'sleep 61; :' "$0" &); echo up; i=0; while [ $i -lt 60 ]; do sleep 1; i=$((i + 1)); done`

func isolations() map[string]helper.Isolation {
	return map[string]helper.Isolation{
		"best":     {Namespaces: true, UserNamespace: os.Geteuid() != 0},
		"landlock": {Landlock: true},
		"none":     {},
	}
}

func openForTest(t *testing.T, name, scratch string) *Sandbox {
	t.Helper()
	box, err := openLevel(sandbox.Options{Scratch: scratch}, isolations()[name], true)
	if err != nil {
		box, err = openLevel(sandbox.Options{Scratch: scratch}, isolations()[name], false)
	}
	if err != nil {
		t.Skipf("needs this isolation of the kernel; judge doctor says what it allows: %v", err)
	}
	t.Cleanup(func() { box.Close() })
	return box
}

// A cancelled run ends at once and leaves no process.
func TestCancel(t *testing.T) {
	for name := range isolations() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			scratch := publicDir(t)
			box := openForTest(t, name, scratch)
			worker := WorkerOf(t, box)
			mark := filepath.Base(box.scratch) + "-cancel"
			task := sandbox.Task{Program: "/bin/sh", Args: []string{"-c", hangs, mark}, Input: os.DevNull,
				Output: filepath.Join(scratch, "out")}
			ctx, cancel := context.WithCancel(t.Context())
			go func() {
				awaitUp(task.Output)
				cancel()
			}()
			if _, err := worker.Run(ctx, task); !errors.Is(err, context.Canceled) {
				t.Errorf("got %v", err)
			}
			if left := processesWith(mark); len(left) > 0 {
				t.Errorf("processes are left: %v", left)
			}
			task.Args = []string{"-c", "exit 3"}
			if result, err := worker.Run(t.Context(), task); err != nil || result.ExitCode != 3 {
				t.Errorf("after the cancelled run: %+v, %v", result, err)
			}
		})
	}
}

// If a helper dies, its run fails, and the next run gets a new helper.
func TestHelperDies(t *testing.T) {
	scratch := publicDir(t)
	box := openForTest(t, "best", scratch)
	worker, err := box.newWorker(t.Context(), 1, helper.View{})
	judgetest.Check(t, err)
	defer worker.Close()
	task := sandbox.Task{Program: "/bin/sh", Args: []string{"-c", hangs, filepath.Base(scratch)}, Input: os.DevNull,
		Output: filepath.Join(scratch, "out")}
	helper := worker.process.Process
	go func() {
		awaitUp(task.Output)
		helper.Kill()
	}()
	if _, err := worker.Run(t.Context(), task); err == nil || !strings.Contains(err.Error(), "helper") {
		t.Errorf("got %v", err)
	}
	task.Args = []string{"-c", "exit 3"}
	if result, err := worker.Run(t.Context(), task); err != nil || result.ExitCode != 3 {
		t.Errorf("there is no new helper: %+v, %v", result, err)
	}
	if left := processesWith(filepath.Base(scratch)); len(left) > 0 {
		t.Errorf("processes are left: %v", left)
	}
}

// When a judge is killed, its programs die with it, and the next judge removes its files and cgroups.
func TestJudgeKilled(t *testing.T) {
	if name := os.Getenv("DLXJUDGE_KILL"); name != "" {
		box := openForTest(t, name, os.Getenv("DLXJUDGE_SCRATCH"))
		worker, err := box.Worker(0)
		judgetest.Check(t, err)
		out, mark := os.Getenv("DLXJUDGE_OUTPUT"), os.Getenv("DLXJUDGE_MARK")
		worker.Run(t.Context(), sandbox.Task{Program: "/bin/sh", Args: []string{"-c", hangs, mark}, Input: os.DevNull,
			Output: out})
		t.Fatal("this judge should have been killed")
	}
	for name := range isolations() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			scratch := publicDir(t)
			openForTest(t, name, scratch).Close()
			out, mark := filepath.Join(publicDir(t), "out"), filepath.Base(scratch)+"-killed"
			judge := exec.Command("/proc/self/exe", "-test.run=^TestJudgeKilled$")
			judge.Env = append(os.Environ(), "DLXJUDGE_KILL="+name, "DLXJUDGE_SCRATCH="+scratch, "DLXJUDGE_OUTPUT="+out,
				"DLXJUDGE_MARK="+mark)
			judgetest.Check(t, judge.Start())
			awaitUp(out)
			if len(processesWith(mark)) == 0 {
				t.Fatal("the program does not run")
			}
			judge.Process.Signal(syscall.SIGKILL)
			judge.Wait()
			for deadline := time.Now().Add(20 * time.Second); len(processesWith(mark)) > 0 &&
				time.Now().Before(deadline); {
				time.Sleep(time.Millisecond)
			}
			if left := processesWith(mark); len(left) > 0 {
				t.Errorf("processes outlive the judge: %v", left)
			}
			next := openForTest(t, name, scratch)
			next.Close()
			if entries, _ := os.ReadDir(scratch); len(entries) > 0 {
				t.Errorf("files are left: %v", entries)
			}
			for _, dir := range next.cgroups.Dirs() {
				pattern := filepath.Join(filepath.Dir(dir), fmt.Sprintf("dlxjudge-%d-*", judge.Process.Pid))
				left, _ := filepath.Glob(pattern)
				// the judge of another level may be removing it
				for deadline := time.Now().Add(20 * time.Second); len(left) > 0 && time.Now().Before(deadline); {
					time.Sleep(time.Millisecond)
					left, _ = filepath.Glob(pattern)
				}
				if len(left) > 0 {
					t.Errorf("cgroups are left: %v", left)
				}
			}
		})
	}
}

// awaitUp waits until a program has printed something. On a busy machine, starting a judge takes long.
func awaitUp(output string) {
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); {
		if text, _ := os.ReadFile(output); len(text) > 0 {
			return
		}
		time.Sleep(time.Millisecond)
	}
}
