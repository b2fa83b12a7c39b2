package stress

import (
	"context"
	"errors"
	"math"
	"slices"
	"sync"
	"time"

	"dlxjudge/judge/decide/grade"
)

// Finding is an input on which the programs differ.
type Finding struct {
	Outcome
	Test    uint64        // the number of the test, from 1
	Elapsed time.Duration // the time from the start of the search to this finding
	Command string        // the command that made the original input: "sudoku9 -seed 17 -count 2 -givens 40"
	Made    bool          // whether a command still makes the current input
	Group   string
	Input   []byte // the current input, perhaps shrunk
	Output  []byte // A's output, or A's conversation with the checker
	Answer  []byte // B's output, or B's conversation with the checker
	Before  int    // the size of the original input in bytes

	Shrunk ShrinkStats

	call call
}

// Search judges random tests until the programs differ. If ctx is done or Options.Time is over before that, the Finding
// is nil.
func (s *Session) Search(ctx context.Context) (*Finding, error) {
	start := time.Now()
	timed, cancel := context.WithTimeout(ctx, s.options.Time)
	defer cancel()
	found, first, next, err := s.inOrder(timed, 0, s.end(), func(b *tester, i uint64) (*Finding, error) {
		return b.number(timed, i)
	})
	s.stats.Next, s.stats.Elapsed = s.options.Seed+next, time.Since(start)
	switch {
	case found != nil:
		found.Test, found.Elapsed = first+1, s.stats.Elapsed
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return nil, nil
	}
	return found, err
}

// end returns the index of the first test that would only repeat an earlier test.
func (s *Session) end() uint64 {
	if slices.ContainsFunc(s.commands, Command.changes) {
		return math.MaxUint64
	}
	return uint64(len(s.commands))
}

// inOrder calls the function test for each index from next to end-1, in parallel on all testers. It returns the finding
// or error of the first test that has one, and the index of that test, after all earlier tests are done. A test that
// ctx interrupts has neither. The result undone is the index of the first test that was not done.
func (s *Session) inOrder(ctx context.Context, next, end uint64, test func(b *tester, i uint64) (*Finding, error)) (
	found *Finding, first, undone uint64, err error) {
	var mutex sync.Mutex
	var group sync.WaitGroup
	first, undone = end, math.MaxUint64
	take := func() (uint64, bool) {
		mutex.Lock()
		defer mutex.Unlock()
		if ctx.Err() != nil || next >= first {
			return 0, false
		}
		next++
		return next - 1, true
	}
	done := func(i uint64, one *Finding, fault error) {
		mutex.Lock()
		defer mutex.Unlock()
		if errors.Is(fault, context.Canceled) || errors.Is(fault, context.DeadlineExceeded) {
			undone = min(undone, i) // a finding of a later test still counts
		} else if (one != nil || fault != nil) && i < first {
			first, found, err = i, one, fault
		}
	}
	for _, b := range s.testers {
		group.Go(func() {
			for i, ok := take(); ok; i, ok = take() {
				one, fault := test(b, i)
				done(i, one, fault)
			}
		})
	}
	group.Wait()
	if found == nil && err == nil {
		err = ctx.Err()
	}
	return found, first, min(undone, next), err
}

// number makes and judges the test with the index i.
func (b *tester) number(ctx context.Context, i uint64) (*Finding, error) {
	n := uint64(len(b.commands))
	c := &b.commands[i%n]
	if i >= n && !c.changes() { // the command would make the same input again
		return nil, nil
	}
	f, o, err := b.try(ctx, c.call(b.options.Seed+i), i < n)
	if err == nil {
		b.count(o)
	}
	return f, err
}

func (s *Session) count(o Outcome) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.stats.Tests++
	if o.Unknown != "" {
		s.stats.Unknown++
		s.stats.Reason = o.Unknown
	}
	if s.options.Observe != nil {
		s.options.Observe(grade.Progress{Step: "stress", Done: s.stats.Tests})
	}
}

// try makes a test and judges it. The validators check the input if the programs differ on it, or if checked is set.
func (b *tester) try(ctx context.Context, c call, checked bool) (*Finding, Outcome, error) {
	err := c.command.program.Input(ctx, b.options.Cache.Programs, c.args(), b.input)
	if err := blame(ctx, c.command.Place, err); err != nil {
		return nil, Outcome{}, err
	}
	defer b.empty()
	if checked { // report a wrong command as early as possible
		if err := b.invalid(ctx, c); err != nil {
			return nil, Outcome{}, err
		}
	}
	o, err := b.judge(ctx, c.command)
	if err != nil || o.Kind == Same {
		return nil, o, err
	}
	f, err := b.finding(ctx, c, o)
	if err == nil {
		err = b.invalid(ctx, c)
	}
	if err != nil {
		return nil, o, err
	}
	return f, o, nil
}

// invalid returns an error if the generator has made an invalid input, which proves nothing about a program.
func (b *tester) invalid(ctx context.Context, c call) error {
	rejections, err := b.validators.Rejections(ctx, b.test(c.command))
	if err == nil && len(rejections) > 0 {
		err = &GeneratorError{Place: c.command.Place,
			Reason: c.String() + ": its input is rejected by " + rejections[0]}
	}
	return err
}

// finding returns the Finding for a test that the tester has judged. It reads the test's files.
func (b *tester) finding(ctx context.Context, c call, o Outcome) (*Finding, error) {
	f := &Finding{Outcome: o, Command: c.String(), Made: true, Group: c.command.Group, call: c}
	ofB := b.answer
	var errs [4]error
	if b.pair.Problem.Talks() {
		ofB, errs[0] = b.conversation, b.record(ctx, c.command)
	}
	f.Input, errs[1] = read(b.input)
	f.Output, errs[2] = read(b.output)
	f.Answer, errs[3] = read(ofB)
	f.Before = len(f.Input)
	return f, errors.Join(errs[:]...)
}
