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

// processGroup puts a program into its own process group, so that all of it can be killed. The kernel also kills the
// program when the judge ends, for any reason.
func processGroup() *syscall.SysProcAttr {
	// The kernel kills it when the thread that started it ends. The judge's threads live as long as the judge.
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// adoptOrphans makes this process the new parent of orphans until undo is called.
func adoptOrphans() (undo func()) {
	if unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != nil {
		return func() {}
	}
	return func() { unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0) }
}

// reapGroup waits for this process's children in a process group, which has been killed. It returns their CPU time with
// that of the children they waited for. It waits at most a second: a process that has changed its user may survive.
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

// rusageUnit is the unit of ru_maxrss in bytes.
const rusageUnit = 1 << 10

// inherited lists the resource limits that programs inherit from the judge's shell, and the lowest sufficient values.
// Below those, correct programs would seem to crash.
var inherited = []struct {
	resource int
	name     string // with the unit that ulimit counts in
	option   string // of ulimit
	unit     uint64
	least    uint64
}{
	{unix.RLIMIT_CPU, "CPU time in seconds", "-t", 1, 3600},
	{unix.RLIMIT_FSIZE, "the size of a file in KiB", "-f", 1 << 10, 16 << 30},
	{unix.RLIMIT_DATA, "data in KiB", "-d", 1 << 10, 64 << 30},
	{unix.RLIMIT_AS, "address space in KiB", "-v", 1 << 10, 64 << 30},
	{unix.RLIMIT_NOFILE, "open files", "-n", 1, 128}, // of a judge with one worker, and of the compilers that it starts
	// threads of a judge, a helper and a program, in addition to those that the user has
	{unix.RLIMIT_NPROC, "processes and threads of this user", "-u", 1, 64},
}

// CheckInherited raises the limits that this process has inherited as far as it may. The error names one that is still
// too low.
func CheckInherited() error {
	for _, limit := range inherited {
		now := lift(limit.resource)
		if limit.resource == unix.RLIMIT_NPROC && os.Geteuid() != 0 && now < 1<<20 {
			limit.least += procfs.TasksOfUser()
		}
		if now < limit.least {
			return fmt.Errorf("the judge was started with a limit on %s of %d (ulimit %s); it needs %d: start it from "+
				"a shell with a higher limit", limit.name, now/limit.unit, limit.option, limit.least/limit.unit)
		}
	}
	return nil
}

// lift raises a limit as far as this process may, and returns the new value.
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

// CheckNoexec returns an error if no program can be started from the scratch folder. Without this check, every run
// would report the error.
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

// raising is held while this process has raised its own stack limit.
var raising sync.Mutex

// startWithStack starts a program, which inherits the largest allowed stack limit. Raising the limit after the start
// could be too late for a program that recurses at once.
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
func setKernelLimits(pid int, limits sandbox.Limits) {
	if limits.Output > 0 {
		size := uint64(limits.Output) + 1 // one byte more, so that a file of exactly the limit is not over it
		unix.Prlimit(pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: size, Max: size}, nil)
	}
	unix.Prlimit(pid, unix.RLIMIT_CORE, &unix.Rlimit{}, nil)
}

func cpuOf(pid int) (time.Duration, bool) { return procfs.CPU(pid) }
func residentOf(pid int) int64            { return procfs.Resident(pid) }
func isStopped(pid int) bool              { return procfs.IsStopped(pid) }
