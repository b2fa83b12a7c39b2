//go:build linux

package helper

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/cgroup"
	"dlxjudge/judge/execute/sandbox/procfs"
)

// errSurvivors says that some processes of a program could not be ended. The helper must then end, and these processes
// end with it. Otherwise the next run would mistake their stops for stops of its own program.
var errSurvivors = errors.New("processes of the program may be left")

// run runs one program and returns when the last of its processes is gone.
func (h *helper) run(r Request, files []int) (sandbox.Result, error) {
	g, started, err := h.runCgroups.Take()
	if err != nil {
		return sandbox.Result{}, err
	}
	start := time.Now()
	h.launching.Lock()
	pid, err := h.launch(r, files, g)
	h.launching.Unlock()
	started()
	t := &traced{helper: h, pid: pid, cgroup: g, limits: r.Limits}
	unix.Fstat(files[0], &t.input)
	if err != nil {
		return sandbox.Result{}, errors.Join(err, t.reap()) // the program may have started
	}
	m := newMonitor(t, r.Run, start, files)
	if r.Watch { // so that the program's ends of the pipes close when the program closes them
		unix.Dup3(files[2], files[0], unix.O_CLOEXEC)
		unix.Dup3(files[2], files[1], unix.O_CLOEXEC)
	}
	h.current.Store(m)
	if _, cancelled := h.cancelled.LoadAndDelete(r.Run); cancelled { // by the judge, before h.current was set
		m.end("")
	}
	if _, stopped := h.cancelled.LoadAndDelete(r.Run | StopRun); stopped {
		m.end(sandbox.StoppedWall)
	}
	status, err := t.waitLeader(m)
	wall := time.Since(start)
	m.stop()
	if err := errors.Join(err, t.reap()); err != nil {
		return sandbox.Result{}, err
	}
	return t.result(status, m, wall), nil
}

// launch starts a program in a cgroup. The program stops before its first instruction.
func (h *helper) launch(r Request, files []int, g *cgroup.Run) (pid int, err error) {
	limit := r.Limits.Memory
	if limit > 0 {
		limit += g.PrintsTo(files[1:], r.Limits.Output)
	}
	if err := g.LimitMemory(limit); err != nil {
		return 0, err
	}
	if err := h.setInherited(r.Limits); err != nil {
		return 0, err
	}
	h.attr.Files = []uintptr{uintptr(files[0]), uintptr(files[1]), uintptr(files[2])}
	if h.intoCgroup() {
		h.attr.Sys.UseCgroupFD, h.attr.Sys.CgroupFD = true, g.FD()
	}
	h.attr.Sys.Setsid = !h.staysInSession(r)
	h.attr.Sys.Setpgid = !h.attr.Sys.Setsid
	h.resetPIDs()
	if err := g.Enter(); err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, g.Leave()) }()
	return syscall.ForkExec(r.Path, r.Args, &h.attr)
}

// intoCgroup reports whether programs are cloned into their cgroup. That needs clone3, so the system call filter must
// allow clone3 to programs, too. The reason is that the filter belongs to the thread that starts programs, and package
// syscall has no room for the pass in that call. Under namespaces, clone3 does not help programs. They see no cgroup to
// enter. They have no capabilities, so they cannot choose a process ID or make a namespace, and the kernel refuses a
// user namespace in a chroot. They can hide a process from its tracer or parent, but the process still counts in its
// cgroup, and ends with the cgroup. Without namespaces, programs could make user namespaces with clone3.
func (h *helper) intoCgroup() bool { return h.Cgroups.Unified != "" && h.Isolation.Namespaces }

// staysInSession reports whether a program runs in the judge's session. The kernel schedules each session as one unit
// (see "autogroup" in sched(7)). If two programs that talk to each other had separate sessions, then on a busy machine,
// each would wait for all other sessions at every turn. A separate session would hide the judge's terminal, but
// isolation hides it, too.
func (h *helper) staysInSession(r Request) bool {
	return r.Watch && (h.Isolation.Namespaces || h.Isolation.Landlock)
}

// setInherited sets what a program inherits from this process: the sizes of its folders in memory, and its stack limit.
// The layout that the kernel gives the address space at exec depends on the stack limit.
func (h *helper) setInherited(limits sandbox.Limits) error {
	if size := h.folderSize(limits); h.Isolation.Namespaces && h.locked == "" && size > 0 && size != h.workDirSize {
		if err := h.mountWorkDir(size); err != nil {
			return err
		}
	}
	if size := cmp.Or(limits.Memory, defaultWorkDirSize); h.named.path != "" && size != h.named.size {
		if err := h.mountShared(size); err != nil {
			return err
		}
	}
	var stack unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_STACK, &stack); err != nil {
		return err
	}
	stack.Cur = stack.Max
	if limits.Memory > 0 {
		stack.Cur = min(stack.Max, uint64(cmp.Or(limits.Stack, limits.Memory)))
	}
	if h.View.Profile != sandbox.Submission {
		stack.Cur = min(stack.Cur, programStack)
	}
	return unix.Setrlimit(unix.RLIMIT_STACK, &stack)
}

// mostUnmarked is an amount of shared memory, in bytes. If a program has more, its memory figure is marked as a lower
// bound.
const mostUnmarked = 1 << 20

// setLimits sets the limits of a program before its first instruction.
func (t *traced) setLimits() error {
	if err := t.ptrace(unix.PTRACE_SETOPTIONS, t.pid, traceOptions); err != nil {
		return fmt.Errorf("tracing the program: %w", err)
	}
	if !t.intoCgroup() {
		if err := t.cgroup.Move(t.pid); err != nil {
			return err
		}
	}
	if cpu, ok := t.cgroup.CPU(); ok {
		used, _ := procfs.CPU(t.pid)
		t.startCPU = cpu - used
	}
	return t.asUser(func() error {
		if t.limits.Output > 0 { // one byte more, so that overOutput can see that a file is too long
			if err := t.lowerLimit(t.pid, unix.RLIMIT_FSIZE, t.limits.Output+1); err != nil {
				return fmt.Errorf("limiting the size of files: %w", err)
			}
		}
		var err error
		if t.cgroup.LimitsProcesses() {
			err = t.cgroup.LimitProcesses(t.limits.Processes)
		} else if t.limits.Processes > 0 {
			err = t.lowerLimit(t.pid, unix.RLIMIT_NPROC, t.taskLimit(t.limits.Processes))
		}
		if err != nil {
			return fmt.Errorf("limiting the number of processes: %w", err)
		}
		return nil
	})
}

// asUser calls f with this thread's real user and group IDs set to those of the program. Setting limits of another
// user's process needs CAP_SYS_RESOURCE, which root in a container may lack. The program is stopped meanwhile.
func (h *helper) asUser(f func() error) error {
	if h.User < 0 {
		return f()
	}
	become := func(real int) error {
		// raw system calls change only this thread
		for _, call := range []uintptr{unix.SYS_SETRESGID, unix.SYS_SETRESUID} {
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
	if err := h.privileged(unix.SYS_PRLIMIT64, uintptr(pid), uintptr(resource), 0,
		uintptr(unsafe.Pointer(limit))); err != nil {
		return err
	}
	limit.Max = min(limit.Max, uint64(value))
	limit.Cur = limit.Max
	return h.privileged(unix.SYS_PRLIMIT64, uintptr(pid), uintptr(resource), uintptr(unsafe.Pointer(limit)))
}

// If a program's ru_maxrss exceeds this process's VmHWM by no more than peakTolerance, in bytes, it may still be the peak
// of this process. The kernel counts pages per core and adds them up at different times, and this process may have grown
// in between.
const peakTolerance = 32 << 20

// ownPeak returns the peak memory of this process in bytes. A program is forked from this process, so its ru_maxrss
// starts at this peak. ownPeak reads the peak again only if figure, a program's ru_maxrss, exceeds the peak that it
// last read.
func (h *helper) ownPeak(figure int64) int64 {
	if figure > h.ownPeakSeen {
		h.withoutLandlock(func() { h.ownPeakSeen = procfs.Peak("/proc", os.Getpid()) })
	}
	return h.ownPeakSeen
}

func cpuTime(usage syscall.Rusage) time.Duration {
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// result returns how the program ended and what it used. All its processes must be gone.
func (t *traced) result(status syscall.WaitStatus, m *monitor, wall time.Duration) sandbox.Result {
	mapped := max(t.mapped, m.mapped)
	result := sandbox.Result{End: m.stopped, CPU: t.waited, Wall: wall, Memory: max(t.peak, m.memory, mapped) - mapped}
	if cpu, ok := t.cgroup.CPU(); ok {
		result.CPU = max(result.CPU, cpu-t.startCPU) // the cgroup also counts children that nobody waited for
	}
	result.Suspended, result.Stack = m.suspended, max(t.stack, m.stack)
	result.Waited, result.Asleep = m.waits.Waited(result.CPU, wall), m.waits.Asleep()
	last := max(t.usage.Maxrss<<10, mapped) - mapped // ru_maxrss is in KiB
	if last > t.ownPeak(last)+peakTolerance {
		result.Memory = max(result.Memory, last)
	}
	oomKilled, likely := t.cgroup.OOMKilled(), int64(0)
	if t.early || t.execed {
		likely = last
	}
	switch {
	case t.cgroup.Counts():
		result.Memory = t.cgroup.Memory(result.Memory, likely, oomKilled, t.cores())
	default:
		result.Memory = max(result.Memory, m.largest, likely)
		_, named := t.named.used()
		result.MemoryAtLeast = t.multiprocess || m.multiprocess || named || max(t.shared, mapped) > mostUnmarked
	}
	if result.Memory == 0 {
		result.Memory = last
	}
	switch {
	case result.End != "":
	case oomKilled:
		result.End = sandbox.StoppedMemory
	case m.overOutput():
		result.End = sandbox.StoppedOutput
	case status.Signaled():
		result.End, result.Signal = sandbox.Signaled, unix.SignalName(status.Signal())
	default:
		result.End, result.ExitCode = sandbox.Exited, status.ExitStatus()
	}
	return result
}
