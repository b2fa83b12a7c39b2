package talk

import (
	"os"
	"time"

	"dlxjudge/judge/execute/sandbox"
)

// A program counts as waiting when all its threads have slept for waitTime, one of them in read or write. If all
// threads sleep in other calls, the program counts as waiting after it has rested for quietTime.
const (
	waitTime  = 500 * time.Millisecond
	quietTime = 2 * time.Second
)

// activity holds what the sandbox has reported about a running program. Decisions compare the times of the reports. So
// a program does not count as asleep while it waits for a CPU, or if its reports are late.
type activity struct {
	last      sandbox.State
	unwatched bool          // the sandbox reports only the program's start
	awake     time.Duration // how long the program has run or waited for a CPU
	quiet     time.Duration // the start of the current quiet period, in which the program does almost nothing
	quietWork time.Duration // the program's work, as add computes it, at the start of that period
}

// add handles a report. Runtimes wake their threads from time to time. So a quiet period ends only when the program
// has used quietTime/50 of CPU time, or has been awake for quietTime/10.
func (s *activity) add(state sandbox.State) {
	if state.At == 0 {
		s.unwatched, s.quiet = true, now()
		return
	}
	if !state.Asleep {
		s.awake += state.At - s.last.At
	}
	if work := state.CPU + s.awake/5; s.last.At == 0 || work-s.quietWork > quietTime/50 {
		s.quiet, s.quietWork = state.At, work
	}
	s.last = state
}

// until returns the time up to which the program's state is known.
func (s *activity) until(now time.Duration) time.Duration {
	if s.unwatched {
		return now
	}
	return s.last.At
}

// waits reports whether the program is waiting for the other program. Only the time after the moment "after" counts.
func (s *activity) waits(after, now time.Duration) bool {
	return s.last.Since > 0 && s.last.At-max(s.last.Since, after) >= waitTime || s.rests(after, now, quietTime)
}

// rests reports whether the program sleeps and has done almost nothing for longer than span. Only the time after the
// moment "after" counts. A program whose states are not reported counts as resting once span has passed.
func (s *activity) rests(after, now, span time.Duration) bool {
	return (s.unwatched || s.last.Asleep) && s.until(now)-max(after, s.quiet) > span
}

// deadlocked reports whether both programs have waited at the same time, for at least waitTime. Only the time after the
// moment "after" counts.
func deadlocked(a, b *activity, after time.Duration) bool {
	from, to := max(a.last.Since, b.last.Since, after), min(a.last.At, b.last.At)
	return a.last.Since > 0 && b.last.Since > 0 && to-from >= waitTime
}

// report is a reported state of one of the two programs.
type report struct {
	of    *party
	state sandbox.State
}

// watch returns the pipe on which the sandbox reports the states of a program. It forwards the states until the pipe is
// closed.
func watch(of *party, to chan<- report, over <-chan struct{}) (*os.File, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	go func() {
		defer r.Close()
		for {
			state, err := sandbox.ReadState(r)
			if err != nil {
				return
			}
			select {
			case to <- report{of, state}:
			case <-over:
			}
		}
	}()
	return w, nil
}
