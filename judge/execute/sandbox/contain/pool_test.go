//go:build linux

package contain

import (
	"context"
	"errors"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
)

// Programs run concurrently, each in a worker of its profile. The pool keeps only as many workers as can run at once.
func TestPool(t *testing.T) {
	box, err := Open(t.Context(), sandbox.Options{Scratch: publicDir(t)})
	if err != nil {
		t.Skipf("needs this isolation of the kernel; judge doctor says what it allows: %v", err)
	}
	defer box.Close()
	var group sync.WaitGroup
	for i := range 12 {
		group.Go(func() {
			c := sandbox.Task{
				Profile: sandbox.Tool, Program: "/bin/sh", Args: []string{"-c", "echo $0", sandbox.Folder},
				Limits: sandbox.Limits{Wall: time.Minute, Memory: 64 << 20, Output: 1 << 20, Processes: 16},
			}
			if i%2 == 0 {
				c.Profile = sandbox.Compile
			}
			result, err := box.Run(t.Context(), c)
			if err != nil || result.ExitCode != 0 || strings.TrimSpace(result.Stderr.Head()) != result.Folder {
				t.Errorf("%v, %v, %q; want %q", result, err, result.Stderr.Head(), result.Folder)
			}
		})
	}
	group.Wait()
	l := box
	numbers := map[int]bool{}
	for _, worker := range l.pool.idle {
		numbers[worker.index] = true
	}
	if idle := len(l.pool.idle); idle > runtime.NumCPU()+2 || len(numbers) != idle {
		t.Errorf("%d workers are kept, with %d numbers", idle, len(numbers))
	}
	if _, err := box.Run(t.Context(), sandbox.Task{Profile: "other", Program: "/bin/true"}); err == nil {
		t.Error("an unknown profile was accepted")
	}
}

// No two workers run programs as the same user, whether for submissions or in the pool.
func TestUsers(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs root, whose programs run as other users")
	}
	l, workers := &Sandbox{}, map[int]int{}
	for _, index := range []int{0, 1, 127, 128, 129, 255, 256, firstPooled - 1, firstPooled, firstPooled + 300} {
		user := l.userOf(index)
		if other, taken := workers[user]; taken || user < 1<<30 {
			t.Errorf("worker %d has the user %d, as worker %d", index, user, other)
		}
		workers[user] = index
	}
	if _, err := l.Worker(firstPooled); err == nil {
		t.Error("a worker of submissions has the number of the pool's first worker")
	}
}

// A helper that fails with EEXIST is an error, and an interrupt ends the start of a helper that does not answer.
func TestNoHelper(t *testing.T) {
	box := openForTest(t, "best", publicDir(t))
	task := sandbox.Task{Profile: sandbox.Tool, Program: "/bin/true", Reads: []string{"/proc"}}
	if _, err := box.Run(t.Context(), task); !errors.Is(err, unix.EEXIST) {
		t.Errorf("with a folder that exists already: %v", err)
	}
	defer func(path string) { helperPath = path }(helperPath)
	helperPath = judgetest.Need(t, "yes")
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(10*time.Millisecond, cancel)
	task.Reads = nil
	if _, err := box.Run(ctx, task); !errors.Is(err, context.Canceled) {
		t.Errorf("with a helper that does not answer: %v", err)
	}
	if _, err := Open(ctx, sandbox.Options{Scratch: publicDir(t)}); !errors.Is(err, context.Canceled) {
		t.Errorf("Open: %v", err)
	}
}
