//go:build linux

package helper

import (
	"errors"
	"fmt"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/cgroup"
)

// traced is a program under ptrace. Only the leader, the first thread of its first process, is traced. A cgroup counts
// what all processes of the program use. Without a cgroup, the monitor samples them.
type traced struct {
	*helper
	*job
	pid      int
	cgroup   *cgroup.Group
	input    unix.Stat_t   // state of the file for standard input
	startCPU time.Duration // CPU time that the cgroup counted before the program began
	memory   memory
	usage    syscall.Rusage // of the leader
	waited   time.Duration  // CPU time of the leader and of orphans, including children that they waited for
}

const traceOptions = unix.PTRACE_O_EXITKILL | unix.PTRACE_O_TRACEEXIT | unix.PTRACE_O_TRACEEXEC

// ptrace makes a ptrace request that returns no data.
func (h *helper) ptrace(request, pid, data int) error {
	return h.privileged(unix.SYS_PTRACE, uintptr(request), uintptr(pid), 0, uintptr(data))
}

// proceed continues a stopped process with a ptrace request. If the process is gone, that is not an error.
func (h *helper) proceed(request, pid, signal int) error {
	if err := h.ptrace(request, pid, signal); err != nil && err != unix.ESRCH {
		return fmt.Errorf("tracing the program: %w", err)
	}
	return nil
}

// A change is what happened to a child: it stopped, or it ended and is gone.
type change struct {
	pid    int // 0 for no change
	status syscall.WaitStatus
	usage  syscall.Rusage // if it has ended
}

// wait waits for the next change; with unix.WNOHANG it does not block.
func (t *traced) wait(options int) (c change, err error) {
	for {
		c.pid, err = syscall.Wait4(-1, &c.status, unix.WALL|options, &c.usage)
		if err != syscall.EINTR {
			return c, err
		}
	}
}

// waitLeader waits until the leader has exited, and handles stops until then. After an error the leader may still
// exist.
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
		default: // the first stop, at the program's exec
			started = true
			// ESRCH says that the program has been killed meanwhile, and will never run
			if err := t.setLimits(); err != nil && !errors.Is(err, unix.ESRCH) {
				return 0, err
			}
			m.start()
			request := unix.PTRACE_CONT
			if t.View.Profile != sandbox.Submission { // a tool may start many processes, and its memory is not judged
				request = unix.PTRACE_DETACH
				t.memory.saw(figures{several: true})
			}
			if err := t.proceed(request, t.pid, 0); err != nil {
				return 0, err
			}
		}
	}
}

// continueFrom handles one stop of the leader, or of an orphan that asked its new parent to trace it.
func (t *traced) continueFrom(pid int, status syscall.WaitStatus) error {
	request, forward := unix.PTRACE_CONT, 0
	switch signal := status.StopSignal(); {
	case signal == unix.SIGTRAP && status.TrapCause() == unix.PTRACE_EVENT_EXIT && pid == t.pid:
		t.atExit()
	case signal == unix.SIGTRAP && status.TrapCause() == unix.PTRACE_EVENT_EXEC:
		t.memory.saw(figures{unsure: pid == t.pid})
	case signal == unix.SIGTRAP && status.TrapCause() > 0:
	case t.inGroupStop(pid): // under ptrace, SIGCONT would not continue the process
		request = unix.PTRACE_DETACH
		t.memory.saw(figures{unsure: pid == t.pid, several: pid == t.pid})
	default:
		forward = int(signal)
	}
	return t.proceed(request, pid, forward)
}

// inGroupStop reports whether a signal such as SIGSTOP has stopped the whole process. In that case, PTRACE_GETSIGINFO
// fails with EINVAL; at the delivery of a signal it succeeds.
func (h *helper) inGroupStop(pid int) bool {
	var info [128]byte // siginfo_t
	return h.privileged(unix.SYS_PTRACE, unix.PTRACE_GETSIGINFO, uintptr(pid), 0,
		uintptr(unsafe.Pointer(&info))) == unix.EINVAL
}

// addUsage records the usage of a process that is gone.
func (t *traced) addUsage(c change) {
	t.waited += time.Duration(c.usage.Utime.Nano() + c.usage.Stime.Nano())
	t.memory.saw(figures{several: c.pid != t.pid})
}

// reap kills all processes that the program left running, and waits for them. These processes are children of this
// process, which is the init process of their PID namespace or their subreaper. Any error wraps errSurvivors.
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
		case c.pid == 0: // children of the killed processes may have become children of this process
			t.withoutLandlock(t.killAll)
			time.Sleep(50 * time.Microsecond)
		case c.status.Stopped(): // at its exit stop
			if err := t.continueFrom(c.pid, c.status); err != nil {
				return fmt.Errorf("%w: %w", errSurvivors, err)
			}
		default:
			t.addUsage(c)
		}
	}
}
