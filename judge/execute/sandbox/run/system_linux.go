package run

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// OnCores restricts this goroutine, and the programs that it starts, to these cores until undo() is called. If the list
// is empty or the kernel refuses, OnCores does nothing.
func OnCores(cores []int) (undo func()) {
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
