package compile

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// The disk of the cache is full: right programs are not called wrong, whatever it is that has no room.
func TestFullDisk(t *testing.T) {
	judgetest.Need(t, "gcc")
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=512k,mode=755"); err != nil {
		t.Skip("needs root, to mount a small disk: ", err)
	}
	t.Cleanup(func() { syscall.Unmount(disk, syscall.MNT_DETACH) })
	const right = "int main(void) { return 0; }\n"
	// the program of the second is larger than the disk; the third comes when nothing fits there
	sources := []problem.Source{
		newSource(t, "main.c", right), newSource(t, "main.c", "char large[1 << 20] = {1};\n"+right),
		newSource(t, "main.c", right+"// another\n"),
	}
	temp := filepath.Join(disk, "tmp")
	t.Setenv("TMPDIR", temp)
	cache, err := OpenCache(filepath.Join(disk, "cache"), sandbox.Uncontained())
	if err = errors.Join(err, os.Mkdir(temp, 0o755)); err != nil {
		t.Fatal(err)
	}
	for i, source := range sources {
		if i == 2 {
			os.WriteFile(filepath.Join(disk, "fill"), make([]byte, 1<<20), 0o644) // fails when the disk is full
		}
		_, err := cache.Build(t.Context(), Submission, source)
		var broken *CompileError
		if (err == nil) != (i == 0) || errors.As(err, &broken) {
			t.Errorf("source %d: got %v", i, err)
		}
	}
}
