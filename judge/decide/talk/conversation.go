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

// conversation is one run of a submission with its checker.
type conversation struct {
	Sides
	patient bool
	ends    Ends

	there, back *direction // the output of the submission, and of the checker
	unseen      bool       // the sandbox does not report that a program has closed its output; only a relay shows it

	// when this process noticed each of these, on the clock of seen; 0 until then
	runEnded, checkerEnded          time.Duration
	outputEnded, checkerOutputEnded time.Duration // the program ended or closed its output
	inputEnded, checkerInputEnded   time.Duration // this process closed the input

	asleep      time.Duration // how long both have slept: the submission's wall-clock time
	counted     time.Duration // the time up to which asleep has been counted
	crowded     time.Duration // how long the checker has been far behind the submission
	looked      time.Duration // when look last ran
	unread      int           // bytes unread when the submission was stopped for its time; else 0
	stop        chan struct{} // closed to stop the submission
	stopped     bool
	stopChecker context.CancelCauseFunc
	slow        error // why the checker was stopped; nil if it was not
	cut         bool  // the checker was stopped in a deadlock, or with too much left to read: WA

	submission, checker seen
}

// ran and checked are the results of the two sides.
type ran struct {
	result sandbox.Result
	err    error
}

type checked struct {
	result check.Result
	err    error
}

// run starts both programs and decides at each event what to close or stop.
func (c *conversation) run(ctx context.Context) (Ends, error) {
	checkerCtx, stopChecker := context.WithCancelCause(ctx)
	defer stopChecker(nil)
	c.stopChecker = stopChecker
	sightings := make(chan sighting, 16)
	over := make(chan struct{})
	defer close(over)
	runs, checks := make(chan ran, 1), make(chan checked, 1)
	c.looked = now()
	c.counted = c.looked
	if err := c.start(ctx, checkerCtx, sightings, over, runs, checks); err != nil {
		return Ends{}, err
	}
	ticks := time.NewTicker(50 * time.Millisecond)
	defer ticks.Stop()
	var failed error
	for c.runEnded == 0 || c.checkerEnded == 0 {
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
		case <-ticks.C:
		}
		c.look()
	}
	if err := ctx.Err(); err != nil {
		return Ends{}, err
	}
	return c.ends, failed
}

// fallback is how much later the sandbox itself stops a program. This process counts only sleep, so it does not stop
// programs that hardly ever sleep or that wait for a CPU.
const fallback = 30 * time.Second

// start starts both sides, each on a goroutine that closes this process's copies of its program's pipe ends.
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
	task.Stdin, task.Stdout = c.back.to.read, c.there.from.write
	task.Limits.Wall += c.Limits.Time + fallback
	task.Watch, task.Stop = ours, c.stop
	go func() {
		result, err := c.Worker.Run(ctx, task)
		ours.Close()
		runs <- ran{result, err}
	}()
	pipes := check.Pipes{
		In: c.there.to.read, Out: c.back.from.write, Watch: theirs,
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

// ended handles the end of the submission, or the judge's failure to run it.
func (c *conversation) ended(err error) {
	c.there.endRelay()
	c.back.dropped.Store(-int64(c.back.waiting())) // written before the end, so it does not count as dropped
	c.back.drop()
	c.runEnded = now()
	if c.outputEnded == 0 {
		c.outputEnded = c.runEnded
	}
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
		c.unread = c.there.unread()
	}
	c.ends.Drowned = c.ends.Own == problem.TLE && c.ends.Checker.TooLarge &&
		(c.there.dropped.Load() > pipeBytes || c.tooLate() && c.runEnded-c.checkerEnded < noticed)
}

// noticed is the longest time until this process learns of the submission's end. A checker that reads to the end may
// end before that.
const noticed = 250 * time.Millisecond

// tooLate reports whether the submission exceeded its CPU time limit.
func (c *conversation) tooLate() bool { return c.ends.Late || c.ends.Run.End == sandbox.StoppedCPU }

// left handles the end of the checker. The submission goes on if the checker accepted. It also goes on if the checker
// rejected or crashed at the end of its input, because the submission's end then counts.
func (c *conversation) left(err error) {
	c.back.endRelay()
	c.checkerEnded = now()
	c.checkerOutputEnded, c.inputEnded = c.checkerEnded, 0
	if c.runEnded > 0 {
		c.ends.Drowned = c.ends.Checker.TooLarge && c.ends.Own == problem.TLE &&
			(c.unread > fewBytes || c.tooLate())
		return
	}
	if c.ends.Checker.TooLarge && !c.there.deaf.Load() { // the submission's end will show whether it is the cause
		c.there.drop()
		return
	}
	verdict := c.ends.Checker.Verdict
	c.ends.Left = err == nil && verdict == problem.AC
	informed := c.checkerInputEnded > 0 && (verdict == problem.WA || c.ends.Checker.Crash != "")
	if !c.ends.Left && (err != nil || !informed) {
		c.stopSubmission()
	}
}

// look acts on the current state of the two programs.
func (c *conversation) look() {
	at := now()
	c.lookAtOutputs(at)
	switch {
	case c.runEnded == 0 && c.checkerEnded == 0:
		c.lookAtBoth(at)
	case c.checkerEnded == 0:
		c.lookAtChecker(at)
	case c.runEnded == 0:
		c.lookAtClock(at)
	}
	c.ends.Shut = c.checkerInputEnded > 0
	c.looked = at
}

// lookAtClock stops the submission at its wall limit. The limit counts only the time in which both programs sleep: a
// program that runs or waits for a CPU has its limit of CPU time. It does not count time for which the judge withholds
// the end of an input.
func (c *conversation) lookAtClock(at time.Duration) {
	moved := c.moved()
	until, asleep := c.submission.until(at), c.submission.rests(moved, at, waitTime)
	if c.checkerEnded == 0 {
		until, asleep = min(until, c.checker.until(at)), asleep && c.checker.rests(moved, at, waitTime)
	}
	if asleep && !c.withholds() {
		c.asleep += max(0, until-c.counted)
	}
	c.counted = max(c.counted, until)
	if wall := c.Task.Limits.Wall; wall > 0 && c.asleep > wall {
		c.stopSubmission()
	}
}

// withholds reports whether an input has yet to be closed because the other program has closed its output or ended.
func (c *conversation) withholds() bool {
	return c.checkerEnded == 0 && c.outputEnded > 0 && c.checkerInputEnded == 0 ||
		c.checkerOutputEnded > 0 && c.inputEnded == 0
}

// moved returns when a relay last read something.
func (c *conversation) moved() time.Duration {
	there, _ := c.there.still()
	back, _ := c.back.still()
	return max(there, back)
}

// lookAtBoth stops the submission in a deadlock, and at its wall limit.
func (c *conversation) lookAtBoth(at time.Duration) {
	full := c.there.unread() > 0
	if deadlocked(&c.submission, &c.checker, max(c.moved(), c.inputEnded, c.checkerInputEnded)) && !c.withholds() &&
		full == (c.back.unread() > 0) && !c.stopped {
		c.ends.Deadlock, c.ends.Full = true, full
		c.stopSubmission()
	}
	if c.there.unread() > pipeBytes/2 {
		c.crowded += at - c.looked
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

// Limits for a submission that prints without end. It is stopped when the checker has been half a pipe behind for
// floodTime longer than the wall limit. If more than fewBytes are unread when a submission is stopped, the checker may
// read on for drainTime.
const (
	floodTime, drainTime = 10 * time.Second, 2 * time.Second
	fewBytes             = 64 << 10
)

// lookAtChecker stops the checker after the submission's end, if it exceeds its limits or has too much left to read.
func (c *conversation) lookAtChecker(at time.Duration) {
	reads := c.there.unread() < c.unread
	flooded := c.unread > fewBytes && c.checkerInputEnded == 0 && reads
	tooMuch := c.Limits.Output > 0 && c.back.dropped.Load() > c.Limits.Output
	switch {
	case flooded && (tooMuch || at-c.runEnded > drainTime):
		c.cut, c.checkerInputEnded = true, at
		c.stopCheckerFor(errFlooded)
	case c.checker.last.CPU > c.Limits.Time,
		c.checker.rests(max(c.checkerInputEnded, c.runEnded), at, max(c.Limits.Time, quietTime)):
		c.checkerIsSlow()
	case tooMuch:
		c.stopCheckerFor(fmt.Errorf("the checker writes more than %d MiB (validation_output) to a submission that "+
			"has ended", c.Limits.Output>>20))
	}
}

var errDeadlock = errors.New("both wait for each other")

var errFlooded = errors.New("the submission was stopped, and the checker still has much of its output to read")

func (c *conversation) stopSubmission() {
	if !c.stopped {
		c.stopped = true
		close(c.stop)
	}
}

func (c *conversation) checkerIsSlow() {
	c.stopCheckerFor(fmt.Errorf("the checker did not end within %v (validation_time), not counting the time "+
		"that it waited for the submission", c.Limits.Time))
}

func (c *conversation) stopCheckerFor(why error) {
	if c.slow == nil {
		c.slow = why
		c.stopChecker(why)
	}
}
