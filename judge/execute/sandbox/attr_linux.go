package sandbox

import (
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// processGroup puts a program into a process group of its own, so that all of it can be killed, and has the kernel kill
// it when the judge is gone, by whatever means.
func processGroup() *syscall.SysProcAttr {
	// The kernel means the thread that starts the program; those of the judge live as long as it does.
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// onCores keeps what this goroutine starts to some cores, until undo is called. Without cores, or where the kernel
// refuses, it does nothing.
func onCores(cores []int) (undo func()) {
	if len(cores) == 0 {
		return func() {}
	}
	var before, set unix.CPUSet
	for _, core := range cores {
		set.Set(core)
	}
	runtime.LockOSThread()
	if unix.SchedGetaffinity(0, &before) != nil || unix.SchedSetaffinity(0, &set) != nil {
		return runtime.UnlockOSThread
	}
	return func() {
		unix.SchedSetaffinity(0, &before)
		runtime.UnlockOSThread()
	}
}

// adoptOrphans has processes whose parent ends become children of this one, until undo is called.
func adoptOrphans() (undo func()) {
	if unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != nil {
		return func() {}
	}
	return func() { unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0) }
}

// reapGroup waits for the children of this process that are in a process group, all of which has been killed, and
// returns the CPU time of them and of the children that they waited for. It does not wait for long: what has changed
// its user cannot be killed.
func reapGroup(group int) (cpu time.Duration) {
	const pause = 100 * time.Microsecond
	for end := time.Now().Add(time.Second); ; {
		var status syscall.WaitStatus
		var usage syscall.Rusage
		pid, err := syscall.Wait4(-group, &status, syscall.WNOHANG, &usage)
		switch {
		case pid > 0:
			cpu += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
		case err == nil && time.Now().Before(end):
			time.Sleep(pause)
		case err != syscall.EINTR:
			return cpu
		}
	}
}
