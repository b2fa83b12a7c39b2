package run

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// A folder can be removed although its subfolders are closed, their paths are too long, and no file can be opened for
// each level.
func TestRemoveAll(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "dir")
	inside := dir
	for range 150 {
		inside = filepath.Join(inside, "0123456789")
	}
	judgetest.Check(t, os.MkdirAll(filepath.Join(inside, "closed/below"), 0o700))
	judgetest.Write(t, filepath.Join(inside, "closed/file"), "text")
	judgetest.Check(t, os.Chmod(filepath.Join(inside, "closed"), 0))
	for above := dir + "2"; len(inside) < 8000; inside += "/0123456789" { // until paths are too long
		judgetest.Check(t, errors.Join(os.Mkdir(above, 0o700), os.Rename(dir, above+"/0123456789"),
			os.Rename(above, dir)))
	}
	var old syscall.Rlimit
	judgetest.Check(t, syscall.Getrlimit(syscall.RLIMIT_NOFILE, &old))
	defer syscall.Setrlimit(syscall.RLIMIT_NOFILE, &old)
	judgetest.Check(t, syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: 60, Max: old.Max}))
	judgetest.Check(t, RemoveAll(dir))
	if _, err := os.Stat(dir); err == nil {
		t.Error("it is still there")
	}
}
