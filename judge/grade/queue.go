package grade

import (
	"sync"

	"dlxjudge/judge/problem"
)

// queue gives the tests of all judgings to the workers, in order if possible.
type queue struct {
	mu       sync.Mutex
	changed  sync.Cond // a test was finished, or the queue closed
	judgings []*judging
	closed   bool
	observe  func(Progress)
}

func newQueue(judgings []*judging, observe func(Progress)) *queue {
	q := &queue{judgings: judgings, observe: observe}
	q.changed.L = &q.mu
	return q
}

// next returns a test to run. It waits if whether later tests are skipped depends on a test that is running. It returns
// false when all is done or the queue was closed.
func (q *queue) next() (*judging, int, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.closed {
		finished := true
		for _, j := range q.judgings {
			i, all := j.next()
			if i >= 0 {
				j.tests[i].state = running
				return j, i, true
			}
			finished = finished && all
		}
		if finished {
			break
		}
		q.changed.Wait()
	}
	return nil, 0, false
}

// finish stores the result of a test that next handed out.
func (q *queue) finish(j *judging, i int, result Test) {
	q.mu.Lock()
	defer q.mu.Unlock()
	name := j.entry.Tests[i].Name
	result.Name = name
	result.Expected = j.expected.Permits(name, result.Verdict) && result.Verdict != problem.JE
	j.tests[i] = slot{state: done, result: result}
	p := Progress{Step: "judging", Current: j.entry.Problem.Name + "/" + j.entry.Submission.Name + " " + name}
	for _, other := range q.judgings {
		p.Done += other.settled()
		p.Total += len(other.tests)
	}
	q.observe(p)
	q.changed.Broadcast()
}

// close makes next return false from now on.
func (q *queue) close() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.closed = true
	q.changed.Broadcast()
}
