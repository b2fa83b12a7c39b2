package talk

import (
	"os"
	"time"

	"dlxjudge/judge/execute/sandbox"
)

// A program counts as waiting when all its threads have slept for waitTime, one of them in read or write. If they sleep
// in other calls, it must rest for quietTime.
const (
	waitTime  = 500 * time.Millisecond
	quietTime = 2 * time.Second
)

// seen holds what the sandbox has reported about a running program. Decisions compare the times of its reports, so a
// program that waits for a CPU, or whose reports are late, does not count as asleep.
type seen struct {
	last      sandbox.State
	unwatched bool          // the sandbox reports only the start
	awake     time.Duration // how long it has been seen to run or to wait for a CPU
	quiet     time.Duration // since when it has done almost nothing
	quietWork time.Duration // how much it had done then
}

// add handles a report. A program does almost nothing if it uses at most a fiftieth of quietTime as CPU time, or is
// awake for a tenth of it: runtimes wake their threads from time to time.
func (s *seen) add(state sandbox.State) {
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
func (s *seen) until(now time.Duration) time.Duration {
	if s.unwatched {
		return now
	}
	return s.last.At
}

// waits reports whether the program is waiting for the other one. Only the time since after counts.
func (s *seen) waits(after, now time.Duration) bool {
	return s.last.Since > 0 && s.last.At-max(s.last.Since, after) >= waitTime || s.rests(after, now, quietTime)
}

// rests reports whether the program sleeps and has done almost nothing for longer than long. Only the time since after
// counts. A program whose states are not reported rests if that time is longer than long.
func (s *seen) rests(after, now, long time.Duration) bool {
	return (s.unwatched || s.last.Asleep) && s.until(now)-max(after, s.quiet) > long
}

// deadlocked reports whether two programs have waited for each other at the same time since after.
func deadlocked(a, b *seen, after time.Duration) bool {
	from, to := max(a.last.Since, b.last.Since, after), min(a.last.At, b.last.At)
	return a.last.Since > 0 && b.last.Since > 0 && to-from >= waitTime
}

// sighting is a reported state of one of the two programs.
type sighting struct {
	of    *seen
	state sandbox.State
}

// watch returns the pipe through which the sandbox reports the states of a program, and forwards them until the pipe is
// closed.
func watch(of *seen, to chan<- sighting, over <-chan struct{}) (*os.File, error) {
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
			case to <- sighting{of, state}:
			case <-over:
			}
		}
	}()
	return w, nil
}

// A program that closes its output and goes on is treated like one that has ended: the other one sees the end of its
// input when it waits for more, so timing cannot matter. Output to a program that closed its input is dropped, so that
// no write fails depending on timing.

// sighted handles a state. The first state of each program means that it has started.
func (c *conversation) sighted(s sighting) {
	s.of.add(s.state)
	switch s.of {
	case &c.submission:
		if c.unseen {
			c.there.endRelay()
		}
		if s.state.InputClosed {
			c.back.drop()
		}
	case &c.checker:
		if c.unseen {
			c.back.endRelay()
		}
		if s.state.InputClosed && c.checkerEnded == 0 {
			c.there.drop()
		}
	}
}

// lookAtOutputs ends the input of each program whose partner has ended or closed its output, once the program waits for
// more. After a submission that has ended well, it ends the checker's input at once, unless patient is set.
func (c *conversation) lookAtOutputs(at time.Duration) {
	if c.checkerOutputEnded == 0 && c.checkerEnded == 0 && (c.checker.last.OutputClosed || c.back.ended()) {
		c.checkerOutputEnded = at
	}
	if c.outputEnded == 0 && c.runEnded == 0 && (c.submission.last.OutputClosed || c.there.ended()) {
		c.outputEnded = at
	}
	if c.checkerOutputEnded > 0 && c.inputEnded == 0 && c.runEnded == 0 {
		moved, still := c.back.still()
		if still && c.submission.waits(max(c.checkerOutputEnded, moved), at) {
			c.back.to.write.Close()
			if c.checkerEnded > 0 {
				c.there.refuse()
			}
			c.inputEnded, c.ends.InputEnded = now(), true
		}
	}
	if c.outputEnded > 0 && c.checkerInputEnded == 0 && c.checkerEnded == 0 {
		moved, still := c.there.still()
		waits := c.checker.waits(max(c.outputEnded, moved), at)
		if still && (waits || c.runEnded > 0 && c.ends.Own == "" && !c.patient) {
			c.ends.hasty = !waits
			c.there.to.write.Close()
			c.checkerInputEnded = now()
		}
	}
}
