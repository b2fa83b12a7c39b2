package judgetest

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// OnCore calls f on a thread that is pinned to a core. Processes that f starts are pinned, too. If core is -1, nothing
// is pinned.
func OnCore(t testing.TB, core int, f func()) {
	t.Helper()
	if core < 0 {
		f()
		return
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before, only unix.CPUSet
	Check(t, unix.SchedGetaffinity(0, &before))
	only.Set(core)
	Check(t, unix.SchedSetaffinity(0, &only))
	defer func() { Check(t, unix.SchedSetaffinity(0, &before)) }()
	f()
}

// KeepBusy keeps a core busy with endless loops until the test ends, for at most a minute. programs is the number of
// loops. Each loop runs in its own session, like another user's program.
func KeepBusy(t testing.TB, core, programs int) {
	t.Helper()
	for range programs {
		t.Cleanup(Busy(t, core))
	}
}

// Busy keeps a core busy with one endless loop until stop is called, for at most a minute.
func Busy(t testing.TB, core int) (stop func()) {
	t.Helper()
	command := exec.Command("timeout", "60", "/bin/sh", "-c", "while :; do :; done")
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	OnCore(t, core, func() { Check(t, command.Start()) })
	return func() {
		syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
		command.Wait()
	}
}

// Terminal opens both ends of a pseudo-terminal of 24 rows: one end for a program, and one end for the program's user.
// It skips the test if the machine has no pseudo-terminals.
func Terminal(t testing.TB, columns uint16) (program, user *os.File) {
	t.Helper()
	user, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("needs a pseudo-terminal (devpts mounted at /dev/pts): ", err)
	}
	t.Cleanup(func() { user.Close() })
	fd := int(user.Fd())
	Check(t, unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0))
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	Check(t, err)
	program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("needs a pseudo-terminal (devpts mounted at /dev/pts): ", err)
	}
	t.Cleanup(func() { program.Close() })
	Check(t, unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: columns}))
	return program, user
}
