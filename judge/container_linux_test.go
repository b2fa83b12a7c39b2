package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox/landlock"
	"dlxjudge/judge/tell/reports"
)

// TestContainer: in an ordinary user's container, with podman's default seccomp filter and no capability, the judge
// takes the best level that works. The container has this machine's /usr; judge/container has a whole image.
func TestContainer(t *testing.T) {
	judgetest.Long(t, "starts containers")
	for _, program := range []string{"podman", "crun", "unshare"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip("needs podman with crun: ", err)
		}
	}
	if os.Getuid() != 0 {
		t.Skip("needs root, whose podman needs no configuration")
	}
	root := containerRoot(t)
	var doctor reports.Machine
	inContainer(t, root, &doctor, "doctor", "--json", "-")
	works, contained := false, false
	for _, finding := range doctor.Isolation {
		switch finding.Name {
		case "chosen":
			works, contained = finding.Works, strings.Contains(finding.Detail, "Landlock")
		case "cgroups":
			if strings.Contains(finding.Improve, "sudo") || strings.Contains(finding.Improve, "systemd") {
				t.Errorf("the advice does not work in a container: %s", finding.Improve)
			}
		}
	}
	if _, err := landlock.Version(); !works || contained != (err == nil) {
		t.Errorf("in a container: %+v; Landlock on this machine: %v", doctor.Isolation, err)
	}
	var version reports.Version
	inContainer(t, root, &version, "version", "--json", "-")
	if contained && strings.Contains(version.Level, "no isolation") {
		t.Errorf("%+v", version)
	}
}

// containerRoot is a folder that can be a container's /, once /usr is mounted in it.
func containerRoot(t *testing.T) string {
	root := t.TempDir()
	for _, folder := range []string{"usr", "etc", "tmp", "proc", "sys", "dev", "run", "var"} {
		judgetest.Check(t, os.Mkdir(filepath.Join(root, folder), 0o755))
	}
	judgetest.Check(t, os.Chmod(filepath.Join(root, "tmp"), 0o777|os.ModeSticky))
	for _, folder := range []string{"bin", "lib", "lib64"} {
		if target, err := os.Readlink("/" + folder); err == nil {
			judgetest.Check(t, os.Symlink(target, filepath.Join(root, folder)))
		} else if _, err := os.Stat("/" + folder); err == nil {
			t.Skipf("needs a system whose /%s is in /usr", folder)
		}
	}
	return root
}

// inContainer runs the judge in a container and reads its document. It unmounts cgroup version 2 beside version 1,
// because crun does not support both.
func inContainer(t *testing.T, root string, document any, args ...string) {
	t.Helper()
	self, err := os.Executable()
	judgetest.Check(t, err)
	state := t.TempDir()
	command := append([]string{"--mount", "--propagation", "private", "sh", "-c",
		`umount -l /sys/fs/cgroup/unified 2>/dev/null; exec podman "$@"`, "sh",
		"--root", filepath.Join(state, "root"), "--runroot", filepath.Join(state, "run"), "--storage-driver", "vfs",
		"--cgroup-manager", "cgroupfs", "--runtime", "crun",
		"run", "--rm", "--network", "none", "--cgroups", "disabled", "--cap-drop", "all", "--user", "1000:1000",
		"--ulimit", "nofile=1024:1024", "--ulimit", "nproc=4096:4096", "--env", "HOME=/tmp", "--workdir", "/tmp",
		"--volume", "/usr:/usr:ro", "--volume", "/etc/alternatives:/etc/alternatives:ro",
		"--volume", self + ":/opt/judge:ro", "--rootfs", root, "/opt/judge"}, args...)
	var stdout, stderr bytes.Buffer
	cmd := exec.Command("unshare", command...)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	var ended *exec.ExitError
	if errors.As(err, &ended) && ended.ExitCode() >= 125 && stdout.Len() == 0 { // podman's own statuses
		t.Skipf("podman starts no container here: %v: %s", err, stderr.String())
	}
	if err != nil {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	judgetest.Check(t, json.Unmarshal(stdout.Bytes(), document))
}
