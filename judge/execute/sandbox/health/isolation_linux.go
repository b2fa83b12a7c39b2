package health

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/contain"
	"dlxjudge/judge/execute/sandbox/helper"
	"dlxjudge/judge/execute/sandbox/plain"
)

// Isolation reports how programs are contained on this machine, and why no better level is available.
func Isolation(ctx context.Context) []Diagnosis {
	if err := plain.CheckInherited(); err != nil {
		return []Diagnosis{{Name: "inherited limits", Detail: err.Error(), Means: "the judge runs nothing",
			Improve: "ulimit -a lists them"}}
	}
	box, err := contain.Open(ctx, sandbox.Options{})
	if err != nil {
		d := Diagnosis{Name: "chosen", Detail: "none: " + oneLine(err),
			Means:   "no program is run unless --backend portable is given, which isolates nothing",
			Improve: "allow ptrace, seccomp, and namespaces or Landlock, in this container or kernel"}
		if errors.Is(err, sandbox.ErrNoContainment) {
			d.Detail, d.Means = "portable: "+oneLine(err), "programs are not isolated, and memory figures are rough"
		}
		return []Diagnosis{d}
	}
	defer box.Close()
	m := box.Measures()
	chosen := Diagnosis{Name: "chosen", Works: true, Detail: box.Level(),
		Means: fmt.Sprintf("CPU: %s. Wall: %s. Memory: %s.", m.CPU, m.Wall, m.Memory)}
	if lost := box.Lost(); len(lost) > 0 {
		chosen.Improve = "find out why: " + strings.Join(lost, "; ")
	}
	all := []Diagnosis{chosen}
	for _, refused := range box.Refused() {
		all = append(all, Diagnosis{Name: refused.Level.String(), Detail: oneLine(refused.Err),
			Means: "the judge uses a lesser level", Improve: levelAdvice(refused.Level)})
	}
	advice := map[string]string{
		"system calls": "boot a kernel with CONFIG_SECCOMP_FILTER, on amd64, arm64 or riscv64",
		"users": "start the container with root's usual capabilities, and with the user numbers from 1073741824 " +
			"to 2147483647",
		"signals":   "boot Linux 6.12 or newer, where system calls can be filtered",
		"processes": cgroupAdvice(),
	}
	for _, p := range box.Promises() {
		d := Diagnosis{Name: p.Name, Works: p.Kept, Detail: p.Detail}
		if !p.Kept {
			d.Means, d.Improve = p.Means, advice[p.Name]
		}
		if d.Detail != "" {
			all = append(all, d)
		}
	}
	dirs, err := box.Cgroups()
	if err == nil {
		return append(all, Diagnosis{Name: "cgroups", Works: true, Detail: strings.Join(dirs, ", ")})
	}
	return append(all, Diagnosis{Name: "cgroups", Detail: oneLine(err),
		Means:   "memory is sampled every 10 to 100 ms; the figure of a program that forks is marked ≥",
		Improve: cgroupAdvice()})
}

func oneLine(err error) string { return strings.ReplaceAll(err.Error(), "\n", "; ") }

// levelAdvice says how this user can get a level of isolation.
func levelAdvice(level helper.Isolation) string {
	switch {
	case level.Landlock:
		return "boot with lsm=landlock,… on Linux 5.13 or newer"
	case inContainer() || !level.UserNamespace:
		return "start the container as root with --cap-add SYS_ADMIN --security-opt apparmor=unconfined; a program " +
			"that escapes from the sandbox then has nearly the rights of the machine's root"
	}
	return "sudo sysctl -w user.max_user_namespaces=10000 kernel.apparmor_restrict_unprivileged_userns=0"
}

// cgroupAdvice says how this user can get a cgroup.
func cgroupAdvice() string {
	switch {
	case inContainer():
		return "limit the container as a whole when you start it: --memory 4g --pids-limit 1000"
	case os.Geteuid() != 0:
		return "run the judge as root: sudo judge …, or with a cgroup of your own: systemd-run --user --scope judge …"
	}
	return "run the judge as root: sudo judge …"
}

// inContainer reports whether the judge runs in a container. Podman, Docker and others mark a container with a file or
// an environment variable. Inside a container, nobody can change the kernel's settings, and there is no systemd.
func inContainer() bool {
	if os.Getenv("container") != "" { // defined by systemd's container interface
		return true
	}
	return slices.ContainsFunc([]string{"/run/.containerenv", "/.dockerenv"}, func(path string) bool {
		_, err := os.Stat(path)
		return err == nil
	})
}
