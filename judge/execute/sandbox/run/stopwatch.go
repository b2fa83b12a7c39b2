package run

import "time"

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
