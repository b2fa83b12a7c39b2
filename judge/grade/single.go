package grade

import (
	"context"

	"dlxjudge/judge/build"
	"dlxjudge/judge/check"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/sandbox"
)

// CheckerOf builds the checker of a problem, as Judge does.
func CheckerOf(ctx context.Context, cache *build.Cache, p *problem.Problem) (check.Checker, error) {
	var checkers []check.Named
	for _, source := range p.Checkers {
		program, err := cache.Build(ctx, build.Tool, source)
		if err != nil {
			return nil, err
		}
		checkers = append(checkers, check.Named{Name: source.Name, Checker: check.Custom(cache.Programs, program, p.Limits.Validation)})
	}
	if len(checkers) == 0 {
		return check.Default(p.Judge.Whitespace), nil
	}
	return check.All(checkers), nil
}

// LimitsFor are the limits at which Judge stops a program that may not take longer than its time limit.
func LimitsFor(limits problem.Limits) sandbox.Limits { return limitsFor(limits, true) }

// Decide is the verdict on one run of a program, as Judge gives it. An error is the judge's own, or ctx's.
func Decide(ctx context.Context, limits problem.Limits, run sandbox.Result, checker check.Checker, files check.Files) (Test, error) {
	return decide(ctx, limits, run, checker, files)
}
