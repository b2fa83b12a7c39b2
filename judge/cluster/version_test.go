package main

import (
	"os/exec"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/base/version"
)

// TestVersion: the program prints the version that must be the same in workers and clients.
func TestVersion(t *testing.T) {
	t.Parallel()
	b := version.ThisBuild() // the command is this program
	for argument, want := range map[string]string{
		"version": strings.Join(b.Lines("cluster"), "\n"), "--version": b.Line("cluster"),
	} {
		out, err := exec.Command("cluster", argument).CombinedOutput()
		judgetest.Check(t, err)
		if got := strings.TrimSuffix(string(out), "\n"); got != want || !strings.Contains(got, version.Judge()) {
			t.Errorf("cluster %s prints %q, want %q", argument, got, want)
		}
	}
	if out, err := exec.Command("cluster").CombinedOutput(); err != nil || !strings.Contains(string(out),
		"cluster worker") {
		t.Errorf("without a command there is no help: %v\n%s", err, out)
	}
}
