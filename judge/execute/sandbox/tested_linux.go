package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/store"
)

// tested is what earlier judges of this user have found to work on this machine, as it is: levels of isolation at which
// a program ran. It spares their self-tests and nothing else. Each level is tried in its turn and set up whatever is
// kept, so that no program runs with less than without it, and that a level does not work is never kept.
type tested struct {
	kept  *store.Store
	state string
}

const ran = "a program ran"

var testedBounds = store.Bounds{Each: 1 << 10, Entries: 100}

// openTested opens what is kept; nil if nothing can be.
func openTested() *tested {
	user, err := os.UserCacheDir()
	if err != nil {
		return nil
	}
	dir := filepath.Join(user, "dlxjudge", "tested")
	if err := store.MakePrivate(dir, "XDG_CACHE_HOME"); err != nil {
		return nil
	}
	state, err := machineState()
	if err != nil {
		return nil
	}
	return &tested{store.Open(dir, testedBounds), state}
}

func (t *tested) key(level string) string {
	key := store.NewKey("dlxjudge self-test 1")
	key.Add(t.state, level)
	return key.Name()
}

// works reports whether a program ran at a level.
func (t *tested) works(level string) bool {
	if t == nil {
		return false
	}
	text, kept := t.kept.Load(t.key(level))
	return kept && string(text) == ran
}

func (t *tested) keep(level string) {
	if t != nil {
		t.kept.Save(t.key(level), []byte(ran))
	}
}

// forget has the next judge test a level again: a run has failed, and not by the program's fault.
func (t *tested) forget(level string) {
	if t.works(level) {
		t.kept.Save(t.key(level), nil)
	}
}

// stateFiles are what decides whether a sandbox works, as far as files tell.
var stateFiles = []string{
	"/proc/sys/kernel/random/boot_id", "/proc/self/cgroup", "/proc/self/mountinfo", "/proc/self/limits",
	"/proc/self/uid_map", "/proc/self/gid_map", "/proc/self/attr/current", "/sys/kernel/security/lsm",
	"/proc/sys/user/max_user_namespaces", "/proc/sys/user/max_mnt_namespaces", "/proc/sys/user/max_pid_namespaces",
	"/proc/sys/user/max_net_namespaces", "/proc/sys/user/max_ipc_namespaces", "/proc/sys/user/max_uts_namespaces",
	"/proc/sys/user/max_cgroup_namespaces", "/proc/sys/kernel/unprivileged_userns_clone",
	"/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
	"/proc/sys/kernel/apparmor_restrict_unprivileged_unconfined", "/proc/sys/kernel/yama/ptrace_scope",
	"/proc/sys/kernel/seccomp/actions_avail",
}

// statusLines are those of /proc/self/status that say what this process may do.
var statusLines = []string{"Uid", "Gid", "Groups", "CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb", "NoNewPrivs",
	"Seccomp", "Seccomp_filters"}

// machineState changes with whatever may change what works here: the boot, the kernel, the judge, its user and rights,
// its namespaces, cgroup, mounts and limits, the security modules, and the settings of the kernel.
func machineState() (string, error) {
	var state strings.Builder
	for _, path := range stateFiles {
		text, err := os.ReadFile(path)
		if err != nil {
			text = []byte("none")
		}
		fmt.Fprintf(&state, "%s\n%s\n", path, text)
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(string(status)) {
		if name, _, _ := strings.Cut(line, ":"); slices.Contains(statusLines, name) {
			state.WriteString(line)
		}
	}
	spaces, err := os.ReadDir("/proc/self/ns")
	if err != nil {
		return "", err
	}
	for _, space := range spaces {
		id, err := os.Readlink(filepath.Join("/proc/self/ns", space.Name()))
		if err != nil {
			return "", err
		}
		fmt.Fprintln(&state, id)
	}
	var kernel unix.Utsname
	if err := unix.Uname(&kernel); err != nil {
		return "", err
	}
	judge, err := os.Stat("/proc/self/exe")
	if err != nil {
		return "", err
	}
	stamp, _ := store.Stamp(judge)
	fmt.Fprintf(&state, "%s %s %s\njudge %s\n", kernel.Release, kernel.Version, kernel.Machine, stamp)
	return state.String(), nil
}

// level names what a worker with a profile runs programs in.
func (l *linux) level(kind Profile) string {
	return fmt.Sprintf("%+v, cgroups %v, below %s, %q", l.isolation, l.cgroups.kinds(), filepath.Dir(l.scratch), kind)
}

// test runs a program that does nothing in a worker, unless it is known that one can be run.
func (l *linux) test(w *linuxWorker) error {
	level := l.level(w.profile.Name)
	if l.tested.works(level) {
		return nil
	}
	err := w.selfTest()
	if err == nil {
		l.tested.keep(level)
	}
	return err
}
