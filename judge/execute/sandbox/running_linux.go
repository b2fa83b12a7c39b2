package sandbox

import (
	"fmt"
	"os"
	"strconv"
	"time"
)

// longestLook is how long a worker looks for what runs on the cores before it takes one: much less than a judge's
// start.
const longestLook = 3 * time.Millisecond

// runningOn counts the threads of other programs that run on each core at this moment, or wait there for their turn.
// On an idle machine that is one read; else it looks through /proc until it has found all, or no longer than atMost.
// What /proc does not show is not known: a container shows its own processes alone.
func runningOn(atMost time.Duration) map[int]int {
	left := runnable() - 1 // without this thread
	if left <= 0 {
		return nil
	}
	running, end := map[int]int{}, time.Now().Add(atMost)
	dirs, _ := os.ReadDir("/proc")
	for _, dir := range dirs {
		if left <= 0 || time.Now().After(end) {
			break
		}
		pid, err := strconv.Atoi(dir.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		stat, ok := statOf("/proc", pid)
		if !ok || stat.resident == 0 || stat.parent == os.Getpid() { // threads of the kernel run briefly, and helpers
			continue
		}
		stats := []procStat{stat}
		if stat.threads > 1 {
			stats = statsOfThreads("/proc", pid)
		}
		for _, stat := range stats {
			if stat.running {
				running[stat.core]++
				left--
			}
		}
	}
	return running
}

// runnable is how many threads of the machine run or wait for a core, this one included: the fourth field of
// proc_loadavg(5).
func runnable() int {
	text, _ := os.ReadFile("/proc/loadavg")
	var load [3]float64
	var threads int
	fmt.Sscanf(string(text), "%f %f %f %d/", &load[0], &load[1], &load[2], &threads)
	return threads
}
