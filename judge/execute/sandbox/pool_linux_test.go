package sandbox

import (
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// Programs run side by side, each in a worker of its profile, and no more workers are kept than can run at a time.
func TestPool(t *testing.T) {
	box, err := openLinux(Options{Scratch: publicDir(t)})
	if err != nil {
		t.Skipf("needs this isolation of the kernel; judge doctor says what it allows: %v", err)
	}
	defer box.Close()
	var group sync.WaitGroup
	for i := range 12 {
		group.Go(func() {
			c := Task{
				Profile: Tool, Program: "/bin/sh", Args: []string{"-c", "echo $0", Folder},
				Limits: Limits{Wall: time.Minute, Memory: 64 << 20, Output: 1 << 20, Processes: 16},
			}
			if i%2 == 0 {
				c.Profile = Compile
			}
			result, err := box.Run(t.Context(), c)
			if err != nil || result.ExitCode != 0 || strings.TrimSpace(result.Said.Head()) != result.Folder {
				t.Errorf("%v, %v, %q; want %q", result, err, result.Said.Head(), result.Folder)
			}
		})
	}
	group.Wait()
	l := box.(*linux)
	numbers := map[int]bool{}
	for _, worker := range l.pool.idle {
		numbers[worker.index] = true
	}
	if idle := len(l.pool.idle); idle > runtime.NumCPU()+2 || len(numbers) != idle || len(l.pool.used) != idle {
		t.Errorf("%d workers are kept, with %d numbers of %d", idle, len(numbers), len(l.pool.used))
	}
	if _, err := box.Run(t.Context(), Task{Profile: "other", Program: "/bin/true"}); err == nil {
		t.Error("a profile that there is not was taken")
	}
}
