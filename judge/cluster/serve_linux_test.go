package main

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// TestServeFullDisk: a disk without room is no mistake of whoever starts the server.
func TestServeFullDisk(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=64k,mode=700"); err != nil {
		t.Skipf("needs a small file system: %v", err)
	}
	t.Cleanup(func() { judgetest.Check(t, syscall.Unmount(disk, 0)) })
	_, _, err := serve(t.Context(), "--listen", "127.0.0.1:0", "--keys", filepath.Join(t.TempDir(), "keys"), "--store",
		filepath.Join(disk, "store"))
	if err == nil || !strings.Contains(err.Error(), "the store has no room") || status(t.Context(), err, false) != 3 {
		t.Errorf("status %d, %v; want 3", status(t.Context(), err, false), err)
	}
}
