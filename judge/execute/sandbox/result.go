package sandbox

import (
	"fmt"
	"time"

	"golang.org/x/sys/unix"
)

// End is the way a run ended.
type End string

// The ways a run can end.
const (
	Exited        End = "exited"   // the program exited with Result.ExitCode
	Signaled      End = "signaled" // Result.Signal killed the program, and the judge did not send that signal
	StoppedCPU    End = "cpu"      // the program was stopped at Limits.CPU
	StoppedWall   End = "wall"     // the program was stopped at Limits.Wall
	StoppedMemory End = "memory"   // the program was stopped at Limits.Memory
	StoppedOutput End = "output"   // the program was stopped at Limits.Output or Limits.Folder
)

// Result is what one run used and how it ended.
type Result struct {
	End      End
	ExitCode int           // -1 unless End is Exited
	Signal   string        // such as "SIGSEGV"; "" unless End is Signaled
	CPU      time.Duration // user and system time
	Wall     time.Duration
	Memory   int64 // peak memory in bytes; approximate unless the program is a submission

	// Stack is the largest size in bytes that was seen of the first thread's stack; 0 if the sandbox does not look.
	Stack int64

	// Waited is how long the program was observed to wait for a CPU; 0 if the system does not report such waits.
	Waited time.Duration
	// Asleep is how long the program was observed neither to run nor to wait for a CPU or a disk, but to sleep or to
	// wait for input; 0 if the sandbox does not look.
	Asleep time.Duration

	// Suspended reports that the program was killed because a signal such as SIGSTOP had stopped one of its
	// processes for a second. End is then StoppedWall.
	Suspended bool

	// MemoryAtLeast reports that Memory is a lower bound. Without a cgroup, the judge can only sample the memory of
	// several processes, of files in memory, and of shared memory.
	MemoryAtLeast bool

	Stderr Excerpt // standard error; also standard output, if the task has neither Output nor Stdout
	Folder string  // path of the working folder, as the program saw it
}

// Stopped returns which limit stopped the program: "time", "memory" or "output"; "" if none did.
func (r Result) Stopped() string {
	switch r.End {
	case StoppedCPU, StoppedWall:
		return "time"
	case StoppedMemory, StoppedOutput:
		return string(r.End)
	}
	return ""
}

// String says how the program ended, in the words of package os: "exit status 1", "signal: killed".
func (r Result) String() string {
	switch {
	case r.Suspended:
		return suspended
	case r.Stopped() != "":
		return fmt.Sprintf("stopped at the %s limit", r.Stopped())
	case r.End == Signaled:
		return "signal: " + unix.SignalNum(r.Signal).String()
	}
	return fmt.Sprintf("exit status %d", r.ExitCode)
}

// patience is the ratio of the wall limit to the CPU limit of a compiler or tool. A program that reaches its wall limit
// shares its core with too many other programs, or waits too long.
const patience = 10

// Within returns l with the time limits of a compiler, checker or generator. cpu is the limit on CPU time. The wall
// limit is much longer, so that other work on the machine does not make the program fail.
func (l Limits) Within(cpu time.Duration) Limits {
	l.CPU, l.Wall = cpu, patience*cpu
	return l
}

// suspended is the message for a program that a signal stopped for a second.
const suspended = "was stopped by a signal such as SIGSTOP, and nothing continued it within a second"

// Late says which time limit stopped a program whose limits come from Within. For the wall limit, Late adds the
// probable reason. name is what users call the limit on CPU time; it may be "". Late returns "" if no time limit
// stopped the program.
func (r Result) Late(limits Limits, name string) string {
	if r.Suspended {
		return suspended
	}
	if name != "" {
		name = " (" + name + ")"
	}
	switch r.End {
	case StoppedCPU:
		return fmt.Sprintf("did not end within %v of CPU time%s", limits.CPU, name)
	case StoppedWall:
	default:
		return ""
	}
	had := fmt.Sprintf("did not end within %v, %d times its limit of CPU time%s, and had %v of CPU time", limits.Wall,
		patience, name, shortTime(r.CPU))
	if r.Starved() {
		return fmt.Sprintf("%s; it waited %v for a CPU: the machine is overloaded; try again when it is idle", had,
			shortTime(r.Waited))
	}
	return had + ": the machine is overloaded (try again when it is idle), or it waits for input or a lock that never " +
		"comes"
}

// Starved reports whether a program ran into its wall limit because it mostly waited for a CPU. The run then says
// nothing about the program.
func (r Result) Starved() bool {
	return r.End == StoppedWall && !r.Suspended && r.Waited >= (r.Wall-r.CPU)/2
}

// shortTime rounds a time to about three digits.
func shortTime(d time.Duration) time.Duration {
	if d > time.Second {
		return d.Round(10 * time.Millisecond)
	}
	return d.Round(time.Millisecond)
}
