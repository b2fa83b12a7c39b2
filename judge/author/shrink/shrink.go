// Package shrink makes a failing input smaller, as long as it still fails.
//
// It knows nothing about problems: a Tester decides which inputs are valid and fail. The function Input removes lines,
// tokens and characters, first many at a time and then fewer. It also makes numbers smaller. When it removes parts, it
// tries to lower the numbers that may be counts of these parts.
//
//	result, err := shrink.Input(ctx, input, func(ctx context.Context, candidates [][]byte) (int, error) { … })
//
// The method resembles ddmin (Zeller and Hildebrandt, Simplifying and Isolating Failure-Inducing Input, IEEE
// Transactions on Software Engineering 28(2), 2002).
package shrink

import (
	"bytes"
	"context"
	"crypto/sha256"
	"iter"
)

// A Tester returns the index of the first candidate that is valid and fails as the original input does. It returns -1
// if there is none. It may test several candidates in parallel. For the same candidates, it must always return the same
// index.
type Tester func(ctx context.Context, candidates [][]byte) (int, error)

// Result is the result of shrinking an input.
type Result struct {
	Input []byte // the smallest failing input found
	Tried int    // the number of candidates tested
}

// Input shrinks a failing input until it finds nothing smaller. If the Tester returns an error, for example because ctx
// is done, Input returns that error and the smallest input so far.
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
	seen  map[[sha256.Size]byte]bool // hashes of candidates that do not fail
	tried int
}

// run removes lines, tokens and characters, and lowers numbers, until the input no longer becomes smaller.
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

// reduce removes runs of parts, the longest runs first.
func (s *shrinker) reduce(parts func(layout) []part) error {
	for _, size := range sizes(len(parts(layoutOf(s.input)))) {
		step := size
		if size <= everyStart {
			step = 1
		}
		for from := 0; ; {
			l := layoutOf(s.input)
			all := parts(l)
			found, at, err := s.find(func(yield func(int, []byte) bool) {
				for at := from; at < len(all); at += step {
					for c := range l.without(all[at:min(at+size, len(all))]) {
						if !yield(at, c) {
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
			s.input, from = found, at
		}
	}
	return nil
}

// everyStart is the length of the longest runs that may begin at any part. Longer runs begin only at multiples of their
// length.
const everyStart = 4

// sizes returns the lengths of the runs to try. They are the number of parts, two thirds of it, a half, a third and so
// on.
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

// batch is the maximum number of candidates in one call of the Tester.
const batch = 64

// find returns the first candidate that fails, and the key that comes with it. If no candidate fails, found is nil.
func (s *shrinker) find(candidates iter.Seq2[int, []byte]) (found []byte, key int, err error) {
	var waiting [][]byte
	var keys []int
	test := func() {
		var i int
		if i, err = s.first(s.ctx, waiting); err != nil {
			return
		}
		for k, c := range waiting {
			s.tried++
			if k == i {
				found, key = c, keys[k]
				break
			}
			s.seen[sha256.Sum256(c)] = true
		}
		waiting, keys = nil, nil
	}
	for k, c := range candidates {
		if len(c) == 0 || !smaller(c, s.input) || s.seen[sha256.Sum256(c)] {
			continue
		}
		if waiting, keys = append(waiting, c), append(keys, k); len(waiting) == batch {
			if test(); found != nil || err != nil {
				return found, key, err
			}
		}
	}
	if len(waiting) > 0 {
		test()
	}
	return found, key, err
}

// smaller reports whether a candidate is shorter than the input, or has the same length and precedes it in byte order.
// Each step finds a smaller input, so shrinking ends.
func smaller(candidate, input []byte) bool {
	if len(candidate) != len(input) {
		return len(candidate) < len(input)
	}
	return bytes.Compare(candidate, input) < 0
}
