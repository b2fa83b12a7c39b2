package scratch

import (
	"errors"
	"os"
	"sync"
	"syscall"
)

// A lock shows that a judge lives, also to judges in other PID namespaces, where process numbers mean nothing. The
// kernel drops it when the process ends, however it ends.

var errHeld = errors.New("another judge, or this one, holds this folder")

var held struct {
	sync.Mutex
	folders []*os.File // this process's locked folders
}

// Hold locks a folder for as long as it and this process live. The error is errors.ErrUnsupported where the file system
// has no locks.
func Hold(dir string) error {
	file, err := os.Open(dir)
	if err != nil {
		return err
	}
	switch err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); {
	case errors.Is(err, syscall.EWOULDBLOCK):
		file.Close()
		return errHeld
	case err != nil:
		file.Close()
		return errors.Join(errors.ErrUnsupported, err)
	}
	held.Lock()
	defer held.Unlock()
	living := held.folders[:0]
	for _, other := range held.folders {
		if removed(other) {
			other.Close()
			continue
		}
		living = append(living, other)
	}
	held.folders = append(living, file)
	if removed(file) { // by a judge that locked it before
		return errHeld
	}
	return nil
}

// removed reports whether an open folder has been removed. Its count of links does not tell: a cgroup's stays.
func removed(dir *os.File) bool {
	opened, err := dir.Stat()
	there, gone := os.Lstat(dir.Name())
	return err != nil || gone != nil || !os.SameFile(opened, there)
}
