package parcel

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// TestFetchOnce: what is in the store is not asked for again.
func TestFetchOnce(t *testing.T) {
	c := connect(t)
	blocks := &counted{KeyValue: c.Files}
	roots, p := unpack(t, small)
	parcel := packed(t, roots, p)
	uploaded(t, c.Files, parcel)
	dir := t.TempDir()
	store := open(t, dir, 1<<20)
	asks := func(s *Store, digest string) (Tree, int64) {
		before := blocks.gets.Load()
		tree, release := fetched(t, s, blocks, digest)
		release()
		release() // more than once does no harm
		return tree, blocks.gets.Load() - before
	}
	first, asked := asks(store, parcel.Digest())
	if want := int64(len(parcel.list.blocks)) + 1; asked != want {
		t.Errorf("%d blocks are asked for, not %d", asked, want)
	}
	if again, asked := asks(store, parcel.Digest()); again != first || asked != 0 {
		t.Errorf("the second time %d blocks are asked for, and the tree is %+v, not %+v", asked, again, first)
	}
	for name, mode := range map[string]fs.FileMode{"submissions/accepted/folder/run": 0o555, "problem.yaml": 0o444} {
		if info, err := os.Lstat(filepath.Join(first.Dir, name)); err != nil || info.Mode() != mode {
			t.Errorf("%s: %v, %v", name, info.Mode(), err)
		}
	}
	// A worker that starts again on the same folder asks for the list alone.
	later := open(t, dir, 1<<20)
	if _, asked := asks(later, parcel.Digest()); asked != 1 {
		t.Errorf("after a restart %d blocks are asked for", asked)
	}
	judgetest.Write(t, filepath.Join(roots.Package, "submissions/wrong_answer/b.py"), "print(5)\n")
	other := packed(t, roots, p)
	uploaded(t, c.Files, other)
	if _, asked := asks(later, other.Digest()); asked != 2 {
		t.Errorf("after a change of one source %d blocks are asked for", asked)
	}
	judgetest.Check(t, store.Close())
	if _, err := os.Stat(first.Dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a closed store leaves %s: %v", first.Dir, err)
	}
}

// TestFetchAfterRemoval: a store whose folders were removed under it, or some of their files, is made again.
func TestFetchAfterRemoval(t *testing.T) {
	c := connect(t)
	roots, p := unpack(t, small)
	parcel := packed(t, roots, p)
	uploaded(t, c.Files, parcel)
	dir := t.TempDir()
	store := open(t, dir, 1<<20)
	for _, removed := range []func(Tree) string{
		func(Tree) string { return dir },
		func(Tree) string { return store.own },
		func(tree Tree) string { return filepath.Join(tree.Dir, "data/secret") },
		func(tree Tree) string { return filepath.Join(tree.Dir, "problem.yaml") },
		func(Tree) string { return store.contents },
	} {
		tree, release := fetched(t, store, c.Files, parcel.Digest())
		judgetest.Check(t, os.RemoveAll(removed(tree)))
		release()
		again, release := fetched(t, store, c.Files, parcel.Digest())
		load(t, again.Roots, "sum")
		release()
	}
	judgetest.Check(t, store.Close())
	if left, err := os.ReadDir(dir); err != nil || len(left) > 1 {
		t.Errorf("a closed store leaves %v (%v)", left, err)
	}
}

// TestFetchAfterDamage: what was left half written or was changed in the folder is not believed.
func TestFetchAfterDamage(t *testing.T) {
	c := connect(t)
	roots, p := unpack(t, small)
	parcel := packed(t, roots, p)
	uploaded(t, c.Files, parcel)
	for name, damage := range map[string]func(path string) error{
		"empty":   func(path string) error { return os.Truncate(path, 0) },
		"changed": func(path string) error { return os.WriteFile(path, []byte("2 1\n"), 0o600) },
		"folder":  func(path string) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o700)) },
		"link":    func(path string) error { return errors.Join(os.Remove(path), os.Symlink("/etc/passwd", path)) },
	} {
		dir := t.TempDir()
		before := open(t, dir, 1<<20)
		_, release := fetched(t, before, c.Files, parcel.Digest())
		release()
		judgetest.Check(t, before.Close())
		path := before.path(digestOf([]byte("1 2\n")))
		judgetest.Check(t, os.Chmod(path, 0o600))
		judgetest.Check(t, damage(path))
		tree, _ := fetched(t, open(t, dir, 1<<20), c.Files, parcel.Digest())
		if got := judgetest.Read(t, filepath.Join(tree.Dir, "data/sample/1.in")); got != "1 2\n" {
			t.Errorf("%s: laid out as %q", name, got)
		}
	}
}

// several uploads some parcels that share most of their files.
func several(t *testing.T, c cluster, n int) (digests []string) {
	t.Helper()
	for i := range n {
		roots, p := unpack(t, strings.ReplaceAll(small, "print(4)", fmt.Sprintf("print(%d)", i)))
		parcel := packed(t, roots, p)
		uploaded(t, c.Files, parcel)
		digests = append(digests, parcel.Digest())
	}
	return digests
}

// TestFetchSideBySide: goroutines get the same parcel once, and different ones whole.
func TestFetchSideBySide(t *testing.T) {
	c := connect(t)
	digests := several(t, c, 4)
	blocks := &counted{KeyValue: c.Files}
	store := open(t, t.TempDir(), 1<<20)
	var group sync.WaitGroup
	for i := range 16 {
		group.Go(func() {
			tree, release, err := store.Fetch(t.Context(), blocks, digests[i%4])
			if err != nil {
				t.Error(err)
				return
			}
			defer release()
			source, err := os.ReadFile(filepath.Join(tree.Dir, "submissions/wrong_answer/b.py"))
			if want := fmt.Sprintf("print(%d)\n", i%4); err != nil || string(source) != want {
				t.Errorf("got %q, %v, want %q", source, err, want)
			}
		})
	}
	group.Wait()
	if asked := blocks.gets.Load(); asked > 4+4+10 { // the lists, the blocks with the source, and all others once
		t.Errorf("%d blocks are asked for", asked)
	}
}

// TestFetchProcesses: processes share a folder.
func TestFetchProcesses(t *testing.T) {
	c := connect(t)
	digests := several(t, c, 12)
	dir := t.TempDir()
	var begins []func()
	var ends []func() string
	for i := range 3 {
		order := append(append([]string{"fetch", c.url, c.keys, dir}, digests[4*i:]...), digests[:4*i]...)
		begin, end := start(t, order...)
		begins, ends = append(begins, begin), append(ends, end)
	}
	for _, begin := range begins {
		begin()
	}
	for _, end := range ends {
		if said := end(); !strings.HasPrefix(said, "fetched") {
			t.Error(said)
		}
	}
	sound(t, open(t, dir, 1<<20), 12+11) // three files of the first one have one content
}

// sound checks that a store holds so many contents, each what it should be, and nothing else. Nothing is to be laid
// out.
func sound(t *testing.T, s *Store, want int) {
	t.Helper()
	contents, _, err := s.scan()
	judgetest.Check(t, err)
	for _, c := range contents {
		digest, err := digestOfFile(c.path)
		if name := strings.TrimSuffix(filepath.Base(c.path), "x"); err != nil || digest != name {
			t.Errorf("%s has the digest %s, %v", c.path, digest, err)
		}
	}
	if len(contents) != want {
		t.Errorf("%d contents, not %d", len(contents), want)
	}
	left, err := os.ReadDir(s.own)
	judgetest.Check(t, err)
	for _, entry := range left {
		t.Errorf("left behind: %s", entry.Name())
	}
}

// TestFetchKilled: what a killed process has left is removed by the next, and what it was writing is nothing.
func TestFetchKilled(t *testing.T) {
	c := connect(t)
	digest := several(t, c, 1)[0]
	dir := t.TempDir()
	killed := filepath.Join(dir, "dlxjudge-1-1-killed") // as one that lives no more: nobody holds it
	judgetest.Write(t, filepath.Join(killed, "incoming-1"), "half")
	judgetest.Write(t, filepath.Join(killed, "1/sum/problem.yaml"), "name: Sum")
	store := open(t, dir, 1<<20)
	if _, err := os.Stat(killed); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%s is still there: %v", killed, err)
	}
	tree, _ := fetched(t, store, c.Files, digest)
	other := open(t, dir, 1<<20) // of a process that lives
	if _, err := os.Stat(tree.Dir); err != nil || other.own == store.own {
		t.Errorf("a second store on the folder: %v", err)
	}
}

// TestFetchCancelled: who waits for another's fetch can give up.
func TestFetchCancelled(t *testing.T) {
	c := connect(t)
	store := open(t, t.TempDir(), 1<<20)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	store.busy <- struct{}{}
	if _, _, err := store.Fetch(ctx, c.Files, someDigest); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	<-store.busy
	if _, _, err := store.Fetch(ctx, c.Files, someDigest); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
