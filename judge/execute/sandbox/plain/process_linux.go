package plain

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/procfs"
)

// attributes puts a program into its own session or process group, so that all its processes can be killed. The kernel
// also kills the program when the judge ends for any reason.
func attributes(session bool) *syscall.SysProcAttr {
	// The kernel kills the program when the thread that started it ends. The judge's threads live as long as the judge.
	return &syscall.SysProcAttr{Setsid: session, Setpgid: !session, Pdeathsig: syscall.SIGKILL}
}

// adoptOrphans makes this process the new parent of orphaned processes until undo() is called.
func adoptOrphans() (undo func()) {
	if unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != nil {
		return func() {}
	}
	return func() { unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0) }
}

// reapGroup waits for this process's children in a killed process group. It returns their CPU time, including that of
// the children that they waited for. It waits at most a second: a process that has changed its user may survive.
func reapGroup(group int) (cpu time.Duration) {
	const pause = 100 * time.Microsecond
	for end := time.Now().Add(time.Second); ; {
		var status syscall.WaitStatus
		var usage syscall.Rusage
		pid, err := syscall.Wait4(-group, &status, syscall.WNOHANG, &usage)
		switch {
		case pid > 0:
			cpu += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
		case err == nil && time.Now().Before(end):
			time.Sleep(pause)
		case err != syscall.EINTR:
			return cpu
		}
	}
}

// rusageUnit is the number of bytes in one unit of ru_maxrss.
const rusageUnit = 1 << 10

// inherited lists the resource limits that programs inherit from the judge's shell, and the lowest sufficient value of
// each. With a lower limit, correct programs would seem to crash.
var inherited = []struct {
	resource int
	name     string // what is limited, with the unit that ulimit uses
	option   string // option of ulimit
	unit     uint64 // the number of the kernel's units in one unit of ulimit
	least    uint64 // lowest sufficient value, in the kernel's unit
}{
	{unix.RLIMIT_CPU, "CPU time in seconds", "-t", 1, 3600},
	{unix.RLIMIT_FSIZE, "the size of a file in KiB", "-f", 1 << 10, 16 << 30},
	{unix.RLIMIT_DATA, "data in KiB", "-d", 1 << 10, 64 << 30},
	{unix.RLIMIT_AS, "address space in KiB", "-v", 1 << 10, 64 << 30},
	{unix.RLIMIT_NOFILE, "open files", "-n", 1, 128}, // for a judge with one worker, and the compilers that it starts
	// for the threads of a judge, a helper and a program, in addition to the threads that the user already has
	{unix.RLIMIT_NPROC, "processes and threads of this user", "-u", 1, 64},
}

// CheckInherited raises each limit in the table above to the highest allowed value. The error names a limit that is
// still too low.
func CheckInherited() error {
	for _, limit := range inherited {
		now := lift(limit.resource)
		if limit.resource == unix.RLIMIT_NPROC && os.Geteuid() != 0 && now < 1<<20 {
			limit.least += procfs.TasksOfUser()
		}
		if now < limit.least {
			return fmt.Errorf("the judge was started with a limit of %d on %s (ulimit %s); it needs %d: start it from "+
				"a shell with a higher limit", now/limit.unit, limit.name, limit.option, limit.least/limit.unit)
		}
	}
	return nil
}

// lift raises a limit to the highest allowed value, and returns that value.
func lift(resource int) uint64 {
	var limit unix.Rlimit
	if err := unix.Getrlimit(resource, &limit); err != nil {
		return math.MaxUint64
	}
	if limit.Cur == unix.RLIM_INFINITY {
		return limit.Cur
	}
	none := unix.Rlimit{Cur: unix.RLIM_INFINITY, Max: unix.RLIM_INFINITY}
	if unix.Setrlimit(resource, &none) == nil {
		return none.Cur
	}
	limit.Cur = limit.Max
	unix.Setrlimit(resource, &limit)
	return limit.Cur
}

// CheckNoexec returns an error if no program can be started from a scratch folder below parent. This error comes
// once, when the sandbox is opened, instead of in every run.
func CheckNoexec(parent string) error {
	if parent == "" {
		parent = os.TempDir()
	}
	var disk unix.Statfs_t
	if unix.Statfs(parent, &disk) == nil && disk.Flags&unix.ST_NOEXEC != 0 {
		return fmt.Errorf("%s is on a disk that is mounted noexec, where no program can be started; set TMPDIR to a "+
			"folder elsewhere, "+
			"such as: TMPDIR=$HOME judge …", parent)
	}
	return nil
}

// raising is locked while this process's own stack limit is raised.
var raising sync.Mutex

// startWithStack starts a program, which inherits the largest allowed stack limit. Raising the limit after the start
// could be too late for a program that recurses immediately.
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

// setKernelLimits limits the size of a process's files, and prevents core files.
func setKernelLimits(pid int, limits sandbox.Limits) {
	if limits.Output > 0 {
		size := uint64(limits.Output) + 1 // one byte more, so that OverLimit can see that a file is too long
		unix.Prlimit(pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: size, Max: size}, nil)
	}
	unix.Prlimit(pid, unix.RLIMIT_CORE, &unix.Rlimit{}, nil)
}

func cpuOf(pid int) (time.Duration, bool) { return procfs.CPU(pid) }

// residentOf returns the resident memory of a process in bytes.
func residentOf(pid int) int64 {
	stat, _ := procfs.StatOf("/proc", pid)
	return stat.Resident
}

// isStopped reports whether a signal has stopped a process.
func isStopped(pid int) bool {
	stat, _ := procfs.StatOf("/proc", pid)
	return stat.Stopped
}
