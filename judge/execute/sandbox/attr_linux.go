package sandbox

import (
	"runtime"
	"syscall"

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
