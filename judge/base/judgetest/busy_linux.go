package judgetest

import (
	"os/exec"
	"runtime"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// OnCore calls f on a thread that is pinned to a core, or to none if core is -1. Processes that f starts are pinned,
// too.
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

// KeepBusy keeps a core busy until the end of the test, for at most a minute. It runs this many endless loops, each in
// its own session, like another user's program.
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
