package sandbox

import (
	"os"
	"slices"
)

// inContainer reports whether the judge runs in a container, by what podman, Docker and others put there. There other
// advice helps than on a machine: nobody in it can change the kernel's settings, and it has no systemd.
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
