// Package store caches results in folders of the user's cache: built programs, verdicts, inputs of benchmarks.
//
// An entry is a file or a folder. Its name is its Key: the digest of everything that the entry was made from. So an
// entry is never out of date. The store syncs a new entry to disk, and then one rename makes the complete entry appear.
// Only this user can write to the store's folder. Several judges may use a store at the same time, and one judge may
// remove an entry that another judge is about to read.
//
//	s := store.Open(dir, store.Bounds{Entries: 1000, Each: 1 << 10})
//	key := store.NewKey("numbers 1")
//	key.Add("two", "three")
//	content, cached := s.Load(key.Name())
//	if !cached {
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
	count    int                      // number of entries that this process knows of; -1 until it has counted them
	reserved map[string]chan struct{} // by key; a channel holds a value while its key is reserved
}

// Open opens the store in a folder made by MakePrivate. If the folder does not exist, the store saves nothing. Adding
// an entry may remove older entries, to stay within the bounds.
func Open(dir string, bounds Bounds) *Store {
	return &Store{Dir: dir, bounds: bounds, count: -1, reserved: make(map[string]chan struct{})}
}

func (s *Store) path(key string) string { return filepath.Join(s.Dir, key) }

// Load returns the content of a key's entry. cached reports whether the entry exists.
func (s *Store) Load(key string) (content []byte, cached bool) {
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

// Save stores content as a key's entry. It ignores errors and skips content that is too large. The next run then makes
// the content again.
func (s *Store) Save(key string, content []byte) {
	if int64(len(content)) > s.bounds.Each {
		return
	}
	file, err := os.CreateTemp(s.Dir, temporary)
	if err != nil {
		return
	}
	defer os.Remove(file.Name()) // fails, as intended, after the rename
	_, err = file.Write(content)
	if errors.Join(err, file.Sync(), file.Close()) != nil {
		return
	}
	_, missing := os.Lstat(s.path(key))
	if os.Rename(file.Name(), s.path(key)) == nil && missing != nil {
		s.added()
	}
}

// touched is the resolution of the time of last use.
const touched = time.Hour

// used updates an entry's time of last use, so that the entry is not pruned.
func (s *Store) used(key string, info fs.FileInfo) {
	if now := time.Now(); now.Sub(info.ModTime()) > touched {
		os.Chtimes(s.path(key), now, now)
	}
}
