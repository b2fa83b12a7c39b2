package run

import (
	"time"

	"dlxjudge/judge/execute/sandbox"
)

// Pause returns how long a program that has used this much CPU and wall-clock time may run until the next check. It is
// so short that even threads on all cores cannot pass a time limit unseen, but at least a millisecond.
func Pause(limits sandbox.Limits, cpu, wall time.Duration, cores int) time.Duration {
	pause := 10 * time.Millisecond
	if limits.CPU > 0 {
		pause = min(pause, (limits.CPU-cpu)/time.Duration(cores))
	}
	if limits.Wall > 0 {
		pause = min(pause, limits.Wall-wall)
	}
	return max(pause, time.Millisecond)
}

// LastWords is how long a program may take to print where it is (see sandbox.Task.LastWords).
const LastWords = 5 * time.Second

// longestStop is how long a signal may keep a process of a program stopped.
const longestStop = time.Second

// A Stopwatch measures how long a signal such as SIGSTOP has kept a process of a program stopped. It restarts when the
// program uses CPU time.
type Stopwatch struct {
	looked, since time.Time     // times of the last look, and of the look that found a process newly stopped (or zero)
	cpu           time.Duration // CPU time of the program at the last look
}

// TooLong reports whether a process has been stopped for longestStop. It calls stopped() only if the program has used
// no CPU time since the last look.
func (s *Stopwatch) TooLong(cpu time.Duration, stopped func() bool) bool {
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
