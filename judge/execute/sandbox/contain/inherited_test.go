//go:build linux

package contain

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/plain"
)

// A judge started with limits that would fail correct programs says so at once, and runs nothing.
func TestInheritedLimits(t *testing.T) {
	if os.Getenv("DLXJUDGE_OPEN") != "" {
		openAndSay(t)
		return
	}
	for _, test := range []struct{ name, ulimit, want string }{
		{"time", "-t 100", "a limit of 100 on CPU time in seconds (ulimit -t)"},
		{"size", "-f 100", "on the size of a file in KiB (ulimit -f)"},
		{"address space", "-v 8000000", "a limit of 8000000 on address space in KiB (ulimit -v)"},
		{"files", "-n 18", "a limit of 18 on open files (ulimit -n)"},
		{"processes", "-u 20", "a limit of 20 on processes and threads of this user (ulimit -u)"},
		{"no limits", "-c 0", "opened"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			output := opened(t, test.ulimit, publicDir(t))
			if !strings.Contains(output, test.want) || strings.Contains(output, "goroutine") {
				t.Errorf("with ulimit %s: want %q\n%s", test.ulimit, test.want, output)
			}
			if strings.Contains(output, "opened") != (test.want == "opened") {
				t.Errorf("with ulimit %s a sandbox was opened:\n%s", test.ulimit, output)
			}
		})
	}
}

// A temporary folder that forbids execution is named once, with a fix.
func TestNoexec(t *testing.T) {
	dir := publicDir(t)
	if err := unix.Mount("tmpfs", dir, "tmpfs", unix.MS_NOEXEC, "size=1m,mode=1777"); err != nil {
		t.Skipf("needs root, to mount a folder: %v", err)
	}
	defer unix.Unmount(dir, unix.MNT_DETACH)
	_, err := Open(t.Context(), sandbox.Options{Scratch: dir})
	if err == nil || !strings.Contains(err.Error(), "set TMPDIR") ||
		!strings.Contains(err.Error(), dir) {
		t.Errorf("got %v", err)
	}
}

// A temporary folder that cannot be made or written is named once, with a fix. The message never suggests running
// uncontained, which needs the folder too.
func TestBadScratch(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	judgetest.Write(t, file, "")
	full := t.TempDir()
	folders := []string{file, filepath.Join(file, "below")}
	if err := unix.Mount("tmpfs", full, "tmpfs", 0, "size=64k,mode=1777"); err != nil {
		t.Logf("a full disk is left out: it needs root, to mount a folder: %v", err)
	} else {
		defer unix.Unmount(full, unix.MNT_DETACH)
		os.WriteFile(filepath.Join(full, "all"), make([]byte, 1<<20), 0o600) // fails: it fills the disk
		folders = append(folders, full)
	}
	for _, dir := range folders {
		_, err := Open(t.Context(), sandbox.Options{Scratch: dir})
		if err == nil || strings.Count(err.Error(), "set TMPDIR") != 1 || strings.Contains(err.Error(), "portable") {
			t.Errorf("%s: %v", dir, err)
		}
		t.Setenv("TMPDIR", dir)
		if left, _ := filepath.Glob(filepath.Join(dir, "dlxjudge-*")); len(left) > 0 {
			t.Errorf("left behind: %s", left)
		}
	}
}

// opened runs this test again as an unprivileged user under a limit, and returns what opening a sandbox prints.
func opened(t *testing.T, ulimit, dir string) string {
	binary := filepath.Join(dir, "sandbox.test")
	judgetest.Check(t, copyFile(binary, "/proc/self/exe"))
	scratch := filepath.Join(dir, "scratch")
	judgetest.Check(t, os.Mkdir(scratch, 0o777))
	os.Chmod(scratch, 0o777)
	command := exec.Command("bash", "-c", "ulimit "+ulimit+` && exec "$0" -test.run='^TestInheritedLimits$' -test.v`,
		binary)
	command.Dir = dir
	command.Env = []string{"DLXJUDGE_OPEN=" + scratch, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + scratch}
	if os.Geteuid() == 0 {
		command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	judgetest.Need(t, "bash")
	output, _ := command.CombinedOutput() // an error is part of it
	return string(output)
}

func openAndSay(t *testing.T) {
	err := plain.CheckInherited()
	if err == nil {
		var box *Sandbox
		if box, err = Open(t.Context(), sandbox.Options{Scratch: os.Getenv("DLXJUDGE_OPEN")}); err == nil {
			box.Close()
		}
	}
	if err != nil {
		t.Log(err)
		return
	}
	t.Log("opened")
}
