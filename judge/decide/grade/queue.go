package grade

import (
	"context"
	"slices"
	"sync"

	"dlxjudge/judge/decide/cache"
	"dlxjudge/judge/read/problem"
)

// queue hands the tests of all judgings to the workers, in order if possible. A test that has a cached result is
// finished without a run, so stop rules, progress and results need not know about cached results.
type queue struct {
	ctx     context.Context // ends the problems' own graders
	options Options

	mu       sync.Mutex
	changed  sync.Cond  // signals that a test was finished or the queue was closed
	judgings []*judging // the unfinished ones
	progress Progress
	closed   bool

	files    *cache.Files
	cachedMu sync.Mutex
	cached   map[string]*cache.Results[Test] // by their key's name; submissions with the same program share an entry
}

func newQueue(ctx context.Context, judgings []*judging, o Options) *queue {
	q := &queue{ctx: ctx, options: o, judgings: slices.Clone(judgings), progress: Progress{Step: "judging"},
		files: cache.NewFiles(ctx), cached: make(map[string]*cache.Results[Test])}
	q.changed.L = &q.mu
	for _, j := range judgings {
		j.counted = j.doneOrSkipped()
		q.progress.Done += j.counted
		q.progress.Total += len(j.tests)
	}
	return q
}

// next returns a test to run. It finishes the tests that have cached results. It returns false when all tests are done
// or skipped, or the queue is closed.
func (q *queue) next() (*judging, int, bool) {
	for {
		j, i, ok := q.take()
		if !ok || !q.load(j, i) {
			return j, i, ok
		}
	}
}

// take returns the next test. It waits while a running test may decide whether other tests are skipped. It returns
// false when all tests are done or skipped, or the queue is closed.
func (q *queue) take() (*judging, int, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.closed {
		unfinished := q.judgings[:0]
		for at, j := range q.judgings {
			i, finished := j.next()
			if i >= 0 {
				j.tests[i].state = running
				q.judgings = append(unfinished, q.judgings[at:]...)
				return j, i, true
			}
			if !finished {
				unfinished = append(unfinished, j)
			}
		}
		if q.judgings = unfinished; len(unfinished) == 0 {
			break
		}
		q.changed.Wait()
	}
	return nil, 0, false
}

// finish stores and caches the result of a test. The test came from q.next.
func (q *queue) finish(j *judging, i int, result Test) {
	q.cache(j, i, result)
	q.store(j, i, result)
	q.endFinished([]*judging{j})
}

func (q *queue) store(j *judging, i int, result Test) {
	q.mu.Lock()
	defer q.mu.Unlock()
	name := j.entry.Tests[i].Name
	result.Name = name
	j.score(&result)
	result.Expected = j.expected.Permits(name, result.Verdict) && result.Verdict != problem.JE
	j.tests[i] = slot{state: done, result: result}
	counted := j.counted + 1
	if result.Verdict != problem.AC { // later tests may now be skipped
		counted = j.doneOrSkipped()
	}
	q.progress.Done += counted - j.counted
	j.counted = counted
	q.progress.Current = j.entry.Problem.Name + "/" + j.entry.Submission.Name + " " + name
	q.options.Observe(q.progress)
	if q.options.Listener != nil {
		q.options.Listener.Test(j.entry.Problem.Name, j.entry.Submission.Name, j.reported(i))
	}
	q.changed.Broadcast()
}

// endFinished reports to the listener the results of the judgings whose tests are all done or skipped. A problem's
// grader may take a long time, so other tests run meanwhile, and the result is computed from a copy.
func (q *queue) endFinished(judgings []*judging) {
	for _, j := range judgings {
		q.mu.Lock()
		_, finished := j.next()
		begins := finished && !j.ending && q.options.Listener != nil
		var of judging
		if begins {
			j.ending = true
			of = *j
			of.tests = slices.Clone(j.tests)
		}
		q.mu.Unlock()
		if !begins {
			continue
		}
		s := of.result(q.ctx)
		q.mu.Lock()
		j.ended = &s
		q.options.Listener.Submission(s)
		q.mu.Unlock()
	}
}

// close makes q.next return false from now on.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.changed.Broadcast()
}
