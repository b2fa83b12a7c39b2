package server

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// lock keeps a second server from a store, since two would damage it. The kernel drops it when the process ends, in
// whatever way.
type lock struct {
	dir  string
	file *os.File
}

// hold makes a store's folder, proves that it can be written, and locks it.
func hold(dir string) (*lock, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("no folder for the store (choose another with --store): %w", err)
	}
	path := filepath.Join(dir, "lock")
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the store cannot be written (choose another with --store): %w", err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		file.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, fmt.Errorf("%s: another cluster serve uses this store; end it, or choose another with --store",
				dir)
		}
		return nil, fmt.Errorf("%s: the store cannot be locked (choose one on a local disk with --store): %w", dir, err)
	}
	if err := prove(file); err != nil {
		file.Close()
		return nil, fmt.Errorf("the store has no room (make some, or choose another with --store): %w", err)
	}
	return &lock{dir, file}, nil
}

// prove writes as many bytes as the server needs to start.
func prove(file *os.File) error {
	const enough = 1 << 20
	_, err := file.WriteAt(bytes.Repeat([]byte{0}, enough), 0)
	return errors.Join(err, file.Sync(), file.Truncate(0))
}

func (l *lock) release() { l.file.Close() }
