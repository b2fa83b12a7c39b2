package sandbox

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// rusageUnit is the unit of ru_maxrss in bytes.
const rusageUnit = 1 << 10

// cpuOf is the CPU time that a running process has used, its threads included and its children not; false once it is
// gone. The clock's number is the kernel's encoding of "the CPU clock of this process" (clock_getcpuclockid(3)).
func cpuOf(pid int) (time.Duration, bool) {
	const scheduler = 2
	var at unix.Timespec
	if err := unix.ClockGettime(int32(^pid<<3|scheduler), &at); err != nil {
		return 0, false
	}
	return time.Duration(at.Nano()), true
}

// residentOf is the memory that a running process holds now, in bytes, or 0.
func residentOf(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	fields := bytes.Fields(text)
	if len(fields) < 2 {
		return 0
	}
	pages, err := strconv.ParseInt(string(fields[1]), 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}

// restrain sets the limits that the kernel keeps by itself: the size of each file, no core file, and a stack as large as
// the memory. A limit that may not be raised stays as it is.
func restrain(pid int, limits Limits) {
	if limits.Output > 0 {
		size := uint64(limits.Output) + 1 // one byte more, so that just at the limit is told from past it
		unix.Prlimit(pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: size, Max: size}, nil)
	}
	unix.Prlimit(pid, unix.RLIMIT_CORE, &unix.Rlimit{}, nil)
	var stack unix.Rlimit
	if unix.Prlimit(pid, unix.RLIMIT_STACK, nil, &stack) == nil {
		stack.Cur = stack.Max
		unix.Prlimit(pid, unix.RLIMIT_STACK, &stack, nil)
	}
}

// startTime is when a process started, in clock ticks since the machine did, or 0 for one that is gone.
func startTime(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// The second field is the program's name in parentheses and may hold anything; the 22nd is the start.
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(fields) < 20 {
		return 0
	}
	started, _ := strconv.ParseInt(string(fields[19]), 10, 64)
	return started
}

// room reports whether the disk that file is on has any room left.
func room(file *os.File) bool {
	var disk unix.Statfs_t
	if err := unix.Fstatfs(int(file.Fd()), &disk); err != nil || disk.Blocks == 0 {
		return true // a file system that does not count
	}
	if os.Geteuid() == 0 {
		return disk.Bfree > 0
	}
	return disk.Bavail > 0
}
