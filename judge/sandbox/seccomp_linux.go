package sandbox

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// keyCalls gives the number of add_key for each architecture; those of request_key and keyctl follow it. A 64-bit kernel
// also runs programs of the 32-bit architecture.
var keyCalls = []struct{ arch, first uint32 }{
	{unix.AUDIT_ARCH_X86_64, 248}, {unix.AUDIT_ARCH_I386, 286},
	{unix.AUDIT_ARCH_AARCH64, 217}, {unix.AUDIT_ARCH_ARM, 309},
	{unix.AUDIT_ARCH_RISCV64, 217}, {unix.AUDIT_ARCH_PPC64LE, 269},
}

// refuseKeyrings makes system calls on keyrings fail with ENOSYS in what this thread forks. Keyrings belong to a user and
// not to a namespace, so a program could read the judge's keys, and leave its own for the next run. This thread must have
// set no_new_privs. On a kernel without seccomp nothing is refused.
func refuseKeyrings() {
	const (
		load, equal, atLeast, and = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K,
			unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K, unix.BPF_ALU | unix.BPF_AND | unix.BPF_K
		answer       = unix.BPF_RET | unix.BPF_K
		number, arch = 0, 4                 // offsets in struct seccomp_data
		withoutX32   = ^uint32(0x4000_0000) // clears the bit that marks the calls of the x32 ABI
	)
	var filter []unix.SockFilter
	for _, calls := range keyCalls { // each block either returns or falls through to the next
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
