package grade

import (
	"context"
	"crypto/rand"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// work takes tests from the queue and runs them, one at a time. If there is a core that no program has, the next
// program runs while the output of the one before is checked; otherwise it starts after that: a checker would take the
// core from a program that is measured.
func work(ctx context.Context, q *keeper, index int, alone *sync.RWMutex, scratch string, o Options) error {
	var b *bench // made for the first test that is run: if all results are kept, none is needed
	var now, next *order
	defer func() {
		next.abandon()
		b.close()
	}()
	for {
		now, next = next, nil
		if now == nil {
			j, i, ok := q.next()
			if !ok {
				return nil
			}
			if b == nil {
				var err error
				if b, err = newBench(index, alone, scratch, o); err != nil {
					return err
				}
			}
			alone.RLock()
			now = b.begin(ctx, j, i)
		}
		next = b.beginNext(ctx, q, now.judging)
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

// A bench is where one worker's tests are run.
type bench struct {
	worker  sandbox.Worker
	ahead   sandbox.Ahead // the worker, if it is to have the next test before the last one is judged; else nil
	alone   *sync.RWMutex // held for reading by each order, and locked by a test that runs with nothing beside it
	outputs [2]string     // the files that programs print to, in turns
	begun   int

	transcripts   string // as Options.Transcripts
	conversations bool   // as Options.Conversations
}

func newBench(index int, alone *sync.RWMutex, scratch string, o Options) (*bench, error) {
	worker, err := o.Sandbox.Worker(index)
	if err != nil {
		return nil, err
	}
	b := &bench{worker: worker, alone: alone, transcripts: o.Transcripts, conversations: o.Conversations}
	for i := range b.outputs { // programs may see the path, and a number would give the test away
		b.outputs[i] = filepath.Join(scratch, rand.Text())
	}
	if o.Jobs < runtime.NumCPU() {
		b.ahead, _ = worker.(sandbox.Ahead)
	}
	return b, nil
}

func (b *bench) close() {
	if b == nil {
		return
	}
	for _, output := range b.outputs {
		os.Remove(output)
	}
	b.worker.Close()
}

// An order is a test that a worker was given. It holds alone for reading, and gives that back once it is judged or
// abandoned.
type order struct {
	*bench
	judging  *judging
	test     int // its index
	run      Run
	cancel   context.CancelFunc
	underWay wait // the run, if it began before the test is judged; else nil
}

// begin gives a test to the worker. The caller holds alone for reading, and passes that on to the order.
func (b *bench) begin(ctx context.Context, j *judging, i int) *order {
	b.begun++
	r := &order{bench: b, judging: j, test: i, run: j.run(i, b.outputs[b.begun%2])}
	r.run.Conversation = b.conversations
	if b.transcripts != "" {
		r.run.Transcript = filepath.Join(b.transcripts, j.problem.Name, j.submission.Name, r.run.Test.Name+".txt")
	}
	ctx, r.cancel = context.WithCancel(ctx)
	oneRun := !j.problem.Talks() && j.runs(r.run.Test)
	if b.ahead == nil || !oneRun || tooLarge(r.run.Test) != nil ||
		j.tests[i].before != nil { // the last is to run alone
		return r
	}
	var underWay wait
	err := j.receive(r.run)
	if err == nil {
		underWay, err = b.ahead.Start(ctx, j.task(r.run, 1))
	}
	if err != nil {
		underWay = func() (sandbox.Result, error) { return sandbox.Result{}, err }
	}
	r.underWay = sync.OnceValues(underWay)
	return r
}

// beginNext gives the worker one more test of a judging while it has one. It returns nil if there is none, or if
// another worker waits to run a test alone: a second read lock would then wait for ever.
func (b *bench) beginNext(ctx context.Context, q *keeper, j *judging) *order {
	if b.ahead == nil || j.problem.Talks() || !b.alone.TryRLock() {
		return nil
	}
	i, ok := q.another(j)
	if !ok {
		b.alone.RUnlock()
		return nil
	}
	return b.begin(ctx, j, i)
}

// judge judges a test beside those of the other workers. If other work on the machine may have decided the verdict, it
// runs the test again, alone. The worker's next test, nil for none, then ends first.
func (r *order) judge(ctx context.Context, next *order) (Test, error) {
	defer r.cancel()
	defer empty(r.run.Output)
	first, err := r.first(ctx)
	r.alone.RUnlock()
	if err != nil || !doubtful(r.judging.limits, first) {
		return first, err
	}
	if next != nil {
		next.pause()
		defer next.resume()
	}
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

// pause waits until the order's program has ended, so that another test can run alone.
func (r *order) pause() {
	if r.underWay != nil {
		r.underWay()
	}
	r.alone.RUnlock()
}

func (r *order) resume() { r.alone.RLock() }

// abandon ends the run of a test that is not to be judged. There may be no such order.
func (r *order) abandon() {
	if r == nil {
		return
	}
	r.cancel()
	r.pause()
	empty(r.run.Output)
}

// empty truncates an output, so that it takes no disk space. The file stays: some file systems take long to make a file
// after others were removed, and to close one that was emptied just before.
func empty(path string) {
	fd, err := syscall.Open(path, syscall.O_WRONLY|syscall.O_TRUNC|syscall.O_CLOEXEC, 0)
	if err == nil { // os.OpenFile takes five more system calls
		syscall.Close(fd)
	}
}
