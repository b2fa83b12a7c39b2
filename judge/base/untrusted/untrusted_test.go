package untrusted

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
)

// within fails a test whose work does not end, before the whole run times out.
func within(t *testing.T, work func()) {
	t.Helper()
	done := make(chan struct{})
	go func() { defer close(done); work() }()
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("still blocked after a minute")
	}
}

// Irregular files are refused at once, even behind a link.
func TestOnlyRegularFilesAreOpened(t *testing.T) {
	t.Chdir(t.TempDir())
	judgetest.Check(t, errors.Join(syscall.Mkfifo("fifo", 0o600), os.Mkdir("folder", 0o755)))
	socket, err := net.Listen("unix", "socket")
	if err != nil {
		t.Skip("needs Unix sockets: ", err)
	}
	defer socket.Close()
	for target, want := range map[string]string{
		"fifo": "a FIFO, not a regular file; remove it", "socket": "a socket, not a regular file; remove it",
		"/dev/zero": "a device, not a regular file; remove it", "folder": "is a directory",
		"none": "no such file or directory",
	} {
		link := "link to " + filepath.Base(target)
		judgetest.Check(t, os.Symlink(target, link))
		for _, path := range []string{target, link} {
			within(t, func() {
				_, err := Read(path, 100)
				if want := fmt.Sprintf("open %s: %s", path, want); err == nil || err.Error() != want {
					t.Errorf("got %v, want %s", err, want)
				}
				if _, err := ReadDir(path); (err == nil) != (target == "folder") {
					t.Errorf("%s as a folder: %v", path, err)
				}
			})
		}
	}
	if _, err := Open("none"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func TestSizes(t *testing.T) {
	t.Chdir(t.TempDir())
	judgetest.Check(t, os.WriteFile("file", []byte(strings.Repeat("x", 100)), 0o644))
	judgetest.Check(t, os.Symlink("file", "link"))
	for most, want := range map[int64]bool{99: false, 100: true, 101: true} {
		text, err := Read("link", most)
		var size *SizeError
		if want && (err != nil || len(text) != 100) || !want && !errors.As(err, &size) {
			t.Errorf("at most %d: %d bytes, %v", most, len(text), err)
		}
	}
	// A hole takes no disk: a file can be far larger than memory.
	if err := os.Truncate("file", 1<<40); err != nil {
		t.Skip("needs a file system on which files have holes: ", err)
	}
	if _, err := Read("file", 100); err == nil {
		t.Error("a TiB was read")
	}
}

// A file in /proc reports size 0 but has content.
func TestSizeUnknown(t *testing.T) {
	const path = "/proc/self/environ"
	if info, err := os.Stat(path); err != nil || info.Size() != 0 {
		t.Skip("needs /proc")
	}
	if text, err := os.ReadFile(path); err != nil || len(text) < 2 {
		t.Skip("this process was started without an environment")
	}
	if _, err := Read(path, 1); err == nil {
		t.Error("more was read than is allowed")
	}
}

// A program that gets an input must find it in blocking mode.
func TestBlocking(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	judgetest.Check(t, os.WriteFile(path, nil, 0o644))
	file, err := Open(path)
	judgetest.Check(t, err)
	defer file.Close()
	flags, _, errno := syscall.Syscall(syscall.SYS_FCNTL, file.Fd(), syscall.F_GETFL, 0)
	if errno != 0 || flags&syscall.O_NONBLOCK != 0 {
		t.Errorf("flags %#x, %v", flags, errno)
	}
}

func TestReadDir(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"b", "a", "c"} {
		judgetest.Check(t, os.WriteFile(name, nil, 0o644))
	}
	entries, err := ReadDir(".")
	if err != nil || len(entries) != 3 || entries[0].Name() != "a" || entries[2].Name() != "c" {
		t.Errorf("got %v, %v", entries, err)
	}
}
