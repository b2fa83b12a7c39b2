package run

import (
	"os"
	"runtime"

	"golang.org/x/sys/unix"
)

// OnCores keeps what this goroutine starts to some cores, until undo is called. Without cores, or where the kernel
// refuses, it does nothing.
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

// leastRoom is how many bytes must be free on the disk after a run: with less, a write may have failed.
const leastRoom = 64 << 10

// hasRoom reports whether the disk that holds file has free space for programs: not counting what is reserved for root,
// and no less than file systems keep back for themselves.
func hasRoom(file *os.File) bool {
	var disk unix.Statfs_t
	if err := unix.Fstatfs(int(file.Fd()), &disk); err != nil || disk.Blocks == 0 {
		return true // this file system does not report its size
	}
	return int64(disk.Bavail)*disk.Bsize >= leastRoom
}
