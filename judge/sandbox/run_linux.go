package sandbox

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// run runs one program, until the last of its processes is gone.
func (h *helper) run(r request, files []int) (Result, error) {
	if len(files) != 3 {
		return Result{}, fmt.Errorf("a request came with %d files, want 3", len(files))
	}
	var g *runCgroup
	if h.nextCgroups != nil {
		if g = <-h.nextCgroups; g == nil {
			return Result{}, errors.New("no cgroup could be made for this run; judge doctor says which cgroups work here")
		}
	}
	start := time.Now()
	pid, err := h.launch(r, files, g)
	if g != nil {
		h.oldCgroups <- h.oldCgroup
		h.oldCgroup = g
	}
	if err != nil {
		return Result{}, err
	}
	t := &traced{helper: h, pid: pid, cgroup: g, limits: r.Limits}
	m := newMonitor(t, r.Run, start, files[1:]...)
	h.current.Store(m)
	if h.cancelled.Load() == r.Run { // before h.current was set
		m.cancel()
	}
	status, err := t.waitLeader(m)
	wall := time.Since(start)
	m.stop()
	if err != nil {
		return Result{}, err
	}
	if err := t.reap(); err != nil {
		return Result{}, err
	}
	return t.result(status, m, wall), nil
}

// launch starts a program in a cgroup. The program stops before its first instruction.
func (h *helper) launch(r request, files []int, g *runCgroup) (pid int, err error) {
	limit := r.Limits.Memory
	if limit > 0 {
		limit += g.printsTo(files[1:], r.Limits.Output)
	}
	h.memory.Store(limit)
	if err := g.limitMemory(limit); err != nil {
		return 0, err
	}
	if err := h.setInherited(r.Limits); err != nil {
		return 0, err
	}
	if err := h.chownOutput(files[1]); err != nil {
		return 0, err
	}
	h.attr.Files = []uintptr{uintptr(files[0]), uintptr(files[1]), uintptr(files[2])}
	if h.intoCgroup() {
		h.attr.Sys.UseCgroupFD, h.attr.Sys.CgroupFD = true, int(g.folder.Fd())
	}
	h.resetPIDs()
	if err := g.enter(); err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, g.leave()) }()
	return syscall.ForkExec(r.Path, r.Args, &h.attr)
}

// intoCgroup reports whether programs are cloned into their cgroup. That takes clone3, which the filter of system calls must
// then allow to programs too. Under namespaces it does them no good: they see no cgroup, and the kernel refuses a user
// namespace to a process in a chroot. Elsewhere they could make user namespaces by it.
func (h *helper) intoCgroup() bool { return h.Cgroups.Unified != "" && h.Isolation.Namespaces }

// chownOutput makes the programs' user own the standard output, since many programs open it again as /dev/stdout.
func (h *helper) chownOutput(fd int) error {
	var stat unix.Stat_t
	if h.User < 0 || unix.Fstat(fd, &stat) != nil || stat.Uid == uint32(h.User) || stat.Mode&unix.S_IFMT != unix.S_IFREG {
		return nil
	}
	if err := h.privileged(unix.SYS_FCHOWN, uintptr(fd), uintptr(h.User), uintptr(h.User)); err != nil {
		return fmt.Errorf("standard output: %w", err)
	}
	return nil
}

// setInherited sets what a program inherits from this process: the size of its working folder, and the limit on its stack,
// which the kernel uses at exec to lay out the address space.
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

// traced is a program that runs under ptrace. Where a cgroup counts its memory and CPU time, only the first thread of its
// first process, the leader, is traced. Elsewhere all its threads and processes are.
type traced struct {
	*helper
	pid      int
	cgroup   *runCgroup
	limits   Limits
	startCPU time.Duration // what the cgroup had counted before the program began

	peak         int64          // of the memory of the largest process that was traced to its end
	early        bool           // the first thread has exited before others, so that its exit stop was too early to see the peak
	replaced     int64          // the largest ru_maxrss of a process that has called exec; it may be that of this process
	multiprocess bool           // it has forked, so that peak does not cover everything
	hidden       bool           // it may have kept memory in pipes and sockets
	usage        syscall.Rusage // of the leader
	waited       time.Duration  // CPU time of the leader and of what it left running, with the children they waited for
	execed       map[int]bool   // processes that have called exec since they were traced, whose Maxrss tells what they had before
	seen         map[int]bool   // other threads and processes that have reached a stop

	exits     sync.Mutex            // for these two
	processes map[int]time.Duration // CPU time of each process that has reached an exit stop, without its children
	exited    time.Duration         // the sum of processes
}

// traceOptions has the kernel trace what the program forks unless its cgroup counts that.
func (t *traced) traceOptions() uintptr {
	const leader = unix.PTRACE_O_EXITKILL | unix.PTRACE_O_TRACEEXIT | unix.PTRACE_O_TRACEEXEC
	if t.cgroup.counts() {
		return leader
	}
	return leader | unix.PTRACE_O_TRACEFORK | unix.PTRACE_O_TRACEVFORK | unix.PTRACE_O_TRACECLONE
}

// ptrace makes a request that has no result.
func (h *helper) ptrace(request, pid, data int) error {
	return h.privileged(unix.SYS_PTRACE, uintptr(request), uintptr(pid), 0, uintptr(data))
}

// waitLeader waits until the leader has exited, and handles stops until then.
func (t *traced) waitLeader(m *monitor) (syscall.WaitStatus, error) {
	started := false
	for {
		var status syscall.WaitStatus
		var usage syscall.Rusage
		pid, err := syscall.Wait4(-1, &status, unix.WALL, &usage)
		switch {
		case err == syscall.EINTR:
		case err != nil:
			return 0, fmt.Errorf("waiting for the program: %w", err)
		case !status.Stopped():
			t.addUsage(pid, usage)
			if pid == t.pid {
				t.usage = usage
				return status, nil
			}
		case started:
			if err := t.continueFrom(pid, status); err != nil {
				return 0, err
			}
		default: // at its exec
			started = true
			if err := t.setLimits(); err != nil {
				unix.Kill(t.pid, unix.SIGKILL)
				return 0, err
			}
			m.start()
			if err := t.ptrace(unix.PTRACE_CONT, pid, 0); err != nil && err != unix.ESRCH {
				return 0, fmt.Errorf("tracing the program: %w", err)
			}
		}
	}
}

// continueFrom handles one stop of a traced thread.
func (t *traced) continueFrom(pid int, status syscall.WaitStatus) error {
	forward := 0
	switch signal := status.StopSignal(); {
	case signal == unix.SIGTRAP && status.TrapCause() == unix.PTRACE_EVENT_EXIT:
		t.atExit(pid)
	case signal == unix.SIGTRAP && status.TrapCause() > 0:
		switch status.TrapCause() {
		case unix.PTRACE_EVENT_FORK, unix.PTRACE_EVENT_VFORK:
			t.multiprocess = true
		case unix.PTRACE_EVENT_EXEC:
			if t.execed == nil {
				t.execed = map[int]bool{}
			}
			t.execed[pid] = true
		}
	case pid != t.pid && !t.seen[pid]: // the SIGSTOP that it starts with
		if t.seen == nil {
			t.seen = map[int]bool{}
		}
		t.seen[pid] = true
	case signal == unix.SIGSTOP || signal == unix.SIGTSTP || signal == unix.SIGTTIN || signal == unix.SIGTTOU:
		return nil // leave it stopped until the wall limit
	default:
		forward = int(signal)
	}
	if err := t.ptrace(unix.PTRACE_CONT, pid, forward); err != nil && err != unix.ESRCH {
		return fmt.Errorf("tracing the program: %w", err)
	}
	return nil
}

// atExit reads what a process has used. It must not have given its memory back: one of its threads is at its exit stop.
func (t *traced) atExit(pid int) {
	t.withoutLandlock(func() {
		memory := memoryOf(t.proc, pid)
		t.peak = max(t.peak, memory.peak)
		t.early = t.early || memory.threads > 1
		if t.cgroup.counts() {
			t.cgroup.sample(t.peak)
			return
		}
		t.peak = max(t.peak, memory.now()+t.workDirUsed())
		t.hidden = t.hidden || memory.files > fewFiles
		t.exits.Lock()
		defer t.exits.Unlock()
		if t.processes == nil {
			t.processes = map[int]time.Duration{}
		}
		if cpu, ok := cpuOf(memory.process); ok && cpu > t.processes[memory.process] {
			t.exited += cpu - t.processes[memory.process]
			t.processes[memory.process] = cpu
		}
	})
}

// cpuOfOthers is the CPU time of all processes but the leader that have ended, and of living ones, of which some may have
// reached an exit stop by now.
func (t *traced) cpuOfOthers(living map[int]time.Duration) time.Duration {
	t.exits.Lock()
	defer t.exits.Unlock()
	cpu := t.exited - t.processes[t.pid]
	for pid, used := range living {
		cpu += max(0, used-t.processes[pid])
	}
	return cpu
}

// addUsage adds what a process has used that is gone. A traced process that is not a child of this one is waited for by its
// parent as well, and counts there.
func (t *traced) addUsage(pid int, usage syscall.Rusage) {
	if pid == t.pid || t.processes[pid] == 0 {
		t.waited += cpuTime(usage)
	}
	if t.execed[pid] {
		t.replaced = max(t.replaced, usage.Maxrss*rusageUnit)
	}
}

// Pipes and sockets hold memory that only a cgroup counts, 416 KiB in each pair of sockets. Without one a program gets no more
// than mostFiles files, and its figure is a lower bound if it has had more than fewFiles open.
const mostFiles, fewFiles = 256, 64

// setLimits sets the limits of a program that has not run an instruction yet.
func (t *traced) setLimits() error {
	if err := t.ptrace(unix.PTRACE_SETOPTIONS, t.pid, int(t.traceOptions())); err != nil {
		return fmt.Errorf("tracing the program: %w", err)
	}
	if !t.intoCgroup() {
		if err := t.cgroup.move(t.pid); err != nil {
			return err
		}
	}
	if cpu, ok := t.cgroup.cpu(); ok {
		used, _ := cpuOf(t.pid)
		t.startCPU = cpu - used
	}
	return t.asUser(func() error {
		if t.limits.Output > 0 { // one byte more, so that a file of exactly the limit is not over it
			if err := t.lowerLimit(t.pid, unix.RLIMIT_FSIZE, t.limits.Output+1); err != nil {
				return fmt.Errorf("limiting the size of files: %w", err)
			}
		}
		if !t.cgroup.counts() {
			if err := t.lowerLimit(t.pid, unix.RLIMIT_NOFILE, mostFiles); err != nil {
				return fmt.Errorf("limiting the number of open files: %w", err)
			}
		}
		if t.limits.Processes <= 0 {
			return nil
		}
		var err error
		if t.cgroup != nil && t.cgroup.pidsMax != nil {
			err = t.cgroup.limitProcesses(t.limits.Processes)
		} else {
			err = t.lowerLimit(t.pid, unix.RLIMIT_NPROC, int64(t.limits.Processes+t.otherTasks))
		}
		if err != nil {
			return fmt.Errorf("limiting the number of processes: %w", err)
		}
		return nil
	})
}

// asUser calls f with the real user and group IDs of this thread set to the program's. Setting the limits of another user's
// process needs CAP_SYS_RESOURCE, which root in a container may lack. The program is stopped meanwhile.
func (h *helper) asUser(f func() error) error {
	if h.User < 0 {
		return f()
	}
	become := func(real int) error {
		for _, call := range []uintptr{unix.SYS_SETRESGID, unix.SYS_SETRESUID} { // raw system calls change this thread alone
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

// lowerLimit lowers the hard and soft limits of another process to value, unless they are lower already.
func (h *helper) lowerLimit(pid, resource int, value int64) error {
	limit := new(unix.Rlimit)
	if err := h.privileged(unix.SYS_PRLIMIT64, uintptr(pid), uintptr(resource), 0, uintptr(unsafe.Pointer(limit))); err != nil {
		return err
	}
	limit.Max = min(limit.Max, uint64(value))
	limit.Cur = limit.Max
	return h.privileged(unix.SYS_PRLIMIT64, uintptr(pid), uintptr(resource), uintptr(unsafe.Pointer(limit)))
}

// reap kills all processes that the program has left running and waits for them. They are children of this process, which
// is the init process of their PID namespace or their subreaper.
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
		case pid == 0: // children of those just killed may have become ours
			t.withoutLandlock(t.killAll)
			time.Sleep(50 * time.Microsecond)
		case status.Stopped(): // at its exit stop, or when it was forked
			if err := t.continueFrom(pid, status); err != nil {
				return err
			}
		default:
			t.addUsage(pid, usage)
		}
	}
}

// peakTolerance is how much ru_maxrss of a program may exceed this process's own VmHWM, in bytes, and still come from this
// process: the kernel counts pages per core and adds them up at different times, and this process may have grown since.
const peakTolerance = 32 << 20

// ownPeak is the peak memory of this process in bytes. The ru_maxrss of a program starts there, since the program was
// forked from this process. The peak is read again only if figure, a program's ru_maxrss, is larger.
func (h *helper) ownPeak(figure int64) int64 {
	if figure > h.ownPeakSeen {
		h.withoutLandlock(func() { h.ownPeakSeen = peakOf("/proc", os.Getpid()) })
	}
	return h.ownPeakSeen
}

func cpuTime(usage syscall.Rusage) time.Duration {
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// result returns how the program ended and what it used. All its processes must be gone.
func (t *traced) result(status syscall.WaitStatus, m *monitor, wall time.Duration) Result {
	result := Result{End: m.stopped, CPU: max(t.waited, t.exited), Wall: wall, Memory: max(t.peak, m.memory)}
	if cpu, ok := t.cgroup.cpu(); ok {
		result.CPU = max(result.CPU, cpu-t.startCPU) // it also counts children that nobody waited for
	}
	last := t.usage.Maxrss * rusageUnit
	if last > t.ownPeak(last)+peakTolerance {
		result.Memory = max(result.Memory, last)
	}
	if t.early {
		t.replaced = max(t.replaced, last)
	}
	oomKilled := t.cgroup.oomKilled()
	switch {
	case t.cgroup.counts():
		result.Memory = t.cgroup.memory(result.Memory, t.replaced, oomKilled, t.cores())
	default:
		result.Memory = max(result.Memory, m.largest)
		if len(t.execed) > 0 {
			result.Memory = max(result.Memory, t.replaced)
		}
		result.MemoryAtLeast = t.multiprocess || t.hidden
	}
	if result.Memory == 0 {
		result.Memory = last
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
