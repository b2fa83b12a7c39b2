package stress

import (
	"context"
	"errors"
	"sync"
	"time"

	"dlxjudge/judge/author/shrink"
)

// Shrunk says how far an input was shrunk.
type Shrunk struct {
	// of the generator, with smaller numbers or another seed, that makes a smaller input on which the programs differ;
	// "" if there is none
	Command   string
	Tried     int // inputs
	Elapsed   time.Duration
	Over      bool // the time was over before all was tried
	Flaky     bool // run again, the programs did not differ
	Unchecked bool // there is no validator: nothing has said that the input is valid
}

// sureTries is how often an input that was shrunk is run again, if the programs do not differ.
const sureTries = 3

// Shrink makes the input of a finding smaller, as long as the programs differ in the same way, until nothing smaller is
// found or Options.Time is over. The input of a conversation is not changed itself: the search goes on for a while, and
// the smallest input counts.
func (s *Session) Shrink(ctx context.Context, f *Finding) error {
	start := time.Now()
	timed, cancel := context.WithTimeout(ctx, s.options.Time)
	defer cancel()
	f.Shrunk.Unchecked = len(s.pair.Problem.InputValidators) == 0
	err := s.shrinkCommand(timed, f)
	switch {
	case err != nil:
	case s.pair.Problem.Talks():
		s.searchOn(timed, f)
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

// Call is the generator and the arguments that made the input of a finding; see Finding.Made.
func (f *Finding) Call() (generator string, args []string) {
	return f.call.command.Generator, f.call.args()
}

// become takes over what was found on a smaller input.
func (f *Finding) become(less *Finding) {
	f.Outcome, f.Made, f.call = less.Outcome, less.Made, less.call
	f.Input, f.Output, f.Answer = less.Input, less.Output, less.Answer
	if less.Made {
		f.Shrunk.Command = less.Found
	}
}

// shrinkCommand looks for smaller numbers in the command that make a smaller input.
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
		found := make([]*Finding, len(calls))
		i, err := s.first(ctx, len(calls), func(ctx context.Context, b *bench, i int) (bool, error) {
			less, o, err := b.try(ctx, calls[i])
			if noInput(err) { // the generator cannot do with such numbers
				return false, nil
			}
			found[i] = less
			return err == nil && o.Kind == f.Kind && len(less.Input) < len(f.Input), err
		})
		f.Shrunk.Tried += len(calls)
		if err != nil || i < 0 {
			return err
		}
		f.become(found[i])
	}
}

// longer is how long a search goes on for a smaller input.
const longer = 10 * time.Second

// searchOn goes on with the search, and keeps the smallest input on which the programs differ in the same way.
func (s *Session) searchOn(ctx context.Context, f *Finding) {
	ctx, cancel := context.WithTimeout(ctx, longer)
	defer cancel()
	q := s.newQueue()
	q.next, q.smallest = s.stats.Next-s.options.Seed, f
	s.work(ctx, q)
	f.Shrunk.Tried += q.tests
	if q.smallest != f {
		f.become(q.smallest)
	}
}

// shrinkInput shrinks the input itself.
func (s *Session) shrinkInput(ctx context.Context, f *Finding) error {
	kind, group := f.Kind, f.Group
	result, err := shrink.Input(ctx, f.Input, func(ctx context.Context, candidates [][]byte) (int, error) {
		found := make([]*Finding, len(candidates))
		i, err := s.first(ctx, len(candidates), func(ctx context.Context, b *bench, i int) (bool, error) {
			defer b.empty()
			o, err := b.fails(ctx, group, candidates[i])
			if err != nil || o.Kind != kind {
				return false, err
			}
			found[i], err = b.finding(ctx, f.call, o)
			return err == nil, err
		})
		if i >= 0 {
			found[i].Made = false
			f.become(found[i])
		}
		return i, err
	})
	f.Shrunk.Tried += result.Tried
	return err
}

// confirm runs an input that was shrunk again, to learn whether the programs always differ on it.
func (s *Session) confirm(ctx context.Context, f *Finding) error {
	b := s.benches[0]
	defer b.empty()
	if err := b.write(f.Input); err != nil {
		return err
	}
	for range sureTries {
		o, err := b.judge(ctx, f.Group)
		if err != nil {
			return err
		}
		if o.Kind != Same {
			return nil
		}
	}
	f.Shrunk.Flaky = true
	return nil
}

// fails judges the programs on an input. They do not differ on one that is not valid.
func (b *bench) fails(ctx context.Context, group string, input []byte) (Outcome, error) {
	if err := b.write(input); err != nil {
		return Outcome{}, err
	}
	rejections, err := b.validators.Rejections(ctx, b.test(group, b.input))
	var o Outcome
	if err == nil && len(rejections) == 0 {
		o, err = b.judge(ctx, group)
	}
	if noInput(err) { // a validator would have rejected it
		return Outcome{}, nil
	}
	return o, err
}

// noInput reports whether an error says that a program of the problem, such as the checker, cannot handle an input.
func noInput(err error) bool {
	var generator *GeneratorError
	var checker *checkerError
	return errors.As(err, &generator) || errors.As(err, &checker)
}

// first returns the smallest index for which the test holds, -1 if there is none. All benches test, in order.
func (s *Session) first(ctx context.Context, n int, test func(ctx context.Context, b *bench, i int) (bool,
	error)) (int, error) {
	var (
		mutex sync.Mutex
		next  int
		least = n
		fault error
		group sync.WaitGroup
	)
	take := func() (int, bool) {
		mutex.Lock()
		defer mutex.Unlock()
		next++
		return next - 1, next-1 < least && fault == nil
	}
	for _, b := range s.benches {
		group.Go(func() {
			for {
				i, ok := take()
				if !ok {
					return
				}
				holds, err := test(ctx, b, i)
				mutex.Lock()
				if err != nil && fault == nil {
					fault = err
				}
				if err == nil && holds {
					least = min(least, i)
				}
				mutex.Unlock()
			}
		})
	}
	group.Wait()
	switch {
	case fault != nil:
		return -1, fault
	case least == n:
		return -1, nil
	}
	return least, nil
}
