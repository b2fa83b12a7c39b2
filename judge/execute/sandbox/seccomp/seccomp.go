//go:build linux

// Package seccomp makes the filter of system calls under which programs run.
//
// A program may make only the calls in calls.go. The filter is set once, on the thread that starts programs, and the
// programs inherit it. Setting the filter for each run would take 0.1 ms. The thread itself must trace and mount, which
// the filter refuses to programs. So the thread's own calls carry a random pass as their sixth argument, which the
// kernel ignores in these calls. No program knows the pass.
//
// The package uses no library. The libraries for Go have tables that end at Linux 6.6 (elastic/go-seccomp-bpf 1.4).
// They cannot give each call its own error, and need names that exist on every architecture.
package seccomp

import (
	"crypto/rand"
	"encoding/binary"
	"maps"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A conditional is a system call that is allowed if all tests of at least one alternative succeed.
type conditional struct {
	call  uintptr
	when  [][]test   // the tests of each alternative
	error unix.Errno // the error of a refused call; 0 means EPERM
}

// A test compares the lower or the upper half of an argument with a value. A mask of 0 means all bits.
type test struct {
	arg      int    // index of the argument, from 0
	high     bool   // whether the test compares the upper half
	mask, is uint32 // bits to compare, and their value
}

// oldTables add calls that newer architectures lack to the tables in calls.go, which list the calls that replace them.
type oldTables struct {
	calls, files                  []uintptr     // for allowedCalls and ownFileCalls
	open, truncating, conditional []conditional // for openCalls, truncatingCalls and conditionalCalls
}

// anyOf returns alternatives that allow these values as the lower half of an argument.
func anyOf(arg int, values ...uint32) (when [][]test) {
	for _, value := range values {
		when = append(when, []test{{arg: arg, is: value}})
	}
	return when
}

// A Policy says how the filter of one worker differs from the tables.
type Policy struct {
	Namespaces bool   // programs see only read-only mounts and their folder; IPC objects end with the run
	Compiler   bool   // programs may lock files, as Go does in its cache
	Truncates  bool   // Landlock is too old to prevent truncating files
	IntoCgroup bool   // the thread that starts programs needs clone3
	Pass       uint64 // any call with this sixth argument is allowed

	// Process is the calling process, and Thread is the thread that starts programs. Programs must not signal them.
	// Landlock does not prevent that, because the thread is in the domain of its programs.
	Process, Thread int
}

// These are offsets in struct seccomp_data, and operations of classic BPF.
const (
	dataNumber, dataArch, dataArgs = 0, 4, 16

	bpfLoad   = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
	bpfAnd    = unix.BPF_ALU | unix.BPF_AND | unix.BPF_K
	bpfEqual  = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
	bpfFrom   = unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K
	bpfBeyond = unix.BPF_JMP | unix.BPF_JGT | unix.BPF_K
	bpfReturn = unix.BPF_RET | unix.BPF_K
)

// filter compiles a policy. Every block of code either returns or continues with the next block, so no jump is long.
func (p Policy) filter() (code []unix.SockFilter) {
	add := func(operation uint16, k uint32, jumpTrue, jumpFalse int) {
		code = append(code, unix.SockFilter{Code: operation, Jt: uint8(jumpTrue), Jf: uint8(jumpFalse), K: k})
	}
	refuse := func(errno unix.Errno) { add(bpfReturn, unix.SECCOMP_RET_ERRNO|uint32(errno), 0, 0) }
	allow := func() { add(bpfReturn, unix.SECCOMP_RET_ALLOW, 0, 0) }

	add(bpfLoad, dataArch, 0, 0)
	add(bpfEqual, auditArch, 1, 0)
	refuse(unix.ENOSYS) // calls of another ABI, which have other numbers
	add(bpfLoad, dataNumber, 0, 0)
	if firstForeignCall > 0 {
		add(bpfFrom, firstForeignCall, 0, 1)
		refuse(unix.ENOSYS)
	}
	// Calls that are allowed by number alone come first: for them, the kernel skips the filter.
	for _, calls := range p.ranges() {
		add(bpfFrom, calls.first, 0, 2)
		add(bpfBeyond, calls.last, 1, 0)
		allow()
	}
	add(bpfLoad, dataArgs+8*5, 0, 0)
	add(bpfEqual, uint32(p.Pass), 0, 3)
	add(bpfLoad, dataArgs+8*5+4, 0, 0)
	add(bpfEqual, uint32(p.Pass>>32), 0, 1)
	allow()
	add(bpfLoad, dataNumber, 0, 0)
	for _, call := range signalCalls {
		add(bpfEqual, uint32(call), 0, 5)
		add(bpfLoad, dataArgs, 0, 0)
		add(bpfEqual, uint32(p.Process), 1, 0)
		add(bpfEqual, uint32(p.Thread), 0, 1)
		refuse(unix.EPERM)
		allow()
	}
	for _, c := range p.conditionals() {
		block := len(code)
		add(bpfEqual, uint32(c.call), 0, 0)
		for _, tests := range c.when {
			alternative := len(code)
			for _, t := range tests {
				offset := dataArgs + 8*t.arg
				if t.high {
					offset += 4
				}
				add(bpfLoad, uint32(offset), 0, 0)
				if t.mask != 0 {
					add(bpfAnd, t.mask, 0, 0)
				}
				add(bpfEqual, t.is, 0, 0)
			}
			allow()
			for i := alternative; i < len(code); i++ {
				if code[i].Code == bpfEqual {
					code[i].Jf = uint8(len(code) - i - 1)
				}
			}
		}
		errno := c.error
		if errno == 0 {
			errno = unix.EPERM
		}
		refuse(errno)
		code[block].Jf = uint8(len(code) - block - 1)
	}
	for _, call := range slices.Sorted(maps.Keys(absentCalls)) {
		add(bpfEqual, uint32(call), 0, 1)
		refuse(absentCalls[call])
	}
	add(bpfFrom, uint32(firstNewCall), 0, 1)
	refuse(unix.ENOSYS)
	refuse(unix.EPERM)
	return code
}

// conditionals returns the system calls that are allowed only with certain arguments.
func (p Policy) conditionals() []conditional {
	// hugePageCalls come early, because programs call mmap often
	calls := slices.Concat(hugePageCalls, residencyCalls, conditionalCalls, old.conditional)
	if p.Truncates {
		calls = slices.Concat(calls, truncatingCalls, old.truncating)
	} else {
		calls = slices.Concat(openCalls, old.open, calls)
	}
	if p.Namespaces {
		calls = append(calls, hugeSharedCalls...)
	}
	return calls
}

type callRange struct{ first, last uint32 }

// allowed returns all system calls that are allowed, including those that are allowed only with certain arguments.
func (p Policy) allowed() []uintptr {
	calls := slices.Concat(allowedCalls, old.calls)
	if p.Namespaces {
		// chroot is harmless, since programs lack the capability for it
		calls = append(slices.Concat(calls, ownFileCalls, old.files, ipcCalls), unix.SYS_CHROOT)
	}
	if p.Compiler {
		calls = append(calls, unix.SYS_FLOCK)
	}
	if p.IntoCgroup {
		calls = append(calls, unix.SYS_CLONE3)
	}
	return calls
}

// ranges returns the system calls that are allowed with any arguments, as ranges of numbers.
func (p Policy) ranges() (ranges []callRange) {
	calls, conditionals := p.allowed(), p.conditionals()
	slices.Sort(calls)
	for _, call := range calls {
		if slices.ContainsFunc(conditionals, func(c conditional) bool { return c.call == call }) {
			continue
		}
		if n := len(ranges); n > 0 && ranges[n-1].last+1 >= uint32(call) {
			ranges[n-1].last = uint32(call)
			continue
		}
		ranges = append(ranges, callRange{uint32(call), uint32(call)})
	}
	return ranges
}

// Available reports whether this kernel can filter system calls and there is a list for this architecture.
func Available() bool {
	_, err := unix.PrctlRetInt(unix.PR_GET_SECCOMP, 0, 0, 0, 0)
	return err == nil && Listed
}

// Listed reports whether there is a list of system calls for this architecture.
const Listed = auditArch != 0

// NewPass returns a pass that no program can guess.
func NewPass() uint64 {
	var pass [8]byte
	rand.Read(pass[:])
	return binary.NativeEndian.Uint64(pass[:])
}

// Set sets the filter for the calling thread and everything that the thread forks. The thread must have set
// no_new_privs.
func (p Policy) Set() error {
	filter := p.filter()
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	// Without SPEC_ALLOW, kernels before 5.16 turn on a mitigation that slows every program.
	_, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_SPEC_ALLOW,
		uintptr(unsafe.Pointer(&program)))
	if errno != 0 {
		return errno
	}
	return nil
}
