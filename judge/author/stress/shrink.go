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
	Command     string
	Tried       int // inputs
	Elapsed     time.Duration
	Minimal     bool // see shrink.Result
	Flaky       bool // run again, the programs did not differ
	CommandOnly bool // see Options.CommandOnly
	Unchecked   bool // there is no validator: nothing has said that the input is valid
}

// sureTries is how often an input that was shrunk is run again, if the programs do not differ.
const sureTries = 3

// Shrink makes the input of a finding smaller, as long as the programs differ in the same way, until it is 1-minimal or
// Options.Time is over.
func (s *Session) Shrink(ctx context.Context, f *Finding) error {
	start := time.Now()
	timed, cancel := context.WithTimeout(ctx, s.options.Time)
	defer cancel()
	f.Shrunk.CommandOnly, f.Shrunk.Unchecked = s.options.CommandOnly, len(s.pair.Problem.InputValidators) == 0
	err := s.shrinkCommand(timed, f)
	if err == nil && !s.options.CommandOnly {
		err = s.shrinkInput(timed, f)
	}
	if s.options.CommandOnly {
		f.Shrunk.Minimal = err == nil
	}
	f.Shrunk.Elapsed = time.Since(start)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return nil
	}
	return err
}

// Call is the generator and the arguments that made the input of a finding; see Finding.Made.
func (f *Finding) Call() (generator string, args []string) {
	return f.call.command.Generator, f.call.args()
}

// shrinkCommand looks for smaller numbers in the command that make a smaller input.
func (s *Session) shrinkCommand(ctx context.Context, f *Finding) error {
	tried := make(map[string]bool)
	for {
		var calls []call
		smaller := f.call.smaller(moreSeeds)
		if s.options.CommandOnly {
			smaller = append(f.call.smaller(manySeeds), f.call.reseeded()...)
		}
		for _, c := range smaller {
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
		less := found[i]
		f.call, f.Shrunk.Command = less.call, less.Found
		f.Outcome, f.Input, f.Output, f.Answer = less.Outcome, less.Input, less.Output, less.Answer
	}
}

// shrinkInput shrinks the input itself.
func (s *Session) shrinkInput(ctx context.Context, f *Finding) error {
	result, err := shrink.Input(ctx, f.Input, func(ctx context.Context, candidates [][]byte) (int, error) {
		return s.first(ctx, len(candidates), func(ctx context.Context, b *bench, i int) (bool, error) {
			return b.fails(ctx, f, candidates[i])
		})
	})
	f.Shrunk.Tried += result.Tried
	f.Shrunk.Minimal = result.Minimal
	if len(result.Input) == len(f.Input) && string(result.Input) == string(f.Input) {
		return err
	}
	// Its outputs are from an earlier run, and may have been overwritten since.
	b := s.benches[0]
	again := context.WithoutCancel(ctx)
	if writeErr := b.write(result.Input); writeErr != nil {
		return writeErr
	}
	var o Outcome
	for try := 0; try < sureTries && o.Kind != f.Kind; try++ {
		var judgeErr error
		if o, judgeErr = b.judge(again, f.Group); judgeErr != nil {
			return judgeErr
		}
	}
	f.Shrunk.Flaky = o.Kind != f.Kind
	less, readErr := b.finding(again, f.call, o)
	if readErr != nil {
		return readErr
	}
	f.Outcome, f.Made, f.Input, f.Output, f.Answer = o, false, less.Input, less.Output, less.Answer
	return err
}

// fails reports whether an input is valid and the programs differ on it as they did in a finding.
func (b *bench) fails(ctx context.Context, f *Finding, input []byte) (bool, error) {
	if err := b.write(input); err != nil {
		return false, err
	}
	defer b.empty()
	rejections, err := b.validators.Rejections(ctx, b.test(f.Group, b.input))
	var o Outcome
	if err == nil && len(rejections) == 0 {
		o, err = b.judge(ctx, f.Group)
	}
	if noInput(err) { // a validator would have rejected it
		return false, nil
	}
	return err == nil && len(rejections) == 0 && o.Kind == f.Kind, err
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
