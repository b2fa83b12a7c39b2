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

// Tree is a parcel as files, which are not to be changed. No two trees have the same folder, not even one after the
// other.
type Tree struct {
	Roots problem.Roots // from which problem.Load reads the problem, and that alone
	Dir   string        // of the checkout or the package; what messages name is below it
	Name  string        // of the problem
}

// tree is a parcel that is laid out.
type tree struct {
	Tree
	folder string   // that is removed with it
	files  []string // their paths
	users  int
	used   int64 // the store's uses then
}

// Fetch lays out a parcel, and fetches what is not in the store. The tree stays until release is called, and after that
// for as long as there is room: whoever fetches the parcel again while it is there gets the same tree, and nothing is
// asked of the cluster.
//
// The error is ErrMissing or ErrDamaged if the cluster does not have the parcel as it should be. Else it is this
// machine's, such as a full disk, or that of ctx. What was fetched before an error stays.
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
	if laid, release, ok := s.use(digest); ok { // another one has fetched it meanwhile
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
	return Tree{}, nil, fmt.Errorf("parcel %s: somebody removes files from %s; let them alone", digest,
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
	if !t.whole() { // somebody has removed files: it is laid out again
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

// attempts are how often it is tried to fetch a parcel: another process may remove contents before they are linked, and
// on a full disk there is more room the second time.
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
			s.room(s.most, ofParcel) // all that can be removed; not to have that much room is no error here
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
	}
}
