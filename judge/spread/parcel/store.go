package parcel

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/base/untrusted"
)

// Store keeps what a worker has fetched, in a folder that several processes may share:
//
//	contents/2c/2c26b46b…    a content by its digest; one that is executable ends in x
//	dlxjudge-…/              of one process: trees of links to contents, and contents that are being written
//
// It is safe for use by several goroutines.
type Store struct {
	contents, own string
	most          int64
	busy          chan struct{}                       // holds one while a parcel is fetched, so that only one is
	write         func(*os.File, []byte) (int, error) // another one in tests of full disks

	mu      sync.Mutex
	checked map[string]bool  // contents that were checked
	trees   map[string]*tree // by the digests of their parcels
	made    int              // trees so far
	uses    int64            // of trees so far
}

// Open opens the store in a folder, which is made if need be. It may hold so many bytes of contents.
func Open(dir string, most int64) (*Store, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	contents := filepath.Join(dir, "contents")
	if err := os.MkdirAll(contents, 0o700); err != nil { // answers are in it
		return nil, err
	}
	for _, orphan := range scratch.Orphans(dir) {
		if err := os.RemoveAll(orphan); err != nil {
			return nil, err
		}
	}
	own, err := scratch.Make(dir)
	if err != nil {
		return nil, err
	}
	return &Store{
		contents: contents, own: own, most: most, busy: make(chan struct{}, 1), write: (*os.File).Write,
		checked: make(map[string]bool), trees: make(map[string]*tree),
	}, nil
}

// ready makes the folders of the store again if somebody has removed them.
func (s *Store) ready() error {
	if _, err := os.Lstat(s.own); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := os.MkdirAll(s.contents, 0o700); err != nil {
		return err
	}
	own, err := scratch.Make(filepath.Dir(s.contents))
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.own = own
	return nil
}

// Close removes the parcels that were laid out. The contents stay for the next worker.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return os.RemoveAll(s.own)
}

// stored is what the content of a file is called in a store.
func (f file) stored() string {
	if f.executable {
		return f.digest + "x"
	}
	return f.digest
}

func (s *Store) path(stored string) string { return filepath.Join(s.contents, stored[:2], stored) }

// has reports whether a content is there. One that another process has left is read and checked first, since the
// machine may have stopped while it was written. A damaged one is removed.
func (s *Store) has(f file) bool {
	path := s.path(f.stored())
	info, err := os.Lstat(path)
	if err != nil {
		return false
	}
	sound := info.Mode().IsRegular() && info.Size() == f.size
	if sound && !s.known(f) {
		digest, err := digestOfFile(path)
		sound = err == nil && digest == f.digest
	}
	if !sound {
		os.RemoveAll(path)
		return false
	}
	s.know(f)
	if !linked(info) { // a tree uses linked ones, whose times must not change while programs run
		now := time.Now()
		os.Chtimes(path, now, now) // fails if it was removed just now, which is noticed later
	}
	return true
}

func (s *Store) known(f file) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.checked[f.stored()]
}

func (s *Store) know(f file) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.checked[f.stored()] = true
}

func digestOfFile(path string) (string, error) {
	in, err := untrusted.Open(path)
	if err != nil {
		return "", err
	}
	defer in.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, in)
	return hex.EncodeToString(sum.Sum(nil)), err
}

// incoming is a content that is being written. It has a temporary name until all of it is there.
type incoming struct {
	store *Store
	file  file
	out   *os.File
	sum   hash.Hash
}

func (s *Store) begin(f file) (*incoming, error) {
	out, err := os.CreateTemp(s.own, "incoming-*")
	if err != nil {
		return nil, err
	}
	return &incoming{s, f, out, sha256.New()}, nil
}

func (in *incoming) add(content []byte) error {
	in.sum.Write(content)
	_, err := in.store.write(in.out, content)
	return err
}

// finish gives the content its name.
func (in *incoming) finish() error {
	if digest := hex.EncodeToString(in.sum.Sum(nil)); digest != in.file.digest {
		in.drop()
		return fmt.Errorf("%s: its list says that it has the SHA-256 %s, and its content has %s: that list is no "+
			"judge's", in.file.path, in.file.digest, digest)
	}
	path := in.store.path(in.file.stored())
	err := errors.Join(in.out.Chmod(modeOf(in.file.executable)), in.out.Close())
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o700)
	}
	if err == nil {
		err = os.Rename(in.out.Name(), path)
	}
	if err != nil {
		in.drop()
		return err
	}
	in.store.know(in.file)
	return nil
}

// drop removes what was written so far.
func (in *incoming) drop() {
	in.out.Close()
	os.Remove(in.out.Name())
}
