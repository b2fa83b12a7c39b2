//go:build !linux

package talk

import (
	"io"
	"os"
	"syscall"
	"time"
)

// widen does nothing: this system sets the capacity of a pipe itself.
func widen(*os.File, int) {}

// readFrom reads from a non-blocking descriptor; again reports that nothing is there yet.
func readFrom(fd int, buffer []byte) (n int, again bool, err error) {
	for {
		n, err = syscall.Read(fd, buffer)
		switch {
		case err == syscall.EINTR:
			continue
		case err == syscall.EAGAIN:
			return 0, true, nil
		case n == 0 && err == nil:
			err = io.EOF
		}
		return max(n, 0), false, err
	}
}

// hasRoom cannot tell here, so a write blocks.
func hasRoom(int) bool { return true }

// inPipe cannot tell here. It matters only where the sandbox sees the states of programs, which is on Linux.
func inPipe(int) int { return 0 }

var start = time.Now()

func now() time.Duration { return time.Since(start) }
