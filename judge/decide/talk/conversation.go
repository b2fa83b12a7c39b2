package talk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// conversation is one run of two programs that talk.
type conversation struct {
	Sides
	lines *lines
	ends  Ends

	started             time.Duration // by the clock of seen, as the other times are
	runEnded, checkLeft time.Duration // 0 while it runs
	hungUp              time.Duration // when the checker's input was closed; 0 before
	stop                chan struct{} // closed to stop the submission
	stopped             bool
	stopChecker         context.CancelCauseFunc
	slow                error // why the checker was stopped; nil if it was not

	submission, checker seen
}

// ran and checked are how the two sides come back.
type ran struct {
	result sandbox.Result
	err    error
}

type checked struct {
	result check.Result
	err    error
}

// run starts both programs and decides at each event what is closed or stopped.
func (c *conversation) run(ctx context.Context) (Ends, error) {
	checkerCtx, stopChecker := context.WithCancelCause(ctx)
	defer stopChecker(nil)
	c.stopChecker = stopChecker
	sightings := make(chan sighting, 16)
	over := make(chan struct{})
	defer close(over)
	runs, checks := make(chan ran, 1), make(chan checked, 1)
	c.started = now()
	if err := c.start(ctx, checkerCtx, sightings, over, runs, checks); err != nil {
		return Ends{}, err
	}
	ticks := time.NewTicker(50 * time.Millisecond)
	defer ticks.Stop()
	var failed error
	for c.runEnded == 0 || c.checkLeft == 0 {
		select {
		case r := <-runs:
			c.ends.Run, failed = r.result, errors.Join(failed, r.err)
			c.ended(r.err)
		case r := <-checks:
			if r.err != nil && c.slow != nil {
				r = checked{result: check.Result{Verdict: problem.JE, Message: c.slow.Error()}}
			}
			c.ends.Checker, failed = r.result, errors.Join(failed, r.err)
			c.left(r.err)
		case s := <-sightings:
			s.of.add(s.state)
		case <-c.lines.news:
		case <-ticks.C:
		}
		c.look()
	}
	if err := ctx.Err(); err != nil {
		return Ends{}, err
	}
	return c.ends, failed
}

// start starts both sides, each on a goroutine that closes this process's part of what its program has held.
func (c *conversation) start(ctx, checkerCtx context.Context, sightings chan<- sighting, over <-chan struct{},
	runs chan<- ran, checks chan<- checked) error {
	ours, err := watch(&c.submission, sightings, over)
	if err != nil {
		return err
	}
	theirs, err := watch(&c.checker, sightings, over)
	if err != nil {
		ours.Close()
		return err
	}
	task := c.Task
	task.Stdin, task.Stdout = c.lines.toSubmission.read, c.lines.fromSubmission.write
	task.Limits.Wall += c.Limits.Time
	task.Watch, task.Stop = ours, c.stop
	go func() {
		result, err := c.Worker.Run(ctx, task)
		ours.Close()
		runs <- ran{result, err}
	}()
	pipes := check.Pipes{
		In: c.lines.toChecker.read, Out: c.lines.fromChecker.write, Watch: theirs,
		Wall: task.Limits.Wall + 2*quietTime + c.Limits.Time, // in case that this process stops it no sooner
	}
	if worker, ok := c.Worker.(sandbox.Pinned); ok {
		if core, pinned := worker.Core(); pinned {
			pipes.Cores = []int{core}
		}
	}
	go func() {
		result, err := c.Checker.Talk(checkerCtx, c.Files, pipes)
		theirs.Close()
		checks <- checked{result, err}
	}()
	return nil
}

// ended takes note of the end of the submission, or of the judge's failure to run it.
func (c *conversation) ended(err error) {
	c.runEnded = now()
	c.lines.submissionEnded()
	if err != nil {
		c.stopChecker(err)
		return
	}
	c.ends.Own = c.Own(c.ends.Run)
}

// left takes note of the end of the checker.
func (c *conversation) left(err error) {
	c.checkLeft = now()
	c.lines.checkerEnded()
	if c.runEnded > 0 {
		return
	}
	if c.ends.Left = err == nil && c.ends.Checker.Verdict == problem.AC; !c.ends.Left {
		c.stopSubmission()
	}
}

// look acts on the present state of the two programs.
func (c *conversation) look() {
	switch at := now(); {
	case c.runEnded == 0 && c.checkLeft == 0:
		c.lookAtBoth(at)
	case c.checkLeft == 0:
		c.lookAtChecker(at)
	case c.runEnded == 0 && c.ends.Left && !c.ends.Told:
		if moved, still := c.lines.back.still(); still && waitsOrRests(&c.submission, max(c.checkLeft, moved), at) {
			c.ends.Told = true
			c.lines.leave()
		}
	}
}

// lookAtBoth stops the submission in a deadlock, and at its wall limit, which does not count what the checker computes.
func (c *conversation) lookAtBoth(at time.Duration) {
	movedThere, stillThere := c.lines.there.still()
	movedBack, stillBack := c.lines.back.still()
	is, full := deadlocked(&c.submission, &c.checker, max(movedThere, movedBack))
	if is && (full || stillThere && stillBack) && !c.stopped {
		c.ends.Deadlock, c.ends.Full = true, full
		c.stopSubmission()
	}
	switch {
	case c.checker.last.CPU > c.Limits.Time:
		c.checkerIsSlow()
	case c.Task.Limits.Wall > 0 && at-c.started-c.checker.last.CPU > c.Task.Limits.Wall:
		c.stopSubmission()
	}
}

// lookAtChecker tells the checker of the end of the submission, and stops it at its own limits.
func (c *conversation) lookAtChecker(at time.Duration) {
	moved, still := c.lines.there.still()
	if c.hungUp == 0 && still {
		c.ends.Shut = c.ends.Own != "" && waitsOrRests(&c.checker, max(c.runEnded, moved), at)
		if c.ends.Own == "" || c.ends.Shut {
			c.hungUp = at
			c.lines.hangUp()
		}
	}
	since := c.hungUp
	if since == 0 { // it may be waiting, but not as long as that
		since = c.runEnded + quietTime
	}
	switch {
	case at-since > c.Limits.Time:
		c.checkerIsSlow()
	case c.Limits.Output > 0 && c.lines.dropped() > c.Limits.Output:
		c.stopCheckerFor(fmt.Errorf("the checker writes more than %d MiB (validation_output) to a submission that "+
			"has ended", c.Limits.Output>>20))
	}
}

func waitsOrRests(s *seen, after, now time.Duration) bool {
	return s.waits(after) || s.rests(after, now)
}

func (c *conversation) stopSubmission() {
	if !c.stopped {
		c.stopped = true
		close(c.stop)
	}
}

func (c *conversation) checkerIsSlow() {
	c.stopCheckerFor(fmt.Errorf("the checker did not end within %v (validation_time), what it waited for the "+
		"submission not counted", c.Limits.Time))
}

func (c *conversation) stopCheckerFor(why error) {
	if c.slow == nil {
		c.slow = why
		c.stopChecker(why)
	}
}
