// Package stress looks for an input on which a program fails, and shrinks that input.
//
// The problem's generators make random inputs, from commands with placeholders. A second program, correct or not,
// prints the answers, and the problem's checker compares the first program's outputs with these answers. To shrink a
// failing input, the package first lowers the numbers in the generator's command, and then edits the input itself
// (package shrink). The input validators must still accept the smaller input, and the program must fail in the same
// way.
//
// In an interactive or multi-pass problem, the output of one program is not an answer for the other. Both programs talk
// with the checker. They differ if their verdicts or scores differ.
//
//	session, err := stress.Open(ctx, stress.Pair{Problem: p, A: a, B: b}, commands, options)
//	defer session.Close()
//	found, err := session.Search(ctx) // found is nil if the time runs out
//	err = session.Shrink(ctx, found)
//
// The same seed gives the same tests in the same order. Search returns the first failing test, however many tests run
// in parallel.
package stress

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"dlxjudge/judge/author/recipe"
	"dlxjudge/judge/author/validate"
	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Pair is two programs to compare.
type Pair struct {
	Problem  *problem.Problem
	A        problem.Submission // the program under test
	B        problem.Submission // the program that prints the answers
	CheckB   bool               // B may be wrong, too, so its output is checked
	Settings *problem.Test      // the settings of all inputs; if nil, each input has the settings of its group
	Answer   problem.Source     // prints answer files for a checker that talks; if it has no Files, they are empty
}

// Options control a search.
type Options struct {
	grade.Options
	Seed uint64        // the seed of the first test; each later test has the next seed
	Time time.Duration // the time limit of the search, and also that of shrinking
}

// Session is an open search. It is not safe for concurrent use.
type Session struct {
	pair       Pair
	commands   []Command
	options    Options
	a, b       *grade.Candidate
	answers    sandbox.Program // Pair.Answer, built; Path is "" if there is no such program
	validators *validate.Validators
	inputs     string // the folder of the inputs
	outputs    string // the folder of the outputs
	testers    []*tester
	mutex      sync.Mutex // guards stats, commands, and the finding of keepSearching
	stats      Stats
}

// Stats are figures of a search.
type Stats struct {
	Tests   int    // the number of judged tests
	Unknown int    // the number of tests that prove nothing, because B did not finish them
	Reason  string // why the last unknown test proves nothing
	Elapsed time.Duration
	Next    uint64 // the seed of the first test that was not judged
	Equal   string // calls with equal inputs, "gen 1 and gen 2", if a command makes no others; "" if there is none
}

// Decided returns the number of tests that show whether the programs differ.
func (s Stats) Decided() int { return s.Tests - s.Unknown }

// Open builds the programs and starts the workers.
func Open(ctx context.Context, pair Pair, commands []Command, o Options) (_ *Session, err error) {
	s := &Session{pair: pair, commands: commands, options: o}
	var errs []error
	for i := range commands {
		errs = append(errs, s.prepare(ctx, &commands[i]))
	}
	s.validators, err = validate.NewValidators(ctx, o.Cache, pair.Problem)
	if err := errors.Join(append(errs, err)...); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close())
		}
	}()
	if s.outputs, err = os.MkdirTemp(o.Sandbox.Scratch(), "stress-"); err != nil {
		return nil, err
	}
	if err := s.build(ctx); err != nil {
		return nil, err
	}
	if s.inputs, err = inMemory(); err != nil {
		return nil, err
	}
	for i := range max(o.Jobs, 1) {
		b, err := s.newTester(i)
		if err != nil {
			return nil, err
		}
		s.testers = append(s.testers, b)
	}
	return s, nil
}

// build builds A and B, and the program that prints the answer files.
func (s *Session) build(ctx context.Context) error {
	p := s.pair.Problem
	one := func(of problem.Submission, answers, unchecked bool) (*grade.Candidate, error) {
		options := s.options.Options
		options.Answers, options.Unchecked = answers, unchecked
		program, err := grade.Prepare(ctx, grade.Entry{Problem: p, Submission: of}, s.outputs, options)
		if err != nil {
			err = fmt.Errorf("%s: %w", of.Name, err)
		}
		return program, err
	}
	var errs [3]error
	s.a, errs[0] = one(s.pair.A, false, false)
	s.b, errs[1] = one(s.pair.B, true, !p.Talks() && !p.Scores() && !(s.pair.CheckB && p.Checkers != nil))
	if len(s.pair.Answer.Files) > 0 {
		s.answers, errs[2] = s.options.Cache.Build(ctx, compile.Tool, s.pair.Answer)
	}
	return errors.Join(errs[:]...)
}

// prepare builds the generator of a command, and reads the settings of its group.
func (s *Session) prepare(ctx context.Context, c *Command) (err error) {
	c.Group, c.inputs = cmp.Or(c.Group, Group), make(map[string]input)
	if s.pair.Settings != nil {
		c.settings = *s.pair.Settings
	} else if c.settings, err = s.pair.Problem.Configure("secret/" + c.Group + "/1"); err != nil {
		return err
	}
	source := c.Own
	if len(source.Files) == 0 {
		if source, err = s.pair.Problem.Generator(c.Generator); err != nil {
			return &GeneratorError{c.Place, c.Generator + ": " + err.Error()}
		}
	}
	program, err := s.options.Cache.Build(ctx, compile.Tool, source)
	c.program = recipe.Generator{Name: filepath.Base(c.Generator), Program: program}
	if err != nil {
		err = fmt.Errorf("%s: %w", c.Place, err)
	}
	return err
}

// Close ends the workers and removes all files.
func (s *Session) Close() error {
	var errs []error
	for _, b := range s.testers {
		errs = append(errs, b.forA.Close(), b.forB.Close())
	}
	return errors.Join(append(errs, os.RemoveAll(s.inputs), os.RemoveAll(s.outputs))...)
}

// inMemory makes a folder, in memory if possible, because writing to a disk takes a third of a test's time.
// Outputs are kept elsewhere, because files in memory count as memory of the programs that write them.
func inMemory() (string, error) {
	const folder = "/dev/shm"
	for _, dead := range scratch.Orphans(folder) {
		os.RemoveAll(dead)
	}
	if dir, err := scratch.Make(folder); err == nil {
		return dir, nil
	}
	return scratch.Make("")
}

// Stats returns the figures of the last search.
func (s *Session) Stats() Stats { return s.stats }

// A GeneratorError says that a program of the problem failed to make an input or an answer.
type GeneratorError struct {
	Place, Reason string
}

func (e *GeneratorError) Error() string { return e.Place + ": " + e.Reason }

// blame turns the error of a program into a *GeneratorError, unless ctx is done.
func blame(ctx context.Context, place string, err error) error {
	if err == nil || ctx.Err() != nil {
		return err
	}
	return &GeneratorError{Place: place, Reason: err.Error()}
}
