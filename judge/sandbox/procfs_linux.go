package sandbox

import (
	"bytes"
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

// A procStat is what /proc/PID/stat says of a process (proc_pid_stat(5)).
type procStat struct {
	parent   int
	cpu      time.Duration // of the process, in steps of 10 ms
	waited   time.Duration // of the children that it has waited for
	resident int64         // bytes
}

func statOf(proc string, pid int) (procStat, bool) {
	text, err := os.ReadFile(proc + "/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return procStat{}, false
	}
	// The second field is the program's name in parentheses and may hold anything; those after it are numbers.
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(fields) < 22 {
		return procStat{}, false
	}
	field := func(number int) int64 {
		value, _ := strconv.ParseInt(string(fields[number-3]), 10, 64)
		return value
	}
	const tick = time.Second / 100
	return procStat{
		parent:   int(field(4)),
		cpu:      time.Duration(field(14)+field(15)) * tick,
		waited:   time.Duration(field(16)+field(17)) * tick,
		resident: field(24) * int64(os.Getpagesize()),
	}, true
}

// residentOf is the memory that a running process holds now, in bytes, or 0.
func residentOf(pid int) int64 {
	stat, _ := statOf("/proc", pid)
	return stat.resident
}

// residentOfThreads is the memory of a process whose first thread has ended, and in whose name nothing is known any more.
func residentOfThreads(proc string, pid int) (resident int64) {
	dir := proc + "/" + strconv.Itoa(pid) + "/task"
	threads, _ := os.ReadDir(dir) // none once it is gone
	for _, thread := range threads {
		if id, err := strconv.Atoi(thread.Name()); err == nil {
			stat, _ := statOf(dir, id)
			resident = max(resident, stat.resident) // they share it
		}
	}
	return resident
}

// peakOfThreads is peakOf for a process whose first thread may have ended.
func peakOfThreads(proc string, pid int) (peak int64) {
	dir := proc + "/" + strconv.Itoa(pid) + "/task"
	threads, _ := os.ReadDir(dir) // none once it is gone
	for _, thread := range threads {
		if id, err := strconv.Atoi(thread.Name()); err == nil {
			peak = max(peak, peakOf(dir, id))
		}
	}
	return peak
}

// peakOf is VmHWM, the most memory that a process ever had resident, in bytes; 0 when its first thread has ended.
func peakOf(proc string, pid int) int64 {
	fd, err := unix.Open(proc+"/"+strconv.Itoa(pid)+"/status", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return 0
	}
	defer unix.Close(fd)
	var text [4096]byte // in one read, since this is done for every run
	n, err := unix.Read(fd, text[:])
	if err != nil {
		return 0
	}
	_, rest, _ := bytes.Cut(text[:n], []byte("\nVmHWM:"))
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	kib, _ := strconv.ParseInt(string(bytes.TrimSuffix(bytes.TrimSpace(line), []byte(" kB"))), 10, 64)
	return kib << 10
}

// restrain sets the limits that the kernel keeps by itself: the size of each file, no core file, and a stack as large as
// the memory. A limit that may not be raised stays as it is.
func setKernelLimits(pid int, limits Limits) {
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

// room reports whether the disk that file is on has any room left.
func hasRoom(file *os.File) bool {
	var disk unix.Statfs_t
	if err := unix.Fstatfs(int(file.Fd()), &disk); err != nil || disk.Blocks == 0 {
		return true // a file system that does not count
	}
	if os.Geteuid() == 0 {
		return disk.Bfree > 0
	}
	return disk.Bavail > 0
}
