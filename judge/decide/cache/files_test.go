package cache

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
)

func TestChecksums(t *testing.T) {
	dir, start := t.TempDir(), time.Now()
	one, two := filepath.Join(dir, "one"), filepath.Join(dir, "two")
	judgetest.Write(t, one, "same")
	judgetest.Write(t, two, "same")
	files := NewFiles(t.Context())
	first, err := files.Checksum(one)
	judgetest.Check(t, err)
	if second, err := files.Checksum(two); err != nil || first != second {
		t.Errorf("files of the same content: %s and %s, %v", first, second, err)
	}
	if read := files.read(one); read.settled && time.Since(start) < coarse {
		t.Error("it was just written, and yet its stamp is to show the next change")
	}
	info, err := os.Stat(one)
	judgetest.Check(t, err)
	for _, change := range []struct {
		what string
		do   func() error
		same bool
	}{
		{"nothing", func() error { return nil }, true},
		{"its times", func() error { return os.Chtimes(one, time.Now(), time.Now()) }, true},
		{"another file of the same content in its place", func() error { return os.Rename(two, one) }, true},
		{"its content, and its size and times set back", func() error {
			if err := os.WriteFile(one, []byte("also"), 0o600); err != nil {
				return err
			}
			return os.Chtimes(one, info.ModTime(), info.ModTime())
		}, false},
		{"it is gone", func() error { return os.Remove(one) }, false},
	} {
		judgetest.Check(t, change.do())
		for _, settled := range []bool{false, true} { // true as if the file had changed long before it was read
			known := files.once(one, files.read)
			known.settled = settled
			files.known[one] = func() file { return known }
			if got := files.unchanged([]string{one}); got != change.same {
				t.Errorf("%s changed, settled %v: the same is %v", change.what, settled, got)
			}
		}
	}
	if again, err := files.Checksum(one); err != nil || again != first {
		t.Errorf("a file is read once; got %s, %v", again, err)
	}
}

// TestSetting checks that a setting is stable and depends on the sandbox.
func TestSetting(t *testing.T) {
	setting := Setting()
	first, second := setting("sandbox"), Setting()("sandbox")
	if other := setting("another"); first != second || first == other {
		t.Errorf("got %q, %q, and %q with another sandbox", first, second, other)
	}
}

// TestFolder checks that the digest follows links, changes with the files, and allows a missing folder.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	runtime, link := filepath.Join(dir, "runtime"), filepath.Join(dir, "link")
	judgetest.Write(t, filepath.Join(runtime, "lib/runtime.so"), "1.0")
	judgetest.Check(t, os.Symlink(runtime, link))
	of := func(path string) string {
		sum, err := NewFiles(t.Context()).Folder(path)
		judgetest.Check(t, err)
		return sum
	}
	old := of(link)
	if again := of(link); again != old {
		t.Errorf("got %s and %s", old, again)
	}
	judgetest.Write(t, filepath.Join(runtime, "lib/runtime.so"), "1.0.1")
	if now := of(link); now == old {
		t.Error("a changed run-time system has the same digest")
	}
	if none := of(filepath.Join(dir, "none")); none == old {
		t.Errorf("a missing run-time system has the digest %s", none)
	}
}

// A large file on a slow disk takes long to read. Ending the run stops the reading.
func TestFilesAreInterrupted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "1.in")
	judgetest.Write(t, path, "1\n")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := NewFiles(ctx).Checksum(path); !errors.Is(err, context.Canceled) {
		t.Errorf("got %q, %v, want %v", got, err, context.Canceled)
	}
}

// A path that is not a regular file, or a folder that cannot be read, makes a key under which nothing is stored,
// without blocking.
func TestNoFile(t *testing.T) {
	dir := t.TempDir()
	fifo, loop := filepath.Join(dir, "fifo"), filepath.Join(dir, "loop")
	judgetest.Check(t, syscall.Mkfifo(fifo, 0o600))
	judgetest.Check(t, os.Symlink(loop, loop))
	for _, path := range []string{fifo, dir, filepath.Join(dir, "none"), "", loop} {
		key := NewKey("", NewFiles(t.Context()))
		if path == loop {
			key.Folders("run-time system", []string{path})
		} else {
			key.File("input", path)
		}
		for _, keys := range [][2]*Key{{key, keyOf("a test")}, {keyOf("a program"), key}} {
			results := Open[string](OpenFolder(t.TempDir()), keys[0])
			results.Put(keys[0], keys[1], "AC")
			if _, cached := results.Load(keys[1]); cached {
				t.Errorf("a result is cached for %q", path)
			}
		}
	}
}
