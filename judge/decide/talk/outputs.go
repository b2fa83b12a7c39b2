package talk

import "time"

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
	if c.checkerQuiet > 0 && c.told == 0 && c.runEnded == 0 && c.checkLeft == 0 {
		moved, still := c.lines.back.still()
		if still && c.submission.rests(max(c.checkerQuiet, moved), at, waitTime) {
			c.told, c.ends.Told = at, true
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
