package recipe

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"dlxjudge/judge/build"
	"dlxjudge/judge/check"
	"dlxjudge/judge/executor"
	"dlxjudge/judge/problem"
)

// maker holds the built programs that a problem's recipes use.
type maker struct {
	problem  *problem.Problem
	executor executor.Executor
	programs map[string]executor.Program // by the name in the recipe; generators with their prefix
	checker  check.Checker               // nil when answers must have the same bytes
}

// newMaker builds the programs of the recipes.
func newMaker(ctx context.Context, cache *build.Cache, p *problem.Problem, groups []Group) (*maker, error) {
	m := &maker{problem: p, executor: cache.Programs, programs: make(map[string]executor.Program)}
	var errs []error
	build := func(name, place string) {
		if _, done := m.programs[name]; done || ctx.Err() != nil {
			return
		}
		program, err := buildProgram(ctx, cache, p, name)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", place, err))
		}
		m.programs[name] = program
	}
	for _, g := range groups {
		build(g.Answer, g.Place)
		build(g.Agree, g.Place)
		for _, t := range g.Tests {
			build(generators+t.Generator, t.Place)
		}
	}
	if err := errors.Join(append(errs, ctx.Err())...); err != nil {
		return nil, err
	}
	if p.Checker != nil {
		program, err := buildChecker(ctx, cache, p)
		if err != nil {
			return nil, err
		}
		m.checker = check.Custom(cache.Programs, program, p.Limits.Validation)
	}
	return m, nil
}

func buildProgram(ctx context.Context, cache *build.Cache, p *problem.Problem, name string) (executor.Program, error) {
	if generator, ok := strings.CutPrefix(name, generators); ok {
		source, err := p.Generator(generator)
		if err != nil {
			return executor.Program{}, err
		}
		return cache.Build(ctx, build.Tool, source)
	}
	i := slices.IndexFunc(p.Submissions, func(s problem.Submission) bool { return s.Path == "accepted/"+name })
	if i < 0 {
		return executor.Program{}, fmt.Errorf("%s has no solution %s; write it, or name another one", p.Name, name)
	}
	return cache.Build(ctx, build.Submission, p.Submissions[i].Source)
}

func buildChecker(ctx context.Context, cache *build.Cache, p *problem.Problem) (executor.Program, error) {
	program, err := cache.Build(ctx, build.Tool, *p.Checker)
	if err != nil {
		err = fmt.Errorf("the checker of %s: %w", p.Name, err)
	}
	return program, err
}

// run runs a program of the recipes from one file to another.
func (m *maker) run(ctx context.Context, name string, args []string, input, output string) error {
	return executor.Transform(ctx, m.executor, name, m.programs[name], args, input, output)
}
