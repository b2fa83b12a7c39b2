//go:build linux

package seccomp

import "golang.org/x/sys/unix"

const (
	auditArch        = unix.AUDIT_ARCH_AARCH64
	firstForeignCall = 0 // auditArch includes no second ABI
)

var (
	oldCalls            = []uintptr{unix.SYS_RENAMEAT}
	oldFileCalls        []uintptr
	oldConditionalCalls []conditional
	oldOpenCalls        []conditional
	oldTruncatingCalls  []conditional
)
