package talk

import (
	"os"
	"time"

	"dlxjudge/judge/execute/sandbox"
)

// A program counts as waiting when all its threads have slept for waitTime. Where its threads are not visible or sleep
// in other calls, it must use almost no CPU time for quietTime.
const (
	waitTime  = 500 * time.Millisecond
	quietTime = 2 * time.Second
)

// seen holds what the sandbox has reported about a running program.
type seen struct {
	last     sandbox.State
	quiet    time.Duration // since when it has used almost no CPU time
	quietCPU time.Duration // the CPU time that it had used then
}

func (s *seen) add(state sandbox.State) {
	const nextToNone = quietTime / 50
	if state.CPU-s.quietCPU > nextToNone {
		s.quiet, s.quietCPU = state.At, state.CPU
	}
	s.last = state
}

// waits reports whether the program has been waiting for the other one since some time not before after.
func (s *seen) waits(after time.Duration) bool {
	return s.last.Since > 0 && s.last.At-max(s.last.Since, after) >= waitTime
}

// rests reports whether the program has used almost no CPU time since after, for at least long.
func (s *seen) rests(after, now, long time.Duration) bool { return now-max(after, s.quiet) > long }

func (s *seen) waitsOrRests(after, now time.Duration) bool {
	return s.waits(after) || s.rests(after, now, quietTime)
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
		c.lines.submissionStarted()
		if s.state.InputClosed && !c.deaf {
			c.deaf = true
			c.lines.checkerUnheard()
		}
	case &c.checker:
		c.lines.checkerStarted()
		if s.state.InputClosed && !c.checkerDeaf && c.checkLeft == 0 {
			c.checkerDeaf = true
			c.lines.submissionUnheard()
		}
	}
}

// lookAtOutputs closes the input of each running program whose partner has closed its output.
func (c *conversation) lookAtOutputs(at time.Duration) {
	if c.checkerQuiet == 0 && c.checkLeft == 0 && (c.checker.last.OutputClosed || c.lines.over(c.lines.back)) {
		c.checkerQuiet = at
	}
	if c.quiet == 0 && c.runEnded == 0 && (c.submission.last.OutputClosed || c.lines.over(c.lines.there)) {
		c.quiet = at
	}
	if c.checkerQuiet > 0 && c.inputEnded == 0 && c.runEnded == 0 && c.checkLeft == 0 {
		moved, still := c.lines.back.still()
		if still && c.submission.rests(max(c.checkerQuiet, moved), at, waitTime) {
			c.inputEnded, c.ends.InputEnded = at, true
			c.lines.endInput()
		} else {
			c.held += at - max(c.looked, c.checkerQuiet)
		}
	}
	if c.quiet > 0 && c.hungUp == 0 && c.runEnded == 0 && c.checkLeft == 0 {
		moved, still := c.lines.there.still()
		if still && c.checker.rests(max(c.quiet, moved), at, waitTime) {
			c.hungUp = at
			c.lines.hangUp()
		}
	}
}
