//go:build linux

package procfs

import (
	"dlxjudge/judge/base/judgetest"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// What is known of a program's waiting after each look.
func TestWaits(t *testing.T) {
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
		var w Waits
		now := time.Now()
		for i, look := range looks {
			proc := t.TempDir()
			for _, each := range look.threads {
				dir := filepath.Join(proc, "7/task", each.name)
				judgetest.Write(t, filepath.Join(dir, "schedstat"), each.schedstat+"\n")
				judgetest.Write(t, filepath.Join(dir, "stat"), each.name+" (a) R) "+each.state+strings.Repeat(" 1",
					50)+"\n")
			}
			w.Look(proc, []int{7}, now.Add(time.Duration(i)*time.Second))
			if got := w.Waited(0, time.Hour); got != look.want {
				t.Errorf("%s: after %d looks it has waited %v, want %v", name, i+1, got, look.want)
			}
		}
	}
	// Three threads on one core wait for each other, not for another program. The result never exceeds the time that
	// the program was not running.
	for _, test := range []struct{ waited, cpu, wall, want time.Duration }{{3, 3, 4, 0}, {8, 3, 4, 1}, {2, 1, 4, 1}} {
		if got := (&Waits{waited: test.waited}).Waited(test.cpu, test.wall); got != test.want {
			t.Errorf("%+v: got %v", test, got)
		}
	}
	// Each look finds the states of some threads; the first look only begins an interval.
	for states, want := range map[string]time.Duration{
		"S S S": 400 * time.Millisecond, "R S R S": 400 * time.Millisecond, "S SS SZ": 400 * time.Millisecond,
		"S D S": 200 * time.Millisecond, "S SR SD": 0, "S - T": 0, "S": 0,
	} {
		var w Waits
		for i, look := range strings.Fields(states) {
			proc := t.TempDir()
			for j, state := range strings.Trim(look, "-") {
				judgetest.Write(t, filepath.Join(proc, fmt.Sprintf("7/task/%d/stat", 7+j)), "7 (a) "+string(state)+
					strings.Repeat(" 1", 50)+"\n")
			}
			w.Look(proc, []int{7}, time.Unix(int64(i), 0))
		}
		if w.Asleep() != want {
			t.Errorf("%s: asleep for %v, want %v", states, w.Asleep(), want)
		}
	}
}
