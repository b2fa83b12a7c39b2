//go:build linux

package contain

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox/run"
)

// publicDir makes a folder that other users can enter and read, but not write to.
func publicDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "dlxjudge-test-")
	judgetest.Check(t, err)
	t.Cleanup(func() { run.RemoveAll(dir) })
	judgetest.Check(t, os.Chmod(dir, 0o755))
	return dir
}

// buildHostile compiles the programs into a folder. If a compiler is missing, it writes NAME.skip with the reason. The
// folder is DLXJUDGE_HOSTILE if that is set; if it already holds programs, nothing is compiled.
func buildHostile(t *testing.T) string {
	dir := os.Getenv("DLXJUDGE_HOSTILE")
	if dir == "" {
		dir = publicDir(t)
	} else if entries, err := os.ReadDir(dir); err != nil {
		t.Fatal(err)
	} else if len(entries) > 0 {
		return dir
	}
	var group sync.WaitGroup
	slots := make(chan struct{}, 4)
	built := map[string]bool{}
	for _, row := range readRows(t, testing.Short()) {
		if row.command == "sh" || built[row.file] {
			continue
		}
		built[row.file] = true
		group.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			target := filepath.Join(dir, row.file)
			source, _ := filepath.Abs(filepath.Join("../testdata/hostile", row.file))
			args := []string{"-O0", "-w", "-o", target, source}
			if row.command == "go" {
				args = []string{"build", "-o", target, source}
			}
			args = append(args, row.flags...)
			path, err := exec.LookPath(row.command)
			if err != nil {
				os.WriteFile(target+".skip", []byte("no "+row.command+" on this machine"), 0o644)
				return
			}
			if output, err := exec.Command(path, args...).CombinedOutput(); err != nil {
				t.Errorf("%s does not compile: %v\n%s", row.file, err, output)
			}
		})
	}
	group.Wait()
	return dir
}

// signalNumber returns the number of a signal named without SIG.
func signalNumber(name string) string { return strconv.Itoa(int(unix.SignalNum("SIG" + name))) }

// split is strings.Split without empty parts and surrounding spaces.
func split(text, separator string) (parts []string) {
	for part := range strings.SplitSeq(text, separator) {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}
