//go:build !linux

package talk

import (
	"io"
	"os"
	"syscall"
	"time"
)

// widen does nothing: this system sets the size of a pipe itself.
func widen(*os.File, int) {}

// readFrom reads from a descriptor that does not block; again says that nothing is there yet.
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

// hasRoom is not known here: a write waits.
func hasRoom(int) bool { return true }

// inPipe is not known here. It matters where the states of programs are seen, which is nowhere but on Linux.
func inPipe(int) int { return 0 }

var start = time.Now()

func now() time.Duration { return time.Since(start) }
