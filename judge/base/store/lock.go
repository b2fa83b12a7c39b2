package store

import (
	"context"
	"fmt"
	"os"
	"syscall"
	"time"
)

// Reserve waits until no other goroutine is making the entry of a key, and reserves the key.
func (s *Store) Reserve(ctx context.Context, key string) (release func(), err error) {
	s.mu.Lock()
	slot := s.reserved[key]
	if slot == nil {
		slot = make(chan struct{}, 1)
		s.reserved[key] = slot
	}
	s.mu.Unlock()
	select {
	case slot <- struct{}{}:
		return func() { <-slot }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Lock waits for the store's lock and takes it. The lock prevents two judges from making the same entry.
func (s *Store) Lock(ctx context.Context) (unlock func(), err error) {
	path := s.path("lock")
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	for {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return func() { file.Close() }, nil
		}
		if err != syscall.EWOULDBLOCK && err != syscall.EINTR {
			file.Close()
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			file.Close()
			return nil, ctx.Err()
		}
	}
}
