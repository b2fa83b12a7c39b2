package talk

import (
	"io"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// pipeBytes is how much a pipe holds, where the kernel allows that.
const pipeBytes = 1 << 20

func widen(pipe *os.File) {
	if connection, err := pipe.SyscallConn(); err == nil {
		connection.Control(func(fd uintptr) { unix.FcntlInt(fd, unix.F_SETPIPE_SZ, pipeBytes) })
	}
}

// readFrom reads from a descriptor that does not block; again says that nothing is there yet.
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

// inPipe is how many bytes a pipe holds.
func inPipe(fd int) int {
	n, err := unix.IoctlGetInt(fd, unix.TIOCINQ)
	if err != nil {
		return 0
	}
	return n
}

// now is the time of the clock of sandbox.State.
func now() time.Duration {
	var at unix.Timespec
	unix.ClockGettime(unix.CLOCK_MONOTONIC, &at)
	return time.Duration(at.Nano())
}
