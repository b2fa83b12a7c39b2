//go:build linux && !amd64 && !arm64 && !riscv64

package seccomp

import "golang.org/x/sys/unix"

// There is no list of system calls for this architecture. Nothing is refused, and "judge doctor" says so.
const (
	auditArch        = 0
	firstForeignCall = 0
	firstNewCall     = 0
)

var (
	allowedCalls, ownFileCalls, ipcCalls, signalCalls                                            []uintptr
	conditionalCalls, residencyCalls, openCalls, truncatingCalls, hugePageCalls, hugeSharedCalls []conditional
	absentCalls                                                                                  map[uintptr]unix.Errno
	old                                                                                          oldTables
)
