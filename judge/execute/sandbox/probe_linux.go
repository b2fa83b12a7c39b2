package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"dlxjudge/judge/execute/sandbox/landlock"
	"dlxjudge/judge/execute/sandbox/seccomp"
)

// probe tries each level of isolation, and what goes with them.
func probe() []Diagnosis {
	if err := CheckInherited(); err != nil { // nothing else would be true
		return []Diagnosis{{Name: "inherited limits", Detail: err.Error(), Means: "the judge runs nothing",
			Improve: "ulimit -a lists them"}}
	}
	scratch, err := newScratch("")
	if err == nil {
		defer removeAll(scratch)
		err = checkSpace(scratch)
	}
	if err != nil {
		return []Diagnosis{{Name: "temporary folder", Detail: err.Error(), Means: "the judge runs nothing"}}
	}
	root := probeLevel("namespaces as root", isolation{Namespaces: true}, "a judge that root runs uses a lower level",
		"start a container with --cap-add SYS_ADMIN --security-opt apparmor=unconfined")
	if os.Geteuid() != 0 {
		root = Diagnosis{Name: root.Name, Detail: "the judge does not run as root",
			Means: "not needed where namespaces work without root"}
	}
	return []Diagnosis{
		probeLevel("tracing", isolation{}, "only the portable sandbox works, whose memory figures are rough",
			"allow ptrace; start a container with --cap-add SYS_PTRACE"),
		root,
		probeLevel("namespaces without root", isolation{Namespaces: true, UserNamespace: true},
			"without root only Landlock can isolate a program", userNamespacesAdvice()),
		probeLandlock(),
		probeCalls(),
		probeCgroups(filepath.Base(scratch)),
		probeChosen(),
	}
}

// probeLevel runs a program at one level of isolation.
func probeLevel(name string, iso isolation, fails, improve string) Diagnosis {
	box, err := openIsolated(Options{}, iso, false)
	if err != nil {
		return Diagnosis{Name: name, Detail: err.Error(), Means: fails, Improve: improve}
	}
	box.Close()
	return Diagnosis{Name: name, Works: true, Detail: "a test program ran under it"}
}

func probeLandlock() Diagnosis {
	f := probeLevel("Landlock", isolation{Landlock: true}, "programs are not isolated where there are no namespaces",
		"boot with lsm=landlock,… on Linux 5.13 or newer")
	if version, err := landlock.Version(); err == nil {
		f.Detail = fmt.Sprintf("version %d (TCP needs 4, signals need 6)", version)
	}
	return f
}

// probeCalls reports whether system calls can be filtered.
func probeCalls() Diagnosis {
	const fails = "a program can make any system call: without namespaces, also reach local sockets and change modes " +
		"and times of files"
	switch {
	case seccomp.Available():
		return Diagnosis{Name: "system calls", Works: true, Detail: "seccomp, with a list for " + runtime.GOARCH}
	case !seccomp.Listed:
		return Diagnosis{Name: "system calls", Detail: "there is no list for " + runtime.GOARCH, Means: fails}
	}
	return Diagnosis{Name: "system calls", Detail: "this kernel has no seccomp filter", Means: fails,
		Improve: "boot a kernel with CONFIG_SECCOMP_FILTER"}
}

// probeCgroups makes the cgroups of a judge, and removes them.
func probeCgroups(name string) Diagnosis {
	c, reasons := newCgroups(name, os.Geteuid() == 0)
	defer c.remove()
	if c.any() {
		return Diagnosis{Name: "cgroups", Works: true, Detail: strings.Join(c.dirs(), ", ")}
	}
	return Diagnosis{Name: "cgroups", Detail: (&noCgroupsError{reasons}).Error(),
		Means:   "memory is sampled every 10 to 100 ms; the figure of a program that forks says ≥",
		Improve: cgroupAdvice()}
}

// probeChosen opens the sandbox that commands would use.
func probeChosen() Diagnosis {
	box, err := openLinux(Options{})
	switch {
	case errors.Is(err, errNoContainment):
		return Diagnosis{Name: "chosen", Detail: "portable: " + strings.ReplaceAll(err.Error(), "\n", "; "),
			Means: "programs are not isolated, and memory figures are rough", Improve: fixAbove}
	case err != nil:
		return Diagnosis{Name: "chosen", Detail: "none: " + err.Error(),
			Means:   "no program is run unless --backend portable is given, which isolates nothing",
			Improve: fixAbove}
	}
	defer box.Close()
	m := box.Measures()
	d := Diagnosis{Name: "chosen", Works: true, Detail: Level(box),
		Means: fmt.Sprintf("CPU: %s. Wall: %s. Memory: %s.", m.CPU, m.Wall, m.Memory)}
	if lost := Lost(box); len(lost) > 0 {
		d.Improve = "find out why: " + strings.Join(lost, "; ")
	}
	return d
}

// fixAbove is what to do about a sandbox that does not work: the findings above say what it needs.
const fixAbove = "fix what does not work above"

// inContainer reports whether the judge runs in a container, by what podman, Docker and others put there. In a
// container, nobody can change the kernel's settings, and there is no systemd.
func inContainer() bool {
	if os.Getenv("container") != "" { // as systemd's container interface has it
		return true
	}
	return slices.ContainsFunc([]string{"/run/.containerenv", "/.dockerenv"}, func(path string) bool {
		_, err := os.Stat(path)
		return err == nil
	})
}

// userNamespacesAdvice says how this user could have namespaces.
func userNamespacesAdvice() string {
	if inContainer() {
		return "this container keeps them from its users; started as root with --cap-add SYS_ADMIN --security-opt " +
			"apparmor=unconfined it has them, and what gets out of the sandbox is then nearly the machine's root"
	}
	return "sudo sysctl -w user.max_user_namespaces=10000 kernel.apparmor_restrict_unprivileged_userns=0"
}

// cgroupAdvice says how this user could have a cgroup.
func cgroupAdvice() string {
	switch {
	case inContainer():
		return "bound the container as a whole when you start it: --memory 4g --pids-limit 1000"
	case os.Geteuid() != 0:
		return "run the judge as root: sudo judge …, or with a cgroup of your own: systemd-run --user --scope judge …"
	}
	return "run the judge as root: sudo judge …"
}
