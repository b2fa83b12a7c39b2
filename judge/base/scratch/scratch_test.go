package scratch

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
)

// An orphan is a judge's folder that no living judge has locked. Files and folders with other names do not count.
func TestOrphans(t *testing.T) {
	parent := t.TempDir()
	_, err := Make(parent) // by this process
	judgetest.Check(t, err)
	living, killed := makeInAnother(t, parent, false), makeInAnother(t, parent, true)
	unlocked := filepath.Join(parent, fmt.Sprintf("dlxjudge-%d-9", os.Getpid()))
	for _, dir := range []string{unlocked, filepath.Join(parent, "dlxjudge-test-9"),
		filepath.Join(parent, "other-1-1"), filepath.Join(parent, "dlxjudge-0.9.0-linux")} {
		judgetest.Check(t, os.Mkdir(dir, 0o755))
	}
	judgetest.Write(t, filepath.Join(parent, "dlxjudge-1-9"), "")
	got := map[string]bool{}
	for _, dir := range Orphans(parent) {
		got[dir] = true
	}
	if diff := cmp.Diff(map[string]bool{killed: true, unlocked: true}, got); diff != "" {
		t.Errorf("orphans (-want +got):\n%s\nthe other judge has locked %s", diff, living)
	}
}

// Removed folders are closed, so that a judge that makes many does not run out of file descriptors.
func TestLocksAreDropped(t *testing.T) {
	parent := t.TempDir()
	for range 50 {
		dir, err := Make(parent)
		judgetest.Check(t, err)
		judgetest.Check(t, os.Remove(dir))
	}
	locked.Lock()
	defer locked.Unlock()
	open := 0
	for _, folder := range locked.folders {
		if removed(folder) {
			open++
		}
	}
	if open > 1 {
		t.Errorf("%d folders that are gone are still open", open)
	}
}

// A judge keeps its new folders even if others remove orphans between making and locking.
func TestMakeWhileOthersTidy(t *testing.T) {
	parent := t.TempDir()
	var tidiers sync.WaitGroup
	done := make(chan struct{})
	for range 2 {
		tidiers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				for _, dir := range Orphans(parent) {
					os.Remove(dir)
				}
			}
		})
	}
	for i := range 400 {
		dir, err := Make(parent)
		judgetest.Check(t, err)
		if _, err := os.Stat(dir); err != nil {
			t.Fatalf("round %d: the new folder is gone: %v", i, err)
		}
		if i%8 != 0 {
			judgetest.Check(t, os.Remove(dir))
		}
	}
	close(done)
	tidiers.Wait()
	left, err := filepath.Glob(filepath.Join(parent, prefix+"*"))
	judgetest.Check(t, err)
	if len(left) != 50 {
		t.Errorf("%d folders are left of 50", len(left))
	}
}

// makeInAnother makes a folder below parent in another process, which lives as long as the test or is killed.
func makeInAnother(t *testing.T, parent string, kill bool) (dir string) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestMain$")
	cmd.Env = append(os.Environ(), "DLXJUDGE_SCRATCH_PARENT="+parent)
	stdin, err := cmd.StdinPipe()
	judgetest.Check(t, err)
	stdout, err := cmd.StdoutPipe()
	judgetest.Check(t, err)
	judgetest.Check(t, cmd.Start())
	end := func() {
		cmd.Process.Kill()
		cmd.Wait()
		stdin.Close()
	}
	if line := bufio.NewScanner(stdout); line.Scan() {
		dir = line.Text()
	}
	if kill {
		end()
	} else {
		t.Cleanup(end)
	}
	return dir
}

func TestMain(m *testing.M) {
	if parent := os.Getenv("DLXJUDGE_SCRATCH_PARENT"); parent != "" {
		dir, err := Make(parent)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println(dir)
		io.Copy(io.Discard, os.Stdin)
		return
	}
	os.Exit(m.Run())
}
