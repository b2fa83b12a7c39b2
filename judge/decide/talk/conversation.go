package talk

import (
	"cmp"
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
	unseen  bool // the sandbox does not report closed outputs, so only a relay notices them
	ends    Ends

	submission, checker party

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
}

// party is one of the two programs. Its times are those at which this process noticed an event, on the clock of
// sandbox.State; they are 0 before that.
type party struct {
	activity
	in, out *direction // what the other program writes, and what this one writes

	ended       time.Duration // the program ended
	outputEnded time.Duration // the program closed its output, or ended
	inputClosed time.Duration // this process closed the program's input
}

// input is the state of a program's input.
type input string

const (
	inputOpen   input = "open"   // the other program may write more
	inputDue    input = "due"    // the other program has closed its output or ended, but this program does not know yet
	inputClosed input = "closed" // by this process, or because the program has ended
)

// input returns the state of the program's input. other is the other program.
func (p *party) input(other *party) input {
	switch {
	case p.ended > 0, p.inputClosed > 0:
		return inputClosed
	case other.outputEnded > 0:
		return inputDue
	}
	return inputOpen
}

// onEnd notes the end of the program.
func (p *party) onEnd() {
	p.out.endRelay()
	p.ended = now()
	p.outputEnded = cmp.Or(p.outputEnded, p.ended)
}

// end is the end of a program's run, or the judge's failure to run it.
type end[T any] struct {
	result T
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
	runs, checks := make(chan end[sandbox.Result], 1), make(chan end[check.Result], 1)
	c.lastLook = now()
	c.counted = c.lastLook
	if err := c.start(ctx, checkerCtx, reports, over, runs, checks); err != nil {
		return Ends{}, err
	}
	ticks := time.NewTicker(50 * time.Millisecond)
	defer ticks.Stop()
	var failed error
	for c.submission.ended == 0 || c.checker.ended == 0 {
		select {
		case r := <-runs:
			c.ends.Run, failed = r.result, errors.Join(failed, r.err)
			c.onSubmissionEnd(r.err)
		case r := <-checks:
			switch {
			case r.err != nil && c.stopMeansWA:
				r = end[check.Result]{result: check.Result{Verdict: problem.WA}}
			case r.err != nil && c.stopReason != nil:
				r = end[check.Result]{result: check.Result{Verdict: problem.JE, Message: c.stopReason.Error()}}
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
	c.ends.CheckerInputEnded = c.checker.inputClosed > 0
	return c.ends, failed
}

// fallback is added to the wall limits of the sandbox, so that this process usually stops a program first. But this
// process counts only sleep, so the sandbox must stop programs that hardly ever sleep or that wait for a CPU.
const fallback = 30 * time.Second

// start runs each program on a goroutine of its own. When the program has ended, its watch pipe is closed.
func (c *conversation) start(ctx, checkerCtx context.Context, reports chan<- report, over <-chan struct{},
	runs chan<- end[sandbox.Result], checks chan<- end[check.Result]) error {
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
	task.Stdin, task.Stdout = c.submission.in.to.read, c.submission.out.from.write
	task.Limits.Wall += c.Limits.Time + fallback
	task.Watch, task.Stop = watchSubmission, c.stop
	go func() {
		result, err := c.Worker.Run(ctx, task)
		watchSubmission.Close()
		runs <- end[sandbox.Result]{result, err}
	}()
	pipes := check.Pipes{
		In: c.checker.in.to.read, Out: c.checker.out.from.write, Watch: watchChecker,
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
		checks <- end[check.Result]{result, err}
	}()
	return nil
}

// onSubmissionEnd handles the end of the submission, or the judge's failure to run it.
func (c *conversation) onSubmissionEnd(err error) {
	in, out := c.submission.in, c.submission.out
	c.submission.onEnd()
	in.dropped.Store(-int64(in.waiting())) // bytes written before the end do not count
	in.drop()
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
		c.unread = out.unread()
	}
	tooSlow := c.ends.Late || c.ends.Run.End == sandbox.StoppedCPU
	c.ends.Drowned = c.ends.Own == problem.TLE && c.ends.Checker.TooLarge &&
		(out.dropped.Load() > pipeBytes || tooSlow && c.submission.ended-c.checker.ended < noticeTime)
}

// noticeTime is the longest delay before this process notices the submission's end. During this delay, a checker that
// reads everything may seem to end first.
const noticeTime = 250 * time.Millisecond

// onCheckerEnd handles the end of the checker. If the checker accepted, the submission goes on. It also goes on if the
// checker rejected or crashed after its input was closed, because then the submission's own failure decides the
// verdict.
func (c *conversation) onCheckerEnd(err error) {
	c.checker.onEnd()
	// from now on, the submission may wait again, and then its output ends, too
	c.checker.outputEnded, c.submission.inputClosed = c.checker.ended, 0
	if c.submission.ended > 0 {
		c.ends.Drowned = c.ends.Checker.TooLarge && c.ends.Own == problem.TLE
		return
	}
	if c.ends.Checker.TooLarge && !c.checker.in.dropping.Load() { // the submission may be to blame
		c.checker.in.drop()
		return
	}
	verdict := c.ends.Checker.Verdict
	c.ends.AcceptedFirst = err == nil && verdict == problem.AC
	informed := c.checker.inputClosed > 0 && (verdict == problem.WA || c.ends.Checker.Crash != "")
	if !c.ends.AcceptedFirst && (err != nil || !informed) {
		c.stopSubmission()
	}
}

// onReport handles a state. The first state of a program means that the program has started. If a program has closed
// its input, the output to that program is dropped, so that timing does not decide whether a write fails.
func (c *conversation) onReport(r report) {
	r.of.add(r.state)
	if c.unseen {
		r.of.out.endRelay()
	}
	if r.state.InputClosed && r.of.ended == 0 {
		r.of.in.drop()
	}
}

// look acts on the current state of the two programs.
func (c *conversation) look() {
	at := now()
	for _, p := range []*party{&c.checker, &c.submission} {
		if p.outputEnded == 0 && (p.last.OutputClosed || p.out.ended()) {
			p.outputEnded = at
		}
	}
	c.closeSubmissionInput(at)
	c.closeCheckerInput(at)
	switch {
	case c.submission.ended == 0 && c.checker.ended == 0:
		c.lookAtBoth(at)
	case c.checker.ended == 0:
		c.lookAtChecker(at)
	case c.submission.ended == 0:
		c.lookAtClock(at)
	}
	c.lastLook = at
}

// closeSubmissionInput closes the submission's input if that is due and the submission waits for more. If the checker
// has ended, the submission's output is closed, too.
func (c *conversation) closeSubmissionInput(at time.Duration) {
	if c.submission.input(&c.checker) != inputDue || !c.submission.waitsAfter(&c.checker, at) {
		return
	}
	c.submission.in.to.write.Close()
	if c.checker.ended > 0 {
		c.submission.out.refuse()
	}
	c.submission.inputClosed, c.ends.InputEnded = now(), true
}

// closeCheckerInput closes the checker's input if that is due and the checker waits for more. If the submission has
// exited with 0 within its limits, it need not wait, unless patient is set.
func (c *conversation) closeCheckerInput(at time.Duration) {
	if c.checker.input(&c.submission) != inputDue {
		return
	}
	waits := c.checker.waitsAfter(&c.submission, at)
	if _, still := c.checker.in.still(); waits || still && c.submission.ended > 0 && c.ends.Own == "" && !c.patient {
		c.ends.hasty = !waits
		c.checker.in.to.write.Close()
		c.checker.inputClosed = now()
	}
}

// waitsAfter reports whether the program has read all that the other one wrote, and waits for more since the end of the
// other one's output.
func (p *party) waitsAfter(other *party, at time.Duration) bool {
	lastRead, still := p.in.still()
	return still && p.waits(max(other.outputEnded, lastRead), at)
}

// lookAtClock stops the submission at its wall limit. Only time in which both programs sleep counts or, after the
// checker's end, time in which the submission sleeps. The CPU limit covers a program that runs or waits for a CPU. Time
// in which the judge withholds the end of an input does not count.
func (c *conversation) lookAtClock(at time.Duration) {
	lastRead := c.lastRead()
	until, asleep := c.submission.until(at), c.submission.rests(lastRead, at, waitTime)
	if c.checker.ended == 0 {
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
	return c.checker.input(&c.submission) == inputDue || c.submission.input(&c.checker) == inputDue
}

// lastRead returns the time at which a relay last read something.
func (c *conversation) lastRead() time.Duration {
	toChecker, _ := c.checker.in.still()
	toSubmission, _ := c.submission.in.still()
	return max(toChecker, toSubmission)
}

// lookAtBoth stops a checker that is too slow. It stops a submission that is in a deadlock, reaches its wall limit, or
// prints without end.
func (c *conversation) lookAtBoth(at time.Duration) {
	full := c.checker.in.unread() > 0
	since := max(c.lastRead(), c.submission.inputClosed, c.checker.inputClosed)
	if deadlocked(&c.submission.activity, &c.checker.activity, since) && !c.withholds() &&
		full == (c.submission.in.unread() > 0) && !c.stopped {
		c.ends.Deadlock, c.ends.Full = true, full
		c.stopSubmission()
	}
	if c.checker.in.unread() > pipeBytes/2 {
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
	reads := c.checker.in.unread() < c.unread
	flooded := c.unread > fewBytes && c.checker.inputClosed == 0 && reads
	tooMuch := c.Limits.Output > 0 && c.submission.in.dropped.Load() > c.Limits.Output
	rest := max(c.Limits.Time, quietTime)
	if c.unread > fewBytes { // the checker may read only now and then
		rest = max(rest, floodTime)
	}
	switch {
	case flooded && (tooMuch || at-c.submission.ended > drainTime):
		c.stopMeansWA, c.checker.inputClosed = true, at
		c.stopCheckerFor(errFlooded)
	case c.checker.last.CPU > c.Limits.Time,
		c.checker.rests(max(c.checker.inputClosed, c.submission.ended), at, rest):
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
