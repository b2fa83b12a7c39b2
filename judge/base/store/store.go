// Package store keeps what took long to make, in folders of the user's cache: built programs, verdicts, inputs to
// measure on.
//
// An entry is a file or a folder, named by its Key: the digest of all that it was made from, so that it is never out of
// date. It is synced to the disk, and appears whole by one rename. Only this user can write to the folder. Several
// judges may use it at once, and one may remove what another is about to read.
//
//	s := store.Open(dir, store.Bounds{Entries: 1000, Each: 1 << 10})
//	key := store.NewKey("numbers 1")
//	key.Add("two", "three")
//	content, kept := s.Load(key.Name())
//	if !kept {
//		s.Save(key.Name(), []byte("five"))
//	}
package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"dlxjudge/judge/base/untrusted"
)

// Store is a folder of entries.
type Store struct {
	Dir    string
	bounds Bounds

	mu       sync.Mutex
	count    int                      // entries, as far as this process knows; -1 before it has counted them
	reserved map[string]chan struct{} // by key: holds a value while the key is reserved
}

// Open opens the store in a folder that only this user can write to, as MakePrivate makes it. If the folder is not
// there, nothing is kept. Entries beyond the bounds are removed when one is added.
func Open(dir string, bounds Bounds) *Store {
	return &Store{Dir: dir, bounds: bounds, count: -1, reserved: make(map[string]chan struct{})}
}

func (s *Store) path(key string) string { return filepath.Join(s.Dir, key) }

// Load returns the content that is kept under a key, if it is there.
func (s *Store) Load(key string) (content []byte, kept bool) {
	info, err := os.Lstat(s.path(key))
	if err != nil || !info.Mode().IsRegular() {
		return nil, false
	}
	content, err = untrusted.Read(s.path(key), s.bounds.Each)
	if err != nil {
		return nil, false
	}
	s.used(key, info)
	return content, true
}

// Save keeps content under a key. What cannot be kept, or is too large, is only made again the next time.
func (s *Store) Save(key string, content []byte) {
	if int64(len(content)) > s.bounds.Each {
		return
	}
	file, err := os.CreateTemp(s.Dir, temporary)
	if err != nil {
		return
	}
	defer os.Remove(file.Name()) // fails, as intended, once it has its name
	_, err = file.Write(content)
	if errors.Join(err, file.Sync(), file.Close()) != nil {
		return
	}
	_, missing := os.Lstat(s.path(key))
	if os.Rename(file.Name(), s.path(key)) == nil && missing != nil {
		s.added()
	}
}

// touched is how exactly it is known when an entry was last used.
const touched = time.Hour

// used keeps an entry from being pruned. If that fails, it is only made again some day.
func (s *Store) used(key string, info fs.FileInfo) {
	if now := time.Now(); now.Sub(info.ModTime()) > touched {
		os.Chtimes(s.path(key), now, now)
	}
}
