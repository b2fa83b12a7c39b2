package sandbox

import (
	"fmt"
	"time"
)

// patience is how many times its CPU time a helper may take by the clock: with so many programs on its core, or waiting
// for so long, it is stopped.
const patience = 10

// Within bounds a helper of the judge, such as a compiler, a checker or a generator, by its CPU time. The clock stops
// it only much later, so that other work on the machine does not make it fail.
func (l Limits) Within(cpu time.Duration) Limits {
	l.CPU, l.Wall = cpu, patience*cpu
	return l
}

// longestStop is how long a signal may keep a process of a program stopped.
const longestStop = time.Second

// suspended says what the judge did to a program that was stopped for that long.
const suspended = "was stopped by a signal such as SIGSTOP, and nothing continued it within a second"

// A stopwatch measures for how long a signal such as SIGSTOP has kept a process of a program stopped while none of its
// processes used the CPU.
type stopwatch struct {
	looked, since time.Time // since is zero if no process is stopped
	cpu           time.Duration
}

// tooLong reports whether a process has been stopped for longestStop. It calls stopped only if no CPU time was used
// since the last look.
func (s *stopwatch) tooLong(cpu time.Duration, stopped func() bool) bool {
	const interval = 100 * time.Millisecond
	now := time.Now()
	if now.Sub(s.looked) < interval {
		return false
	}
	s.looked = now
	if cpu != s.cpu || !stopped() {
		s.cpu, s.since = cpu, time.Time{}
		return false
	}
	if s.since.IsZero() {
		s.since = now
	}
	return now.Sub(s.since) >= longestStop
}

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
