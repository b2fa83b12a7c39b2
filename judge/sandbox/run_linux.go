package sandbox

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// run runs one program, from its start to the death of the last of its processes.
func (h *helper) run(o request, files []int) (Result, error) {
	if len(files) != 2 {
		return Result{}, fmt.Errorf("an order came with %d files", len(files))
	}
	var g *runCgroup
	if h.nextCgroups != nil {
		if g = <-h.nextCgroups; g == nil {
			return Result{}, errors.New("no cgroup could be made")
		}
	}
	start := time.Now()
	pid, err := h.launch(o, files, g)
	if g != nil {
		h.oldCgroups <- h.oldCgroup
		h.oldCgroup = g
	}
	if err != nil {
		return Result{}, err
	}
	t := &traced{helper: h, pid: pid, cgroup: g, limits: o.Limits}
	watch := newMonitor(t, o.Run, start, files[1], int(h.stderr.Fd()))
	h.current.Store(watch)
	if h.cancelled.Load() == o.Run { // before there was anything to end
		watch.cancel()
	}
	status, err := t.waitLeader(watch)
	wall := time.Since(start)
	watch.stop()
	if err != nil {
		return Result{}, err
	}
	if err := t.reap(); err != nil {
		return Result{}, err
	}
	return t.result(status, watch, wall), nil
}

// launch starts a program in a group, up to where it is loaded.
func (h *helper) launch(o request, files []int, g *runCgroup) (pid int, err error) {
	h.memory.Store(o.Limits.Memory)
	if err := g.limitMemory(o.Limits.Memory); err != nil {
		return 0, err
	}
	if err := h.setInherited(o.Limits); err != nil {
		return 0, err
	}
	if err := h.chownOutput(files[1]); err != nil {
		return 0, err
	}
	h.attr.Files = []uintptr{uintptr(files[0]), uintptr(files[1]), h.stderr.Fd()}
	if g != nil && g.folder != nil {
		h.attr.Sys.UseCgroupFD, h.attr.Sys.CgroupFD = true, int(g.folder.Fd())
	}
	if err := g.enter(); err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, g.leave()) }()
	return syscall.ForkExec(o.Path, o.Args, &h.attr)
}

// handOver gives the standard output to the programs' user: many programs open it again, as /dev/stdout.
func (h *helper) chownOutput(fd int) error {
	var stat unix.Stat_t
	if h.User < 0 || unix.Fstat(fd, &stat) != nil || stat.Uid == uint32(h.User) || stat.Mode&unix.S_IFMT != unix.S_IFREG {
		return nil
	}
	if err := unix.Fchown(fd, h.User, h.User); err != nil {
		return fmt.Errorf("standard output: %w", err)
	}
	return nil
}

// inherit sets what a program takes over from the process that starts it: the stack's size decides at the start
// where the rest of its memory goes.
func (h *helper) setInherited(limits Limits) error {
	if h.Isolation.Namespaces && limits.Output > 0 && limits.Output != h.workDirSize {
		if err := h.mountWorkDir(limits.Output); err != nil {
			return err
		}
	}
	if h.stackLimit == limits.Memory+1 {
		return nil
	}
	h.stackLimit = limits.Memory + 1
	var stack unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_STACK, &stack); err != nil {
		return err
	}
	stack.Cur = stack.Max
	if limits.Memory > 0 {
		stack.Cur = min(stack.Max, uint64(limits.Memory))
	}
	return unix.Setrlimit(unix.RLIMIT_STACK, &stack)
}

// traced is a program that runs under ptrace: the leader alone, not what it forks.
type traced struct {
	*helper
	pid      int
	cgroup   *runCgroup
	limits   Limits
	startCPU time.Duration // what its cgroup counted of the start, and not of the program

	peak         int64          // of the leader's memory
	multiprocess bool           // it forked or became another program, so that peak is not all of it
	usage        syscall.Rusage // of the leader
	cpu          time.Duration  // of all processes that were waited for
}

const traceOptions = unix.PTRACE_O_EXITKILL | unix.PTRACE_O_TRACEEXIT | unix.PTRACE_O_TRACEEXEC |
	unix.PTRACE_O_TRACEFORK | unix.PTRACE_O_TRACEVFORK

// follow waits for the leader's end.
func (t *traced) waitLeader(watch *monitor) (syscall.WaitStatus, error) {
	started := false
	for {
		var status syscall.WaitStatus
		var usage syscall.Rusage
		pid, err := syscall.Wait4(-1, &status, unix.WALL, &usage)
		switch {
		case err == syscall.EINTR:
			continue
		case err != nil:
			return 0, fmt.Errorf("waiting for the program: %w", err)
		case !status.Stopped():
			t.cpu += cpuTime(usage)
			if pid == t.pid {
				t.usage = usage
				return status, nil
			}
			continue
		case pid != t.pid: // one that it forked: tracing was only to know of it
			syscall.PtraceDetach(pid)
			continue
		}
		forward := 0
		switch signal := status.StopSignal(); {
		case !started:
			started = true
			if err := t.setLimits(); err != nil {
				unix.Kill(t.pid, unix.SIGKILL)
				return 0, err
			}
			watch.start()
		case signal == unix.SIGTRAP && status.TrapCause() == unix.PTRACE_EVENT_EXIT:
			t.readPeak()
		case signal == unix.SIGTRAP && status.TrapCause() > 0: // a fork or an exec
			t.multiprocess = true
		case signal == unix.SIGSTOP || signal == unix.SIGTSTP || signal == unix.SIGTTIN || signal == unix.SIGTTOU:
			continue // it stays stopped until its wall limit
		default:
			forward = int(signal)
		}
		if err := syscall.PtraceCont(t.pid, forward); err != nil && err != unix.ESRCH {
			return 0, fmt.Errorf("tracing the program: %w", err)
		}
	}
}

// begin sets the limits of a program that is loaded and has not run yet.
func (t *traced) setLimits() error {
	if err := syscall.PtraceSetOptions(t.pid, traceOptions); err != nil {
		return fmt.Errorf("tracing the program: %w", err)
	}
	if cpu, ok := t.cgroup.cpu(); ok {
		used, _ := cpuOf(t.pid)
		t.startCPU = cpu - used
	}
	return t.asUser(func() error {
		if t.limits.Output > 0 { // one byte more, so that just at the limit is told from past it
			if err := lowerLimit(t.pid, unix.RLIMIT_FSIZE, t.limits.Output+1); err != nil {
				return fmt.Errorf("limiting the size of files: %w", err)
			}
		}
		if t.limits.Processes <= 0 {
			return nil
		}
		var err error
		if t.cgroup != nil && t.cgroup.pidsMax != nil {
			err = t.cgroup.limitProcesses(t.limits.Processes)
		} else {
			err = lowerLimit(t.pid, unix.RLIMIT_NPROC, int64(t.limits.Processes+t.otherTasks))
		}
		if err != nil {
			return fmt.Errorf("limiting the number of processes: %w", err)
		}
		return nil
	})
}

// asUser calls f with the real user of this thread set to the program's: the limits of another user's process may
// otherwise be set only with CAP_SYS_RESOURCE, which root does not have everywhere. The program stands still meanwhile.
func (h *helper) asUser(f func() error) error {
	if h.User < 0 {
		return f()
	}
	become := func(real int) error {
		for _, call := range []uintptr{unix.SYS_SETRESGID, unix.SYS_SETRESUID} { // of this thread alone
			if _, _, errno := unix.RawSyscall(call, uintptr(real), 0, 0); errno != 0 {
				return errno
			}
		}
		return nil
	}
	if err := become(h.User); err != nil {
		return err
	}
	return errors.Join(f(), become(0))
}

// lower sets a limit of another process, for good; one that is lower already stays.
func lowerLimit(pid, resource int, value int64) error {
	var limit unix.Rlimit
	if err := unix.Prlimit(pid, resource, nil, &limit); err != nil {
		return err
	}
	limit.Max = min(limit.Max, uint64(value))
	limit.Cur = limit.Max
	return unix.Prlimit(pid, resource, &limit, nil)
}

// readPeak reads the peak of the leader's memory while it still has any: at its exit event, and before a kill.
func (t *traced) readPeak() {
	t.withoutLandlock(func() { t.peak = max(t.peak, peakOf(t.proc, t.pid)) })
}

// reap waits for all that the program left running, after it was killed. As init of its namespace, or as the subreaper,
// this process is the parent of every orphan.
func (t *traced) reap() error {
	if t.Isolation.Namespaces {
		t.killAll()
	}
	for {
		var status syscall.WaitStatus
		var usage syscall.Rusage
		options := unix.WALL
		if !t.Isolation.Namespaces {
			options |= unix.WNOHANG
		}
		pid, err := syscall.Wait4(-1, &status, options, &usage)
		switch {
		case err == syscall.ECHILD:
			return nil
		case err == syscall.EINTR:
		case err != nil:
			return fmt.Errorf("waiting for what the program left running: %w", err)
		case pid == 0: // children of those that just died may have come to us
			t.withoutLandlock(t.killAll)
			time.Sleep(50 * time.Microsecond)
		case status.Stopped(): // at its own end, for it inherited being traced from the one that forked it
			syscall.PtraceDetach(pid)
		default:
			t.cpu += cpuTime(usage)
		}
	}
}

// blur is by how much the kernel's two figures for one peak may differ: it counts pages for each core by itself, reads the
// counters at different times, and this process may have grown between.
const peakTolerance = 32 << 20

// ownPeak is the peak of this process, at which the kernel's figure for a program's memory starts. It is read again only
// when that figure is above what it was.
func (h *helper) ownPeak(figure int64) int64 {
	if figure > h.ownPeakSeen {
		h.withoutLandlock(func() { h.ownPeakSeen = peakOf("/proc", os.Getpid()) })
	}
	return h.ownPeakSeen
}

func cpuTime(usage syscall.Rusage) time.Duration {
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// result puts together how the program ended and what it used, now that nothing of it runs any more.
func (t *traced) result(status syscall.WaitStatus, watch *monitor, wall time.Duration) Result {
	result := Result{End: watch.stopped, CPU: t.cpu, Wall: wall, Memory: max(t.peak, watch.memory)}
	if cpu, ok := t.cgroup.cpu(); ok {
		result.CPU = max(result.CPU, cpu-t.startCPU) // children that nobody waits for
	}
	// The first thread may be gone, and its exit event over, while others live on and use more memory.
	if last := t.usage.Maxrss * rusageUnit; last > t.ownPeak(last)+peakTolerance {
		result.Memory = max(result.Memory, last)
	}
	oomKilled := t.cgroup.oomKilled()
	if t.multiprocess || result.Memory == 0 || oomKilled {
		if peak, ok := t.cgroup.peak(); ok {
			result.Memory = max(result.Memory, peak)
		} else {
			result.Memory = max(result.Memory, t.usage.Maxrss*rusageUnit)
		}
	}
	switch {
	case result.End != "":
	case oomKilled:
		result.End = StoppedMemory
	case t.workDirOverLimit(t.limits.Output):
		result.End = StoppedOutput
	case status.Signaled():
		result.End, result.Signal = Signaled, unix.SignalName(status.Signal())
	default:
		result.End, result.ExitCode = Exited, status.ExitStatus()
	}
	return result
}
