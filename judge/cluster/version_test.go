package main

import (
	"os/exec"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/base/version"
)

// TestVersion: the program says which one it is, by which workers and clients know that they fit together.
func TestVersion(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"version"}, {"--version"}} {
		out, err := exec.Command("cluster", args...).CombinedOutput()
		judgetest.Check(t, err)
		if got := strings.TrimSuffix(string(out), "\n"); got != version.Judge() { // the command is this program
			t.Errorf("cluster %s prints %q, want %q", args, got, version.Judge())
		}
	}
	if out, err := exec.Command("cluster").CombinedOutput(); err != nil || !strings.Contains(string(out),
		"cluster worker") {
		t.Errorf("without a command there is no help: %v\n%s", err, out)
	}
}
