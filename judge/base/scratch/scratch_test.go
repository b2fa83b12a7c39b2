package scratch

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
)

// The folder that nobody holds is an orphan, whatever process its name tells; that of a living judge, and what only
// looks alike, is not.
func TestOrphans(t *testing.T) {
	parent := t.TempDir()
	if _, err := Make(parent); err != nil { // of this process
		t.Fatal(err)
	}
	other := makeInAnother(t, parent, false)
	killed := makeInAnother(t, parent, true)
	sameNumbers := filepath.Join(parent, fmt.Sprintf("dlxjudge-%d-%d-9", os.Getpid(), startTime(os.Getpid())))
	for _, dir := range []string{sameNumbers, filepath.Join(parent, "dlxjudge-test-9"), filepath.Join(parent,
		"other-1-1-1")} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	// a file is nobody's folder
	if err := os.WriteFile(filepath.Join(parent, "dlxjudge-1-1-9"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for _, dir := range Orphans(parent) {
		got[dir] = true
	}
	if diff := cmp.Diff(map[string]bool{killed: true, sameNumbers: true}, got); diff != "" {
		t.Errorf("orphans (-want +got):\n%s\nthe other judge holds %s", diff, other)
	}
}

// A folder is held no longer than it exists, so that a judge that makes many does not run out of files.
func TestHoldIsDropped(t *testing.T) {
	parent := t.TempDir()
	for range 50 {
		dir, err := Make(parent)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(dir); err != nil {
			t.Fatal(err)
		}
	}
	held.Lock()
	defer held.Unlock()
	removedOnes := 0
	for _, folder := range held.folders {
		if removed(folder) {
			removedOnes++
		}
	}
	if removedOnes > 1 {
		t.Errorf("%d folders that are gone are still open", removedOnes)
	}
}

// What judges make is theirs although others tidy up the same folder all the while: Hold comes after Mkdir.
func TestMadeWhileOthersTidy(t *testing.T) {
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
		dir := filepath.Join(parent, fmt.Sprintf("%s%d-1-%d", prefix, os.Getpid(), i))
		judgetest.Check(t, MakeAt(dir))
		if _, err := os.Stat(dir); err != nil {
			t.Fatalf("round %d: what was made is gone: %v", i, err)
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

// makeInAnother has another process make a folder below parent. The process lives as long as the test, or is killed.
func makeInAnother(t *testing.T, parent string, kill bool) (dir string) {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestMain$")
	cmd.Env = append(os.Environ(), "DLXJUDGE_SCRATCH_PARENT="+parent)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
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

// FuzzParse: the names that Make gives are read, and nothing is taken for a judge's folder that does not have its form.
func FuzzParse(f *testing.F) {
	f.Add("dlxjudge-17-4242-9", 17, int64(4242))
	f.Add("dlxjudge-0-1-9", 1, int64(-1))
	f.Add("dlxjudge-99999999999999999999-1-9", 1, int64(0))
	f.Fuzz(func(t *testing.T, name string, pid int, started int64) {
		if pid, _, ours := parse(name); ours && (pid <= 0 || !strings.HasPrefix(name, prefix)) {
			t.Errorf("%q is taken for a folder of the process %d", name, pid)
		}
		if got, at, ours := parse(fmt.Sprintf("%s%d-%d-%d", prefix, pid, started, 9)); pid > 0 && started >= 0 &&
			(!ours || got != pid || at != started) {
			t.Errorf("process %d since %d is read as %d since %d", pid, started, got, at)
		}
	})
}
