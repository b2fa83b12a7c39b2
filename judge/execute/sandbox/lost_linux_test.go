package sandbox

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/base/scratch"
)

// Only the judge's user can open its cgroup folders, and so only that user can hold their locks.
func TestCgroupFoldersArePrivate(t *testing.T) {
	box := openWithCgroups(t)
	for _, dir := range box.cgroups.dirs() {
		info, err := os.Stat(dir)
		judgetest.Check(t, err)
		if info.Mode().Perm() != 0o700 {
			t.Errorf("%s has the mode %v, want 0700", dir, info.Mode().Perm())
		}
	}
}

// A cgroup that another process holds is reported. A cgroup that the kernel refuses to this user is not.
func TestLostCgroup(t *testing.T) {
	dir := openWithCgroups(t).cgroups.dirs()[0]
	name := "dlxjudge-1-1-" + t.Name()
	held := filepath.Join(filepath.Dir(dir), name)
	judgetest.Check(t, scratch.MakeAt(held))
	t.Cleanup(func() { removeCgroup(held) })
	c, reasons := newCgroups(name, true)
	t.Cleanup(c.remove)
	if !slices.ContainsFunc(reasons, unexpected) {
		t.Errorf("no lost cgroup among %v", reasons)
	}
	box := &linux{lost: reasons}
	lost := Lost(box)
	if len(lost) == 0 || !strings.Contains(lost[0], "lesser sandbox") {
		t.Errorf("Lost returns %q", lost)
	}
	box.lost = append(box.lost, &helperError{"mount", unix.EPERM})
	if refused := Lost(box); !slices.Equal(refused, lost) {
		t.Errorf("a refusal by the kernel is reported as a loss: %q", refused)
	}
}

// openWithCgroups opens a sandbox that has cgroups, or skips the test.
func openWithCgroups(t *testing.T) *linux {
	opened, err := openLinux(Options{Scratch: publicDir(t)})
	if err != nil {
		t.Skipf("needs the linux sandbox; judge doctor says what it lacks: %v", err)
	}
	t.Cleanup(func() { opened.Close() })
	if box := opened.(*linux); box.cgroups.any() {
		return box
	}
	t.Skip("needs a cgroup; judge doctor says how to get one")
	return nil
}
