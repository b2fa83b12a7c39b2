//go:build !linux

package plain

import (
	"os/exec"
	"runtime"
	"syscall"
	"time"

	"dlxjudge/judge/execute/sandbox"
)

// attributes puts a program into its own session or process group, so that all its processes can be killed.
func attributes(session bool) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: session, Setpgid: !session}
}

// adoptOrphans does nothing: on this system, the CPU time of processes left running is unknown.
func adoptOrphans() (undo func()) { return func() {} }

// reapGroup finds no process.
func reapGroup(int) time.Duration { return 0 }

// CheckInherited does nothing: on these systems, users must set high enough limits.
func CheckInherited() error { return nil }

// rusageUnit is the number of bytes in one unit of ru_maxrss: macOS counts bytes, and the BSDs count KiB.
var rusageUnit = func() int64 {
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return 1
	}
	return 1 << 10
}()

// cpuOf, residentOf, isStopped and setKernelLimits do nothing: these systems report the CPU time and memory of another
// process only after its end. So only the limits on wall time and output stop a running program.
func cpuOf(int) (time.Duration, bool)     { return 0, false }
func residentOf(int) int64                { return 0 }
func isStopped(int) bool                  { return false }
func setKernelLimits(int, sandbox.Limits) {}

func startWithStack(command *exec.Cmd) error { return command.Start() }
