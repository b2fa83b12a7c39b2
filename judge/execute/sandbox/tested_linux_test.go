package sandbox

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/base/store"
)

// openBest opens the best sandbox with what is kept in a cache, and reports whether it tested itself.
func openBest(t *testing.T, scratch string, kept *tested) (box *linux, self bool) {
	t.Helper()
	opened, err := openLinux(Options{Scratch: scratch, tested: kept})
	if err != nil {
		t.Skipf("needs a sandbox; judge doctor says what this machine allows: %v", err)
	}
	t.Cleanup(func() { opened.Close() })
	box = opened.(*linux)
	return box, box.spare.run > 0
}

// The second judge of a machine as it is tests nothing, and one with anything else does. Either has the same isolation.
func TestTestedOnce(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	kept, scratch := openTested(), publicDir(t)
	first, self := openBest(t, scratch, kept)
	if !self {
		t.Error("the first judge did not test itself")
	}
	second, self := openBest(t, scratch, openTested())
	if self {
		t.Error("the second judge tested itself again")
	}
	if first.isolation != second.isolation || strings.Join(first.cgroups.kinds(), " ") !=
		strings.Join(second.cgroups.kinds(), " ") {
		t.Errorf("%v and then %v", first, second)
	}
	worker, err := second.Worker(0)
	judgetest.Check(t, err)
	defer worker.Close()
	judgetest.Check(t, worker.(*linuxWorker).selfTest())
	if _, self := openBest(t, scratch, &tested{kept.kept, kept.state + "another boot"}); !self {
		t.Error("a machine in another state was not tested")
	}
	if _, self := openBest(t, scratch, nil); !self {
		t.Error("judge doctor, which passes nothing, was not tested")
	}
}

// An entry that is damaged, or another user's, or of a level at which a run has failed, spares no test.
func TestTestedDamaged(t *testing.T) {
	for name, damage := range map[string]func(path string) error{
		"truncated":      func(path string) error { return os.Truncate(path, 70) },
		"empty":          func(path string) error { return os.Truncate(path, 0) },
		"open to others": func(path string) error { return os.Chmod(path, 0o666) },
		"a link":         func(path string) error { os.Rename(path, path+"0"); return os.Symlink(path+"0", path) },
		"a FIFO":         func(path string) error { os.Remove(path); return syscall.Mkfifo(path, 0o600) },
		"of another key": func(path string) error { return os.WriteFile(path, []byte(strings.Repeat("0", 64)+"\nran"), 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			kept := &tested{store.Open(t.TempDir(), testedBounds), "state"}
			kept.keep("level")
			if !kept.works("level") || kept.works("another") {
				t.Fatal("it is not kept, or too much is")
			}
			judgetest.Check(t, damage(filepath.Join(kept.kept.Dir, kept.key("level"))))
			if kept.works("level") {
				t.Error("it is believed")
			}
		})
	}
	kept := &tested{store.Open(t.TempDir(), testedBounds), "state"}
	kept.keep("level")
	kept.forget("level")
	if kept.works("level") {
		t.Error("a level at which a run has failed is believed")
	}
}

const forbidden = "DLXJUDGE_FORBIDS_NAMESPACES"

// A level that is kept and has become unavailable is no sandbox: nothing runs at it, nor at less in its place. User
// namespaces are forbidden within one.
func TestTestedNoMore(t *testing.T) {
	iso := isolation{Namespaces: true, UserNamespace: true}
	if os.Getenv(forbidden) == "" {
		again := exec.Command("/proc/self/exe", "-test.run=^TestTestedNoMore$", "-test.v")
		again.Env = append(os.Environ(), forbidden+"=1")
		again.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER,
			UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
			GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}}}
		out, err := again.CombinedOutput()
		switch {
		case again.ProcessState == nil:
			t.Skipf("needs user namespaces: %v", err)
		case strings.Contains(string(out), "--- SKIP"):
			t.Skipf("%s", out)
		case err != nil:
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	kept, scratch := &tested{store.Open(t.TempDir(), testedBounds), "state"}, publicDir(t)
	box, err := openIsolated(Options{Scratch: scratch, tested: kept}, iso, false)
	if err != nil {
		t.Skipf("needs nested user namespaces: %v", err)
	}
	defer box.Close()
	if !kept.works(box.level(Submission)) {
		t.Fatal("it is not kept")
	}
	if err := os.WriteFile("/proc/sys/user/max_user_namespaces", []byte("0"), 0); err != nil {
		t.Skipf("needs to forbid user namespaces: %v", err)
	}
	if box, err := openIsolated(Options{Scratch: scratch, tested: kept}, iso, false); err == nil {
		box.Close()
		t.Error("a sandbox opened at a level that the machine does not allow")
	}
}

// The state has a line for each thing that decides.
func TestMachineState(t *testing.T) {
	state, err := machineState()
	judgetest.Check(t, err)
	for _, want := range append([]string{"CapEff:", "Seccomp:", "NoNewPrivs:", "user:[", "mnt:[", "judge "},
		stateFiles...) {
		if !strings.Contains(state, want) {
			t.Errorf("no %s in the state", want)
		}
	}
	if again, err := machineState(); err != nil || again != state {
		t.Errorf("the state of an unchanged machine changes, %v:\n%s\n%s", err, state, again)
	}
}
