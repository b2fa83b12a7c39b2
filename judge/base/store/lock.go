package store

import (
	"context"
	"os"
	"time"

	"github.com/gofrs/flock"
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
	lock := flock.New(s.path("lock"), flock.SetPermissions(0o600))
	if _, err := lock.TryLockContext(ctx, 50*time.Millisecond); err != nil {
		return nil, err
	}
	return func() { lock.Close() }, nil
}

// Make returns the folder of a key's entry. If there is none, Make calls prepare with an empty folder, and saves the
// folder that prepare returns, which must be below that one. No other judge makes an entry meanwhile.
func (s *Store) Make(ctx context.Context, key string,
	prepare func(work string) (folder string, err error)) (path string, err error) {
	if path, cached := s.Folder(key); cached {
		return path, nil
	}
	unlock, err := s.Lock(ctx)
	if err != nil {
		return "", err
	}
	defer unlock()
	if path, cached := s.Folder(key); cached { // another judge has made it meanwhile
		return path, nil
	}
	work, err := s.Work()
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	folder, err := prepare(work)
	if err != nil {
		return "", err
	}
	return s.SaveFolder(key, folder)
}
