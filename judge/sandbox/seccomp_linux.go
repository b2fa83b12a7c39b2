package sandbox

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// keyCalls are add_key, request_key and keyctl, whose numbers follow each other, for each kind of program that these
// machines run: 64 bits and, on the same kernel, 32.
var keyCalls = []struct{ arch, first uint32 }{
	{unix.AUDIT_ARCH_X86_64, 248}, {unix.AUDIT_ARCH_I386, 286},
	{unix.AUDIT_ARCH_AARCH64, 217}, {unix.AUDIT_ARCH_ARM, 309},
	{unix.AUDIT_ARCH_RISCV64, 217}, {unix.AUDIT_ARCH_PPC64LE, 269},
}

// refuseKeys keeps what this thread forks from the kernel's keyrings, as if the kernel had none: they belong to a user and
// not to a namespace, so a program could read the keys of whoever runs the judge and leave its own for the next run. It
// needs no_new_privs; on a kernel without seccomp nothing is refused.
func refuseKeyrings() {
	const (
		load, equal, atLeast, and = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K,
			unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K, unix.BPF_ALU | unix.BPF_AND | unix.BPF_K
		answer       = unix.BPF_RET | unix.BPF_K
		number, arch = 0, 4                 // where struct seccomp_data has them
		withoutX32   = ^uint32(0x4000_0000) // the bit by which x86-64 knows calls of its 32-bit form
	)
	var filter []unix.SockFilter
	for _, calls := range keyCalls { // each either answers or goes on to the next
		filter = append(filter,
			unix.SockFilter{Code: load, K: arch},
			unix.SockFilter{Code: equal, K: calls.arch, Jf: 5},
			unix.SockFilter{Code: load, K: number},
			unix.SockFilter{Code: and, K: withoutX32},
			unix.SockFilter{Code: atLeast, K: calls.first, Jf: 2},
			unix.SockFilter{Code: atLeast, K: calls.first + 3, Jt: 1},
			unix.SockFilter{Code: answer, K: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)},
		)
	}
	filter = append(filter, unix.SockFilter{Code: answer, K: unix.SECCOMP_RET_ALLOW})
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&program)), 0, 0)
}
