//go:build !linux

package sandbox

import (
	"errors"
	"os"
	"os/exec"
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

// These systems report the CPU time and memory of another process only after its end. So only the wall limit stops a
// program, and its other figures are known afterwards.
func cpuOf(int) (time.Duration, bool) { return 0, false }
func residentOf(int) int64            { return 0 }
func isStopped(int) bool              { return false }
func setKernelLimits(int, Limits)     {}
func removeLeftovers(string)          {}

func startWithStack(command *exec.Cmd) error { return command.Start() }

// hasRoom reports whether the disk that holds file has free space. It writes a small file beside it, which works the
// same way on all of these systems.
func hasRoom(file *os.File) bool {
	probe, err := os.CreateTemp(filepath.Dir(file.Name()), "dlxjudge-room-")
	if err == nil {
		_, err = probe.Write(make([]byte, 4<<10))
		probe.Close()
		os.Remove(probe.Name())
	}
	return !errors.Is(err, syscall.ENOSPC)
}
