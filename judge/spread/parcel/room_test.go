package parcel

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// inputs uploads parcels that have an input of their own each, of 100,000 bytes, and less than 1,000 other bytes.
func inputs(t *testing.T, c cluster, n int) (digests []string) {
	t.Helper()
	for i := range n {
		roots, p := unpack(t, small)
		judgetest.Write(t, filepath.Join(roots.Package, "data/secret/one.in"), strings.Repeat(fmt.Sprintf("%09d\n", i),
			10_000))
		parcel := packed(t, roots, p)
		uploaded(t, c.Files, parcel)
		digests = append(digests, parcel.Digest())
	}
	return digests
}

// asked is how many blocks a fetch asks for. The parcel is released.
func asked(t *testing.T, c cluster, s *Store, digest string) int64 {
	t.Helper()
	blocks := &counted{KeyValue: c.Files}
	_, release := fetched(t, s, blocks, digest)
	release()
	return blocks.gets.Load()
}

// TestRoom: a store keeps to its bound. What was not used for longest goes, and what is used never does.
func TestRoom(t *testing.T) {
	c := connect(t)
	d := inputs(t, c, 4)
	store := open(t, t.TempDir(), 250_000) // of two parcels
	for _, digest := range []string{d[0], d[1], d[0], d[2]} {
		asked(t, c, store, digest)
	}
	if got := asked(t, c, store, d[0]); got != 0 {
		t.Errorf("the parcel that was used last but one: %d blocks are asked for", got)
	}
	if got := asked(t, c, store, d[1]); got == 0 {
		t.Error("the parcel that was not used for longest is still there")
	}
	if _, total, err := store.scan(); err != nil || total > 250_000 {
		t.Errorf("%d bytes, %v", total, err)
	}

	first, release := fetched(t, store, c.Files, d[0])
	_, releaseSecond := fetched(t, store, c.Files, d[1])
	_, _, err := store.Fetch(t.Context(), c.Files, d[2])
	if err == nil || !strings.Contains(err.Error(), "no room for") {
		t.Errorf("a third parcel beside two that are used: %v", err)
	}
	releaseSecond()
	asked(t, c, store, d[2])
	asked(t, c, store, d[3])
	if text, err := os.ReadFile(filepath.Join(first.Dir, "data/secret/one.in")); err != nil || len(text) != 100_000 {
		t.Errorf("what is used: %d bytes, %v", len(text), err)
	}
	release()
}

// TestRoomShared: a store of another process on the folder removes nothing that is used in this one.
func TestRoomShared(t *testing.T) {
	c := connect(t)
	d := inputs(t, c, 3)
	dir := t.TempDir()
	one, two := open(t, dir, 250_000), open(t, dir, 250_000)
	tree, release := fetched(t, one, c.Files, d[0])
	asked(t, c, two, d[1])
	asked(t, c, two, d[2])
	if got := asked(t, c, two, d[0]); got != 1 {
		t.Errorf("%d values are asked for in place of the list alone", got)
	}
	if text, err := os.ReadFile(filepath.Join(tree.Dir, "data/secret/one.in")); err != nil || len(text) != 100_000 {
		t.Errorf("what is used: %d bytes, %v", len(text), err)
	}
	release()
}

// TestFullDisk: a disk that is full is an error of this machine. What was there stays as it was, and with more room it
// goes on.
func TestFullDisk(t *testing.T) {
	c := connect(t)
	d := inputs(t, c, 3)
	store := open(t, t.TempDir(), 1<<20)
	left := 50_000
	full := func(out *os.File, content []byte) (int, error) {
		if left -= len(content); left < 0 {
			n, _ := out.Write(content[:len(content)/2])
			return n, &os.PathError{Op: "write", Path: out.Name(), Err: syscall.ENOSPC}
		}
		return out.Write(content)
	}
	store.write = full
	_, _, err := store.Fetch(t.Context(), c.Files, d[0])
	if !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("%v", err)
	}
	contents, _, err := store.scan()
	judgetest.Check(t, err)
	sound(t, store, len(contents))

	store.write = (*os.File).Write
	asked(t, c, store, d[0])

	// What nobody uses is removed where the disk has less room than the store may take.
	left = 10
	store.write = func(out *os.File, content []byte) (int, error) {
		n, err := full(out, content)
		left = 1 << 20 // after the first error
		return n, err
	}
	asked(t, c, store, d[1])
	if got := asked(t, c, store, d[0]); got == 0 {
		t.Error("a full disk, and nothing was removed")
	}
}
