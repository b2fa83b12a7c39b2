package kept

import (
	"path/filepath"
	"syscall"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// What is no file makes a key that keeps nothing, at once.
func TestNoFile(t *testing.T) {
	dir := t.TempDir()
	fifo := filepath.Join(dir, "fifo")
	judgetest.Check(t, syscall.Mkfifo(fifo, 0o600))
	for _, path := range []string{fifo, dir, filepath.Join(dir, "none"), ""} {
		key := NewKey("", NewSums(t.Context()))
		if key.File("input", path); !key.Broken() || key.Unchanged() {
			t.Errorf("%q is taken for a file", path)
		}
		if OpenBook[string](Open(t.TempDir()), key) != nil {
			t.Errorf("there is a book of %q", path)
		}
	}
}
