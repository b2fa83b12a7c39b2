package whole

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

func TestWriteWhole(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "results.json")
	for _, content := range []string{"first", "2nd"} {
		judgetest.Check(t, Write(file, func(w io.Writer) error { _, err := io.WriteString(w, content); return err }))
		if got, err := os.ReadFile(file); err != nil || string(got) != content {
			t.Errorf("got %q, %v, want %q", got, err, content)
		}
	}

	// A failure leaves the old file and no temporary one.
	full := errors.New("disk full")
	err := Write(file, func(w io.Writer) error { fmt.Fprint(w, "half"); return full })
	if got, _ := os.ReadFile(file); !errors.Is(err, full) || string(got) != "2nd" {
		t.Errorf("after a failure: got %q, %v", got, err)
	}
	if names, _ := os.ReadDir(dir); len(names) != 1 {
		t.Errorf("after a failure: got %v", names)
	}
}

// The umask decides who may read a new file.
func TestUmask(t *testing.T) {
	for mask, want := range map[int]os.FileMode{0o022: 0o644, 0o077: 0o600, 0o002: 0o664} {
		file := filepath.Join(t.TempDir(), "results.json")
		before := syscall.Umask(mask)
		err := Write(file, func(w io.Writer) error { _, err := io.WriteString(w, "{}"); return err })
		syscall.Umask(before)
		judgetest.Check(t, err)
		if info, err := os.Stat(file); err != nil || info.Mode() != want {
			t.Errorf("umask %03o: %v, %v, want %v", mask, info.Mode(), err, want)
		}
	}
}

// TestWriteWholeToPipe: a pipe is written to, not replaced. Otherwise /dev/null would become a file.
func TestWriteWholeToPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip("needs a file system with named pipes: ", err)
	}
	read := make(chan string)
	go func() {
		got, _ := os.ReadFile(pipe)
		read <- string(got)
	}()
	judgetest.Check(t, Write(pipe, func(w io.Writer) error { _, err := io.WriteString(w, "{}"); return err }))
	if got := <-read; got != "{}" {
		t.Errorf("got %q", got)
	}
	if info, err := os.Stat(pipe); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("the pipe was replaced: %v, %v", info, err)
	}
}

// A replaced file keeps its permissions, and a link to it stays a link.
func TestReplaceFile(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "problem.yaml"), filepath.Join(dir, "link.yaml")
	judgetest.Check(t, os.WriteFile(file, []byte("old"), 0o600))
	judgetest.Check(t, os.Symlink("problem.yaml", link))
	judgetest.Check(t, Replace(link, []byte("new")))
	info, err := os.Lstat(file)
	judgetest.Check(t, err)
	if got := judgetest.Read(t, file); got != "new" || info.Mode() != 0o600 {
		t.Errorf("got %q, %v", got, info.Mode())
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v, %v", info, err)
	}
}

// WriteBelow writes regular and missing files, and no link or special file.
func TestWriteBelow(t *testing.T) {
	dir, outside := t.TempDir(), t.TempDir()
	judgetest.Check(t, os.Symlink(outside, filepath.Join(dir, "out")))
	judgetest.Check(t, os.Symlink("1.ans", filepath.Join(dir, "link.ans")))
	judgetest.Check(t, os.Symlink("none", filepath.Join(dir, "dangling.ans")))
	judgetest.Check(t, syscall.Mkfifo(filepath.Join(dir, "fifo"), 0o600))
	judgetest.Check(t, os.Mkdir(filepath.Join(dir, "folder"), 0o755))
	for name, fits := range map[string]bool{"1.ans": true, "new/1.ans": true, "folder/1.ans": true, "out/1.ans": false,
		"link.ans": false, "dangling.ans": false, "fifo": false, "fifo/1.ans": false, "folder": false, "../1.ans": false} {
		err := WriteBelow(dir, name, []byte("text"))
		if fits != (err == nil) || fits && judgetest.Read(t, filepath.Join(dir, name)) != "text" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if entries, err := os.ReadDir(outside); err != nil || len(entries) > 0 {
		t.Errorf("outside: %v, %v", entries, err)
	}
}

// AppendBelow loses no line if several processes append, and begins a line of its own.
func TestAppendBelow(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() { judgetest.Check(t, AppendBelow(dir, "new", "head\n", "line\n")) })
	}
	all.Wait()
	if got := strings.Count(judgetest.Read(t, filepath.Join(dir, "new")), "line\n"); got != 50 {
		t.Errorf("%d lines", got)
	}
	judgetest.Write(t, filepath.Join(dir, "old"), "cut")
	judgetest.Check(t, AppendBelow(dir, "old", "head\n", "line\n"))
	if got := judgetest.Read(t, filepath.Join(dir, "old")); got != "cut\nline\n" {
		t.Errorf("got %q", got)
	}
	judgetest.Check(t, os.Symlink("old", filepath.Join(dir, "link")))
	if err := AppendBelow(dir, "link", "", "line\n"); err == nil {
		t.Error("it writes through a link")
	}
}
