//go:build linux

package seccomp

import "golang.org/x/sys/unix"

const (
	auditArch        = unix.AUDIT_ARCH_AARCH64
	firstForeignCall = 0 // auditArch includes no second ABI
)

var old = oldTables{calls: []uintptr{unix.SYS_RENAMEAT}}
