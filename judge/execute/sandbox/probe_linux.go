package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

func probe() []Diagnosis {
	if err := CheckInherited(); err != nil { // nothing else would be true
		return []Diagnosis{{Name: "inherited limits", Detail: err.Error(), Means: "the judge runs nothing",
			Improve: "ulimit -a lists them"}}
	}
	if err := probeScratch(); err != nil {
		return []Diagnosis{{Name: "temporary folder", Detail: err.Error(), Means: "the judge runs nothing"}}
	}
	diagnoses := []Diagnosis{
		probeIsolation("tracing", isolation{},
			"a program's peak memory is read when it exits, and is exact",
			"only the portable sandbox works, whose memory figures start at the judge's own peak",
			"allow ptrace; start a container with --cap-add SYS_PTRACE"),
		probeRoot(),
		probeIsolation("namespaces without root", isolation{Namespaces: true, UserNamespace: true},
			"a program sees no other process, no network, and only its own files and the runtime files, whoever "+
				"runs the judge",
			"without root only Landlock can isolate a program",
			userNamespacesAdvice()),
		probeLandlock(),
		probeCalls(),
	}
	diagnoses = append(diagnoses, probeCgroups()...)
	box, err := openLinux(Options{})
	if errors.Is(err, errNoContainment) {
		return append(diagnoses, Diagnosis{Name: "chosen", Detail: "portable: " + strings.ReplaceAll(err.Error(),
			"\n", "; "),
			Means: "programs are not isolated, and memory figures are rough", Improve: mendAbove})
	}
	if err != nil {
		return append(diagnoses, Diagnosis{Name: "chosen", Detail: "none: " + err.Error(),
			Means:   "no program is run unless --backend portable is given, which isolates nothing",
			Improve: mendAbove})
	}
	defer box.Close()
	l := box.(*linux)
	detail := "linux, with " + l.isolation.String()
	if l.cgroups.any() {
		detail += " and cgroups"
	}
	m := l.Measures()
	diagnoses = append(diagnoses, Diagnosis{Name: "chosen", Works: true, Detail: detail,
		Means: fmt.Sprintf("CPU: %s. Wall: %s. Memory: %s.", m.CPU, m.Wall, m.Memory)})
	return append(diagnoses, l.probeProfile("compilers", Compile),
		l.probeProfile("checkers, validators and generators", Tool))
}

// probeScratch is an error if no scratch folder can be made and written.
func probeScratch() error {
	dir, err := newScratch("")
	if err != nil {
		return err
	}
	defer removeAll(dir)
	return checkSpace(dir)
}

// probeProfile runs a program as the judge runs those that are no submissions.
func (l *linux) probeProfile(name string, kind Profile) Diagnosis {
	worker, err := l.borrow(profile{Name: kind})
	if err != nil {
		return Diagnosis{Name: name, Detail: err.Error(), Means: "the judge cannot run them: each such run fails",
			Improve: mendAbove}
	}
	l.giveBack(worker)
	d := Diagnosis{Name: name, Works: true, Detail: "run contained, with " + l.isolation.String()}
	switch {
	case l.isolation.Namespaces:
		d.Means = "they see the files that they are given, and write to a folder in memory alone"
	case l.isolation.Landlock:
		d.Means = "they read the files that they are given, as copies, and write to one folder alone; they can " +
			"still see names and sizes of other files"
		if !filtersCalls() {
			d.Means += ", and reach UDP and Unix sockets"
			if l.userOf(firstPooled) < 0 {
				d.Means += ", and change modes and times of those that are this user's"
			}
		}
	default:
		d.Means = "they read and write whatever their user may"
	}
	if kind == Compile && !l.isolation.Namespaces && l.userOf(firstPooled) >= 0 {
		d.Means += "; a toolchain in a folder that is closed to other users, such as /root, is copied first"
	}
	if !l.cgroups.any() {
		d.Means += "; without a cgroup, their memory is sampled every 10 to 100 ms"
	}
	return d
}

// probeIsolation runs a program under one kind of isolation.
func probeIsolation(name string, iso isolation, works, fails, improve string) Diagnosis {
	box, err := openIsolated(Options{}, iso, false)
	if err != nil {
		return Diagnosis{Name: name, Detail: err.Error(), Means: fails, Improve: improve}
	}
	box.Close()
	return Diagnosis{Name: name, Works: true, Detail: "a test program ran under it", Means: works}
}

// mendAbove is what to do about a sandbox that does not work: the findings above say what it needs.
const mendAbove = "mend what does not work above"

func probeRoot() Diagnosis {
	const name, means = "namespaces as root", "a judge run by root uses user namespaces or Landlock instead"
	if os.Geteuid() != 0 {
		return Diagnosis{Name: name, Detail: "the judge does not run as root",
			Means: "not needed where namespaces work without root"}
	}
	return probeIsolation(name, isolation{Namespaces: true},
		"a program sees no other process, no network, and only its own files and the runtime files, and runs as a "+
			"user of its own",
		means, "start a container with --cap-add SYS_ADMIN --security-opt apparmor=unconfined")
}

func probeLandlock() Diagnosis {
	f := probeIsolation("Landlock", isolation{Landlock: true},
		"restricts access to files where there are no namespaces",
		"access to files is not restricted where there are no namespaces",
		"boot with lsm=landlock,… on Linux 5.13 or newer")
	if version, err := landlockVersion(); err == nil {
		f.Detail = fmt.Sprintf("version %d", version)
		switch {
		case version < 4:
			f.Means += ", but not to TCP, nor signals to other processes (versions 4 and 6)"
		case version < 6:
			f.Means += ", and to TCP, but not signals to other processes (version 6)"
		default:
			f.Means += ", to TCP and abstract sockets, and signals to other processes"
		}
	}
	return f
}

// probeCalls reports whether system calls can be filtered.
func probeCalls() Diagnosis {
	if filtersCalls() {
		return Diagnosis{Name: "system calls", Works: true, Detail: "seccomp, with a list for " + runtime.GOARCH,
			Means: "a program can make only those that run-time systems of languages need"}
	}
	d := Diagnosis{Name: "system calls", Detail: "this kernel has no seccomp filter",
		Means: "a program can make any system call: without namespaces, also reach local sockets and change modes " +
			"and times of files",
		Improve: "boot a kernel with CONFIG_SECCOMP_FILTER"}
	if auditArch == 0 {
		d.Detail, d.Improve = "there is no list for "+runtime.GOARCH, ""
	}
	return d
}

// probeCgroups tries cgroup version 2 and each controller of version 1.
func probeCgroups() []Diagnosis {
	scratch, err := newScratch("")
	if err != nil {
		return []Diagnosis{{Name: "cgroups", Detail: err.Error(), Means: "cgroups could not be tried",
			Improve: "set TMPDIR to a writable folder"}}
	}
	defer removeAll(scratch)
	mounts, err := cgroupMounts()
	if err != nil {
		return []Diagnosis{{Name: "cgroups", Detail: err.Error(), Means: "the kernel does not say which cgroups " +
			"there are", Improve: "mount /proc"}}
	}
	name := filepath.Base(scratch)
	dir, err := newUnifiedCgroup(mounts["unified"], name)
	v2 := Diagnosis{Name: "cgroup v2", Works: err == nil, Detail: dir}
	if err != nil {
		v2.Detail = err.Error()
	} else {
		removeCgroup(dir)
	}
	diagnoses := []Diagnosis{v2}
	for _, controller := range []string{"memory", "pids", "cpuacct"} {
		f := Diagnosis{Name: "cgroup v1 " + controller}
		err := errors.New("not mounted")
		if m, ok := mounts[controller]; ok {
			dir := filepath.Join(m.own, name)
			if err = os.Mkdir(dir, 0o755); err == nil || os.IsExist(err) {
				f.Works, f.Detail = true, m.own
				removeCgroup(dir)
			}
		}
		if !f.Works {
			f.Detail = err.Error()
		}
		diagnoses = append(diagnoses, f)
	}
	v1 := !slices.ContainsFunc(diagnoses[1:], func(f Diagnosis) bool { return !f.Works })
	for i := range diagnoses {
		f := &diagnoses[i]
		switch {
		case f.Works:
		case v1:
			f.Means = "not needed: version 1 does the same here"
		case v2.Works:
			f.Means = "not needed: version 2 does the same here"
		case strings.HasSuffix(f.Name, "memory") || f.Name == "cgroup v2":
			f.Means, f.Improve = "memory is sampled every 10 to 100 ms; for a program that forks the figure is a "+
				"lower bound, and says ≥", cgroupAdvice()
		case strings.HasSuffix(f.Name, "pids"):
			f.Means = "the limit on processes also counts other processes of the same user, and is rough"
			f.Improve = cgroupAdvice()
		default:
			f.Means = "CPU time of children that nobody waits for is not counted"
			f.Improve = cgroupAdvice()
		}
	}
	return diagnoses
}
