//go:build linux

package contain

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
)

// When the wall limit stops a program, the result separates waiting for a CPU from sleeping, at each level.
func TestWaited(t *testing.T) {
	if _, err := os.Stat("/proc/self/schedstat"); err != nil {
		t.Skipf("needs a kernel that tells how long a thread waited: %v", err)
	}
	for level := range Levels {
		t.Run(level, func(t *testing.T) {
			if level != "namespaces without root" {
				judgetest.Long(t, "one level is in the short tier")
			}
			box := OpenAt(t, level)
			worker := WorkerOf(t, box)
			run := func(script string) sandbox.Result {
				task := sandbox.Task{Program: "/bin/sh", Args: []string{"-c", script}, Input: os.DevNull}
				task.Output = filepath.Join(publicDir(t), "out")
				task.Limits = sandbox.Limits{Wall: (1 + slowdown()) * time.Second, Processes: 64}
				result, err := worker.Run(t.Context(), task)
				judgetest.Check(t, err)
				return result
			}
			if r := run("sleep 100 & sleep 100"); r.End != sandbox.StoppedWall || r.Waited > r.Wall/2 ||
				r.Asleep*slowdown() < r.Wall/2 { // an emulated machine looks seldom
				t.Errorf("one that sleeps: %#v", r)
			}
			judgetest.Long(t, "it keeps a core busy for some seconds")
			core, pinned := worker.(sandbox.Watching).Core()
			if !pinned {
				core = -1
			}
			judgetest.KeepBusy(t, core, 3)
			r := run("while :; do :; done")
			// Waited subtracts the CPU time, which is half of the time if a cgroup gives the program its own share
			if r.End != sandbox.StoppedWall || r.Waited < (r.Wall-2*r.CPU)/2 || r.Waited > r.Wall ||
				r.Asleep > r.Wall/2 {
				t.Errorf("one that computes: %#v", r)
			}
			if r := run("while :; do /bin/true; done"); r.Asleep > r.Wall/2 {
				t.Errorf("one with many children: %#v", r)
			}
			// a busy machine delays each start of sleep, so a sleep must be much longer than that
			if r := run("while :; do sleep 0.5; done"); r.Asleep*slowdown() < r.Wall/2 {
				t.Errorf("one that wakes now and then: %#v", r)
			}
		})
	}
}
