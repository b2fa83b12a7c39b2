package grade

import (
	"context"
	"crypto/rand"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
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
	judging  *judging
	test     int // its index
	run      Run
	cancel   context.CancelFunc
	shares   bool // it holds alone for reading
	underWay wait // the run, if it began before the test is judged; else nil
}

// work takes tests from the queue and has them run, one at a time. While a program runs, the output of the one before
// is checked, if there is a core that no program has: else the next program starts when that is done.
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
		// It holds alone before the next one does: who holds it twice waits for ever behind a worker that locks it in
		// between.
		now.share()
		// another worker may be waiting to run a test alone
		if b.ahead != nil && !now.judging.problem.Talks() && alone.TryRLock() {
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
	r := &order{bench: b, judging: j, test: i, run: j.run(i, b.outputs[b.begun%2]), shares: true}
	r.run.Conversation = b.conversations
	if b.transcripts != "" {
		r.run.Transcript = filepath.Join(b.transcripts, j.problem.Name, j.submission.Name, r.run.Test.Name+".txt")
	}
	ctx, r.cancel = context.WithCancel(ctx)
	if b.ahead == nil || !r.runsAhead() || j.tests[i].before != nil { // the last is to run alone
		return r
	}
	underWay, err := b.ahead.Start(ctx, j.task(r.run, 1))
	if err != nil {
		underWay = func() (sandbox.Result, error) { return sandbox.Result{}, err }
	}
	r.underWay = underWay
	return r
}

// runsAhead reports whether the test is one run, which may begin before the test is judged.
func (r *order) runsAhead() bool { return !r.judging.problem.Talks() && r.judging.runs(r.run.Test) }

// abandon ends the run of a test that is not to be judged. There may be no such order.
func (r *order) abandon() {
	if r == nil {
		return
	}
	r.cancel()
	if r.underWay != nil {
		r.underWay()
	}
	empty(r.run.Output)
	r.endShare()
}

// empty gives the room that an output takes back to the disk. The file stays: some file systems take long to make one
// where others were removed lately, and to close one that was emptied just before.
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
	if r == nil {
		return
	}
	if r.underWay != nil {
		result, err := r.underWay()
		r.underWay = func() (sandbox.Result, error) { return result, err }
	}
	r.endShare()
}

// judge judges a test that runs beside those of the other workers, and holds alone for reading. If other work on the
// machine may have decided the verdict, it runs the test again, alone; the worker's next one, which it may have been
// given, then ends first.
func (r *order) judge(ctx context.Context, next *order) (Test, error) {
	defer r.cancel()
	defer empty(r.run.Output)
	first, err := r.first(ctx)
	r.endShare()
	if err != nil || !doubtful(r.judging.limits, first) {
		return first, err
	}
	next.settle()
	r.alone.Lock()
	defer r.alone.Unlock()
	return r.judging.again(ctx, r.worker, r.run, first)
}

// first is the first judging of the test, which may be one of an earlier run of the judge.
func (r *order) first(ctx context.Context) (Test, error) {
	if before := r.judging.tests[r.test].before; before != nil {
		return *before, nil
	}
	return r.judging.once(ctx, r.worker, r.run, 1, r.underWay)
}
