package server

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/wire"
)

// TestMaxStore: when the store has reached its bound a client is told so, and what is there can still be read and
// worked on.
func TestMaxStore(t *testing.T) {
	s, keys := running(t, func(o *Options) { o.MaxStore = 4 << 20 })
	client := as(t, s, keys, Client)
	ctx := inTime(t)
	_, err := client.Files.Put(ctx, "small", []byte("kept"))
	judgetest.Check(t, err)
	block := make([]byte, 1000<<10)
	for n := 0; err == nil && n < 8; n++ {
		_, err = client.Files.Put(ctx, fmt.Sprintf("block-%d", n), block)
	}
	if !wire.StoreFull(err) {
		t.Errorf("8 blocks of a megabyte into 4: %v", err)
	}
	if err := wire.Explain(err); err == nil || !strings.Contains(err.Error(),
		"the server's store is full; start it with a larger --max-store") {
		t.Errorf("the client hears %v", err)
	}
	entry, err := as(t, s, keys, Worker).Files.Get(ctx, "small")
	judgetest.Check(t, err)
	if string(entry.Value()) != "kept" {
		t.Errorf("what was there is now %q", entry.Value())
	}

	s.Stop()
	larger, err := Start(t.Context(), Options{Listen: "127.0.0.1:0", Store: s.lock.dir, Keys: keys, MaxStore: 16 << 20,
		Pace: quick})
	judgetest.Check(t, err)
	t.Cleanup(larger.Stop)
	_, err = as(t, larger, keys, Client).Files.Put(ctx, "other", block)
	judgetest.Check(t, err)
}

// disk is a small file system of its own.
func disk(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "mode=700,size="+size); err != nil {
		t.Skipf("needs a small file system: %v", err)
	}
	t.Cleanup(func() { judgetest.Check(t, syscall.Unmount(dir, 0)) })
	return dir
}

// TestFullDisk: a server does not start on a disk without room, and ends when there is none any more.
func TestFullDisk(t *testing.T) {
	store := disk(t, "16m")
	s, keys := running(t, func(o *Options) { o.Store, o.MaxStore = filepath.Join(store, "store"), 1<<30 })
	client := as(t, s, keys, Client)
	ctx, cancel := context.WithCancel(inTime(t))
	put := make(chan error)
	go func() { // nobody tells the client: it waits until the server ends, or for as long as it likes
		var err error
		for n := 0; err == nil && n < 32; n++ {
			_, err = client.Files.Put(ctx, fmt.Sprintf("block-%d", n), make([]byte, 1000<<10))
		}
		put <- err
	}()
	err := s.Wait(ctx)
	if !errors.Is(err, ErrFailed) || !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(),
		"make room on that disk") {
		t.Errorf("the server ends with %v", err)
	}
	cancel()
	if <-put == nil {
		t.Error("32 MiB are stored on a disk of 16")
	}
	s.Stop()

	rest := filepath.Join(store, "rest")
	file, err := os.Create(rest)
	judgetest.Check(t, err)
	for err == nil {
		_, err = file.Write(make([]byte, 4096))
	}
	file.Close()
	o := Options{Listen: "127.0.0.1:0", Store: filepath.Join(store, "store"), Keys: keys, Pace: quick}
	if _, err = Start(t.Context(), o); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("on a full disk it starts, or ends with %v", err)
	}
	judgetest.Check(t, os.Remove(rest))
}

// TestReadOnlyDisk: it does not start where it cannot write.
func TestReadOnlyDisk(t *testing.T) {
	store, keys := disk(t, "1m"), t.TempDir()
	judgetest.Check(t, Init(keys))
	if err := syscall.Mount("", store, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skipf("needs a file system that is mounted again: %v", err)
	}
	for _, dir := range []string{store, filepath.Join(store, "below")} {
		_, err := Start(t.Context(), Options{Listen: "127.0.0.1:0", Store: dir, Keys: keys, Pace: quick})
		if !errors.Is(err, syscall.EROFS) || !strings.Contains(err.Error(), "choose another with --store") {
			t.Errorf("%s: %v", dir, err)
		}
	}
}
