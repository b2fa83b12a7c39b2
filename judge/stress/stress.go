// Package stress looks for an input on which a program fails, and makes it as small as it can.
//
// Inputs are random: generators of the problem make them, by commands with placeholders. A second program, which is right or
// only another one, gives the answers. The problem's checker compares. What is found is shrunk: the numbers of the
// generator's command first, then the input itself (package shrink), as long as the input validators accept it and the
// program fails in the same way.
//
//	session, err := stress.Open(ctx, stress.Pair{Problem: p, A: a, B: b}, commands, options)
//	defer session.Close()
//	found, err := session.Search(ctx)           nil: nothing in the time
//	err = session.Shrink(ctx, found)
//
// With the same seed the same tests are made, in the same order, and of those that fail the first one counts, however many
// run side by side.
package stress

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"dlxjudge/judge/build"
	"dlxjudge/judge/check"
	"dlxjudge/judge/executor"
	"dlxjudge/judge/grade"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/sandbox"
	"dlxjudge/judge/scratch"
	"dlxjudge/judge/validate"
)

// Pair is what is compared.
type Pair struct {
	Problem *problem.Problem
	A       problem.Submission // that is to fail
	B       problem.Submission // that gives the answers
	Both    bool               // B may be wrong as well, so that its output is checked, too
}

// Options are how inputs are looked for.
type Options struct {
	Seed    uint64        // of the first test; the second has the next one
	Time    time.Duration // to look for a failure, and again to shrink
	Jobs    int           // tests side by side, at least 1
	Files   map[string]problem.Source
	Sandbox sandbox.Sandbox
	Cache   *build.Cache
	Observe func(tests int) // may be nil; calls do not overlap
}

// Session is an open search. It is not for concurrent use.
type Session struct {
	pair       Pair
	commands   []Command
	options    Options
	generators map[string]executor.Program // by Command.Generator
	a, b       grade.Single
	checker    check.Checker
	validators *validate.Inputs
	configs    map[string]problem.Test // by group: the settings of its tests
	inputs     string                  // folder
	outputs    string                  // folder
	benches    []*bench
	stats      Stats
}

// Stats are figures of a search.
type Stats struct {
	Tests   int // that were made and judged
	Unknown int // of these, tests that B did not finish, so that they tell nothing
	Reason  string
	Elapsed time.Duration
	Next    uint64 // the seed of the first test that was not judged
}

// Open builds the programs. Sources of Options.Files are generators by their name in the commands, in place of the problem's.
func Open(ctx context.Context, pair Pair, commands []Command, o Options) (*Session, error) {
	s := &Session{pair: pair, commands: commands, options: o, generators: make(map[string]executor.Program), configs: make(map[string]problem.Test)}
	var errs []error
	for i := range commands {
		c := &commands[i]
		errs = append(errs, s.prepare(ctx, c))
	}
	var err error
	if s.checker, err = grade.CheckerOf(ctx, o.Cache, pair.Problem); err != nil {
		errs = append(errs, fmt.Errorf("the checker of %s: %w", pair.Problem.Name, err))
	}
	s.a, err = s.single(ctx, pair.A, s.checker)
	errs = append(errs, err)
	s.b, err = s.single(ctx, pair.B, accepting{})
	errs = append(errs, err)
	if s.validators, err = validate.NewInputs(ctx, o.Cache, pair.Problem); err != nil {
		errs = append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if s.outputs, err = os.MkdirTemp(o.Sandbox.Scratch(), "stress-"); err != nil {
		return nil, err
	}
	if s.inputs, err = scratch.Make(inMemory()); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	for i := range max(o.Jobs, 1) {
		b, err := s.newBench(i)
		if err != nil {
			return nil, errors.Join(err, s.Close())
		}
		s.benches = append(s.benches, b)
	}
	return s, nil
}

// single builds one of the programs.
func (s *Session) single(ctx context.Context, of problem.Submission, checker check.Checker) (grade.Single, error) {
	program, err := s.options.Cache.Build(ctx, build.Submission, of.Source)
	if err != nil {
		err = fmt.Errorf("%s: %w", of.Name, err)
	}
	p := s.pair.Problem
	return grade.Single{Problem: p, Submission: of, Program: program, Limits: p.Limits, Checker: checker}, err
}

// prepare builds the generator of a command, and reads the settings of its group.
func (s *Session) prepare(ctx context.Context, c *Command) error {
	if c.Group == "" {
		c.Group = Group
	}
	if _, done := s.configs[c.Group]; !done {
		config, err := s.pair.Problem.Configure("secret/" + c.Group + "/1")
		if err != nil {
			return err
		}
		s.configs[c.Group] = config
	}
	if s.generators[c.Generator].Path != "" {
		return nil
	}
	source, given := s.options.Files[c.Generator]
	if !given {
		var err error
		if source, err = s.pair.Problem.Generator(c.Generator); err != nil {
			return &GeneratorError{Place: c.Place, Command: c.Generator, Reason: err.Error()}
		}
	}
	program, err := s.options.Cache.Build(ctx, build.Tool, source)
	if err != nil {
		return fmt.Errorf("%s: %w", c.Place, err)
	}
	s.generators[c.Generator] = program
	return nil
}

// Close ends the workers and removes all files.
func (s *Session) Close() error {
	var errs []error
	for _, b := range s.benches {
		errs = append(errs, b.forA.Close(), b.forB.Close())
	}
	return errors.Join(append(errs, os.RemoveAll(s.inputs), os.RemoveAll(s.outputs))...)
}

// inMemory is a folder whose files are not written to a disk, which takes a third of the time of a test; "" for none. Outputs
// are not kept there: the memory would be counted as the programs'.
func inMemory() string {
	const folder = "/dev/shm"
	for _, dead := range scratch.Orphans(folder) {
		os.RemoveAll(dead)
	}
	dir, err := scratch.Make(folder)
	if err != nil {
		return ""
	}
	os.RemoveAll(dir)
	return folder
}

// Stats are the figures of the last search.
func (s *Session) Stats() Stats { return s.stats }

// generatorLimits bound what makes one input.
var generatorLimits = executor.Limits{Wall: 20 * time.Second, Memory: 2 << 30, Output: 64 << 20, Folder: 64 << 20, Processes: 256}

// A GeneratorError says that a generator made no input.
type GeneratorError struct {
	Place, Command, Reason string
}

func (e *GeneratorError) Error() string {
	return fmt.Sprintf("%s: %s: %s", e.Place, e.Command, e.Reason)
}

// generate makes the input of a call as a file. The error is a *GeneratorError if that is the generator's fault.
func (s *Session) generate(ctx context.Context, c call, path string) error {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	defer out.Close()
	command := s.generators[c.command.Generator].Command(generatorLimits, c.args()...)
	command.Stdout = out
	result, err := s.options.Cache.Programs.Run(ctx, command)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return err
	case result.Stopped != "" || result.ExitCode != 0:
		reason := result.String()
		if said := strings.TrimSpace(result.Said.Tail()); said != "" {
			reason += ": " + said
		}
		return &GeneratorError{Place: c.command.Place, Command: c.String(), Reason: reason}
	}
	return out.Close()
}

// test is the test of an input file in a group.
func (s *Session) test(group, input string) problem.Test {
	t := s.configs[group]
	t.Name, t.Input = filepath.Base(input), input
	return t
}
