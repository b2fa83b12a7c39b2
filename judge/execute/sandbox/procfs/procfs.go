//go:build linux

// Package procfs reads what /proc tells of processes: their state, memory and times.
package procfs

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// CPU is the CPU time that a process has used, with its threads and without its children; false once it is gone. The
// clock ID is computed as in clock_getcpuclockid(3).
func CPU(pid int) (time.Duration, bool) {
	const scheduler = 2
	var at unix.Timespec
	if err := unix.ClockGettime(int32(^pid<<3|scheduler), &at); err != nil {
		return 0, false
	}
	return time.Duration(at.Nano()), true
}

// A Stat holds fields of /proc/PID/stat; see proc_pid_stat(5).
type Stat struct {
	Ended   bool // it is a zombie: its parent has not waited for it yet
	Stopped bool // by a signal
	Traced  bool // stopped by its tracer
	Running bool // or waiting for a core
	Parent  int

	CPU      time.Duration // of the process, in units of 10 ms
	Waited   time.Duration // of the children that it has waited for
	Resident int64         // bytes

	ChildFaults int64 // minor page faults of the children that it has waited for
}

// StatOf reads the stat file of a process below a folder such as /proc; false if it is gone.
func StatOf(proc string, pid int) (Stat, bool) {
	text, err := os.ReadFile(proc + "/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return Stat{}, false
	}
	// The second field, the program's name in parentheses, may itself contain spaces and parentheses.
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(fields) < 37 {
		return Stat{}, false
	}
	field := func(number int) int64 {
		value, _ := strconv.ParseInt(string(fields[number-3]), 10, 64)
		return value
	}
	const tick = time.Second / 100
	return Stat{
		Ended:       fields[0][0] == 'Z' || fields[0][0] == 'X',
		Stopped:     fields[0][0] == 'T',
		Traced:      fields[0][0] == 't',
		Running:     fields[0][0] == 'R',
		Parent:      int(field(4)),
		CPU:         time.Duration(field(14)+field(15)) * tick,
		Waited:      time.Duration(field(16)+field(17)) * tick,
		ChildFaults: field(11),
		Resident:    field(24) * int64(os.Getpagesize()),
	}, true
}

// StillStopped reports whether a process that a signal has stopped under its tracer has not received SIGCONT. The
// signal would be pending, or other threads would go on.
func StillStopped(proc string, pid int) bool {
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
	return !slices.ContainsFunc(StatsOfThreads(proc, pid), func(stat Stat) bool {
		return !stat.Stopped && !stat.Traced && !stat.Ended
	})
}

// IsStopped reports whether a signal has stopped a process.
func IsStopped(pid int) bool {
	stat, _ := StatOf("/proc", pid)
	return stat.Stopped
}

// Resident is the resident memory of a process in bytes, or 0 once it is gone.
func Resident(pid int) int64 {
	stat, _ := StatOf("/proc", pid)
	return stat.Resident
}

// ResidentOfThreads is Resident for a process whose first thread may have ended: then only its other threads' files
// in /proc still tell its memory.
func ResidentOfThreads(proc string, pid int) (resident int64) {
	for _, stat := range StatsOfThreads(proc, pid) {
		resident = max(resident, stat.Resident) // threads share their memory
	}
	return resident
}

// StatsOfThreads is StatOf for each thread of a process; none once it is gone.
func StatsOfThreads(proc string, pid int) (stats []Stat) {
	dir := proc + "/" + strconv.Itoa(pid) + "/task"
	threads, _ := os.ReadDir(dir)
	for _, thread := range threads {
		if id, err := strconv.Atoi(thread.Name()); err == nil {
			if stat, ok := StatOf(dir, id); ok {
				stats = append(stats, stat)
			}
		}
	}
	return stats
}

// PeakOfThreads is Peak for a process whose first thread may have ended.
func PeakOfThreads(proc string, pid int) (peak int64) {
	dir := proc + "/" + strconv.Itoa(pid) + "/task"
	threads, _ := os.ReadDir(dir) // none once it is gone
	for _, thread := range threads {
		if id, err := strconv.Atoi(thread.Name()); err == nil {
			peak = max(peak, Peak(dir, id))
		}
	}
	return peak
}

// A Memory is what a process's status file tells of its memory, in bytes.
type Memory struct {
	Peak     int64 // VmHWM, the peak of its resident memory
	Resident int64
	Shared   int64 // what is resident of files in memory and of memory that processes share
	Threads  int
}

// MemoryOf reads the memory of a process; it is zero once its first thread has ended.
func MemoryOf(proc string, pid int) (use Memory) {
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
	return Memory{
		Threads: int(field("Threads")),
		Peak:    field("VmHWM") << 10, Resident: field("VmRSS") << 10, Shared: field("RssShmem") << 10,
	}
}

// Peak is VmHWM, the peak resident memory of a process in bytes; 0 once its first thread has ended.
func Peak(proc string, pid int) int64 { return MemoryOf(proc, pid).Peak }

// TasksOfUser counts the processes and threads of this user.
func TasksOfUser() (count uint64) {
	tasks, _ := filepath.Glob("/proc/[0-9]*/task/*")
	for _, task := range tasks {
		if info, err := os.Stat(task); err == nil && int(info.Sys().(*syscall.Stat_t).Uid) == os.Getuid() {
			count++
		}
	}
	return count
}

// OpenBlocking opens a file that is not to be polled. os.OpenFile would try to, at the cost of four system calls.
func OpenBlocking(path string, mode int) (*os.File, error) {
	fd, err := unix.Open(path, mode|unix.O_CLOEXEC, 0o644)
	for err == unix.EINTR {
		fd, err = unix.Open(path, mode|unix.O_CLOEXEC, 0o644)
	}
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	return os.NewFile(uintptr(fd), path), nil
}
