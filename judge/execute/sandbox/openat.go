package sandbox

import (
	"os"

	"golang.org/x/sys/unix"
)

// openAt opens a file of an open folder. The name has no slash.
func openAt(folder *os.File, name string, flags int, mode os.FileMode) (*os.File, error) {
	for {
		fd, err := unix.Openat(int(folder.Fd()), name, flags|unix.O_CLOEXEC, uint32(mode))
		switch err {
		case nil:
			return os.NewFile(uintptr(fd), name), nil
		case unix.EINTR:
			continue
		}
		return nil, &os.PathError{Op: "open", Path: name, Err: err}
	}
}
