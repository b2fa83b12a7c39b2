package sandbox

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// deafen makes this process deaf to every signal, so that a program which runs under the same user cannot end its helper.
// The init of a process namespace gets from inside only those signals that it handles, and the runtime handles nearly
// all. None may be left with a handler: while one runs, other signals are blocked, and to the kernel a blocked signal is
// not one that init does not handle. What was ignored from the start is not to be inherited by the programs.
func ignoreSignals() {
	const (
		dfl = uintptr(0)
		ign = uintptr(1)
	)
	for signal := uintptr(1); signal <= 64; signal++ {
		var action [8]uintptr // the kernel's structure, whose first word is the handler on all that Go runs on but MIPS
		if _, _, errno := unix.RawSyscall6(unix.SYS_RT_SIGACTION, signal, 0, uintptr(unsafe.Pointer(&action)), 8, 0, 0); errno != 0 {
			continue
		}
		switch action[0] {
		case dfl:
			continue
		case ign:
			action[0] = dfl
		default:
			action[0] = ign
			if signal == uintptr(unix.SIGCHLD) { // ignored, there would be nothing to wait for
				action[0] = dfl
			}
		}
		unix.RawSyscall6(unix.SYS_RT_SIGACTION, signal, uintptr(unsafe.Pointer(&action)), 0, 8, 0, 0)
	}
}
