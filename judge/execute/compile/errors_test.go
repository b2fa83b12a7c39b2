package compile

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/read/problem"
)

// A source can make a compiler print anything, so only the kernel's confirmation blames the machine.
func TestMachineError(t *testing.T) {
	if freeSpace(t.TempDir()) < scarce || freeSpace(os.TempDir()) < scarce {
		t.Skip("the disk is nearly full; free some of it")
	}
	c := compilation{language: Language{Compilers: []string{"gcc"}}, work: t.TempDir()}
	for _, test := range []struct {
		printed string
		killed  int // processes since the compilation started
		machine bool
	}{
		{"gcc: fatal error: Killed signal terminated program cc1", 1, true},
		{"gcc: fatal error: Killed signal terminated program cc1", 0, false},
		{"cc1: out of memory allocating 65536 bytes", 1, true},
		{"main.c:1: wrong", 1, false},
		{"cc1: fatal error: error writing to /tmp/x.s: No space left on device", 1, false},
	} {
		err := c.orMachineError(&CompileError{Output: test.printed}, outOfMemoryKills()-test.killed)
		if errors.Is(err, syscall.ENOMEM) != test.machine || test.machine && err.Error() != "gcc cannot compile on "+
			"this machine: cannot allocate memory; free disk space or memory and try again. It says:\n"+test.printed {
			t.Errorf("%s, %d killed: got %v", test.printed, test.killed, err)
		}
	}
	other := errors.New("other")
	if err := c.orMachineError(other, -1); err != other {
		t.Errorf("got %v, want the error as it was", err)
	}
}

// If the cache's disk is full, correct programs are not blamed, whatever did not fit.
func TestFullDisk(t *testing.T) {
	judgetest.Need(t, "gcc")
	disk := t.TempDir()
	mount := exec.Command("mount", "-t", "tmpfs", "-o", "size=512k,mode=755", "tmpfs", disk)
	if text, err := mount.CombinedOutput(); err != nil {
		t.Skipf("needs root, to mount a small disk: %v: %s", err, text)
	}
	t.Cleanup(func() { exec.Command("umount", "-l", disk).Run() })
	const right = "int main(void) { return 0; }\n"
	// the second source's program does not fit on the disk; the third source is built when nothing fits
	sources := []problem.Source{
		newSource(t, "main.c", right), newSource(t, "main.c", "char large[1 << 20] = {1};\n"+right),
		newSource(t, "main.c", right+"// another\n"),
	}
	temp := filepath.Join(disk, "tmp")
	t.Setenv("TMPDIR", temp)
	cache, err := OpenCache(filepath.Join(disk, "cache"), plain.Executor{})
	judgetest.Check(t, errors.Join(err, os.Mkdir(temp, 0o755)))
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
