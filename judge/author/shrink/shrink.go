// Package shrink makes a failing input smaller, as long as it still fails.
//
// It knows nothing of problems: a Tester decides what fails, and what is an input. Lines, tokens and characters are
// removed, many at a time as long as that succeeds, and numbers become smaller. A number that counts what is removed is
// lowered with it.
//
//	result, err := shrink.Input(ctx, input, func(ctx context.Context, candidates [][]byte) (int, error) { … })
//
// The method is like ddmin, of Zeller and Hildebrandt, Simplifying and Isolating Failure-Inducing Input, IEEE
// Transactions on Software Engineering 28(2), 2002.
package shrink

import (
	"bytes"
	"context"
	"crypto/sha256"
	"iter"
)

// A Tester returns the index of the first candidate that is an input and that fails as the first one did, or -1 if none
// is. It may test several side by side. With the same candidates it must always return the same.
type Tester func(ctx context.Context, candidates [][]byte) (int, error)

// Result is an input that was shrunk.
type Result struct {
	Input []byte // the smallest that was found; it fails
	Tried int    // candidates that the Tester was given
}

// Input shrinks an input that fails, until it finds nothing smaller. An error is the Tester's; the Result then holds
// the smallest input so far. A context that is done ends the search in this way.
func Input(ctx context.Context, input []byte, first Tester) (Result, error) {
	s := &shrinker{ctx: ctx, first: first, input: input, seen: make(map[[sha256.Size]byte]bool)}
	err := s.run()
	return Result{Input: s.input, Tried: s.tried}, err
}

// shrinker is the state of a search for a smaller input.
type shrinker struct {
	ctx   context.Context
	first Tester
	input []byte
	seen  map[[sha256.Size]byte]bool // hashes of what does not fail
	tried int
}

// run removes lines, tokens and characters, and lowers numbers, until nothing more succeeds.
func (s *shrinker) run() error {
	for {
		before := s.input
		for _, parts := range []func(layout) []part{lines, tokens} {
			if err := s.reduce(parts); err != nil {
				return err
			}
		}
		if err := s.lower(); err != nil {
			return err
		}
		if err := s.reduce(characters); err != nil {
			return err
		}
		if bytes.Equal(before, s.input) {
			return nil
		}
	}
}

// reduce removes runs of parts, the longest first.
func (s *shrinker) reduce(parts func(layout) []part) error {
	for _, size := range sizes(len(parts(layoutOf(s.input)))) {
		step := size
		if size <= everyStart {
			step = 1
		}
		for from := 0; ; {
			l := layoutOf(s.input)
			all := parts(l)
			var starts []int // of the candidates
			found, index, err := s.find(func(yield func([]byte) bool) {
				for at := from; at < len(all); at += step {
					for c := range l.without(all[at:min(at+size, len(all))]) {
						if starts = append(starts, at); !yield(c) {
							return
						}
					}
				}
			})
			if err != nil {
				return err
			}
			if found == nil {
				break
			}
			s.input, from = found, starts[index]
		}
	}
	return nil
}

// everyStart is the longest run that is tried at each place. Longer ones are tried at multiples of their length.
const everyStart = 4

// sizes are the lengths of runs for so many parts: all, two thirds, a half, a third and so on.
func sizes(parts int) []int {
	var all []int
	for size := parts; size > everyStart; size /= 2 {
		all = append(all, size, max(size*2/3, everyStart))
	}
	for size := min(parts, everyStart); size > 0; size-- {
		all = append(all, size)
	}
	return all
}

// lower makes numbers smaller, one at a time.
func (s *shrinker) lower() error {
	for {
		found, _, err := s.find(numbers(layoutOf(s.input)))
		if err != nil || found == nil {
			return err
		}
		s.input = found
	}
}

// batch is how many candidates a Tester is given at a time.
const batch = 64

// find returns the first of the candidates that fails, and its index; nil if none does.
func (s *shrinker) find(candidates iter.Seq[[]byte]) (found []byte, index int, err error) {
	var waiting [][]byte
	var indexes []int
	test := func() (bool, error) {
		i, err := s.first(s.ctx, waiting)
		if err != nil {
			return false, err
		}
		for k, c := range waiting {
			s.tried++
			if k == i {
				found, index = c, indexes[k]
				break
			}
			s.seen[sha256.Sum256(c)] = true
		}
		waiting, indexes = nil, nil
		return found != nil, nil
	}
	i := -1
	for c := range candidates {
		i++
		if len(c) == 0 || !smaller(c, s.input) || s.seen[sha256.Sum256(c)] {
			continue
		}
		waiting, indexes = append(waiting, c), append(indexes, i)
		if len(waiting) == batch {
			if done, err := test(); done || err != nil {
				return found, index, err
			}
		}
	}
	if len(waiting) > 0 {
		_, err = test()
	}
	return found, index, err
}

// smaller reports whether a candidate is shorter, or has smaller numbers at the same length. No input can become
// smaller for ever.
func smaller(candidate, input []byte) bool {
	if len(candidate) != len(input) {
		return len(candidate) < len(input)
	}
	return bytes.Compare(candidate, input) < 0
}
