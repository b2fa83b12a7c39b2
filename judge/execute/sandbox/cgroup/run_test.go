//go:build linux

package cgroup

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox/procfs"
)

func TestReadNumber(t *testing.T) {
	for _, test := range []struct {
		text, key string
		want      int64
		ok        bool
	}{
		{"4096\n", "", 4096, true},
		{"usage_usec 12\nuser_usec 7\nsystem_usec 5\n", "usage_usec", 12, true},
		{"low 0\nhigh 0\nmax 9\noom 3\noom_kill 2\noom_group_kill 0\n", "oom_kill", 2, true},
		{"oom_kill_disable 0\nunder_oom 0\noom_kill 1\n", "oom_kill", 1, true},
		{"max\n", "", 0, false},
		{"", "", 0, false},
	} {
		path := filepath.Join(t.TempDir(), "file")
		judgetest.Check(t, os.WriteFile(path, []byte(test.text), 0o600))
		file, err := os.Open(path)
		judgetest.Check(t, err)
		defer file.Close()
		if got, ok := readNumber(file, test.key); got != test.want || ok != test.ok {
			t.Errorf("%q of %q is %d, %v; want %d, %v", test.key, test.text, got, ok, test.want, test.ok)
		}
	}
}

// cgroupFile makes a file with this text instead of one of a cgroup.
func cgroupFile(t *testing.T, text string, mode int) *os.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	judgetest.Check(t, os.WriteFile(path, []byte(text), 0o600))
	file, err := procfs.OpenBlocking(path, mode)
	judgetest.Check(t, err)
	t.Cleanup(func() { file.Close() })
	return file
}

// The kernel gives page cache back close to the limit on memory. Version 2 counts how often a program reached it.
func TestReclaimed(t *testing.T) {
	for peak, want := range map[string]bool{"40000000\n": false, "63000000\n": true} {
		g := &Group{limited: 64e6}
		g.files[memoryPeak] = cgroupFile(t, peak, os.O_RDONLY)
		if got := g.reclaimed(); got != want {
			t.Errorf("version 1, with a peak of %q: %v", peak, got)
		}
	}
	for events, want := range map[string]bool{"low 0\nmax 0\n": false, "low 0\nmax 3\n": true} {
		g := new(Group)
		g.files[folder], g.files[memoryEvents] = os.Stdin, cgroupFile(t, events, os.O_RDONLY)
		if got := g.reclaimed(); got != want {
			t.Errorf("version 2, with the events %q: %v", events, got)
		}
	}
}

// The cgroups of a judge that was killed are removed, with those below them.
func TestOrphanedCgroups(t *testing.T) {
	here, reasons := Make(t.Context(), false)
	if !here.Any() {
		t.Skipf("needs root, or a cgroup that was handed over, to make cgroups: %v", reasons)
	}
	defer here.Remove()
	left := filepath.Join(filepath.Dir(here.Dirs()[0]), "dlxjudge-1-9")
	judgetest.Check(t, os.MkdirAll(filepath.Join(left, "run"), 0o700))
	again, _ := Make(t.Context(), false)
	defer again.Remove()
	if _, err := os.Stat(left); err == nil {
		t.Errorf("%s is still there", left)
		removeCgroup(left)
	}
}

// A Pool tries again after it could not make a cgroup, and says when it gives up.
func TestPool(t *testing.T) {
	parent, away := filepath.Join(t.TempDir(), "parent"), filepath.Join(t.TempDir(), "away")
	judgetest.Check(t, os.Mkdir(parent, 0o700))
	p := NewPool(Parents{Memory: parent, CPU: parent})
	take := func() error {
		_, started, err := p.Take()
		if err == nil {
			started()
		}
		return err
	}
	for range 3 {
		judgetest.Check(t, take())
	}
	judgetest.Check(t, os.Rename(parent, away))
	var err error
	for err == nil { // some cgroups may be ready
		err = take()
	}
	if !strings.Contains(err.Error(), "the level of isolation is lost") {
		t.Errorf("without a parent: %v", err)
	}
	judgetest.Check(t, os.Rename(away, parent))
	for range 3 {
		judgetest.Check(t, take())
	}
	<-p.fresh // the folders can be removed now: it makes no more
}

// Kill kills a process in the cgroup, and not the process that calls it.
func TestKill(t *testing.T) {
	mounts, err := cgroupMounts()
	judgetest.Check(t, err)
	for version, c := range map[string]Parents{"version 2": {Unified: mounts["unified"].own},
		"version 1": {Memory: mounts["memory"].own, CPU: mounts["memory"].own}} {
		g, err := newRun(c, "dlxjudge-test-kill")
		if len(c.Dirs()) == 0 || err != nil {
			t.Logf("needs root, and a cgroup of %s: %v", version, err)
			continue
		}
		command := exec.Command("sleep", "600")
		judgetest.Check(t, command.Start())
		judgetest.Check(t, os.WriteFile(filepath.Join(g.dirs[0], "cgroup.procs"),
			[]byte(strconv.Itoa(command.Process.Pid)), 0))
		g.Kill()
		if err := command.Wait(); err == nil || err.Error() != "signal: killed" {
			t.Errorf("%s: %v", version, err)
		}
		judgetest.Check(t, g.Remove())
	}
}

// In a container, the judge's own cgroup is the only one, and has processes.
func TestVacate(t *testing.T) {
	mounts, err := cgroupMounts()
	judgetest.Check(t, err)
	root := mounts["unified"].root
	all, _ := os.ReadFile(filepath.Join(root, "cgroup.controllers"))
	enabled, _ := os.ReadFile(filepath.Join(root, "cgroup.subtree_control"))
	words := strings.Fields(string(all))
	if len(words) == 0 || os.Geteuid() != 0 {
		t.Skip("needs root, and a controller of cgroup version 2")
	}
	defer func(old []string) { controllers = old }(controllers)
	controllers = words[:1]
	if !strings.Contains(string(enabled), controllers[0]) {
		judgetest.Check(t, delegate(root))
		defer os.WriteFile(filepath.Join(root, "cgroup.subtree_control"), []byte("-"+controllers[0]), 0)
	}
	container := filepath.Join(root, "dlxjudge-test-container")
	judgetest.Check(t, os.Mkdir(container, 0o700))
	command := exec.Command("sleep", "600")
	judgetest.Check(t, command.Start())
	defer command.Wait()
	defer removeCgroup(container) // which kills what is left
	judgetest.Check(t, os.WriteFile(filepath.Join(container, "cgroup.procs"),
		[]byte(strconv.Itoa(command.Process.Pid)), 0))
	if dir, err := newUnified(cgroupMount{container, container}); err != nil || filepath.Dir(dir) != container {
		t.Errorf("got %q, %v", dir, err)
	}
}

// A version 1 hierarchy for memory alone works without that for CPU time.
func TestWithoutCPU(t *testing.T) {
	if os.Getenv("DLXJUDGE_WITHOUT_CPU") == "" {
		command := exec.Command("/proc/self/exe", "-test.run=^TestWithoutCPU$", "-test.v")
		command.Env = append(os.Environ(), "DLXJUDGE_WITHOUT_CPU=1", "TMPDIR="+t.TempDir())
		command.SysProcAttr = &syscall.SysProcAttr{Unshareflags: unix.CLONE_NEWNS}
		if output, err := command.CombinedOutput(); errors.Is(err, unix.EPERM) {
			t.Skip("needs root, to unmount a hierarchy: ", err)
		} else if err != nil {
			t.Errorf("%v\n%s", err, output)
		}
		return
	}
	mounts, err := cgroupMounts()
	judgetest.Check(t, err)
	if err := unix.Unmount(mounts["cpuacct"].root, unix.MNT_DETACH); err != nil || mounts["memory"].root == "" {
		t.Log("needs version 1: ", err)
		return
	}
	c, reasons := Make(t.Context(), false)
	defer c.Remove()
	if files, _ := os.ReadDir(os.TempDir()); len(files) > 0 || c.Memory == "" {
		t.Errorf("%+v, %v, in the temporary folder: %v", c, reasons, files)
	}
}
