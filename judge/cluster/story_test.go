//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
)

// TestStory runs cluster serve, two of cluster worker, and cluster run, each as a process. It kills the server between
// two results and restarts it with an empty store. The long tests cover all other faults.
func TestStory(t *testing.T) {
	t.Parallel()
	c, first := startCluster(t, "test")
	writePackage(t, c.pack, c.tag, 0, "")
	keepSubmissions(t, c.pack, "accepted/right1.c", "wrong_answer/first.c")
	second := c.spawn("second", "serve", "--listen", "127.0.0.1:0", "--keys", c.roles, "--store", filepath.Join(c.dir,
		"another"))
	status := second.status()
	if status != 2 || !strings.Contains(second.stderr(), "another cluster serve uses these") {
		t.Errorf("a second server with the same keys ended with %d", status)
	}
	third := c.spawn("third", "serve", "--listen", "127.0.0.1:0", "--keys", filepath.Join(c.dir, "other-keys"),
		"--store", filepath.Join(c.dir, "store"))
	if status := third.status(); status != 2 || !strings.Contains(third.stderr(), "another cluster serve uses this") {
		t.Errorf("a second server with the same store ended with %d", status)
	}
	first.signal(syscall.SIGSTOP)
	add := c.spawn("add", "key", "add", "m1", "--keys", c.roles)
	add.eventually("there is a key", func() bool {
		_, err := os.Stat(filepath.Join(c.roles, "known", "m1"))
		return err == nil
	})
	c.spawn("list", "key", "list", "--keys", c.roles).status() // takes longer than the rest of the first command
	select {
	case <-add.ended:
		t.Error("cluster key add has ended before the server knows the key")
	default:
	}
	first.signal(syscall.SIGCONT)
	if status := add.status(); status != 0 {
		t.Fatalf("cluster key add ended with %d: %s", status, add.stderr())
	}
	conn, err := wire.Dial(t.Context(), c.direct, c.keys("m1"), wire.Worker, "m1", testPace)
	judgetest.Check(t, err)
	conn.Close()
	serverKilled(c, first, "other", 2)
}

// TestKeyContainer: a command for keys reaches a server that is process 1 of its container.
func TestKeyContainer(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root may make a namespace of processes alone")
	}
	c := prepareCluster(t, "test")
	c.address, c.roles = freeAddresses(t, 1)[0], filepath.Join(c.dir, "keys")
	judgetest.Check(t, server.Init(c.roles))
	c.within = []string{"unshare", "--pid", "--fork", "--kill-child"}
	pid := c.serve("store").cmd.Process.Pid
	inside := strings.TrimSpace(judgetest.Read(t, fmt.Sprintf("/proc/%d/task/%d/children", pid, pid)))
	c.within = []string{"nsenter", "--pid", "--target", inside}
	p := c.spawn("add", "key", "add", "m1", "--keys", c.roles)
	if status := p.status(); status != 0 ||
		!strings.Contains(judgetest.Read(t, filepath.Join(p.dir, "stdout")), "the server has loaded the change") {
		t.Errorf("cluster key add ended with %d: %s", status, p.stderr())
	}
}

// keepSubmissions removes all other submissions of a package.
func keepSubmissions(t testing.TB, pack string, names ...string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(pack, "submissions/*/*"))
	if err != nil || len(files) < len(names) {
		t.Fatal(files, err)
	}
	for _, file := range files {
		keep := false
		for _, name := range names {
			keep = keep || strings.HasSuffix(file, name)
		}
		if !keep {
			judgetest.Check(t, os.Remove(file))
		}
	}
}
