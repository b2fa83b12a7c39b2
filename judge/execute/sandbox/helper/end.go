//go:build linux

package helper

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/execute/sandbox/procfs"
)

// killAll kills all descendants of this process.
func (h *helper) killAll() {
	if h.Isolation.Namespaces {
		unix.Kill(-1, unix.SIGKILL) // the whole PID namespace except its init, which is this process
		return
	}
	if m := h.current.Load(); m != nil {
		m.cgroup.Kill()
	}
	for _, pid := range h.descendants() {
		unix.Kill(pid, unix.SIGKILL)
	}
}

// endAll kills all descendants of this process, which is about to end. It also kills those started meanwhile. Nothing
// can be launched afterwards. After 10 s, endAll ignores any descendants that are left.
func (h *helper) endAll() {
	h.launching.Lock() // forever
	if h.Isolation.Namespaces {
		return // the kernel kills the rest of the namespace when this process, its init, ends
	}
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		h.killAll()
		living := func(pid int) bool {
			stat, ok := procfs.StatOf(h.proc, pid)
			return ok && !stat.Ended
		}
		if !slices.ContainsFunc(h.descendants(), living) {
			return
		}
	}
}

// descendants returns the descendants of this process, parents first.
func (h *helper) descendants() []int {
	children := map[int][]int{}
	entries, _ := os.ReadDir(h.proc)
	for _, entry := range entries {
		if pid, err := strconv.Atoi(entry.Name()); err == nil {
			if stat, ok := procfs.StatOf(h.proc, pid); ok {
				children[stat.Parent] = append(children[stat.Parent], pid)
			}
		}
	}
	pids := []int{os.Getpid()}
	for i := 0; i < len(pids); i++ {
		pids = append(pids, children[pids[i]]...)
	}
	return pids[1:]
}

// withoutLandlock runs f on another thread if Landlock prevents the thread that starts programs from opening files.
func (h *helper) withoutLandlock(f func()) {
	if h.Isolation.Landlock {
		onOtherThread(f)
	} else {
		f()
	}
}

// onOtherThread runs f on a thread that neither Landlock nor the filter of system calls restricts.
func onOtherThread(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		f()
	}()
	<-done
}

// taskLimit returns the RLIMIT_NPROC of a program that may have this many processes. The kernel counts all tasks of the
// program's user, in all PID namespaces.
func (h *helper) taskLimit(processes int) int64 {
	switch {
	case h.User >= 0: // nobody else runs as this user
		return int64(processes)
	case h.Isolation.UserNamespace: // from Linux 5.14 on, the kernel counts those in this namespace: the helper's
		return int64(processes + 16)
	}
	return max(int64(processes), h.mostTasks)
}

// MostTasks returns a limit on the tasks of a user that other programs of that user do not reach. It stops a fork bomb
// before the machine has no process ID or memory left.
func MostTasks() int64 {
	most := int64(1 << 15)
	for _, name := range []string{"pid_max", "threads-max"} {
		text, _ := os.ReadFile("/proc/sys/kernel/" + name)
		if machine, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil {
			most = min(most, machine/2)
		}
	}
	return most
}

// ignoreSignals makes this process ignore all signals, so that a program of the same user cannot kill its helper. From
// its own PID namespace, an init process receives only signals that it has a handler for, but Go's runtime handles
// nearly all signals. Keep no handler: while one runs, other signals are blocked, and a blocked signal reaches even an
// init process. Signals that were ignored when this process started get their default action, because programs inherit ignored signals.
func ignoreSignals() {
	const (
		dfl = uintptr(0)
		ign = uintptr(1)
	)
	for signal := uintptr(1); signal <= 64; signal++ {
		var action [8]uintptr // struct sigaction, whose first word is the handler (except on MIPS)
		if _, _, errno := unix.RawSyscall6(unix.SYS_RT_SIGACTION, signal, 0, uintptr(unsafe.Pointer(&action)), 8, 0,
			0); errno != 0 {
			continue
		}
		switch action[0] {
		case dfl:
			continue
		case ign:
			action[0] = dfl
		default:
			action[0] = ign
			if signal == uintptr(unix.SIGCHLD) { // if it were ignored, children could not be waited for
				action[0] = dfl
			}
		}
		unix.RawSyscall6(unix.SYS_RT_SIGACTION, signal, uintptr(unsafe.Pointer(&action)), 0, 8, 0, 0)
	}
}
