//go:build !linux

package sandbox

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"
)

// rusageUnit is the unit of ru_maxrss in bytes: macOS counts bytes, the BSDs KiB.
var rusageUnit = func() int64 {
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return 1
	}
	return 1 << 10
}()

// These systems tell the CPU time and the memory of another process only once it has ended: it is stopped by the wall
// limit, and what it used is seen afterwards.
func cpuOf(int) (time.Duration, bool) { return 0, false }
func residentOf(int) int64            { return 0 }
func setKernelLimits(int, Limits)     {}
func removeLeftovers(string)          {}

// room reports whether the disk that file is on has any room left, by writing something beside it: each of these systems
// has its own way to ask.
func hasRoom(file *os.File) bool {
	probe, err := os.CreateTemp(filepath.Dir(file.Name()), "dlxjudge-room-")
	if err == nil {
		_, err = probe.Write(make([]byte, 4<<10))
		probe.Close()
		os.Remove(probe.Name())
	}
	return !errors.Is(err, syscall.ENOSPC)
}
