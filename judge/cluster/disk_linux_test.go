package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// TestFullDisk: a worker with a full disk gives back its work, and another worker does it. The disk lacks room either
// for the files of a problem or for the output of programs.
func TestFullDisk(t *testing.T) {
	for _, folder := range []string{"store", "temp"} {
		t.Run(folder, func(t *testing.T) {
			c, _ := newCluster(t)
			full := c.workOnFull(folder)
			client := c.ask()
			full.waitFor("given back: .*"+syscall.ENOSPC.Error(), 0)
			c.work("good")
			c.asAlone(client)
		})
	}
}

// workOnFull starts a worker with a separate disk for one of its folders. The disk becomes full after the start.
func (c *cluster) workOnFull(folder string) *process {
	c.t.Helper()
	dir := filepath.Join(c.dir, "full", folder)
	judgetest.Check(c.t, os.MkdirAll(dir, 0o700))
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=16m,mode=700"); err != nil {
		c.t.Skip("this test may not mount a small disk: ", err)
	}
	c.t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	worker := c.work("full")
	worker.waitFor("takes work", 0)
	fill(c.t, filepath.Join(dir, "full"))
	return worker
}

// fill writes a file until the disk that it is on is full.
func fill(t testing.TB, path string) {
	t.Helper()
	f, err := os.Create(path)
	judgetest.Check(t, err)
	defer f.Close()
	zeros, err := os.Open("/dev/zero")
	judgetest.Check(t, err)
	defer zeros.Close()
	if _, err := io.Copy(f, zeros); !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("the disk is not full: %v", err)
	}
}
