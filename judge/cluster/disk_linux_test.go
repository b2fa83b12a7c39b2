package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/clustertest"
)

// TestFullDisk: a worker whose disk is full gives back what it takes, and another worker does it: whether the disk has
// no room for the files of a problem, or for what programs write.
func TestFullDisk(t *testing.T) {
	for _, folder := range []string{"store", "temp"} {
		t.Run(folder, func(t *testing.T) {
			c, _ := newCluster(t)
			full := c.workOnFull(folder)
			near, network := c.at, clustertest.Between(t, c.address)
			network.HoldAt("PUB judge.api.CONSUMER.MSG.NEXT.JUDGE_WORK.", 1) // the other worker gets nothing before
			c.at = network.URL()
			good := c.work("good")
			good.eventually("it offers itself", func() bool { return len(c.offers()) == 2 })
			c.at = near
			client := c.ask()
			full.says("given back: .*"+syscall.ENOSPC.Error(), 0)
			network.Release()
			c.asAlone(client)
		})
	}
}

// TestFullDiskAlone: with no other worker, a submission that was given out three times is JE, and says what the worker
// said.
func TestFullDiskAlone(t *testing.T) {
	c, _ := newCluster(t)
	full := c.workOnFull("store")
	client := c.ask("twice/accepted/right1.c")
	if status := client.status(); status != 3 {
		t.Errorf("the client ended with %d, want 3", status)
	}
	var d struct {
		Submissions []struct{ Verdict, Message string }
	}
	judgetest.Check(t, json.Unmarshal([]byte(judgetest.Read(t, c.document())), &d))
	if len(d.Submissions) != 1 || d.Submissions[0].Verdict != "JE" || !strings.Contains(d.Submissions[0].Message,
		syscall.ENOSPC.Error()) {
		t.Errorf("results: %+v", d)
	}
	if n := strings.Count(full.said(), ": taken\n"); n != testPace.MaxDeliver {
		t.Errorf("the worker took it %d times, want %d", n, testPace.MaxDeliver)
	}
	c.nothingWaits()
}

// workOnFull starts a worker with a disk of its own for one of its folders, which becomes full when it has begun.
func (c *cluster) workOnFull(folder string) *process {
	c.t.Helper()
	const name = "full"
	dir := filepath.Join(c.dir, name, folder)
	judgetest.Check(c.t, os.MkdirAll(dir, 0o700))
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=8m,mode=700"); err != nil {
		c.t.Skip("this test may not mount a small disk: ", err)
	}
	c.t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	worker := c.work(name)
	worker.eventually("it offers itself", func() bool { return len(c.offers()) == 1 })
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
