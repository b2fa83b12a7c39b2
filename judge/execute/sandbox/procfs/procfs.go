//go:build linux

// Package procfs reads the state, memory and times of processes from /proc.
package procfs

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// CPU returns the CPU time of all threads of a process, but not of its children; false once the process is gone. The
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
	Ended   bool // whether the process has ended; its parent may not have waited for it yet
	Stopped bool // whether a signal has stopped the process
	Running bool // whether the process runs or waits for a CPU
	Asleep  bool // whether the process sleeps until something wakes it, other than a disk
	Parent  int  // process ID of the parent

	CPU      time.Duration // CPU time of the process, in steps of 10 ms
	Waited   time.Duration // CPU time of children that the process has waited for
	Resident int64         // resident memory in bytes

	ChildFaults int64 // minor page faults of children that the process has waited for
}

// StatOf reads the stat file of a process below a folder such as /proc; false if the process is gone.
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
		Running:     fields[0][0] == 'R',
		Asleep:      fields[0][0] == 'S',
		Parent:      int(field(4)),
		CPU:         time.Duration(field(14)+field(15)) * tick,
		Waited:      time.Duration(field(16)+field(17)) * tick,
		ChildFaults: field(11),
		Resident:    field(24) * int64(os.Getpagesize()),
	}, true
}

// ResidentOfThreads returns the resident memory of a process in bytes; 0 once the process is gone. If the first thread
// of the process has ended, only the files of the other threads show that memory.
func ResidentOfThreads(proc string, pid int) int64 {
	return mostOfThreads(proc, pid, func(dir string, thread int) int64 {
		stat, _ := StatOf(dir, thread)
		return stat.Resident
	})
}

// PeakOfThreads is like Peak, but also works if the first thread of the process has ended.
func PeakOfThreads(proc string, pid int) int64 { return mostOfThreads(proc, pid, Peak) }

// mostOfThreads returns the largest figure of any thread of a process; 0 once the process is gone.
func mostOfThreads(proc string, pid int, of func(dir string, thread int) int64) (most int64) {
	dir := proc + "/" + strconv.Itoa(pid) + "/task"
	for _, thread := range IDs(dir) {
		most = max(most, of(dir, thread))
	}
	return most
}

// IDs returns the processes or threads that a folder such as /proc lists.
func IDs(dir string) (ids []int) {
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		if id, err := strconv.Atoi(entry.Name()); err == nil {
			ids = append(ids, id)
		}
	}
	return ids
}

// Memory holds figures of a process's status file. Sizes are in bytes.
type Memory struct {
	Peak     int64 // VmHWM, the peak of Resident
	Resident int64
	Shared   int64 // resident part of files in memory and of shared memory
	Stack    int64 // of the first thread, as far as it has grown
	Threads  int   // number of threads
}

// MemoryOf returns the memory of a process. All sizes are 0 once the first thread has ended.
func MemoryOf(proc string, pid int) (use Memory) {
	fd, err := unix.Open(proc+"/"+strconv.Itoa(pid)+"/status", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return use
	}
	defer unix.Close(fd)
	text := make([]byte, 4096) // large enough for a single read, which saves time in every run
	n, err := unix.Read(fd, text)
	for n == len(text) && err == nil { // the user is in hundreds of groups
		text = append(text, text...)
		var more int
		more, err = unix.Read(fd, text[n:])
		n += more
	}
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
		Threads: int(field("Threads")), Stack: field("VmStk") << 10,
		Peak: field("VmHWM") << 10, Resident: field("VmRSS") << 10, Shared: field("RssShmem") << 10,
	}
}

// mostMappings is the largest list of mappings that Mapped reads, in bytes: some hundred mappings. A program can have
// so many that reading them all takes seconds.
const mostMappings = 256 << 10

// Mapped returns how many bytes of a process's memory are mapped pages of a file in memory, and how many are other
// pages. Private pages that the process has changed count as others. If the process has too many mappings, Mapped
// returns 0 and 0.
func Mapped(proc string, pid int, file unix.Stat_t) (mapped, others int64) {
	list, _ := os.Open(proc + "/" + strconv.Itoa(pid) + "/smaps")
	defer list.Close()
	text, _ := io.ReadAll(io.LimitReader(list, mostMappings))
	if len(text) == mostMappings {
		return 0, 0
	}
	device := fmt.Sprintf("%02x:%02x", unix.Major(file.Dev), unix.Minor(file.Dev))
	sizes := map[string]int64{} // of the file's mappings, in KiB
	all, ofFile := int64(0), false
	for line := range strings.Lines(string(text)) {
		words := append(strings.Fields(line), "")
		size, err := strconv.ParseInt(words[1], 10, 64)
		switch {
		case len(words) > 4 && strings.Contains(words[0], "-"): // the first line of a mapping
			ofFile = words[3] == device && words[4] == fmt.Sprint(file.Ino)
		case err == nil && ofFile:
			sizes[words[0]] += size
		case err == nil && words[0] == "Rss:":
			all += size
		}
	}
	mapped = sizes["Rss:"] - sizes["Anonymous:"]
	return mapped << 10, (all + sizes["Anonymous:"]) << 10
}

// Peak returns VmHWM, the peak resident memory of a process in bytes; 0 once its first thread has ended.
func Peak(proc string, pid int) int64 { return MemoryOf(proc, pid).Peak }

// TasksOfUser returns the number of threads of this user, in all processes.
func TasksOfUser() (count uint64) {
	tasks, _ := filepath.Glob("/proc/[0-9]*/task/*")
	for _, task := range tasks {
		if info, err := os.Stat(task); err == nil && int(info.Sys().(*syscall.Stat_t).Uid) == os.Getuid() {
			count++
		}
	}
	return count
}

// OpenBlocking is like os.OpenFile, but does not prepare the file for polling, which would take four more system calls.
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
