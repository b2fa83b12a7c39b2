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

// work judges tests from the queue, one at a time. A test's first run holds alone.RLock. A second run holds alone.Lock,
// so that no other test runs beside it. A failure of the judge is the result of one test, and other tests still run.
func work(ctx context.Context, q *queue, index int, alone *sync.RWMutex, scratch string, o Options) {
	// Programs can see this path. A number in it would reveal the test.
	output := filepath.Join(scratch, rand.Text())
	defer os.Remove(output)
	var worker sandbox.Worker // opened for the first test that runs; not needed if all results are cached
	for {
		j, i, ok := q.next()
		if !ok {
			return
		}
		var err error
		if worker == nil {
			var opened sandbox.Worker
			if opened, err = o.Sandbox.Worker(index); err == nil {
				worker = opened
				defer worker.Close()
			}
		}
		r := j.runOf(i, output)
		r.Conversation = o.Conversations || o.Failures
		if o.Transcripts != "" {
			r.Transcript = filepath.Join(o.Transcripts, j.problem.Name, j.submission.Name, r.Test.Name+".txt")
		}
		var test Test
		if err == nil {
			test, err = j.beside(ctx, worker, alone, j.tests[i].before, r)
		}
		// This frees the disk space. On some file systems, removing the file would slow down writes to the next one.
		os.Truncate(output, 0)
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			test = Test{Verdict: problem.JE, Message: err.Error(), Failure: true}
		}
		q.finish(j, i, test)
	}
}
