package run

import "time"

// longestStop is how long a signal may keep a process of a program stopped.
const longestStop = time.Second

// A Stopwatch measures how long a signal such as SIGSTOP has kept a process stopped, while no process of the program
// used the CPU.
type Stopwatch struct {
	looked, since time.Time // since is zero if no process is stopped
	cpu           time.Duration
}

// TooLong reports whether a process has been stopped for longestStop. It calls stopped only if no CPU time was used
// since the last look.
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
