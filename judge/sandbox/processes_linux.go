package sandbox

import (
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// killAll kills every process that descends from this one.
func (h *helper) killAll() {
	if h.Isolation.Namespaces {
		unix.Kill(-1, unix.SIGKILL) // all of the namespace but its init, which is this process
		return
	}
	for _, pid := range h.descendants() {
		unix.Kill(pid, unix.SIGKILL)
	}
}

// descendants are the processes that descend from this one, parents first.
func (h *helper) descendants() []int {
	children := map[int][]int{}
	entries, _ := os.ReadDir(h.proc)
	for _, entry := range entries {
		if pid, err := strconv.Atoi(entry.Name()); err == nil {
			if stat, ok := statOf(h.proc, pid); ok {
				children[stat.parent] = append(children[stat.parent], pid)
			}
		}
	}
	pids := []int{os.Getpid()}
	for i := 0; i < len(pids); i++ {
		pids = append(pids, children[pids[i]]...)
	}
	return pids[1:]
}

// outside runs f on another thread, because Landlock lets the one that starts programs open nothing.
func (h *helper) withoutLandlock(f func()) {
	if !h.Isolation.Landlock {
		f()
		return
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	<-done
}

// countCrowd is how many processes and threads RLIMIT_NPROC counts besides the program's own, or may come to count.
func (h *helper) countOtherTasks() int {
	switch {
	case h.User >= 0: // a user that nobody else is
		return 0
	case h.Isolation.UserNamespace: // a namespace that nobody else is in: this helper's threads
		return 16
	}
	const mayStart = 256 // others may start while a program runs
	tasks, _ := filepath.Glob("/proc/[0-9]*/task/*")
	count := mayStart
	for _, task := range tasks {
		if info, err := os.Stat(task); err == nil && int(info.Sys().(*syscall.Stat_t).Uid) == os.Getuid() {
			count++
		}
	}
	return count
}
