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
	Signaled      End = "signaled" // Result.Signal killed it, and the judge did not send that signal
	StoppedCPU    End = "cpu"      // it was stopped at Limits.CPU
	StoppedWall   End = "wall"     // … at Limits.Wall
	StoppedMemory End = "memory"   // … at Limits.Memory
	StoppedOutput End = "output"   // … at Limits.Output or Limits.Folder
)

// Result is what one run used and how it ended.
type Result struct {
	End      End
	ExitCode int           // -1 unless End is Exited
	Signal   string        // "SIGSEGV"; "" unless End is Signaled
	CPU      time.Duration // user and system time
	Wall     time.Duration
	Memory   int64 // peak, in bytes; rough but for a submission

	// Waited is for how long the program waited for a core, while other programs had it, as far as was seen. It is 0
	// where the system does not tell.
	Waited time.Duration
	// Asleep is for how long the program neither ran nor waited for a core, as it slept or waited for input. It is 0
	// where the system does not tell. What children waited that soon ended is not seen, and counts as sleep.
	Asleep time.Duration

	// Suspended reports that a signal such as SIGSTOP had stopped a process for a second, and that the program was
	// killed for it. End is StoppedWall then.
	Suspended bool

	// MemoryAtLeast says that Memory may be too low: without a cgroup the program had several processes, files in
	// memory, or memory to share, which were sampled.
	MemoryAtLeast bool

	Stderr Excerpt // and of standard output if the task has no other place for it
	Folder string  // the path of the working folder, as the program saw it
}

// Stopped is the limit that the program was stopped at, in a word, or "".
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

// patience is how many times its CPU time a helper may take by the clock: with so many programs on its core, or waiting
// for so long, it is stopped.
const patience = 10

// Within bounds a helper of the judge, such as a compiler, a checker or a generator, by its CPU time. The clock stops
// it only much later, so that other work on the machine does not make it fail.
func (l Limits) Within(cpu time.Duration) Limits {
	l.CPU, l.Wall = cpu, patience*cpu
	return l
}

// suspended says what the judge did to a program that was stopped for that long.
const suspended = "was stopped by a signal such as SIGSTOP, and nothing continued it within a second"

// Late says how a program that was bounded by Within did not end in time: on its CPU time, or on the clock, and then
// what it was that took the time. The name is that of the limit for a user, or "". It is "" if the program was not
// stopped for its time.
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
		return fmt.Sprintf("%s, as it waited %v for a core: the machine has too much other work; try again when it "+
			"has less", had, shortTime(r.Waited))
	}
	return had + ": the machine has too much other work (try again when it has less), or the program waits for what " +
		"does not come"
}

// Starved reports whether the clock stopped a program which waited for a core most of the time: then the machine was
// too busy to tell anything of it.
func (r Result) Starved() bool {
	return r.End == StoppedWall && !r.Suspended && r.Waited >= (r.Wall-r.CPU)/2
}

// shortTime is a time to three digits or so.
func shortTime(d time.Duration) time.Duration {
	if d > time.Second {
		return d.Round(10 * time.Millisecond)
	}
	return d.Round(time.Millisecond)
}
