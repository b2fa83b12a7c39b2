// Package store keeps what took long to make, in folders of the user's cache: built programs, verdicts, inputs to
// measure on.
//
// An entry is a file or a folder, named by its Key: the digest of all that it was made from, so that it is never out of
// date. It appears whole, by one rename. An entry that is damaged, or that another user may have written, is as if it
// were not there. So several judges may use one folder at once, and one may remove what another is about to read.
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
	"bytes"
	"crypto/sha256"
	"encoding/hex"
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
	count    int                      // entries, as far as this process knows
	reserved map[string]chan struct{} // by key: holds a value while the key is reserved
}

// Open opens the store in a folder that only this user can write to, as MakePrivate makes it, and removes entries
// beyond the bounds. If the folder is not there, nothing is kept.
func Open(dir string, bounds Bounds) *Store {
	s := &Store{Dir: dir, bounds: bounds, reserved: make(map[string]chan struct{})}
	s.prune(time.Now())
	return s
}

func (s *Store) path(key string) string { return filepath.Join(s.Dir, key) }

// A file holds the digest of its key and its content, in hexadecimal, on a line of its own, and then the content.

// Load returns the content that is kept under a key, if it is there and intact.
func (s *Store) Load(key string) (content []byte, kept bool) {
	info, err := os.Lstat(s.path(key))
	if err != nil || !info.Mode().IsRegular() || !ours(info) {
		return nil, false
	}
	text, err := untrusted.Read(s.path(key), sha256.Size*2+1+s.bounds.Each)
	if err != nil {
		return nil, false
	}
	line, content, _ := bytes.Cut(text, []byte("\n"))
	if string(line) != digestOf(key, content) {
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
	_, err = file.WriteString(digestOf(key, content) + "\n")
	if err == nil {
		_, err = file.Write(content)
	}
	if closed := file.Close(); err != nil || closed != nil {
		return
	}
	_, missing := os.Lstat(s.path(key))
	if os.Rename(file.Name(), s.path(key)) == nil && missing != nil {
		s.added()
	}
}

func digestOf(key string, content []byte) string {
	sum := sha256.New()
	sum.Write([]byte(key + "\n"))
	sum.Write(content)
	return hex.EncodeToString(sum.Sum(nil))
}

// touched is how exactly it is known when an entry was last used.
const touched = time.Hour

// used keeps an entry from being pruned. If that fails, it is only made again some day.
func (s *Store) used(key string, info fs.FileInfo) {
	if now := time.Now(); now.Sub(info.ModTime()) > touched {
		os.Chtimes(s.path(key), now, now)
	}
}
