package sandbox

import (
	"fmt"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// traced is a program that runs under ptrace. Where a cgroup counts its memory and CPU time, only the first thread of
// its first process, the leader, is traced. Elsewhere all its threads and processes are.
type traced struct {
	*helper
	pid      int
	cgroup   *runCgroup
	limits   Limits
	startCPU time.Duration // what the cgroup had counted before the program began

	peak int64 // of the memory of the largest process that was traced to its end
	// the first thread has exited before others, so that its exit stop was too early to see the peak
	early bool
	// the largest ru_maxrss of a process that has called exec; it may be that of this process
	replaced     int64
	multiprocess bool           // it has forked, so that peak does not cover everything
	hidden       bool           // it may have kept memory in pipes and sockets
	usage        syscall.Rusage // of the leader
	waited       time.Duration  // else that of the leader and of what it left running, with children waited for
	// processes that have called exec since they were traced, whose Maxrss tells what they had before
	execed map[int]bool
	seen   map[int]bool // other threads and processes that have reached a stop
	cpu    cpuCount     // if all processes are traced
	held   atomic.Bool  // a signal has stopped one of them, which shows as a stop by its tracer
}

// tracesAll reports whether all threads and processes of the program are traced.
func (t *traced) tracesAll() bool { return t.Profile.Name == Submission && !t.cgroup.counts() }

// traceOptions has the kernel trace what the program forks unless its cgroup counts that.
func (t *traced) traceOptions() uintptr {
	const leader = unix.PTRACE_O_EXITKILL | unix.PTRACE_O_TRACEEXIT | unix.PTRACE_O_TRACEEXEC
	if !t.tracesAll() {
		return leader
	}
	return leader | unix.PTRACE_O_TRACEFORK | unix.PTRACE_O_TRACEVFORK | unix.PTRACE_O_TRACECLONE
}

// ptrace makes a request that has no result.
func (h *helper) ptrace(request, pid, data int) error {
	return h.privileged(unix.SYS_PTRACE, uintptr(request), uintptr(pid), 0, uintptr(data))
}

// waitLeader waits until the leader has exited, and handles stops until then. After an error the leader may be there
// still.
func (t *traced) waitLeader(m *monitor) (syscall.WaitStatus, error) {
	started := false
	for {
		c, err := t.wait(0)
		switch {
		case err != nil:
			return 0, fmt.Errorf("waiting for the program: %w", err)
		case !c.status.Stopped():
			t.addUsage(c)
			if c.pid == t.pid {
				t.usage = c.usage
				return c.status, nil
			}
		case started:
			if err := t.continueFrom(c.pid, c.status); err != nil {
				return 0, err
			}
		default: // at its exec
			started = true
			if err := t.setLimits(); err != nil {
				return 0, err
			}
			if t.tracesAll() {
				t.cpu.began(t.pid)
			}
			m.start()
			request := unix.PTRACE_CONT
			if t.Profile.Name != Submission { // it may start many processes, and its memory is not judged
				request, t.multiprocess = unix.PTRACE_DETACH, true
			}
			if err := t.ptrace(request, t.pid, 0); err != nil && err != unix.ESRCH {
				return 0, fmt.Errorf("tracing the program: %w", err)
			}
		}
	}
}

// continueFrom handles one stop of a traced thread.
func (t *traced) continueFrom(pid int, status syscall.WaitStatus) error {
	forward, first := 0, pid != t.pid && !t.seen[pid]
	if first {
		if t.seen == nil {
			t.seen = map[int]bool{}
		}
		t.seen[pid] = true
		t.cpu.began(pid)
	}
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
	case first: // the SIGSTOP that it starts with
	case signal == unix.SIGSTOP || signal == unix.SIGTSTP || signal == unix.SIGTTIN || signal == unix.SIGTTOU:
		t.held.Store(true)
		return nil // the monitor ends it
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
		held := t.memoryFiles()
		t.peak = max(t.peak, memory.now()-min(memory.shared, held)+held+t.inPipes(memory.process))
		t.hidden = t.hidden || memory.files > fewFiles
	})
}

// addUsage notes a process that is gone.
func (t *traced) addUsage(c change) {
	if !t.tracesAll() {
		t.waited += cpuTime(c.usage)
	}
	delete(t.seen, c.pid) // the number may be given to another
	if t.execed[c.pid] {
		t.replaced = max(t.replaced, c.usage.Maxrss*rusageUnit)
		delete(t.execed, c.pid)
	}
}

// reap kills all processes that the program has left running and waits for them. They are children of this process,
// which is the init process of their PID namespace or their subreaper. An error is an errSurvivors.
func (t *traced) reap() error {
	if t.Isolation.Namespaces {
		t.killAll()
	}
	for {
		options := 0
		if !t.Isolation.Namespaces {
			options = unix.WNOHANG
		}
		c, err := t.wait(options)
		switch {
		case err == syscall.ECHILD:
			return nil
		case err != nil:
			return fmt.Errorf("%w: waiting for them: %w", errSurvivors, err)
		case c.pid == 0: // children of those just killed may have become ours
			t.withoutLandlock(t.killAll)
			time.Sleep(50 * time.Microsecond)
		case c.status.Stopped(): // at its exit stop, or when it was forked
			if err := t.continueFrom(c.pid, c.status); err != nil {
				return fmt.Errorf("%w: %w", errSurvivors, err)
			}
		default:
			t.addUsage(c)
		}
	}
}
