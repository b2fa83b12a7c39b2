package sandbox

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// ignoreSignals makes this process ignore all signals, so that a program that runs as the same user cannot kill its
// helper. An init process receives from its own PID namespace only the signals that it has a handler for, but Go's
// runtime installs handlers for nearly all. Every handler is removed here: even one would leave a gap, since other
// signals are blocked while it runs, and the kernel delivers a blocked signal to an init process. Signals that were
// ignored when this process started are set to their default, because programs would inherit that they are ignored.
func ignoreSignals() {
	const (
		dfl = uintptr(0)
		ign = uintptr(1)
	)
	for signal := uintptr(1); signal <= 64; signal++ {
		var action [8]uintptr // struct sigaction, whose first word is the handler (except on MIPS)
		if _, _, errno := unix.RawSyscall6(unix.SYS_RT_SIGACTION, signal, 0, uintptr(unsafe.Pointer(&action)), 8, 0,
			0); errno != 0 {
			continue
		}
		switch action[0] {
		case dfl:
			continue
		case ign:
			action[0] = dfl
		default:
			action[0] = ign
			if signal == uintptr(unix.SIGCHLD) { // if it were ignored, children could not be waited for
				action[0] = dfl
			}
		}
		unix.RawSyscall6(unix.SYS_RT_SIGACTION, signal, uintptr(unsafe.Pointer(&action)), 0, 8, 0, 0)
	}
}
