package stress

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"dlxjudge/judge/author/shrink"
)

// ShrinkStats says how far an input was shrunk.
type ShrinkStats struct {
	Command   string // the last command that made a smaller input; "" if none did
	Tried     int    // the number of inputs tried
	Elapsed   time.Duration
	Over      bool // the time was over before everything was tried
	Flaky     bool // the programs did not differ when they ran again
	Unchecked bool // there is no validator, so the input may be invalid
}

// sureTries is the maximum number of runs that try to confirm a difference on a shrunk input.
const sureTries = 3

// Shrink makes the input of a finding smaller, as long as the programs differ in the same way. It ends when it finds
// nothing smaller, or when Options.Time is over. If the programs talk with the checker, Shrink does not edit the input.
// It continues the search for a while instead, and keeps the smallest input.
func (s *Session) Shrink(ctx context.Context, f *Finding) error {
	start := time.Now()
	timed, cancel := context.WithTimeout(ctx, s.options.Time)
	defer cancel()
	f.Shrunk.Unchecked = len(s.pair.Problem.InputValidators) == 0
	err := s.shrinkCommand(timed, f)
	switch {
	case err != nil:
	case s.pair.Problem.Talks():
		s.keepSearching(timed, f)
	default:
		err = s.shrinkInput(timed, f)
	}
	f.Shrunk.Over = errors.Is(err, context.DeadlineExceeded)
	if f.Shrunk.Over && ctx.Err() == nil {
		err = nil
	}
	if err == nil && !f.Made {
		err = s.confirm(ctx, f)
	}
	f.Shrunk.Elapsed = time.Since(start)
	return err
}

// replaceWith replaces the finding with another one, whose input is smaller.
func (f *Finding) replaceWith(less *Finding) {
	f.Outcome, f.Made, f.call = less.Outcome, less.Made, less.call
	f.Input, f.Output, f.Answer, f.Err = less.Input, less.Output, less.Answer, less.Err
	if less.Made {
		f.Shrunk.Command = less.Command
	}
}

// largerThan reports whether another finding shows the same failure on a smaller input that is valid.
func (f *Finding) largerThan(less *Finding) bool {
	return less != nil && less.Err == nil && less.as(f.Outcome) && len(less.Input) < len(f.Input)
}

// shrinkCommand lowers the numbers in the generator's command as long as that makes the input smaller.
func (s *Session) shrinkCommand(ctx context.Context, f *Finding) error {
	tried := make(map[string]bool)
	for {
		var calls []call
		for _, c := range f.call.smaller() {
			if !tried[c.String()] {
				tried[c.String()] = true
				calls = append(calls, c)
			}
		}
		found, _, _, err := s.inOrder(ctx, 0, uint64(len(calls)), func(b *tester, i uint64) (*Finding, error) {
			less, _, err := b.try(ctx, calls[i], false)
			if errors.As(err, new(*GeneratorError)) { // for example, the generator rejects these numbers
				return nil, nil
			}
			if !f.largerThan(less) {
				less = nil
			}
			return less, err
		})
		f.Shrunk.Tried += len(calls)
		if found != nil {
			f.replaceWith(found)
		}
		if found == nil || err != nil {
			return err
		}
	}
}

// longer is the time for which keepSearching looks for a smaller input.
const longer = 10 * time.Second

// keepSearching continues the search, and keeps the smallest input on which the programs differ in the same way.
func (s *Session) keepSearching(ctx context.Context, f *Finding) {
	ctx, cancel := context.WithTimeout(ctx, longer)
	defer cancel()
	before := s.stats.Tests
	s.inOrder(ctx, s.stats.Next-s.options.Seed, s.end(), func(b *tester, i uint64) (*Finding, error) {
		less, err := b.number(ctx, i)
		s.mutex.Lock()
		defer s.mutex.Unlock()
		if err == nil && f.largerThan(less) {
			f.replaceWith(less)
		}
		return nil, nil
	})
	f.Shrunk.Tried += s.stats.Tests - before
}

// shrinkInput shrinks the input itself.
func (s *Session) shrinkInput(ctx context.Context, f *Finding) error {
	whole, err := s.testers[0].whole(ctx, f)
	if err != nil {
		return err
	}
	result, err := shrink.Input(ctx, f.Input, func(ctx context.Context, candidates [][]byte) (int, error) {
		found, i, _, err := s.inOrder(ctx, 0, uint64(len(candidates)), func(b *tester, i uint64) (*Finding, error) {
			return b.fails(ctx, f, candidates[i], whole)
		})
		if found == nil {
			return -1, err
		}
		f.replaceWith(found)
		return int(i), err
	})
	f.Shrunk.Tried += result.Tried
	return err
}

// whole reports whether the programs do the same if more text follows a finding's input. If so, they have read all that
// they need. It reports false if validators decide whether inputs are complete.
func (b *tester) whole(ctx context.Context, f *Finding) (bool, error) {
	if !f.Shrunk.Unchecked {
		return false, nil
	}
	defer b.empty()
	for _, more := range []string{"\n1000003\n", "\n-1000003\n"} {
		err := b.write(slices.Concat(bytes.TrimSuffix(f.Input, []byte("\n")), []byte(more)))
		if err != nil {
			return false, err
		}
		o, err := b.judge(ctx, f.call.command)
		if err != nil || !o.as(f.Outcome) {
			return false, err
		}
		longer := b.finding(ctx, f.call, o)
		if !bytes.Equal(longer.Answer, f.Answer) || !o.A.Stopped && !bytes.Equal(longer.Output, f.Output) {
			return false, longer.Err
		}
	}
	return true, nil
}

// fails judges the programs on an input. It returns a finding if the input is valid and the programs differ as in f. If
// whole is set, the programs must not read past the input's end.
func (b *tester) fails(ctx context.Context, f *Finding, input []byte, whole bool) (*Finding, error) {
	defer b.empty()
	if err := b.write(input); err != nil {
		return nil, err
	}
	rejections, err := b.validators.Rejections(ctx, b.test(f.call.command))
	if err != nil || len(rejections) > 0 {
		return nil, err
	}
	o, err := b.judge(ctx, f.call.command)
	if err != nil || !o.as(f.Outcome) {
		return nil, err
	}
	found := b.finding(ctx, f.call, o)
	if found.Err != nil {
		return nil, found.Err
	}
	if whole {
		found.Shrunk.Unchecked = true
		if still, err := b.whole(ctx, found); !still {
			return nil, err
		}
	}
	found.Made = false
	return found, nil
}

// confirm runs the programs on a shrunk input again. If they do not differ in any of sureTries runs, the finding is
// flaky.
func (s *Session) confirm(ctx context.Context, f *Finding) error {
	b := s.testers[0]
	defer b.empty()
	if err := b.write(f.Input); err != nil {
		return err
	}
	for range sureTries {
		o, err := b.judge(ctx, f.call.command)
		if err != nil || o.Kind != Same {
			return err
		}
	}
	f.Shrunk.Flaky = true
	return nil
}

// write writes an input to the tester's file.
func (b *tester) write(input []byte) error {
	if err := os.WriteFile(b.input, input, 0o644); err != nil {
		return fmt.Errorf("writing a test: %w", err)
	}
	return nil
}
