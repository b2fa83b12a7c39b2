package talk

import (
	"io"
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

// readFrom reads from a non-blocking descriptor; again reports that nothing is there yet.
func readFrom(fd int, buffer []byte) (n int, again bool, err error) {
	for {
		n, err = unix.Read(fd, buffer)
		switch {
		case err == unix.EINTR:
			continue
		case err == unix.EAGAIN:
			return 0, true, nil
		case n == 0 && err == nil:
			err = io.EOF
		}
		return max(n, 0), false, err
	}
}

// hasRoom reports whether a pipe takes a page without blocking, or has no reader.
func hasRoom(fd int) bool {
	polled := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLOUT}}
	n, err := unix.Poll(polled, 0)
	return n > 0 || err != nil
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
