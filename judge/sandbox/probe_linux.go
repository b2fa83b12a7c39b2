package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func probe() []Diagnosis {
	diagnoses := []Diagnosis{
		probeIsolation("tracing", isolation{},
			"the memory of a program is read at its very end, and is exact",
			"without it there is only the portable sandbox, whose memory starts at the judge's own peak",
			"allow ptrace: in a container, start it with --cap-add SYS_PTRACE"),
		probeRoot(),
		probeIsolation("namespaces without root", isolation{Namespaces: true, UserNamespace: true},
			"a program sees no other process, no network and no file but its own and the toolchain's, whoever runs the judge",
			"users other than root have only Landlock to wall a program in",
			"sudo sysctl -w user.max_user_namespaces=10000 kernel.apparmor_restrict_unprivileged_userns=0"),
		probeLandlock(),
	}
	diagnoses = append(diagnoses, probeCgroups()...)
	box, err := openLinux(Options{})
	if err != nil {
		return append(diagnoses, Diagnosis{Name: "chosen", Detail: "portable: " + err.Error(),
			Means: "nothing is walled off, and the memory is only rough"})
	}
	defer box.Close()
	l := box.(*linux)
	detail := "linux, with " + l.isolation.String()
	if l.cgroups.any() {
		detail += " and cgroups"
	}
	m := l.Measures()
	return append(diagnoses, Diagnosis{Name: "chosen", Works: true, Detail: detail,
		Means: fmt.Sprintf("CPU: %s. Wall: %s. Memory: %s.", m.CPU, m.Wall, m.Memory)})
}

// probeWalls runs a program behind one kind of wall.
func probeIsolation(name string, iso isolation, works, fails, improve string) Diagnosis {
	box, err := openIsolated(Options{}, iso, false)
	if err != nil {
		return Diagnosis{Name: name, Detail: err.Error(), Means: fails, Improve: improve}
	}
	box.Close()
	return Diagnosis{Name: name, Works: true, Detail: "a program was run with it", Means: works}
}

func probeRoot() Diagnosis {
	const name, means = "namespaces as root", "without them, a program under root's judge has Landlock or user namespaces around it"
	if os.Geteuid() != 0 {
		return Diagnosis{Name: name, Detail: "this is not root", Means: "not needed where namespaces work without root"}
	}
	return probeIsolation(name, isolation{Namespaces: true},
		"a program sees no other process, no network and no file but its own and the toolchain's, and runs as a user of its own",
		means, "in a container, start it with --cap-add SYS_ADMIN --security-opt apparmor=unconfined")
}

func probeLandlock() Diagnosis {
	f := probeIsolation("Landlock", isolation{Landlock: true},
		"walls files off where there are no namespaces", "nothing walls files off where there are no namespaces",
		"boot with lsm=landlock,… on Linux 5.13 or newer")
	if version, err := landlockVersion(); err == nil {
		f.Detail = fmt.Sprintf("version %d", version)
		switch {
		case version < 4:
			f.Means += "; TCP and signals to others are not (versions 4 and 6)"
		case version < 6:
			f.Means += ", and TCP; signals to others are not (version 6)"
		default:
			f.Means += ", and TCP, abstract sockets and signals to others"
		}
	}
	return f
}

// probeCgroups tries version 2 and each controller of version 1.
func probeCgroups() []Diagnosis {
	const sudo = "run the judge as root: sudo judge …"
	scratch, err := newScratch("")
	if err != nil {
		return []Diagnosis{{Name: "cgroups", Detail: err.Error(), Means: "nothing can be tried", Improve: "set TMPDIR to a folder that can be written"}}
	}
	defer removeAll(scratch)
	mounts, err := cgroupMounts()
	if err != nil {
		return []Diagnosis{{Name: "cgroups", Detail: err.Error(), Means: "it is not known which there are", Improve: "mount /proc"}}
	}
	name := filepath.Base(scratch)
	dir, err := newUnifiedCgroup(mounts["unified"], name)
	two := Diagnosis{Name: "cgroup v2", Works: err == nil, Detail: dir}
	if err != nil {
		two.Detail = err.Error()
	} else {
		removeCgroup(dir)
	}
	diagnoses := []Diagnosis{two}
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
	one := !slices.ContainsFunc(diagnoses[1:], func(f Diagnosis) bool { return !f.Works })
	for i := range diagnoses {
		f := &diagnoses[i]
		switch {
		case f.Works:
		case one:
			f.Means = "not needed: version 1 limits and measures the same here"
		case two.Works:
			f.Means = "not needed: version 2 limits and measures the same here"
		case strings.HasSuffix(f.Name, "memory") || f.Name == "cgroup v2":
			f.Means, f.Improve = "a memory limit is kept by looking every 10 to 100 ms, and a program that forks is measured by its largest process", sudo
		case strings.HasSuffix(f.Name, "pids"):
			f.Means = "the number of processes is limited by user instead, which is rough under a user who runs other things too"
		default:
			f.Means = "the CPU time of children that nobody waits for is missed"
		}
	}
	return diagnoses
}
