package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// aheadForTest opens a worker that takes a run while another is under way, and returns a function that starts a shell
// script in it, whose output is a file of this name.
func aheadForTest(t *testing.T, level string) (Ahead, string, func(ctx context.Context, name,
	script string) func() (Result, error)) {
	dir := publicDir(t)
	box := openForTest(t, level, dir)
	t.Cleanup(func() { box.Close() })
	worker, err := box.Worker(0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { worker.Close() })
	ahead := worker.(Ahead)
	return ahead, dir, func(ctx context.Context, name, script string) func() (Result, error) {
		t.Helper()
		limits := Limits{CPU: 20 * time.Second, Wall: 30 * time.Second, Memory: 64 << 20, Output: 1 << 20, Processes: 8}
		wait, err := ahead.Start(ctx, Task{Program: "/bin/sh", Args: []string{"-c", script}, Input: os.DevNull,
			Output: filepath.Join(dir, name), Limits: limits})
		if err != nil {
			t.Fatal(err)
		}
		return wait
	}
}

// Two runs under way get results, outputs and standard errors of their own, whichever is asked for first, and a third
// is refused.
func TestAhead(t *testing.T) {
	for level := range isolations() {
		t.Run(level, func(t *testing.T) {
			ahead, dir, start := aheadForTest(t, level)
			for round := range 20 {
				first := start(t.Context(), "first", fmt.Sprintf("echo first; echo %d >&2; echo x > left; exit 1",
					round))
				second := start(t.Context(), "second", "echo second; echo two >&2; ls; exit 2")
				if _, err := ahead.Start(t.Context(), Task{Program: "/bin/sh", Input: os.DevNull,
					Output: filepath.Join(dir, "third")}); err == nil {
					t.Error("a third run was accepted")
				}
				waits := []func() (Result, error){first, second}
				order := []int{0, 1}
				if round%2 == 1 {
					order = []int{1, 0}
				}
				for _, i := range order {
					result, err := waits[i]()
					stderr := []string{fmt.Sprint(round), "two"}[i]
					if err != nil || result.End != Exited || result.ExitCode != i+1 ||
						strings.TrimSpace(result.Said.LastLines()) != stderr {
						t.Fatalf("run %d: %+v, %v; want exit status %d and %q", i, result, err, i+1, stderr)
					}
				}
				for _, name := range []string{"first", "second"} {
					if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(text) != name+"\n" {
						t.Fatalf("%s printed %q, %v", name, text, err)
					}
				}
			}
		})
	}
}

// A run that could not be started does not have the next one share a file with the one under way.
func TestAheadAfterFailure(t *testing.T) {
	ahead, dir, start := aheadForTest(t, "best")
	first := start(t.Context(), "first", "echo one >&2")
	next := ahead.(*linuxWorker).freeStderr()
	path := next.path
	next.close()
	next.path = filepath.Join(dir, "missing", "stderr")
	task := Task{Program: "/bin/true", Input: os.DevNull, Output: filepath.Join(dir, "second")}
	if _, err := ahead.Start(t.Context(), task); err == nil {
		t.Fatal("a run without a file for its standard error was started")
	}
	next.path = path
	second := start(t.Context(), "second", "echo two >&2")
	for i, wait := range []func() (Result, error){first, second} {
		want := []string{"one", "two"}[i]
		if result, err := wait(); err != nil || strings.TrimSpace(result.Said.LastLines()) != want {
			t.Errorf("got %+v, %v; want %q", result, err, want)
		}
	}
}

// A run whose limits cannot be set leaves nothing to the next one, which is there already.
func TestAheadOfFailure(t *testing.T) {
	mounts, err := cgroupMounts()
	if err != nil {
		t.Skip("needs /proc, to find the cgroups: ", err)
	}
	m, ok := mounts["pids"]
	if !ok {
		t.Skip("needs the controller pids of cgroup v1, which this machine has not mounted")
	}
	for level, isolation := range isolations() {
		t.Run(level, func(t *testing.T) {
			dir := publicDir(t)
			l := &linux{scratch: dir, isolation: isolation, cgroups: cgroups{PIDs: filepath.Join(m.own,
				filepath.Base(dir))}}
			if err := os.Mkdir(l.cgroups.PIDs, 0o755); err != nil {
				t.Skipf("needs root, or a cgroup that was handed over, to make cgroups: %v", err)
			}
			defer l.Close()
			worker, err := l.newWorker(0, profile{})
			if err != nil {
				t.Skipf("needs this isolation of the kernel; judge doctor says what it allows: %v", err)
			}
			defer worker.Close()
			for range 20 {
				var waits []func() (Result, error)
				for i, processes := range []int{1 << 30, 8} { // the kernel refuses the first: it has no such numbers
					task := Task{Program: "/bin/sh", Args: []string{"-c", "exit 3"}, Input: os.DevNull,
						Output: filepath.Join(dir, fmt.Sprint(i))}
					task.Limits = Limits{Wall: 30 * time.Second, Processes: processes}
					wait, err := worker.Start(t.Context(), task)
					if err != nil {
						t.Fatal(err)
					}
					waits = append(waits, wait)
				}
				if result, err := waits[0](); err == nil || !strings.Contains(err.Error(),
					"limiting the number of processes") {
					t.Fatalf("got %+v, %v; want an error for the limit", result, err)
				}
				if result, err := waits[1](); err != nil || result.ExitCode != 3 {
					t.Fatalf("the next run: %+v, %v", result, err)
				}
			}
		})
	}
}

// A run that is cancelled before its program starts, or while it runs, leaves the other one alone.
func TestAheadCancelled(t *testing.T) {
	_, _, start := aheadForTest(t, "best")
	for _, cancelled := range []int{0, 1} {
		var waits []func() (Result, error)
		for i := range 2 {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			script := "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; exit 3"
			if i == cancelled {
				script = "while :; do :; done"
			}
			waits = append(waits, start(ctx, fmt.Sprint(i), script))
			if i == cancelled {
				cancel()
			}
		}
		for i, wait := range waits {
			result, err := wait()
			if i == cancelled && !errors.Is(err, context.Canceled) {
				t.Errorf("the cancelled run: %+v, %v", result, err)
			}
			if i != cancelled && (err != nil || result.ExitCode != 3) {
				t.Errorf("the run beside the cancelled one: %+v, %v", result, err)
			}
		}
	}
}

// A run whose helper is lost with the run before starts again in a new helper.
func TestAheadOfLostHelper(t *testing.T) {
	ahead, _, start := aheadForTest(t, "best")
	first := start(t.Context(), "first", "while :; do :; done")
	second := start(t.Context(), "second", "exit 4")
	ahead.(*linuxWorker).process.Process.Kill()
	if result, err := first(); err == nil || !strings.Contains(err.Error(), "helper process failed") {
		t.Errorf("the first run: %+v, %v", result, err)
	}
	if result, err := second(); err != nil || result.ExitCode != 4 {
		t.Errorf("the second run: %+v, %v", result, err)
	}
}

// A program is not replaced by the next one before it has run.
func TestAheadWithAnotherProgram(t *testing.T) {
	ahead, dir, _ := aheadForTest(t, "best")
	var waits []func() (Result, error)
	for _, name := range []string{"one", "two"} {
		program := filepath.Join(dir, name)
		if err := os.WriteFile(program, []byte("#!/bin/sh\necho "+name+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		task := Task{Program: program, Input: os.DevNull, Output: program + ".out",
			Limits: Limits{Wall: 30 * time.Second}}
		wait, err := ahead.Start(t.Context(), task)
		if err != nil {
			t.Fatal(err)
		}
		waits = append(waits, wait)
	}
	for i, name := range []string{"one", "two"} {
		result, err := waits[i]()
		text, _ := os.ReadFile(filepath.Join(dir, name+".out"))
		if err != nil || string(text) != name+"\n" {
			t.Errorf("%s printed %q: %+v, %v", name, text, result, err)
		}
	}
}
