//go:build linux

package seccomp

import "golang.org/x/sys/unix"

const auditArch = unix.AUDIT_ARCH_X86_64

// firstForeignCall is the bit that marks the calls of the x32 ABI.
const firstForeignCall = 0x4000_0000

var old = oldTables{
	calls: []uintptr{
		unix.SYS_CREAT, unix.SYS_ACCESS, unix.SYS_STAT, unix.SYS_LSTAT, unix.SYS_READLINK, unix.SYS_GETDENTS,
		unix.SYS_MKDIR, unix.SYS_RMDIR, unix.SYS_UNLINK, unix.SYS_RENAME, unix.SYS_RENAMEAT, unix.SYS_LINK,
		unix.SYS_SYMLINK, unix.SYS_PIPE, unix.SYS_DUP2, unix.SYS_POLL, unix.SYS_SELECT, unix.SYS_EPOLL_CREATE,
		unix.SYS_EPOLL_WAIT, unix.SYS_EVENTFD, unix.SYS_SIGNALFD, unix.SYS_FORK, unix.SYS_VFORK, unix.SYS_GETPGRP,
		unix.SYS_PAUSE, unix.SYS_ALARM, unix.SYS_TIME, unix.SYS_ARCH_PRCTL,
	},
	files: []uintptr{unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN, unix.SYS_UTIME, unix.SYS_UTIMES,
		unix.SYS_FUTIMESAT},
	open:       []conditional{{call: unix.SYS_OPEN, error: unix.EINVAL, when: [][]test{{cached(1)}}}},
	truncating: []conditional{{call: unix.SYS_OPEN, when: opens(1)}},
	conditional: []conditional{{call: unix.SYS_MKNOD, when: [][]test{
		{{arg: 1, mask: unix.S_IFMT, is: unix.S_IFIFO}}, {{arg: 1, mask: unix.S_IFMT, is: unix.S_IFREG}},
		{{arg: 1, mask: unix.S_IFMT, is: 0}},
	}}},
}
