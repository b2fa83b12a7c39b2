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
	patient bool
	lines   *lines
	ends    Ends

	started             time.Duration // by the clock of seen, as the other times are
	runEnded, checkLeft time.Duration // 0 while it runs
	hungUp              time.Duration // when the checker's input was closed; 0 before
	inputEnded          time.Duration // when the submission's was
	quiet, checkerQuiet time.Duration // since when each has been seen to have closed its output; 0 before
	held                time.Duration // for how long the submission has waited to be told of that
	deaf, checkerDeaf   bool          // what is said to the one that has closed its input is dropped

	crowded      time.Duration // for how long the checker has been far behind the submission
	looked       time.Duration // when that was looked at last
	unread       int           // bytes unread when the submission was stopped for its time; else 0
	stop         chan struct{} // closed to stop the submission
	stopped      bool
	stopChecker  context.CancelCauseFunc
	slow         error // why the checker was stopped; nil if it was not
	goesOn, gone bool  // the submission does, without a checker; and its pipes were closed
	cut          bool  // it was stopped since it had far more to read than could matter

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
			switch {
			case r.err != nil && c.cut:
				r = checked{result: check.Result{Verdict: problem.WA}}
			case r.err != nil && c.slow != nil:
				r = checked{result: check.Result{Verdict: problem.JE, Message: c.slow.Error()}}
			}
			c.ends.Checker, failed = r.result, errors.Join(failed, r.err)
			c.left(r.err)
		case s := <-sightings:
			c.sighted(s)
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
	task.Limits.Wall += c.Limits.Time + 2*quietTime // in case that this process stops it no sooner
	task.Watch, task.Stop = ours, c.stop
	go func() {
		result, err := c.Worker.Run(ctx, task)
		ours.Close()
		runs <- ran{result, err}
	}()
	pipes := check.Pipes{
		In: c.lines.toChecker.read, Out: c.lines.fromChecker.write, Watch: theirs,
		Wall: task.Limits.Wall + 2*quietTime + c.Limits.Time,
	}
	if worker, ok := c.Worker.(sandbox.Watching); ok {
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
	c.ends.Own, c.ends.Late = c.Own(c.ends.Run), c.Time > 0 && c.ends.Run.CPU > c.Time
	if c.ends.Deadlock && c.ends.Own != "" {
		c.cut = true
		c.stopCheckerFor(errDeadlock)
	}
	if c.ends.Own == problem.TLE {
		c.unread = c.lines.unread()
	}
	c.ends.Drowned = c.ends.Own == problem.TLE && c.ends.Checker.TooLarge &&
		(c.lines.unheard.Load() > pipeBytes || c.tooLate() && c.runEnded-c.checkLeft < noticed)
}

// noticed is how long it takes at most until the end of a submission is known here, when the checker may have ended for
// it: a checker that reads to the end goes on as soon as the submission is gone.
const noticed = 250 * time.Millisecond

// tooLate reports whether the submission used more CPU time than it may.
func (c *conversation) tooLate() bool { return c.ends.Late || c.ends.Run.End == sandbox.StoppedCPU }

// left takes note of the end of the checker. If it has accepted, the submission goes on; and also if it has rejected or
// crashed since that says no more: how it ends then counts.
func (c *conversation) left(err error) {
	c.checkLeft = now()
	c.lines.checkerEnded()
	if c.runEnded > 0 {
		c.ends.Drowned = c.ends.Checker.TooLarge && c.ends.Own == problem.TLE &&
			(c.unread > fewBytes || c.tooLate())
		return
	}
	if c.ends.Checker.TooLarge && !c.checkerDeaf { // perhaps for what the submission says, whose end shows it
		c.goesOn, c.checkerDeaf = true, true
		c.lines.submissionUnheard()
		return
	}
	verdict := c.ends.Checker.Verdict
	c.ends.Left = err == nil && verdict == problem.AC
	informed := c.hungUp > 0 && (verdict == problem.WA || c.ends.Checker.Crash != "")
	if c.goesOn = c.ends.Left || err == nil && informed; !c.goesOn {
		c.stopSubmission()
	}
}

// look acts on the present state of the two programs.
func (c *conversation) look() {
	at := now()
	c.lookAtOutputs(at)
	switch {
	case c.runEnded == 0 && c.checkLeft == 0:
		c.lookAtBoth(at)
	case c.checkLeft == 0:
		c.lookAtChecker(at)
	case c.runEnded == 0 && c.goesOn:
		moved, still := c.lines.back.still()
		switch {
		case c.gone:
		case still && c.submission.waitsOrRests(max(c.checkLeft, moved), at):
			c.gone, c.ends.InputEnded = true, true
			c.lines.leave()
		default:
			c.held += at - max(c.looked, c.checkLeft)
		}
		if !c.ends.Left || c.submission.rests(c.checkLeft, at, quietTime) { // else its CPU time decides
			c.lookAtClock(at)
		}
	}
	c.ends.Shut = c.hungUp > 0
	c.looked = at
}

// lookAtClock stops the submission at its wall limit, which counts neither what the checker computes nor for how long
// the judge has kept the end of its input from it; nor, for some seconds, that the checker is far behind, which may
// wait for a core.
func (c *conversation) lookAtClock(at time.Duration) {
	own := at - c.started - c.checker.last.CPU - c.held - min(c.crowded, crowdedTime)
	if wall := c.Task.Limits.Wall; wall > 0 && own > wall {
		c.stopSubmission()
	}
}

// crowdedTime is how much of the time in which the checker is far behind does not count.
const crowdedTime = 3 * time.Second

// lookAtBoth stops the submission in a deadlock, and at its wall limit.
func (c *conversation) lookAtBoth(at time.Duration) {
	movedThere, _ := c.lines.there.still()
	movedBack, _ := c.lines.back.still()
	ending := c.quiet > 0 && c.hungUp == 0 || c.checkerQuiet > 0 && c.inputEnded == 0
	full := c.lines.unread() > 0
	if deadlocked(&c.submission, &c.checker, max(movedThere, movedBack, c.inputEnded, c.hungUp)) && !ending &&
		full == (c.lines.unanswered() > 0) && !c.stopped {
		c.ends.Deadlock, c.ends.Full = true, full
		c.stopSubmission()
	}
	if c.lines.unread() > pipeBytes/2 {
		c.crowded += at - max(c.looked, c.started)
	}
	switch wall := c.Task.Limits.Wall; {
	case c.checker.last.CPU > c.Limits.Time:
		c.checkerIsSlow()
	case wall > 0 && c.crowded > wall+floodTime && !c.stopped:
		c.ends.Flood = true
		c.stopSubmission()
	default:
		c.lookAtClock(at)
	}
}

// What a submission says that prints without end is heard for so long beyond its wall limit while the checker is behind
// by half of a pipe, and for so long after it was stopped with more than a few bytes unread.
const (
	floodTime, drainTime = 10 * time.Second, 2 * time.Second
	fewBytes             = 64 << 10
)

// lookAtChecker tells the checker of the end of the submission, and stops it at its own limits.
func (c *conversation) lookAtChecker(at time.Duration) {
	moved, still := c.lines.there.still()
	if c.hungUp == 0 && still {
		waits := c.checker.waitsOrRests(max(c.runEnded, moved), at)
		if c.ends.hasty = !waits && c.ends.Own == "" && !c.patient; waits || c.ends.hasty {
			c.hungUp = at
			c.lines.hangUp()
		}
	}
	since := max(c.hungUp, c.runEnded)
	if c.hungUp == 0 { // it may be waiting, but not as long as that
		since = c.runEnded + quietTime
	}
	flooded := c.unread > fewBytes && c.hungUp == 0 && c.lines.unread() < c.unread // and it does read
	tooMuch := c.Limits.Output > 0 && c.lines.dropped() > c.Limits.Output
	switch {
	case flooded && (tooMuch || at-c.runEnded > drainTime):
		c.cut, c.hungUp = true, at
		c.stopCheckerFor(errFlooded)
	case c.checker.last.CPU > c.Limits.Time, at-since > c.Limits.Time && c.checker.rests(since, at, quietTime):
		c.checkerIsSlow() // one that computes may only wait for a core
	case tooMuch:
		c.stopCheckerFor(fmt.Errorf("the checker writes more than %d MiB (validation_output) to a submission that "+
			"has ended", c.Limits.Output>>20))
	}
}

var errDeadlock = errors.New("both wait for each other")

var errFlooded = errors.New("the submission was stopped, and the checker has still much of what it said to read")

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
