package scratch

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The folder of a process that is gone is an orphan; that of this one, and what only looks alike, is not.
func TestOrphans(t *testing.T) {
	parent := t.TempDir()
	mine, err := Make(parent)
	if err != nil {
		t.Fatal(err)
	}
	dead := filepath.Join(parent, strings.Replace(filepath.Base(mine), strconv.Itoa(os.Getpid()), gone(t), 1))
	want := []string{dead}
	if startTime(os.Getpid()) != 0 { // process 1 did not start at tick 1
		want = append(want, filepath.Join(parent, "dlxjudge-1-1-123"))
	}
	for _, dir := range append(want, filepath.Join(parent, "dlxjudge-test-9"), filepath.Join(parent, "other-1-1-1")) {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(parent, "dlxjudge-1-1-9"), nil, 0o644); err != nil { // a file is nobody's folder
		t.Fatal(err)
	}
	got := map[string]bool{}
	for _, dir := range Orphans(parent) {
		got[dir] = true
	}
	wanted := map[string]bool{}
	for _, dir := range want {
		wanted[dir] = true
	}
	if diff := cmp.Diff(wanted, got); diff != "" {
		t.Errorf("orphans (-want +got):\n%s", diff)
	}
}

// gone is the number of a process that has ended.
func gone(t *testing.T) string {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return strconv.Itoa(cmd.ProcessState.Pid())
}
