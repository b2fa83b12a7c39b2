package grade

import (
	"context"
	"crypto/rand"
	"os"
	"path/filepath"
	"sync"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// work takes tests from the queue and runs and judges them, one at a time. Every run holds alone for reading. A test
// that runs again, with nothing beside it, locks it.
func work(ctx context.Context, q *keeper, index int, alone *sync.RWMutex, scratch string, o Options) error {
	output := filepath.Join(scratch, rand.Text()) // programs may see the path, and a number would reveal the test
	defer os.Remove(output)
	var worker sandbox.Worker // made for the first test that is run: if all results are kept, none is needed
	for {
		j, i, ok := q.next()
		if !ok {
			return nil
		}
		if worker == nil {
			var err error
			if worker, err = o.Sandbox.Worker(index); err != nil {
				return err
			}
			defer worker.Close()
		}
		r := j.run(i, output)
		r.Conversation = o.Conversations
		if o.Transcripts != "" {
			r.Transcript = filepath.Join(o.Transcripts, j.problem.Name, j.submission.Name, r.Test.Name+".txt")
		}
		test, err := j.beside(ctx, worker, alone, j.tests[i].before, r)
		// It takes no disk space then. Some file systems take long to make a file after others were removed.
		os.Truncate(output, 0)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			test = Test{Verdict: problem.JE, Message: err.Error(), Failure: true}
		}
		q.finish(j, i, test)
	}
}

// beside judges a test beside those of the other workers, unless an earlier run of the judge has. If other work on the
// machine may have decided the verdict, it runs the test again, alone.
func (j *judging) beside(ctx context.Context, worker sandbox.Worker, alone *sync.RWMutex, before *Test, r Run) (
	first Test, err error) {
	if before != nil {
		first = *before
	} else {
		alone.RLock()
		first, err = j.once(ctx, worker, r, 1)
		alone.RUnlock()
	}
	if err != nil || !doubtful(j.limits, first) {
		return first, err
	}
	alone.Lock()
	defer alone.Unlock()
	return j.again(ctx, worker, r, first)
}
