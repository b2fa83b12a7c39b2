package parcel

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"

	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/read/problem"
)

// Tree is a parcel as files, which must not be changed. Each tree has a new folder; no folder is used again.
type Tree struct {
	Roots problem.Roots // from which problem.Load reads the problem, and no other
	Dir   string        // of the checkout or the package; paths in messages are below it
	Name  string        // of the problem
}

// tree is a parcel whose files exist.
type tree struct {
	Tree
	folder string   // that is removed with it
	files  []string // their paths
	users  int
	used   int64 // the store's uses then
}

// Fetch makes the tree of a parcel, and fetches the contents that are not in the store. The tree stays until release is
// called, and after that as long as there is room: a later Fetch of the parcel returns the same tree without asking the
// cluster.
//
// The error is ErrMissing or ErrDamaged if the cluster does not have the parcel, or not intact. Other errors are ctx's,
// or this machine's, such as a full disk. What was fetched before an error stays.
func (s *Store) Fetch(ctx context.Context, blocks jetstream.KeyValue,
	digest string) (laid Tree, release func(), err error) {
	if err := checkDigest(digest); err != nil {
		return Tree{}, nil, err
	}
	if laid, release, ok := s.use(digest); ok {
		return laid, release, nil
	}
	select {
	case s.busy <- struct{}{}:
		defer func() { <-s.busy }()
	case <-ctx.Done():
		return Tree{}, nil, ctx.Err()
	}
	if laid, release, ok := s.use(digest); ok { // another goroutine has fetched it meanwhile
		return laid, release, nil
	}
	if err := s.ready(); err != nil {
		return Tree{}, nil, err
	}
	text, err := GetContent(ctx, blocks, digest, mostList)
	if err == nil {
		err = s.fetch(ctx, blocks, digest, text)
	}
	if err != nil {
		return Tree{}, nil, fmt.Errorf("parcel %s: %w", digest, err)
	}
	if laid, release, ok := s.use(digest); ok {
		return laid, release, nil
	}
	return Tree{}, nil, fmt.Errorf("parcel %s: another program removes files from %s; end it", digest,
		filepath.Dir(s.contents))
}

// use is a tree that is there.
func (s *Store) use(digest string) (laid Tree, release func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.trees[digest]
	if t == nil {
		return Tree{}, nil, false
	}
	if !t.whole() { // somebody has removed files: it is made again
		delete(s.trees, digest)
		return Tree{}, nil, false
	}
	t.users++
	return t.Tree, sync.OnceFunc(func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.uses++
		t.used = s.uses
		t.users--
	}), true
}

// whole reports whether all files are there still.
func (t *tree) whole() bool {
	return !slices.ContainsFunc(t.files, func(path string) bool {
		_, err := os.Lstat(path)
		return err != nil
	})
}

// attempts bounds how often a fetch is tried: another process may remove contents before they are linked, and on a full
// disk there is more room the second time.
const attempts = 3

func (s *Store) fetch(ctx context.Context, blocks jetstream.KeyValue, digest string, text []byte) error {
	l, err := decodeList(text)
	if err != nil {
		return err
	}
	ofParcel := make(map[string]bool, len(l.files))
	for _, f := range l.files {
		ofParcel[f.stored()] = true
	}
	for attempt := 1; ; attempt++ {
		err := s.receive(ctx, blocks, l, ofParcel)
		var t *tree
		if err == nil {
			t, err = s.lay(l)
		}
		switch {
		case err == nil:
			s.mu.Lock()
			defer s.mu.Unlock()
			s.trees[digest] = t
			return nil
		case attempt == attempts || ctx.Err() != nil:
			return err
		case errors.Is(err, syscall.ENOSPC):
			s.room(s.most, ofParcel) // removes what it can; that this is not enough is no error here
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
	}
}
