package sandbox

import (
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// System V shared memory, semaphores and queues and POSIX queues outlive their programs, but not their namespace. A new
// namespace takes the kernel as long as a fork, and few programs make such objects. So the filter of system calls has
// the calls that can make the first one wait until this process has noted it, and only then is there a new namespace
// after the run. Where nobody notes that, there is one after each run.

// makingCalls make objects in an IPC namespace. All others need one that is there.
var makingCalls = []uintptr{unix.SYS_SHMGET, unix.SYS_SEMGET, unix.SYS_MSGGET, unix.SYS_MQ_OPEN}

// ipcState is what is known of the IPC namespace of programs.
type ipcState struct {
	watched bool        // the calls that make objects are noted
	used    atomic.Bool // one was made since the namespace is new
}

// watchesIPC reports whether the filter has the calls that make objects wait. With huge pages some of them are refused.
func (p policy) watchesIPC() bool { return p.Asks && p.Namespaces && p.Counted && !p.HugePages }

// callsCanGoOn reports whether a call that waits can be let go on. That takes Linux 5.5; this call is of 5.6.
func callsCanGoOn() bool {
	_, err := unix.PidfdGetfd(-1, -1, 0)
	return err == unix.EBADF
}

// newIPC gives programs a new IPC namespace, unless nothing was made in this one.
func (h *helper) newIPC() error {
	if h.ipc.watched && !h.ipc.used.Swap(false) {
		return nil
	}
	return h.privileged(unix.SYS_UNSHARE, unix.CLONE_NEWIPC)
}

// note notes a call that makes an object, and lets it go on.
func (s *ipcState) note(listener int, call waitingCall) {
	s.used.Store(true)
	send(listener, &answerToCall{id: call.id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE})
}
