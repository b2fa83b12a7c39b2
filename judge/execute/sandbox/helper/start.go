//go:build linux

package helper

import (
	"cmp"
	"errors"
	"fmt"
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

// run runs a job's program and returns when the last of its processes is gone.
func (h *helper) run(j *job) (sandbox.Result, error) {
	g, started, err := h.runCgroups.Take()
	if err != nil {
		return sandbox.Result{}, err
	}
	start := time.Now()
	h.launching.Lock()
	pid, err := h.launch(j, g)
	h.launching.Unlock()
	started()
	t := &traced{helper: h, job: j, pid: pid, cgroup: g}
	unix.Fstat(j.stdin, &t.input)
	if err != nil {
		return sandbox.Result{}, errors.Join(err, t.reap()) // the program may have started
	}
	m := newMonitor(t, start)
	if j.Watch { // so that the program's ends of the pipes close when the program closes them
		unix.Dup3(j.stderr, j.stdin, unix.O_CLOEXEC)
		unix.Dup3(j.stderr, j.stdout, unix.O_CLOEXEC)
	}
	h.current.Store(m)
	for _, number := range []uint64{j.Run, j.Run | StopRun} { // what the judge asked for before h.current was set
		if _, asked := h.cancelled.LoadAndDelete(number); asked {
			m.obey(number)
		}
	}
	status, err := t.waitLeader(m)
	wall := time.Since(start)
	m.finish()
	if err := errors.Join(err, t.reap()); err != nil {
		return sandbox.Result{}, err
	}
	return t.result(status, m, wall), nil
}

// result combines all observations into the result. All processes of the program must be gone.
func (t *traced) result(status syscall.WaitStatus, m *monitor, wall time.Duration) sandbox.Result {
	r := sandbox.Result{CPU: t.waited, Wall: wall, Suspended: m.suspended, Stack: t.memory.stack}
	if cpu, ok := t.cgroup.CPU(); ok {
		r.CPU = max(r.CPU, cpu-t.startCPU) // the cgroup also counts children that nobody waited for
	}
	r.Waited, r.Asleep = m.waits.Waited(r.CPU, wall), m.waits.Asleep()
	r.Memory, r.MemoryAtLeast = t.figure()
	switch { // the first of these ended the program
	case m.stopped != "":
		r.End = m.stopped
	case t.cgroup.OOMKilled():
		r.End = sandbox.StoppedMemory
	case m.overOutput(): // a write has failed
		r.End = sandbox.StoppedOutput
	case status.Signaled():
		r.End, r.Signal = sandbox.Signaled, unix.SignalName(status.Signal())
	default:
		r.End, r.ExitCode = sandbox.Exited, status.ExitStatus()
	}
	return r
}

// launch starts a program in a cgroup. The program stops before its first instruction.
func (h *helper) launch(j *job, g *cgroup.Group) (pid int, err error) {
	limit := j.Limits.Memory
	if limit > 0 {
		limit += g.PrintsTo([]int{j.stdout, j.stderr}, j.Limits.Output)
	}
	if err := errors.Join(g.LimitMemory(limit), h.setInherited(j.Limits)); err != nil {
		return 0, err
	}
	h.attr.Files = []uintptr{uintptr(j.stdin), uintptr(j.stdout), uintptr(j.stderr)}
	if h.intoCgroup() {
		h.attr.Sys.UseCgroupFD, h.attr.Sys.CgroupFD = true, g.FD()
	}
	h.attr.Sys.Setsid = !h.staysInSession(j)
	h.attr.Sys.Setpgid = !h.attr.Sys.Setsid
	h.resetPIDs()
	if err := g.Enter(); err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, g.Leave()) }()
	return syscall.ForkExec(j.Path, j.Args, &h.attr)
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
func (h *helper) staysInSession(j *job) bool {
	return j.Watch && (h.Isolation.Namespaces || h.Isolation.Landlock)
}

// setInherited sets what a program inherits from this process: the size of its /dev/shm, and its stack limit. The
// layout that the kernel gives the address space at exec depends on the stack limit.
func (h *helper) setInherited(limits sandbox.Limits) (err error) {
	if size := cmp.Or(limits.Memory, defaultSize); h.shared.path != "" && size != h.shared.size {
		if onOtherThread(func() { err = h.renew(&h.shared, size) }); err != nil {
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
	return t.actingAsUser(func() error {
		if t.Limits.Output > 0 { // one byte more, so that overOutput can see that a file is too long
			if err := t.lowerLimit(t.pid, unix.RLIMIT_FSIZE, t.Limits.Output+1); err != nil {
				return fmt.Errorf("limiting the size of files: %w", err)
			}
		}
		var err error
		if t.cgroup.LimitsProcesses() {
			err = t.cgroup.LimitProcesses(t.Limits.Processes)
		} else if t.Limits.Processes > 0 {
			err = t.lowerLimit(t.pid, unix.RLIMIT_NPROC, t.taskLimit(t.Limits.Processes))
		}
		if err != nil {
			return fmt.Errorf("limiting the number of processes: %w", err)
		}
		return nil
	})
}

// actingAsUser calls f with this thread's real user and group IDs set to those of the program. Setting limits of
// another user's process needs CAP_SYS_RESOURCE, which root in a container may lack. The program is stopped meanwhile.
func (h *helper) actingAsUser(f func() error) error {
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
