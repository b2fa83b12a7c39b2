package stress

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
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
	Err     error  // what failed after the programs differed, such as a validator; nil if nothing did

	Shrunk ShrinkStats

	call call
}

// Search judges random tests until the programs differ. If ctx is done or Options.Time is over before that, the Finding
// is nil. There may be both a Finding and an error of an earlier test.
func (s *Session) Search(ctx context.Context) (*Finding, error) {
	start := time.Now()
	timed, cancel := context.WithTimeout(ctx, s.options.Time)
	defer cancel()
	found, first, next, err := s.inOrder(timed, 0, s.end(), func(b *tester, i uint64) (*Finding, error) {
		return b.number(timed, i)
	})
	s.stats.Next, s.stats.Elapsed = s.options.Seed+next, time.Since(start)
	for _, c := range s.commands {
		if !c.varies {
			s.stats.Equal = cmp.Or(s.stats.Equal, c.equal)
		}
	}
	switch {
	case found != nil:
		found.Test, found.Elapsed = first+1, s.stats.Elapsed
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	if errors.Is(err, context.DeadlineExceeded) {
		err = nil
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

// inOrder calls the function test for each index from next to end-1, in parallel on all testers, until a test has a
// finding or an error. It returns the first finding, the index of its test, and the first error, after all tests before
// both are done. A test that ctx interrupts has neither. The result undone is the index of the first test that was not
// done or that failed.
func (s *Session) inOrder(ctx context.Context, next, end uint64, test func(b *tester, i uint64) (*Finding, error)) (
	found *Finding, first, undone uint64, err error) {
	var mutex sync.Mutex
	var group sync.WaitGroup
	first, undone = end, math.MaxUint64
	failed := end // the index of the first test with an error
	take := func() (uint64, bool) {
		mutex.Lock()
		defer mutex.Unlock()
		if ctx.Err() != nil || next >= min(first, failed) {
			return 0, false
		}
		next++
		return next - 1, true
	}
	done := func(i uint64, one *Finding, fault error) {
		mutex.Lock()
		defer mutex.Unlock()
		if fault != nil {
			undone = min(undone, i) // a finding of a later test still counts
		}
		switch {
		case errors.Is(fault, context.Canceled), errors.Is(fault, context.DeadlineExceeded):
		case fault != nil && i < failed:
			failed, err = i, fault
		case one != nil && i < first:
			first, found = i, one
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
	one := c.call(b.options.Seed + i)
	f, o, err := b.try(ctx, one, i < n)
	if err == nil {
		b.note(one)
		b.count(o)
	}
	return f, err
}

// mostKinds limits the memory that note uses.
const mostKinds = 10_000

// note records whether the inputs of a command vary. Two inputs should differ if only the seeds of their calls differ.
// If the command has no {seed}, they should differ if their calls differ.
func (b *tester) note(c call) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	of, kind := c.command, ""
	text, err := read(b.input)
	if of.varies || len(of.inputs) > mostKinds || err != nil {
		return
	}
	if slices.ContainsFunc(of.pieces, func(p piece) bool { return p.kind == isSeed }) {
		kind = fmt.Sprint(c.values)
	}
	this := input{c.String(), sha256.Sum256(text)}
	switch first, seen := of.inputs[kind]; {
	case !seen:
		of.inputs[kind] = this
	case first.sum != this.sum:
		of.varies = true
	case first.call != this.call:
		of.equal = cmp.Or(of.equal, first.call+" and "+this.call)
	}
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
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%s: %w", c, err)
	}
	if err != nil || o.Kind == Same {
		return nil, o, err
	}
	ctx = context.WithoutCancel(ctx) // no finding is lost
	f := b.finding(ctx, c, o)
	f.Err = errors.Join(f.Err, b.invalid(ctx, c))
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
func (b *tester) finding(ctx context.Context, c call, o Outcome) *Finding {
	f := &Finding{Outcome: o, Command: c.String(), Made: true, Group: c.command.Group, call: c}
	ofB := b.answer
	var errs [4]error
	if b.pair.Problem.Talks() {
		ofB, errs[0] = b.conversation, b.record(ctx, c.command)
	}
	f.Input, errs[1] = read(b.input)
	f.Output, errs[2] = read(b.output)
	f.Answer, errs[3] = read(ofB)
	f.Before, f.Err = len(f.Input), errors.Join(errs[:]...)
	return f
}
