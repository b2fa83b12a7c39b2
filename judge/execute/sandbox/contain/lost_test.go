//go:build linux

package contain

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/cgroup"
	"dlxjudge/judge/execute/sandbox/helper"
)

// Only the judge's user can open its cgroup folders, so only that user can hold their locks.
func TestCgroupFoldersArePrivate(t *testing.T) {
	box := openWithCgroups(t)
	for _, dir := range box.cgroups.Dirs() {
		info, err := os.Stat(dir)
		judgetest.Check(t, err)
		if info.Mode().Perm() != 0o700 {
			t.Errorf("%s has the mode %v, want 0700", dir, info.Mode().Perm())
		}
	}
}

// Lost reports a level that the machine offers but that fails, and not one that the kernel refuses to this user.
func TestLost(t *testing.T) {
	full := fmt.Errorf("cgroup v2: %w", unix.EMFILE)
	for err, want := range map[error]bool{
		full: true, cgroup.ErrNotMounted: false,
		&helper.Error{Text: "mount", Errno: unix.EPERM}: false,
	} {
		if got := unexpected(err); got != want {
			t.Errorf("%v: lost %v, want %v", err, got, want)
		}
	}
	if lost := (&Sandbox{lost: []error{full}}).Lost(); len(lost) != 1 || !strings.Contains(lost[0], "lesser sandbox") {
		t.Errorf("Lost returns %q", lost)
	}
}

func openWithCgroups(t *testing.T) *Sandbox {
	box, err := Open(t.Context(), sandbox.Options{Scratch: publicDir(t)})
	if err != nil {
		t.Skipf("needs the linux sandbox; judge doctor says what it lacks: %v", err)
	}
	t.Cleanup(func() { box.Close() })
	if box.cgroups.Any() {
		return box
	}
	t.Skip("needs a cgroup; judge doctor says how to get one")
	return nil
}
