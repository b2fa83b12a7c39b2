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

// processGroup puts a program into a process group of its own, so that all of it can be killed, and has the kernel kill
// it when the judge is gone, by whatever means.
func processGroup() *syscall.SysProcAttr {
	// The kernel means the thread that starts the program; those of the judge live as long as it does.
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// adoptOrphans has processes whose parent ends become children of this one, until undo is called.
func adoptOrphans() (undo func()) {
	if unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != nil {
		return func() {}
	}
	return func() { unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0) }
}

// reapGroup waits for the children of this process that are in a process group, all of which has been killed, and
// returns the CPU time of them and of the children that they waited for. It does not wait for long: what has changed
// its user cannot be killed.
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

// inherited are the resource limits that programs inherit from the shell that the judge was started in, and the least
// that is enough. With less, correct programs would seem to crash.
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
}

const leastTasks = 64 // threads of a judge, a helper and a program

// CheckInherited lifts the limits that this process has inherited as far as it may. The error names one that is too
// low.
func CheckInherited() error {
	refuse := func(name string, now, needed uint64, option string) error {
		return fmt.Errorf("the judge was started with a limit on %s of %d (ulimit %s); it needs %d: start it from a "+
			"shell with a higher limit", name, now, option, needed)
	}
	for _, limit := range inherited {
		if now := lift(limit.resource); now < limit.least {
			return refuse(limit.name, now/limit.unit, limit.least/limit.unit, limit.option)
		}
	}
	if tasks := lift(unix.RLIMIT_NPROC); os.Geteuid() != 0 && tasks < 1<<20 {
		if needed := procfs.TasksOfUser() + leastTasks; tasks < needed {
			return refuse("processes and threads of this user", tasks, needed, "-u")
		}
	}
	return nil
}

// lift raises a limit as far as this process may, and returns what it is now.
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

// CheckNoexec reports that programs cannot be started from the scratch folder, which otherwise every run would.
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
