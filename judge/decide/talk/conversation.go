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
	patient bool // never close the checker's input before the checker waits for more
	ends    Ends

	toChecker, toSubmission *direction
	unseen                  bool // the sandbox does not report closed outputs, so only a relay notices them

	// when this process noticed these events, on the clock of sandbox.State; 0 before that
	runEnded, checkerEnded          time.Duration
	outputEnded, checkerOutputEnded time.Duration // the submission or checker closed its output, or ended
	inputEnded, checkerInputEnded   time.Duration // this process closed the input of the submission or checker

	asleep      time.Duration // the sleep that the submission's wall limit bounds; see lookAtClock
	counted     time.Duration // asleep covers the time up to this one
	behind      time.Duration // the total time in which the checker had more than half a pipe to read
	lastLook    time.Duration // when look last ran
	unread      int           // how many bytes the checker had not read when the submission got TLE; 0 without TLE
	stop        chan struct{} // closed to stop the submission
	stopped     bool
	stopChecker context.CancelCauseFunc
	stopReason  error // why the checker was stopped; nil if it was not
	stopMeansWA bool  // the checker is stopped for a deadlock or for too much unread output; the verdict is then WA

	submission, checker activity
}

// submissionResult is the end of the submission's run, or the judge's failure to run it.
type submissionResult struct {
	result sandbox.Result
	err    error
}

// checkerResult is the end of the checker's run, or the judge's failure to run it.
type checkerResult struct {
	result check.Result
	err    error
}

// run starts both programs. At each event, it decides what to close or stop.
func (c *conversation) run(ctx context.Context) (Ends, error) {
	checkerCtx, stopChecker := context.WithCancelCause(ctx)
	defer stopChecker(nil)
	c.stopChecker = stopChecker
	reports := make(chan report, 16)
	over := make(chan struct{})
	defer close(over)
	runs, checks := make(chan submissionResult, 1), make(chan checkerResult, 1)
	c.lastLook = now()
	c.counted = c.lastLook
	if err := c.start(ctx, checkerCtx, reports, over, runs, checks); err != nil {
		return Ends{}, err
	}
	ticks := time.NewTicker(50 * time.Millisecond)
	defer ticks.Stop()
	var failed error
	for c.runEnded == 0 || c.checkerEnded == 0 {
		select {
		case r := <-runs:
			c.ends.Run, failed = r.result, errors.Join(failed, r.err)
			c.onSubmissionEnd(r.err)
		case r := <-checks:
			switch {
			case r.err != nil && c.stopMeansWA:
				r = checkerResult{result: check.Result{Verdict: problem.WA}}
			case r.err != nil && c.stopReason != nil:
				r = checkerResult{result: check.Result{Verdict: problem.JE, Message: c.stopReason.Error()}}
			}
			c.ends.Checker, failed = r.result, errors.Join(failed, r.err)
			c.onCheckerEnd(r.err)
		case s := <-reports:
			c.onReport(s)
		case <-ticks.C:
		}
		c.look()
	}
	if err := ctx.Err(); err != nil {
		return Ends{}, err
	}
	return c.ends, failed
}

// fallback is added to the wall limits of the sandbox, so that this process usually stops a program first. But this
// process counts only sleep, so the sandbox must stop programs that hardly ever sleep or that wait for a CPU.
const fallback = 30 * time.Second

// start runs each program on a goroutine of its own. When the program has ended, its watch pipe is closed.
func (c *conversation) start(ctx, checkerCtx context.Context, reports chan<- report, over <-chan struct{},
	runs chan<- submissionResult, checks chan<- checkerResult) error {
	watchSubmission, err := watch(&c.submission, reports, over)
	if err != nil {
		return err
	}
	watchChecker, err := watch(&c.checker, reports, over)
	if err != nil {
		watchSubmission.Close()
		return err
	}
	task := c.Task
	task.Stdin, task.Stdout = c.toSubmission.to.read, c.toChecker.from.write
	task.Limits.Wall += c.Limits.Time + fallback
	task.Watch, task.Stop = watchSubmission, c.stop
	go func() {
		result, err := c.Worker.Run(ctx, task)
		watchSubmission.Close()
		runs <- submissionResult{result, err}
	}()
	pipes := check.Pipes{
		In: c.toChecker.to.read, Out: c.toSubmission.from.write, Watch: watchChecker,
		Wall: task.Limits.Wall + 2*quietTime + c.Limits.Time,
	}
	if worker, ok := c.Worker.(sandbox.Watching); ok {
		if core, pinned := worker.Core(); pinned {
			pipes.Cores = []int{core}
		}
	}
	go func() {
		result, err := c.Checker.Talk(checkerCtx, c.Files, pipes)
		watchChecker.Close()
		checks <- checkerResult{result, err}
	}()
	return nil
}

// onSubmissionEnd handles the end of the submission, or the judge's failure to run it.
func (c *conversation) onSubmissionEnd(err error) {
	c.toChecker.endRelay()
	c.toSubmission.dropped.Store(-int64(c.toSubmission.waiting())) // bytes written before the end do not count
	c.toSubmission.drop()
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
		c.stopMeansWA = true
		c.stopCheckerFor(errDeadlock)
	}
	if c.ends.Own == problem.TLE {
		c.unread = c.toChecker.unread()
	}
	tooSlow := c.ends.Late || c.ends.Run.End == sandbox.StoppedCPU
	c.ends.Drowned = c.ends.Own == problem.TLE && c.ends.Checker.TooLarge &&
		(c.toChecker.dropped.Load() > pipeBytes || tooSlow && c.runEnded-c.checkerEnded < noticeTime)
}

// noticeTime is the longest delay before this process notices the submission's end. During this delay, a checker that
// reads everything may seem to end first.
const noticeTime = 250 * time.Millisecond

// onCheckerEnd handles the end of the checker. If the checker accepted, the submission goes on. It also goes on if the
// checker rejected or crashed after its input was closed, because then the submission's own failure decides the
// verdict.
func (c *conversation) onCheckerEnd(err error) {
	c.toSubmission.endRelay()
	c.checkerEnded = now()
	c.checkerOutputEnded, c.inputEnded = c.checkerEnded, 0
	if c.runEnded > 0 {
		c.ends.Drowned = c.ends.Checker.TooLarge && c.ends.Own == problem.TLE
		return
	}
	if c.ends.Checker.TooLarge && !c.toChecker.dropping.Load() { // the submission may be to blame
		c.toChecker.drop()
		return
	}
	verdict := c.ends.Checker.Verdict
	c.ends.AcceptedFirst = err == nil && verdict == problem.AC
	informed := c.checkerInputEnded > 0 && (verdict == problem.WA || c.ends.Checker.Crash != "")
	if !c.ends.AcceptedFirst && (err != nil || !informed) {
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
	c.ends.CheckerInputEnded = c.checkerInputEnded > 0
	c.lastLook = at
}

// lookAtClock stops the submission at its wall limit. Only time in which both programs sleep counts or, after the
// checker's end, time in which the submission sleeps. The CPU limit covers a program that runs or waits for a CPU. Time
// in which the judge withholds the end of an input does not count.
func (c *conversation) lookAtClock(at time.Duration) {
	lastRead := c.lastRead()
	until, asleep := c.submission.until(at), c.submission.rests(lastRead, at, waitTime)
	if c.checkerEnded == 0 {
		until, asleep = min(until, c.checker.until(at)), asleep && c.checker.rests(lastRead, at, waitTime)
	}
	if asleep && !c.withholds() {
		c.asleep += max(0, until-c.counted)
	}
	c.counted = max(c.counted, until)
	if wall := c.Task.Limits.Wall; wall > 0 && c.asleep > wall {
		c.stopSubmission()
	}
}

// withholds reports whether an input is still open although the other program has closed its output or ended.
func (c *conversation) withholds() bool {
	return c.checkerEnded == 0 && c.outputEnded > 0 && c.checkerInputEnded == 0 ||
		c.checkerOutputEnded > 0 && c.inputEnded == 0
}

// lastRead returns the time at which a relay last read something.
func (c *conversation) lastRead() time.Duration {
	toChecker, _ := c.toChecker.still()
	toSubmission, _ := c.toSubmission.still()
	return max(toChecker, toSubmission)
}

// lookAtBoth stops a checker that is too slow. It stops a submission that is in a deadlock, reaches its wall limit, or
// prints without end.
func (c *conversation) lookAtBoth(at time.Duration) {
	full := c.toChecker.unread() > 0
	if deadlocked(&c.submission, &c.checker, max(c.lastRead(), c.inputEnded, c.checkerInputEnded)) && !c.withholds() &&
		full == (c.toSubmission.unread() > 0) && !c.stopped {
		c.ends.Deadlock, c.ends.Full = true, full
		c.stopSubmission()
	}
	if c.toChecker.unread() > pipeBytes/2 {
		c.behind += at - c.lastLook
	}
	switch wall := c.Task.Limits.Wall; {
	case c.checker.last.CPU > c.Limits.Time:
		c.checkerIsSlow()
	case wall > 0 && c.behind > wall+floodTime && !c.stopped:
		c.ends.Flood = true
		c.stopSubmission()
	default:
		c.lookAtClock(at)
	}
}

// These limits are for a submission that prints without end. It is stopped when the checker has left more than half a
// pipe unread for longer than the wall limit plus floodTime. If more than fewBytes are unread when a submission gets
// TLE, the checker may go on reading for drainTime.
const (
	floodTime, drainTime = 10 * time.Second, 2 * time.Second
	fewBytes             = 64 << 10
)

// lookAtChecker is for the time after the submission's end. It stops a checker that exceeds its limits or has too much
// left to read.
func (c *conversation) lookAtChecker(at time.Duration) {
	reads := c.toChecker.unread() < c.unread
	flooded := c.unread > fewBytes && c.checkerInputEnded == 0 && reads
	tooMuch := c.Limits.Output > 0 && c.toSubmission.dropped.Load() > c.Limits.Output
	rest := max(c.Limits.Time, quietTime)
	if c.unread > fewBytes { // the checker may read only now and then
		rest = max(rest, floodTime)
	}
	switch {
	case flooded && (tooMuch || at-c.runEnded > drainTime):
		c.stopMeansWA, c.checkerInputEnded = true, at
		c.stopCheckerFor(errFlooded)
	case c.checker.last.CPU > c.Limits.Time,
		c.checker.rests(max(c.checkerInputEnded, c.runEnded), at, rest):
		c.checkerIsSlow()
	case tooMuch:
		c.stopCheckerFor(fmt.Errorf("the interactor writes more than %d MiB (validation_output) to a submission that "+
			"has ended", c.Limits.Output>>20))
	}
}

var errDeadlock = errors.New("both wait for each other")

var errFlooded = errors.New("the submission was stopped, and the interactor still has much of its output to read")

func (c *conversation) stopSubmission() {
	if !c.stopped {
		c.stopped = true
		close(c.stop)
	}
}

func (c *conversation) checkerIsSlow() {
	c.stopCheckerFor(fmt.Errorf("the interactor did not end within %v (validation_time), not counting the time "+
		"that it waited for the submission", c.Limits.Time))
}

func (c *conversation) stopCheckerFor(why error) {
	if c.stopReason == nil {
		c.stopReason = why
		c.stopChecker(why)
	}
}
