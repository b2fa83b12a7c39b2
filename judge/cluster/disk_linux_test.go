package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/clustertest"
	"dlxjudge/judge/spread/server"
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

// TestFullDiskAlone: with no other worker nothing is judged, and the reason is what the worker says. When its disk has
// room again, it goes on by itself.
func TestFullDiskAlone(t *testing.T) {
	c, _ := newCluster(t)
	full := c.workOnFull("store")
	client := c.ask("--wait", "1", "twice/accepted/right1.c")
	if status := client.status(); status != 1 {
		t.Errorf("the client ended with %d, want 1", status)
	}
	var d struct {
		Submissions []struct{ Verdict, Message string }
	}
	judgetest.Check(t, json.Unmarshal([]byte(judgetest.Read(t, c.document())), &d))
	if len(d.Submissions) != 1 || d.Submissions[0].Verdict != "" || !strings.Contains(d.Submissions[0].Message,
		syscall.ENOSPC.Error()) {
		t.Errorf("results: %+v", d)
	}
	if n := strings.Count(full.said(), ": taken\n"); n != 1 {
		t.Errorf("the worker took it %d times, want once", n)
	}
	c.nothingWaits()
	judgetest.Check(t, os.Remove(filepath.Join(c.storeOf("full"), "full")))
	full.says("this machine can judge again", 0)
	if status := c.ask("twice/accepted/right1.c").status(); status != 0 {
		t.Errorf("with room again, the client ended with %d", status)
	}
}

// TestFullDisksBeside: more full disks than a submission may be given to end in no JE where there is one more worker,
// and cluster workers says which machines take no work.
func TestFullDisksBeside(t *testing.T) {
	c, _ := newCluster(t)
	var full []*process
	for i := range testPace.MaxDeliver + 1 {
		full = append(full, c.workOnFullAs(fmt.Sprint("full", i), "store", i+1))
	}
	client := c.ask()
	for _, p := range full {
		p.says("takes no work until it can: .*"+syscall.ENOSPC.Error(), 0)
	}
	c.work("good")
	c.asAlone(client)
	listed := c.spawn("list", "workers", "--at", c.at, "--keys", c.keys(server.Client))
	if status := listed.status(); status != 0 {
		t.Fatalf("cluster workers ended with %d", status)
	}
	rows := judgetest.Read(t, filepath.Join(listed.dir, "stdout"))
	if n := strings.Count(rows, "  takes no work: no room for work in"); n != len(full) {
		t.Errorf("cluster workers:\n%s", rows)
	}
}

// workOnFull starts a worker with a disk of its own for one of its folders, which becomes full when it has begun.
func (c *cluster) workOnFull(folder string) *process {
	c.t.Helper()
	return c.workOnFullAs("full", folder, 1)
}

// workOnFullAs starts such a worker of that name, the last of so many that offer themselves.
func (c *cluster) workOnFullAs(name, folder string, workers int) *process {
	c.t.Helper()
	dir := filepath.Join(c.dir, name, folder)
	judgetest.Check(c.t, os.MkdirAll(dir, 0o700))
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=16m,mode=700"); err != nil {
		c.t.Skip("this test may not mount a small disk: ", err)
	}
	c.t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	worker := c.work(name)
	worker.eventually("it offers itself", func() bool { return len(c.offers()) == workers })
	worker.says("takes work", 0)
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
