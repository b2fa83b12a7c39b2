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

// errSurvivors is the failure to end all processes of a program. The helper must end then, with them: the next run
// would take their stops for those of its own program.
var errSurvivors = errors.New("processes of the program may be left")

// run runs one program, until the last of its processes is gone.
func (h *helper) run(r Request, files []int) (sandbox.Result, error) {
	if len(files) != 3 {
		return sandbox.Result{}, fmt.Errorf("a request came with %d files, want 3", len(files))
	}
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
	if err != nil {
		return sandbox.Result{}, errors.Join(err, t.reap()) // the program may have started
	}
	m := newMonitor(t, r.Run, start, files[0], files[1:]...)
	if r.Watch { // only the program has its ends of the pipes now, so that closing them closes them
		unix.Dup3(files[2], files[0], unix.O_CLOEXEC)
		unix.Dup3(files[2], files[1], unix.O_CLOEXEC)
	}
	h.current.Store(m)
	if _, cancelled := h.cancelled.LoadAndDelete(r.Run); cancelled { // before h.current was set
		m.cancel()
	}
	if _, stopped := h.cancelled.LoadAndDelete(r.Run | StopRun); stopped {
		m.stopNow()
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
	if err := h.chownOutput(files[1]); err != nil {
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

// intoCgroup reports whether programs are cloned into their cgroup. That takes clone3, which the filter of system calls
// must then allow to programs too: it is the filter of the thread that starts them, and package syscall leaves no room
// for the pass in that call. Under namespaces it does them no good. They see no cgroup that they could enter; without
// capabilities they can choose no process number and make no namespace, and the kernel refuses a user namespace to a
// process in a chroot; and what they hide from their tracer or their parent is counted by their cgroup and ends with
// it. Elsewhere they could make user namespaces by it.
func (h *helper) intoCgroup() bool { return h.Cgroups.Unified != "" && h.Isolation.Namespaces }

// staysInSession reports whether a program runs in the session of the judge. The kernel schedules each session as one
// (see "autogroup" in sched(7)), so that two programs that talk and are in sessions of their own wait for all others on
// a busy machine at each turn. A session of its own keeps a program from the judge's terminal, which isolation does as
// well: it shows no terminal, by whatever name.
func (h *helper) staysInSession(r Request) bool {
	return r.Watch && (h.Isolation.Namespaces || h.Isolation.Landlock)
}

// chownOutput makes the programs' user own the standard output, since many programs open it again as /dev/stdout.
func (h *helper) chownOutput(fd int) error {
	var stat unix.Stat_t
	if h.User < 0 || unix.Fstat(fd, &stat) != nil || stat.Uid == uint32(h.User) ||
		stat.Mode&unix.S_IFMT != unix.S_IFREG {
		return nil
	}
	if err := h.privileged(unix.SYS_FCHOWN, uintptr(fd), uintptr(h.User), uintptr(h.User)); err != nil {
		return fmt.Errorf("standard output: %w", err)
	}
	return nil
}

// setInherited sets what a program inherits from this process: the size of its working folder, and the limit on its
// stack, from which the kernel arranges the address space at exec.
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
	if h.View.Profile != sandbox.Submission {
		stack.Cur = min(stack.Cur, programStack)
	}
	return unix.Setrlimit(unix.RLIMIT_STACK, &stack)
}

// mostUnmarked is how much shared memory a program may have without its figure being marked as a lower bound. It is
// sampled.
const mostUnmarked = 1 << 20

// setLimits sets the limits of a program that has not run an instruction yet.
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
		if t.limits.Output > 0 { // one byte more, so that a file of exactly the limit is not over it
			if err := t.lowerLimit(t.pid, unix.RLIMIT_FSIZE, t.limits.Output+1); err != nil {
				return fmt.Errorf("limiting the size of files: %w", err)
			}
		}
		var err error
		if t.cgroup.LimitsProcesses() {
			err = t.cgroup.LimitProcesses(t.limits.Processes)
		} else if t.limits.Processes > 0 {
			err = t.lowerLimit(t.pid, unix.RLIMIT_NPROC, int64(t.limits.Processes+t.otherTasks))
		}
		if err != nil {
			return fmt.Errorf("limiting the number of processes: %w", err)
		}
		return nil
	})
}

// asUser calls f with the real user and group IDs of this thread set to the program's. Setting the limits of another
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

// peakTolerance is how much ru_maxrss of a program may exceed this process's own VmHWM, in bytes, and still come from
// this process: the kernel counts pages per core and adds them up at different times, and this process may have grown
// since.
const peakTolerance = 32 << 20

// ownPeak is the peak memory of this process in bytes. The ru_maxrss of a program starts there, since the program was
// forked from this process. The peak is read again only if figure, a program's ru_maxrss, is larger.
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
	result := sandbox.Result{End: m.stopped, CPU: t.waited, Wall: wall, Memory: max(t.peak, m.memory)}
	if cpu, ok := t.cgroup.CPU(); ok {
		result.CPU = max(result.CPU, cpu-t.startCPU) // it also counts children that nobody waited for
	}
	result.Suspended = m.suspended
	result.Waited, result.Asleep = m.waits.Waited(result.CPU, wall), m.waits.Asleep(result.CPU, wall)
	last := t.usage.Maxrss << 10 // ru_maxrss is in KiB
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
		result.MemoryAtLeast = t.multiprocess || m.multiprocess || named || t.shared > mostUnmarked
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
