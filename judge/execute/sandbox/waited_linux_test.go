package sandbox

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
)

// Of a program that the wall limit stops, what it waited for a core is told from what it slept, at each level.
func TestWaited(t *testing.T) {
	if _, err := os.Stat("/proc/self/schedstat"); err != nil {
		t.Skipf("needs a kernel that tells how long a thread waited: %v", err)
	}
	for level, open := range Levels {
		t.Run(level, func(t *testing.T) {
			if level != "namespaces without root" {
				judgetest.Long(t, "one level is in the short tier")
			}
			box, err := open(t)
			if err != nil {
				t.Skipf("needs this isolation of the kernel; judge doctor says what it allows: %v", err)
			}
			defer box.Close()
			worker, err := box.Worker(0)
			judgetest.Check(t, err)
			defer worker.Close()
			core, pinned := worker.(Pinned).Core()
			if !pinned {
				core = -1
			}
			judgetest.KeepBusy(t, core, 3)
			run := func(script string) Result {
				task := Task{Program: "/bin/sh", Args: []string{"-c", script}, Input: os.DevNull}
				task.Output = filepath.Join(publicDir(t), "out")
				task.Limits = Limits{Wall: 2 * time.Second, Processes: 64}
				result, err := worker.Run(t.Context(), task)
				judgetest.Check(t, err)
				return result
			}
			r := run("while :; do :; done")
			if r.End != StoppedWall || r.Waited < (r.Wall-r.CPU)/2 || r.Waited > r.Wall || r.Asleep > r.Wall/2 {
				t.Errorf("one that computes: %+v", r)
			}
			if r := run("sleep 100 & sleep 100"); r.End != StoppedWall || r.Waited > r.Wall/2 ||
				r.Asleep < r.Wall/2 {
				t.Errorf("one that sleeps: %+v", r)
			}
		})
	}
}

// What is known of a program's waiting after each look.
func TestCoreWait(t *testing.T) {
	type threads []struct{ name, schedstat, state string }
	type look struct {
		threads threads
		want    time.Duration
	}
	const waited = " 1000000000 "
	for name, looks := range map[string][]look{
		"it waits and runs": {{threads{{"7", "0 0 1", "R"}}, 0}, {threads{{"7", "5" + waited + "2", "R"}},
			time.Second}},
		"it waits and has not run since": {
			{threads{{"7", "5 0 1", "R"}}, 0}, {threads{{"7", "5 0 1", "R"}}, 0}, {threads{{"7", "5 0 1", "R"}},
				time.Second},
		},
		"it runs on": {
			{threads{{"7", "5 0 1", "R"}}, 0}, {threads{{"7", "6 0 1", "R"}}, 0}, {threads{{"7", "7 0 1", "R"}}, 0},
		},
		"it sleeps, and is woken at the end": {
			{threads{{"7", "5 0 1", "S"}}, 0}, {threads{{"7", "5 0 1", "S"}}, 0}, {threads{{"7", "5 0 1", "R"}}, 0},
		},
		"two threads": {{threads{{"7", "0" + waited + "1", "S"}, {"8", "0" + waited + "1", "S"}}, 2 * time.Second}},
		"one is gone": {{threads{{"7", "0" + waited + "1", "S"}}, time.Second}, {nil, time.Second}},
		"its number was given to another one": {
			{threads{{"7", "9" + waited + "5", "S"}}, time.Second}, {threads{{"7", "1" + waited + "1", "S"}},
				2 * time.Second},
		},
		"the kernel does not tell": {{threads{{"7", "", "R"}}, 0}, {threads{{"7", "", "R"}}, 0}},
	} {
		var w coreWait
		now := time.Now()
		for i, look := range looks {
			proc := t.TempDir()
			for _, each := range look.threads {
				dir := filepath.Join(proc, "7/task", each.name)
				judgetest.Write(t, filepath.Join(dir, "schedstat"), each.schedstat+"\n")
				judgetest.Write(t, filepath.Join(dir, "stat"), each.name+" (a) R) "+each.state+" 1 1\n")
			}
			w.look(proc, []int{7}, now.Add(time.Duration(i)*time.Second))
			if got := w.result(0, time.Hour); got != look.want {
				t.Errorf("%s: after %d looks it has waited %v, want %v", name, i+1, got, look.want)
			}
		}
	}
	// Three threads on one core wait for each other, not for another program; and no wait is longer than the clock's
	// time.
	for _, test := range []struct{ waited, cpu, wall, want time.Duration }{{3, 3, 4, 0}, {8, 3, 4, 1}, {2, 1, 4, 1}} {
		if got := (&coreWait{waited: test.waited}).result(test.cpu, test.wall); got != test.want {
			t.Errorf("%+v: got %v", test, got)
		}
	}
}
