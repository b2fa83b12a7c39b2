package sandbox

import (
	"bytes"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// rusageUnit is the unit of ru_maxrss in bytes.
const rusageUnit = 1 << 10

// cpuOf is the CPU time that a process has used, with its threads and without its children; false once it is gone. The
// clock ID is computed as in clock_getcpuclockid(3).
func cpuOf(pid int) (time.Duration, bool) {
	const scheduler = 2
	var at unix.Timespec
	if err := unix.ClockGettime(int32(^pid<<3|scheduler), &at); err != nil {
		return 0, false
	}
	return time.Duration(at.Nano()), true
}

// A procStat holds fields of /proc/PID/stat; see proc_pid_stat(5).
type procStat struct {
	ended   bool // it is a zombie: its parent has not waited for it yet
	stopped bool // by a signal
	traced  bool // stopped by its tracer
	running bool // or waiting for a core
	parent  int
	threads int
	core    int // on which it runs, or has run last

	cpu      time.Duration // of the process, in units of 10 ms
	waited   time.Duration // of the children that it has waited for
	resident int64         // bytes

	childFaults int64 // minor page faults of the children that it has waited for
}

func statOf(proc string, pid int) (procStat, bool) {
	text, err := os.ReadFile(proc + "/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return procStat{}, false
	}
	// The second field, the program's name in parentheses, may itself contain spaces and parentheses.
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(fields) < 37 {
		return procStat{}, false
	}
	field := func(number int) int64 {
		value, _ := strconv.ParseInt(string(fields[number-3]), 10, 64)
		return value
	}
	const tick = time.Second / 100
	return procStat{
		ended:       fields[0][0] == 'Z' || fields[0][0] == 'X',
		stopped:     fields[0][0] == 'T',
		traced:      fields[0][0] == 't',
		running:     fields[0][0] == 'R',
		parent:      int(field(4)),
		threads:     int(field(20)),
		core:        int(field(39)),
		cpu:         time.Duration(field(14)+field(15)) * tick,
		waited:      time.Duration(field(16)+field(17)) * tick,
		childFaults: field(11),
		resident:    field(24) * int64(os.Getpagesize()),
	}, true
}

// stillStopped reports whether a process that a signal has stopped under its tracer has not received SIGCONT. The
// signal would be pending, or other threads would go on.
func stillStopped(proc string, pid int) bool {
	text, err := os.ReadFile(proc + "/" + strconv.Itoa(pid) + "/status")
	if err != nil {
		return true // it is gone, which the tracer learns
	}
	for line := range bytes.Lines(text) {
		name, value, _ := bytes.Cut(bytes.TrimSpace(line), []byte(":\t"))
		if string(name) != "SigPnd" && string(name) != "ShdPnd" {
			continue
		}
		const continued = 1 << (unix.SIGCONT - 1)
		if pending, _ := strconv.ParseUint(string(value), 16, 64); pending&continued != 0 {
			return false
		}
	}
	return !slices.ContainsFunc(statsOfThreads(proc, pid), func(stat procStat) bool {
		return !stat.stopped && !stat.traced && !stat.ended
	})
}

// isStopped reports whether a signal has stopped a process.
func isStopped(pid int) bool {
	stat, _ := statOf("/proc", pid)
	return stat.stopped
}

// residentOf is the resident memory of a process in bytes, or 0 once it is gone.
func residentOf(pid int) int64 {
	stat, _ := statOf("/proc", pid)
	return stat.resident
}

// residentOfThreads is residentOf for a process whose first thread may have ended: then only its other threads' files
// in /proc still tell its memory.
func residentOfThreads(proc string, pid int) (resident int64) {
	for _, stat := range statsOfThreads(proc, pid) {
		resident = max(resident, stat.resident) // threads share their memory
	}
	return resident
}

// statsOfThreads is statOf for each thread of a process; none once it is gone.
func statsOfThreads(proc string, pid int) (stats []procStat) {
	dir := proc + "/" + strconv.Itoa(pid) + "/task"
	threads, _ := os.ReadDir(dir)
	for _, thread := range threads {
		if id, err := strconv.Atoi(thread.Name()); err == nil {
			if stat, ok := statOf(dir, id); ok {
				stats = append(stats, stat)
			}
		}
	}
	return stats
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

// A memoryUse is what a process's status file tells of its memory, in bytes.
type memoryUse struct {
	peak     int64 // VmHWM, the peak of its resident memory
	resident int64
	shared   int64 // what is resident of files in memory and of memory that processes share
	threads  int
}

// memoryOf reads the memory of a process; it is zero once its first thread has ended.
func memoryOf(proc string, pid int) (use memoryUse) {
	fd, err := unix.Open(proc+"/"+strconv.Itoa(pid)+"/status", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return use
	}
	defer unix.Close(fd)
	var text [4096]byte // large enough for one read, since every run does this
	n, err := unix.Read(fd, text[:])
	if err != nil {
		return use
	}
	field := func(name string) int64 {
		_, rest, _ := bytes.Cut(text[:n], []byte("\n"+name+":"))
		line, _, _ := bytes.Cut(rest, []byte("\n"))
		count, _ := strconv.ParseInt(string(bytes.TrimSuffix(bytes.TrimSpace(line), []byte(" kB"))), 10, 64)
		return count
	}
	return memoryUse{
		threads: int(field("Threads")),
		peak:    field("VmHWM") << 10, resident: field("VmRSS") << 10, shared: field("RssShmem") << 10,
	}
}

// peakOf is VmHWM, the peak resident memory of a process in bytes; 0 once its first thread has ended.
func peakOf(proc string, pid int) int64 { return memoryOf(proc, pid).peak }

// raising is held while this process has the largest stack limit that it may have.
var raising sync.Mutex

// startWithStack starts a program with the largest stack that is allowed, which it inherits: one that recurses at once
// might need it before its limit could be raised.
func startWithStack(command *exec.Cmd) error {
	raising.Lock()
	defer raising.Unlock()
	var own unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_STACK, &own) == nil && unix.Setrlimit(unix.RLIMIT_STACK, &unix.Rlimit{Cur: own.Max,
		Max: own.Max}) == nil {
		defer unix.Setrlimit(unix.RLIMIT_STACK, &own)
	}
	return command.Start()
}

// setKernelLimits sets the resource limits of a process: file size, and no core file.
func setKernelLimits(pid int, limits Limits) {
	if limits.Output > 0 {
		size := uint64(limits.Output) + 1 // one byte more, so that a file of exactly the limit is not over it
		unix.Prlimit(pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: size, Max: size}, nil)
	}
	unix.Prlimit(pid, unix.RLIMIT_CORE, &unix.Rlimit{}, nil)
}

// leastRoom is how many bytes must be free on the disk after a run: with less, a write may have failed.
const leastRoom = 64 << 10

// hasRoom reports whether the disk that holds file has free space for programs: not counting what is reserved for root,
// and no less than file systems keep back for themselves.
func hasRoom(file *os.File) bool {
	var disk unix.Statfs_t
	if err := unix.Fstatfs(int(file.Fd()), &disk); err != nil || disk.Blocks == 0 {
		return true // this file system does not report its size
	}
	return int64(disk.Bavail)*disk.Bsize >= leastRoom
}
