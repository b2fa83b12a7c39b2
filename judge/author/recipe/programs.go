package recipe

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Generator is a built program that prints inputs. Recipes, "judge stress" and workloads use generators.
type Generator struct {
	Name    string
	Program sandbox.Program
}

// NewGenerator builds the program with this name in a problem's folder generators.
func NewGenerator(ctx context.Context, cache *compile.Cache, p *problem.Problem, name string) (Generator, error) {
	source, err := p.Generator(name)
	if err != nil {
		return Generator{}, err
	}
	program, err := cache.Build(ctx, compile.Tool, source)
	return Generator{name, program}, err
}

// Input writes the generator's output for these arguments to a file.
func (g Generator) Input(ctx context.Context, executor sandbox.Executor, args []string, path string) error {
	return sandbox.Transform(ctx, executor, g.Name, g.Program, args, os.DevNull, path)
}

// maker holds the built programs that a problem's recipes use.
type maker struct {
	problem  *problem.Problem
	executor sandbox.Executor
	programs map[string]sandbox.Program // by name; a generator's name begins with "generators/"
	checker  check.Checker              // decides whether two programs agree
}

// newMaker builds the programs of the recipes.
func newMaker(ctx context.Context, cache *compile.Cache, p *problem.Problem, groups []Group) (*maker, error) {
	m := &maker{problem: p, executor: cache.Programs, programs: make(map[string]sandbox.Program)}
	var errs []error
	build := func(name, place string) {
		if _, done := m.programs[name]; done || name == "" || ctx.Err() != nil {
			return
		}
		program, err := buildProgram(ctx, cache, p, name)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", place, err))
		}
		m.programs[name] = program
	}
	for _, g := range groups {
		build(g.Answer.Name, g.Answer.Place)
		build(g.Agree.Name, g.Agree.Place)
		for _, t := range g.Tests {
			if t.Generator != "" {
				build(generators+t.Generator, t.Place)
			}
		}
	}
	if err := errors.Join(append(errs, ctx.Err())...); err != nil {
		return nil, err
	}
	if m.usesChecker() {
		var err error
		m.checker, err = grade.Checker(ctx, cache, p)
		return m, err
	}
	m.checker = check.Default(problem.ExactWhitespace) // users see answers, so whitespace should agree, too
	return m, nil
}

// usesChecker reports whether the problem's own checker decides whether two programs agree. The checker of an
// interactive or multi-pass problem cannot decide this, because the answer files of such a problem are not outputs.
func (m *maker) usesChecker() bool { return m.problem.Checkers != nil && !m.problem.Talks() }

func buildProgram(ctx context.Context, cache *compile.Cache, p *problem.Problem,
	name string) (sandbox.Program, error) {
	if generator, ok := strings.CutPrefix(name, generators); ok {
		built, err := NewGenerator(ctx, cache, p, generator)
		return built.Program, err
	}
	if p.Talks() {
		return sandbox.Program{}, fmt.Errorf("%s cannot make an answer alone: solutions of interactive and multi-pass "+
			"problems need the judge; write \"answer: none\", or name two generators/<name> that print the "+
			"answer files", name)
	}
	solution, err := p.Accepted(name)
	if err != nil {
		return sandbox.Program{}, fmt.Errorf("%w (or write %s)", err, none)
	}
	return cache.Build(ctx, compile.Submission, solution.Source)
}
