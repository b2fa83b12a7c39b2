package talk

import (
	"os"
	"time"

	"dlxjudge/judge/execute/sandbox"
)

// How long all threads of a program must sleep until it counts as waiting, and how long it must use next to no CPU time
// for that where its threads are not seen or sleep in other calls.
const (
	waitTime  = 500 * time.Millisecond
	quietTime = 2 * time.Second
)

// seen is what the sandbox has reported of a running program.
type seen struct {
	last     sandbox.State
	quiet    time.Duration // since when it has used next to no CPU time
	quietCPU time.Duration // what it had used then
}

func (s *seen) add(state sandbox.State) {
	const nextToNone = quietTime / 50
	if state.CPU-s.quietCPU > nextToNone {
		s.quiet, s.quietCPU = state.At, state.CPU
	}
	s.last = state
}

// waits reports whether the program has waited for the other one since some time, which is not before that.
func (s *seen) waits(after time.Duration) bool {
	return s.last.Since > 0 && s.last.At-max(s.last.Since, after) >= waitTime
}

// rests reports whether the program has used next to no CPU time since then, for as long as that.
func (s *seen) rests(after, now, long time.Duration) bool { return now-max(after, s.quiet) > long }

func (s *seen) waitsOrRests(after, now time.Duration) bool {
	return s.waits(after) || s.rests(after, now, quietTime)
}

// deadlocked reports whether two programs have waited for each other at the same time since then.
func deadlocked(a, b *seen, after time.Duration) bool {
	from, to := max(a.last.Since, b.last.Since, after), min(a.last.At, b.last.At)
	return a.last.Since > 0 && b.last.Since > 0 && to-from >= waitTime
}

// A sighting is a state of one of the two programs.
type sighting struct {
	of    *seen
	state sandbox.State
}

// watch returns the pipe through which the sandbox tells the states of a program, and sends them on until it is closed.
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

// A program that closes its output, and goes on, is as one that has ended: the other one sees the end of its input when
// it waits for more, since then nobody can tell by whom that comes first. What is said to a program that has closed its
// input is dropped, so that no write fails, or fails only if it comes late.

// sighted takes note of a state. The first one of each program says that it was started.
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

// lookAtOutputs tells each program that still runs of an output that the other one has closed.
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
