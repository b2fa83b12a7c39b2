//go:build linux

package procfs

import (
	"fmt"
	"os"
	"strconv"
	"time"
)

// Waits adds up how long the threads of a program have waited for a CPU.
type Waits struct {
	looked  time.Time     // time of the last reading
	threads map[int]turns // by thread ID
	waited  time.Duration // total of the waits that the kernel has reported
	pending time.Duration // total of the waits that still go on: the kernel reports a wait only when it ends
	asleep  time.Duration // total of the times before those readings that found all threads asleep
}

// turns holds the kernel's figures for a thread's turns on a CPU, and the time since which the thread has waited for
// its next turn.
type turns struct {
	ran, waited uint64    // time on a CPU, and time waiting for a CPU, in ns
	count       uint64    // number of turns
	since       time.Time // time of the first reading in the present wait; zero if the thread does not wait
}

// waitInterval is the shortest time between two readings. Waits after the last reading of a thread are not counted.
const waitInterval = 100 * time.Millisecond

// Due reports whether enough time has passed since the last reading.
func (w *Waits) Due(now time.Time) bool { return now.Sub(w.looked) >= waitInterval }

// Look reads the figures and states of all threads of these processes. Some kernels have no such figures.
func (w *Waits) Look(proc string, pids []int, now time.Time) {
	before, since := w.threads, now.Sub(w.looked)
	asleep := before != nil
	w.looked, w.threads, w.pending = now, map[int]turns{}, 0
	for _, pid := range pids {
		dir := proc + "/" + strconv.Itoa(pid) + "/task"
		ids := IDs(dir)
		asleep = asleep && len(ids) > 0 // a process that is gone has just run
		for _, id := range ids {
			stat, _ := StatOf(dir, id)
			asleep = asleep && (stat.Asleep || stat.Ended)
			text, _ := os.ReadFile(dir + "/" + strconv.Itoa(id) + "/schedstat")
			var thread turns
			if n, _ := fmt.Sscan(string(text), &thread.ran, &thread.waited, &thread.count); n != 3 {
				continue
			}
			last, known := before[id]
			if thread.waited < last.waited || thread.ran < last.ran { // another thread has this ID now
				last, known = turns{}, false
			}
			w.waited += time.Duration(thread.waited - last.waited)
			if known && thread.ran == last.ran && thread.count == last.count && stat.Running {
				if thread.since = last.since; thread.since.IsZero() {
					thread.since = now
				}
				w.pending += now.Sub(thread.since)
			}
			w.threads[id] = thread
		}
	}
	if asleep && len(pids) > 0 {
		w.asleep += min(since, 2*waitInterval)
	}
}

// Waited returns how long the program has waited because the machine was busy. The result is at most the time that the
// program was not running. The threads of a program also wait for each other on their core. Two threads wait for each
// other about as long as they run, so Waited subtracts their CPU time. More than two threads wait longer for each
// other. If a program with so many threads also sleeps, the judge needlessly runs the program once more.
func (w *Waits) Waited(cpu, wall time.Duration) time.Duration {
	return max(0, min(w.waited+w.pending-cpu, wall-cpu))
}

// Asleep returns how long the program neither ran nor waited for a CPU, as far as the readings show. A busy machine
// does not make this time longer.
func (w *Waits) Asleep() time.Duration { return w.asleep }
