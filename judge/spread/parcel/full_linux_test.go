package parcel

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// TestFullFileSystem: as TestFullDisk, on a file system that is really full.
func TestFullFileSystem(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs root, to mount a file system of 300 KiB")
	}
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=300k"); err != nil {
		t.Skip("no file system can be mounted here: ", err)
	}
	t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	c := connect(t)
	d := inputs(t, c, 3)
	store := open(t, dir, 1<<30)
	tree, release := fetched(t, store, c.Files, d[0])
	filler := filepath.Join(dir, "filler")
	judgetest.Check(t, os.WriteFile(filler, make([]byte, 100<<10), 0o600))
	if _, _, err := store.Fetch(t.Context(), c.Files, d[1]); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("a full disk: %v", err)
	}
	if text := judgetest.Read(t, filepath.Join(tree.Dir, "data/secret/one.in")); len(text) != 100_000 {
		t.Errorf("what is used: %d bytes", len(text))
	}
	release()
	asked(t, c, store, d[1]) // in place of the first one
	judgetest.Check(t, os.Remove(filler))
	asked(t, c, store, d[0])
	contents, _, err := store.scan()
	judgetest.Check(t, err)
	store.forget()
	store.forget()
	sound(t, store, len(contents))
}
