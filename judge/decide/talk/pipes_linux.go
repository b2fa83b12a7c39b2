package talk

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// widen sets the capacity of a pipe, if the kernel allows that.
func widen(pipe *os.File, bytes int) {
	if connection, err := pipe.SyscallConn(); err == nil {
		connection.Control(func(fd uintptr) { unix.FcntlInt(fd, unix.F_SETPIPE_SZ, bytes) })
	}
}

// inPipe returns how many bytes a pipe holds.
func inPipe(fd int) int {
	n, err := unix.IoctlGetInt(fd, unix.TIOCINQ)
	if err != nil {
		return 0
	}
	return n
}

// now returns the time on the clock of sandbox.State.
func now() time.Duration {
	var at unix.Timespec
	unix.ClockGettime(unix.CLOCK_MONOTONIC, &at)
	return time.Duration(at.Nano())
}
