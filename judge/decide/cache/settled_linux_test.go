package cache

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/base/store"
)

// A program that maps a file can change it repeatedly without changing its times. A checksum stored under these times
// must not survive the next change.
func TestChangedThroughMapping(t *testing.T) {
	path := filepath.Join(t.TempDir(), "1.ans")
	judgetest.Write(t, path, "1\n")
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	judgetest.Check(t, err)
	defer file.Close()
	text, err := unix.Mmap(int(file.Fd()), 0, 2, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	judgetest.Check(t, err)
	defer unix.Munmap(text)
	stamp := func() (string, time.Time) {
		info, err := file.Stat()
		judgetest.Check(t, err)
		return store.Stamp(info)
	}

	text[0] = '2'
	before, changed := stamp()
	for tick := changed; !tick.After(changed); { // file times have a resolution of milliseconds
		var now unix.Timespec
		judgetest.Check(t, unix.ClockGettime(unix.CLOCK_REALTIME_COARSE, &now))
		tick = time.Unix(now.Unix())
	}
	if !settled(file, time.Second) {
		t.Skip("on this file system, a file that changed lately is read again in the next run")
	}
	text[0] = '3'
	if after, _ := stamp(); after == before {
		t.Error("the answer changed, but its stamp did not")
	}
}

// Times prove nothing about files that are never written to a disk.
func TestNeverSettled(t *testing.T) {
	dir, err := os.MkdirTemp("/dev/shm", "judge-test-")
	if err != nil {
		t.Skip("no file system in memory:", err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "1.ans")
	judgetest.Write(t, path, "1\n")
	var system unix.Statfs_t
	if judgetest.Check(t, unix.Statfs(path, &system)); system.Type != unix.TMPFS_MAGIC {
		t.Skip("/dev/shm is not in memory")
	}
	file, err := os.Open(path)
	judgetest.Check(t, err)
	defer file.Close()
	if settled(file, 365*24*time.Hour) {
		t.Error("settled trusts the times of a file in memory")
	}
}
