package stress

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"sync"
	"time"
)

// Finding is an input on which the programs differ.
type Finding struct {
	Outcome
	Test    uint64        // which of the tests it is, from 1
	Elapsed time.Duration // until it was found
	Found   string        // the generator's command that made it, "sudoku9 -seed 17 -count 2 -givens 40"
	Made    bool          // whether that command makes the input as it is now
	Group   string
	Input   []byte // as it is now
	Output  []byte // that A prints for it; where it talks with the checker, what both say
	Answer  []byte // so of B
	Before  int    // bytes of the input that was found

	Shrunk Shrunk

	call call
}

// Search judges random tests until the programs differ, ctx is done, or Options.Time is over; then the Finding is nil.
func (s *Session) Search(ctx context.Context) (*Finding, error) {
	start := time.Now()
	timed, cancel := context.WithTimeout(ctx, s.options.Time)
	defer cancel()
	q := s.newQueue()
	defer func() {
		s.stats = Stats{Tests: q.tests, Unknown: q.unknown, Reason: q.reason, Elapsed: time.Since(start),
			Next: s.options.Seed + min(q.next, q.cut)}
	}()
	s.work(timed, q)
	switch {
	case q.found != nil:
		q.found.Test, q.found.Elapsed = q.first+1, time.Since(start)
		return q.found, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	return nil, q.err
}

// work has all benches judge the tests of a queue.
func (s *Session) work(ctx context.Context, q *queue) {
	var group sync.WaitGroup
	for _, b := range s.benches {
		group.Go(func() {
			for {
				i, c, ok := q.take(ctx)
				if !ok {
					return
				}
				found, o, err := b.try(ctx, c)
				q.done(i, found, o, err)
			}
		})
	}
	group.Wait()
}

// try makes a test and judges it.
func (b *bench) try(ctx context.Context, c call) (*Finding, Outcome, error) {
	if err := b.generate(ctx, c, b.input); err != nil {
		return nil, Outcome{}, err
	}
	defer b.empty()
	if c.first { // a command that is wrong need not wait for a failure to be found out
		if err := b.invalid(ctx, c); err != nil {
			return nil, Outcome{}, err
		}
	}
	o, err := b.judge(ctx, c.command.Group)
	if err != nil || o.Kind == Same {
		return nil, o, err
	}
	f, err := b.finding(ctx, c, o)
	if err != nil {
		return nil, o, err
	}
	return f, o, b.invalid(ctx, c)
}

// invalid is the error of a generator that has made an invalid input, which proves nothing about a program.
func (b *bench) invalid(ctx context.Context, c call) error {
	rejections, err := b.validators.Rejections(ctx, b.test(c.command.Group, b.input))
	if err == nil && len(rejections) > 0 {
		err = &GeneratorError{Place: c.command.Place,
			Reason: c.String() + ": its input is rejected by the validator " + rejections[0]}
	}
	return err
}

// finding reads the files of a test that the bench has judged.
func (b *bench) finding(ctx context.Context, c call, o Outcome) (*Finding, error) {
	f := &Finding{Outcome: o, Found: c.String(), Made: true, Group: c.command.Group, call: c}
	ofB := b.answer
	var errs [4]error
	if b.pair.Problem.Talks() {
		ofB, errs[0] = b.said, b.record(ctx, f.Group)
	}
	f.Input, errs[1] = read(b.input)
	f.Output, errs[2] = read(b.output)
	f.Answer, errs[3] = read(ofB)
	f.Before = len(f.Input)
	return f, errors.Join(errs[:]...)
}

// queue hands out the tests of a search in order.
type queue struct {
	session *Session
	mutex   sync.Mutex
	next    uint64 // index of the next test
	first   uint64 // of the first test that ended the search
	cut     uint64 // index of the first test that was not finished
	found   *Finding
	err     error
	tests   int
	unknown int
	reason  string

	smallest *Finding // if there is one, the search looks for a smaller input of its kind, and does not end
}

func (s *Session) newQueue() *queue {
	return &queue{session: s, first: math.MaxUint64, cut: math.MaxUint64}
}

// take returns the next test, none after a test that has ended the search. All tests before that one are judged.
func (q *queue) take(ctx context.Context) (uint64, call, bool) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	commands := q.session.commands
	for ctx.Err() == nil && q.next < q.first {
		i := q.next
		c := &commands[i%uint64(len(commands))]
		round := i / uint64(len(commands))
		if round > 0 && !anyChanges(commands) {
			return 0, call{}, false
		}
		q.next++
		if round > 0 && !c.changes() {
			continue // that would be the same input again
		}
		one := c.call(q.session.options.Seed + i)
		one.first = round == 0
		return i, one, true
	}
	return 0, call{}, false
}

func anyChanges(commands []Command) bool {
	for i := range commands {
		if commands[i].changes() {
			return true
		}
	}
	return false
}

// done records a test.
func (q *queue) done(i uint64, found *Finding, o Outcome, err error) {
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if err == nil {
		q.tests++
		if o.Unknown != "" {
			q.unknown++
			q.reason = o.Unknown
		}
		if q.session.options.Observe != nil {
			q.session.options.Observe(q.tests)
		}
	}
	if err != nil {
		q.cut = min(q.cut, i)
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return // what was found in a later test still counts
	}
	if small := q.smallest; small != nil {
		if found != nil && err == nil && found.Kind == small.Kind && len(found.Input) < len(small.Input) {
			q.smallest = found
		}
		return
	}
	if (found != nil || err != nil) && i < q.first {
		q.first, q.found, q.err = i, found, err
		if err != nil {
			q.found = nil
		}
	}
}

// write writes an input for the bench.
func (b *bench) write(input []byte) error {
	if err := os.WriteFile(b.input, input, 0o644); err != nil {
		return fmt.Errorf("writing a test: %w", err)
	}
	return nil
}
