package executor

import "syscall"

// Attr puts a program into a process group of its own, so that all of it can be killed, and has the kernel kill it when
// the judge is gone, by whatever means.
func Attr() *syscall.SysProcAttr {
	// The kernel means the thread that starts the program; those of the judge live as long as it does.
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
