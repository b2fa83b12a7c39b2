//go:build linux

package procfs

import (
	"fmt"
	"os"
	"strconv"
	"time"
)

// Waits adds up how long the threads of a program have waited for a core while they could have run.
type Waits struct {
	looked  time.Time
	known   bool          // the kernel tells it
	threads map[int]turns // by number
	waited  time.Duration // as far as the kernel reports it
	pending time.Duration // what those are waiting that have not run since: the kernel tells it when they run
}

// turns is what the kernel tells of a thread's time on cores, and since when it waits for the next.
type turns struct {
	ran, waited uint64 // ns
	count       uint64
	since       time.Time // the first reading at which it was ready and had not run since the reading before
}

// waitInterval is the least time between two readings. What a thread waits after its last reading is not seen.
const waitInterval = 100 * time.Millisecond

// Due reports whether enough time has passed since the last reading.
func (w *Waits) Due(now time.Time) bool { return now.Sub(w.looked) >= waitInterval }

// Look reads the figures of all threads of some processes. Without them in /proc nothing is known to have waited.
func (w *Waits) Look(proc string, pids []int, now time.Time) {
	before := w.threads
	w.looked, w.threads, w.pending = now, map[int]turns{}, 0
	for _, pid := range pids {
		dir := proc + "/" + strconv.Itoa(pid) + "/task"
		entries, _ := os.ReadDir(dir) // none once it is gone
		for _, entry := range entries {
			id, err := strconv.Atoi(entry.Name())
			text, err2 := os.ReadFile(dir + "/" + entry.Name() + "/schedstat")
			var thread turns
			n, _ := fmt.Sscan(string(text), &thread.ran, &thread.waited, &thread.count)
			if err != nil || err2 != nil || n != 3 {
				continue
			}
			w.known = true
			last, known := before[id]
			if thread.waited < last.waited || thread.ran < last.ran { // its number was given away again
				last, known = turns{}, false
			}
			w.waited += time.Duration(thread.waited - last.waited)
			if known && thread.ran == last.ran && thread.count == last.count && couldRun(dir, id) {
				if thread.since = last.since; thread.since.IsZero() {
					thread.since = now
				}
				w.pending += now.Sub(thread.since)
			}
			w.threads[id] = thread
		}
	}
}

// couldRun reports whether a thread runs or waits for a core.
func couldRun(dir string, thread int) bool {
	stat, _ := StatOf(dir, thread)
	return stat.Running
}

// Waited is for how long the program has waited for a busy machine, at most the time that it was not running. What
// its threads waited for each other, on the core that they share, is not that: it is about as long as they ran if they
// are two. More of them wait longer for each other; such a program that then sleeps is run again once in vain.
func (w *Waits) Waited(cpu, wall time.Duration) time.Duration {
	return max(0, min(w.waited+w.pending-cpu, wall-cpu))
}

// Asleep is for how long the program neither ran nor waited; 0 if that is not known.
func (w *Waits) Asleep(cpu, wall time.Duration) time.Duration {
	if !w.known {
		return 0
	}
	return max(0, wall-cpu-w.waited-w.pending)
}
