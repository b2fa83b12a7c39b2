// Package shrink makes a failing input smaller, as long as it still fails.
//
// It knows nothing of problems: a Tester decides what fails, and what is an input. It removes cases, lines, columns,
// tokens and single characters, many at a time as long as that succeeds, and makes numbers smaller. An input may give
// the number of cases, lines or numbers that follow: such a count is lowered with them.
//
//	result, err := shrink.Input(ctx, input, func(ctx context.Context, candidates [][]byte) (int, error) { … })
//
// What to remove is chosen by ddmin, of Zeller and Hildebrandt, Simplifying and Isolating Failure-Inducing Input, IEEE
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

	// Minimal says that the input is 1-minimal: if any one of its cases, lines, columns, tokens or characters is
	// removed, the rest is not valid or does not fail; nor is it if one count before it, or all numbers of a line
	// before it, are lowered by one as well.
	Minimal bool

	Tried int // candidates that the Tester was given
}

// Input shrinks an input that fails. An error is the Tester's; the Result then holds the smallest input so far. A
// context that is done ends the search in this way.
func Input(ctx context.Context, input []byte, first Tester) (Result, error) {
	s := &shrinker{ctx: ctx, first: first, input: input, seen: make(map[[sha256.Size]byte]bool)}
	err := s.run()
	return Result{Input: s.input, Minimal: err == nil, Tried: s.tried}, err
}

// shrinker is the state of a search for a smaller input.
type shrinker struct {
	ctx   context.Context
	first Tester
	input []byte
	seen  map[[sha256.Size]byte]bool // hashes of what does not fail
	tried int
}

// run goes through all ways of making the input smaller, the coarse ones first, until none of them succeeds any more.
func (s *shrinker) run() error {
	passes := []func() error{
		s.planned(casePlans), s.planned(linePlans), s.planned(columnPlans), s.planned(tokenPlans),
		s.listed(numbers), s.planned(characterPlans), s.listed(singles),
	}
	for {
		before := s.input
		for _, pass := range passes {
			if err := pass(); err != nil {
				return err
			}
		}
		if bytes.Equal(before, s.input) {
			return nil
		}
	}
}

// planned is a pass that carries out plans. They are made anew whenever one has had success; what was tried is known.
func (s *shrinker) planned(plans func(layout) []plan) func() error {
	return func() error {
		for i := 0; ; i++ {
			all := plans(layoutOf(s.input))
			if i >= len(all) {
				return nil
			}
			before := s.input
			if err := s.carryOut(all[i]); err != nil {
				return err
			}
			if !bytes.Equal(before, s.input) {
				i = -1
			}
		}
	}
}

// listed is a pass that tries smaller inputs, made from the present one, until none of them fails.
func (s *shrinker) listed(smaller func(layout) iter.Seq[[]byte]) func() error {
	return func() error {
		for {
			found, _, err := s.find(smaller(layoutOf(s.input)))
			if err != nil || found == nil {
				return err
			}
			s.input = found
		}
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
			if k == i {
				found, index = c, indexes[k]
				s.tried++
				break
			}
			s.seen[sha256.Sum256(c)] = true
			s.tried++
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
