package grade

import (
	"context"
	"crypto/rand"
	"os"
	"path/filepath"
	"sync"
	"syscall"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// work takes tests from the queue and runs and judges them, one at a time. Every run holds alone for reading. A test
// that runs again, with nothing beside it, locks it.
func work(ctx context.Context, q *keeper, index int, alone *sync.RWMutex, scratch string, o Options) error {
	var b *bench // made for the first test that is run: if all results are kept, none is needed
	defer func() { b.close() }()
	for {
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
		test, err := b.judge(ctx, j, i)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			test = Test{Verdict: problem.JE, Message: err.Error(), Failure: true}
		}
		q.finish(j, i, test)
	}
}

// A bench is where one worker's tests are run.
type bench struct {
	worker sandbox.Worker
	alone  *sync.RWMutex
	output string // the file that programs print to

	transcripts   string // as Options.Transcripts
	conversations bool   // as Options.Conversations
}

func newBench(index int, alone *sync.RWMutex, scratch string, o Options) (*bench, error) {
	worker, err := o.Sandbox.Worker(index)
	if err != nil {
		return nil, err
	}
	// Programs may see the path, and a number would reveal the test.
	return &bench{worker: worker, alone: alone, output: filepath.Join(scratch, rand.Text()),
		transcripts: o.Transcripts, conversations: o.Conversations}, nil
}

func (b *bench) close() {
	if b != nil {
		os.Remove(b.output)
		b.worker.Close()
	}
}

// judge judges a test beside those of the other workers. If other work on the machine may have decided the verdict, it
// runs the test again, alone.
func (b *bench) judge(ctx context.Context, j *judging, i int) (Test, error) {
	r := j.run(i, b.output)
	r.Conversation = b.conversations
	if b.transcripts != "" {
		r.Transcript = filepath.Join(b.transcripts, j.problem.Name, j.submission.Name, r.Test.Name+".txt")
	}
	defer empty(b.output)
	first, err := b.first(ctx, j, i, r)
	if err != nil || !doubtful(j.limits, first) {
		return first, err
	}
	b.alone.Lock()
	defer b.alone.Unlock()
	return j.again(ctx, b.worker, r, first)
}

// first is the first judging of a test, which may be one of an earlier run of the judge.
func (b *bench) first(ctx context.Context, j *judging, i int, r Run) (Test, error) {
	if before := j.tests[i].before; before != nil {
		return *before, nil
	}
	b.alone.RLock()
	defer b.alone.RUnlock()
	return j.once(ctx, b.worker, r, 1)
}

// empty truncates an output, so that it takes no disk space. The file stays: some file systems take long to make a file
// after others were removed, and to close one that was emptied just before.
func empty(path string) {
	fd, err := syscall.Open(path, syscall.O_WRONLY|syscall.O_TRUNC|syscall.O_CLOEXEC, 0)
	if err == nil { // os.OpenFile takes five more system calls
		syscall.Close(fd)
	}
}
