package sandbox

import (
	"sync"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Anonymous memory that processes share is a file of the kernel's, which holds its pages also when no process has them
// mapped: the sizes of the processes do not tell it, and only a cgroup counts it. Without one, the filter of system
// calls has each mmap that asks for such memory wait until this process has counted what it asks for. So only programs
// that share memory pay for that. What was asked for counts until the program ends, whether or not it is used and
// mapped: no other figure of the kernel is safe from programs that move it between processes.

// sharedMemory is how many bytes of anonymous shared memory a program has asked for.
type sharedMemory struct {
	mutex sync.Mutex
	bytes int64
}

func (s *sharedMemory) reset() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.bytes = 0
}

func (s *sharedMemory) size() int64 {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.bytes
}

// A waitingCall is a struct seccomp_notif, a system call that waits for an answer, a struct seccomp_notif_resp.
type (
	waitingCall struct {
		id         uint64
		pid, flags uint32
		number     int32
		arch       uint32
		at         uint64
		args       [6]uint64
	}
	answerToCall struct {
		id    uint64
		value int64
		error int32
		flags uint32
	}
)

// answerCalls answers the calls that wait, which listener tells. It returns when there can be none any more; a
// call fails then.
func (h *helper) answerCalls(listener int) {
	defer unix.Close(listener)
	for {
		var call waitingCall
		_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(listener), unix.SECCOMP_IOCTL_NOTIF_RECV,
			uintptr(unsafe.Pointer(&call)))
		switch {
		case errno == 0 && call.number != unix.SYS_MMAP:
			h.ipc.note(listener, call)
		case errno == 0:
			h.shared.answer(listener, call)
		case errno == unix.EINTR, errno == unix.ENOENT: // its process was killed
		default:
			return
		}
	}
}

// answer counts what a call of mmap asks for and has the kernel go on with it.
func (s *sharedMemory) answer(listener int, call waitingCall) {
	const largest = 1 << 46 // more than an address space holds
	answer := answerToCall{id: call.id, flags: unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE}
	size := int64(0)
	if length := call.args[1]; length < largest && call.args[3]&unix.MAP_HUGETLB == 0 {
		page := uint64(unix.Getpagesize())
		size = int64((length + page - 1) / page * page)
	} else {
		answer.flags, answer.error = 0, -int32(unix.ENOMEM)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.bytes += size
	errno := send(listener, &answer)
	if errno != 0 {
		s.bytes -= size // its process was killed, or handles a signal first and asks again
	}
	if errno == unix.EINVAL && answer.flags != 0 { // before Linux 5.5 no call can go on
		answer.flags, answer.error = 0, -int32(unix.ENOMEM)
		send(listener, &answer)
	}
}

func send(listener int, answer *answerToCall) unix.Errno {
	const request = unix.SECCOMP_IOCTL_NOTIF_SEND
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(listener), request, uintptr(unsafe.Pointer(answer)))
	return errno
}
