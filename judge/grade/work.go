package grade

import (
	"context"
	"crypto/rand"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"dlxjudge/judge/check"
	"dlxjudge/judge/executor"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/sandbox"
)

// A bench is where one worker's tests are run.
type bench struct {
	worker  sandbox.Worker
	ahead   sandbox.Ahead // the worker, if it is to have the next test before the last one is judged; else nil
	alone   *sync.RWMutex // held by tests that run beside those of other workers, and locked by one that runs alone
	outputs [2]string     // the files that programs print to, in turns
	begun   int

	transcripts   string // as Options.Transcripts
	conversations bool   // as Options.Conversations
}

// An order is a test that a worker was given.
type order struct {
	*bench
	judging *judging
	test    int // its index
	output  string
	cancel  context.CancelFunc
	shares  bool // it holds alone for reading
	wait    func() (sandbox.Result, error)
}

// work takes tests from the queue and has them run, one at a time. While a program runs, the output of the one before is
// checked, if there is a core that no program has: else the next program starts when that is done.
func work(ctx context.Context, q *keeper, index int, alone *sync.RWMutex, scratch string, o Options) error {
	worker, err := o.Sandbox.Worker(index)
	if err != nil {
		return err
	}
	defer worker.Close()
	b := &bench{worker: worker, alone: alone, transcripts: o.Transcripts, conversations: o.Conversations}
	for i := range b.outputs { // programs may see the path, and a number would tell the test
		b.outputs[i] = filepath.Join(scratch, rand.Text())
		defer os.Remove(b.outputs[i])
	}
	if o.Jobs < runtime.NumCPU() {
		b.ahead, _ = worker.(sandbox.Ahead)
	}
	var now, next *order
	defer func() { next.abandon() }()
	for {
		if now, next = next, nil; now == nil {
			j, i, ok := q.next()
			if !ok {
				return nil
			}
			alone.RLock()
			now = b.begin(ctx, j, i)
		}
		now.share()                                                    // before the next one does: who holds alone must not wait for it again, behind one that locks it
		if b.ahead != nil && now.judging.plain() && alone.TryRLock() { // another worker may be waiting to run a test alone
			if i, ok := q.another(now.judging); ok {
				next = b.begin(ctx, now.judging, i)
			} else {
				alone.RUnlock()
			}
		}
		test, err := now.judge(ctx, next)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			test = Test{Verdict: problem.JE, Message: err.Error(), Failure: true}
		}
		q.finish(now.judging, now.test, test)
		if next != nil && q.takeBack(next.judging, next.test) {
			next.abandon()
			next = nil
		}
	}
}

// begin gives a test to the worker. The caller holds alone for reading, and the order gives it back.
func (b *bench) begin(ctx context.Context, j *judging, i int) *order {
	b.begun++
	r := &order{bench: b, judging: j, test: i, output: b.outputs[b.begun%2], shares: true}
	ctx, r.cancel = context.WithCancel(ctx)
	if j.tests[i].before != nil { // it is to run alone, when it is judged
		r.wait = func() (sandbox.Result, error) { return sandbox.Result{}, nil }
		return r
	}
	if !j.runs(i) {
		r.wait = func() (sandbox.Result, error) { return j.take(i, r.output) }
		return r
	}
	if !j.plain() {
		return r // it runs when it is judged
	}
	task := r.task(1)
	if b.ahead == nil {
		r.wait = func() (sandbox.Result, error) { return b.worker.Run(ctx, task) }
		return r
	}
	wait, err := b.ahead.Start(ctx, task)
	if err != nil {
		wait = func() (sandbox.Result, error) { return sandbox.Result{}, err }
	}
	r.wait = wait
	return r
}

// task is the run of an order's test with the wall-clock limit multiplied by wall.
func (r *order) task(wall time.Duration) sandbox.Task {
	t := r.judging.entry.Tests[r.test]
	limits := limitsFor(r.judging.limits, r.judging.lateOK[r.test])
	limits.Wall *= wall
	entry := r.judging.entry
	task := sandbox.NewTask(r.judging.program, r.judging.limits.Memory, limits, t.Args...)
	task.Input, task.Output = t.Input, r.output
	task.Files, task.ReadOnly = shown(r.judging.given(t)), !entry.Problem.FileWriting
	return task
}

// shown are files in the form in which programs are given them.
func shown(files []problem.File) []executor.File {
	var given []executor.File
	for _, f := range files {
		given = append(given, executor.File(f))
	}
	return given
}

// abandon ends the run of a test that is not to be judged. There may be no such order.
func (r *order) abandon() {
	if r == nil {
		return
	}
	r.cancel()
	r.wait()
	empty(r.output)
	r.endShare()
}

// empty gives the room that an output takes back to the disk. The file stays: some file systems take long to make one where
// others were removed lately, and to close one that was emptied just before.
func empty(path string) {
	if file, err := os.OpenFile(path, os.O_WRONLY|os.O_TRUNC, 0); err == nil {
		file.Close()
	}
}

// share holds alone for reading again, if the order was settled.
func (r *order) share() {
	if !r.shares {
		r.alone.RLock()
		r.shares = true
	}
}

func (r *order) endShare() {
	if r.shares {
		r.shares = false
		r.alone.RUnlock()
	}
}

// settle waits until the program has ended, before another one runs alone.
func (r *order) settle() {
	if r != nil {
		result, err := r.wait()
		r.wait = func() (sandbox.Result, error) { return result, err }
		r.endShare()
	}
}

// judge judges a test that runs beside those of the other workers, and holds alone for reading. If other work on the machine may have changed the verdict,
// it runs the test again, alone; the worker's next one, which it may have been given, then ends first. The first run may have
// been one of an earlier run of the judge.
func (r *order) judge(ctx context.Context, next *order) (Test, error) {
	defer r.cancel()
	defer empty(r.output)
	first, err := r.first(ctx)
	r.endShare()
	limit := r.judging.limits.Time
	if err != nil || !closeTo(limit, first) && !starved(first) {
		return first, err
	}
	next.settle()
	r.alone.Lock()
	defer r.alone.Unlock()
	again := func(wall time.Duration) (Test, error) {
		if !r.plain() {
			return r.passes(ctx, wall)
		}
		return r.decide(ctx, func() (sandbox.Result, error) { return r.worker.Run(ctx, r.task(wall)) })
	}
	if starved(first) {
		return again(starvedWallFactor)
	}
	second, err := again(1)
	if err == nil && starved(second) {
		second, err = again(starvedWallFactor)
	}
	if err != nil {
		return first, err
	}
	return borderline(limit, first, second), nil
}

// first is the first judging of the test, which may be one of an earlier run of the judge.
func (r *order) first(ctx context.Context) (Test, error) {
	if before := r.judging.tests[r.test].before; before != nil {
		return *before, nil
	}
	if !r.plain() {
		return r.passes(ctx, 1)
	}
	return r.decide(ctx, r.wait)
}

// decide waits for a run of the test and decides its verdict.
func (r *order) decide(ctx context.Context, wait func() (sandbox.Result, error)) (Test, error) {
	used, err := wait()
	if err != nil {
		return Test{}, err
	}
	checker, files := r.judging.checker, r.files()
	if t := r.judging.entry.Tests[r.test]; t.Static {
		checker, files.Args = r.judging.static, append([]string{r.judging.language, r.judging.entrypoint}, t.CheckerArgs...)
	}
	if missing, ok := r.judging.unanswered(r.test); ok {
		return missing, nil
	}
	return decide(ctx, r.judging.limits, r.judging.program, used, checker, files)
}

// argsAt is where the arguments of a test's checker are written, without the folders, which the test's name tells.
func argsAt(t problem.Test) string {
	return t.CheckerArgsAt[strings.LastIndex(t.CheckerArgsAt, "/")+1:]
}

// files are what the checker of the test sees.
func (r *order) files() check.Files {
	t := r.judging.entry.Tests[r.test]
	return check.Files{
		Input: t.Input, Answer: t.Answer, Output: r.output, Args: t.CheckerArgs, Checker: t.Checker, ArgsAt: argsAt(t),
		Submission: shown(r.judging.submitted()), Sought: r.judging.expected.Messages(),
		Scores: r.judging.entry.Problem.Scoring != nil,
	}
}
