package grade

import (
	"context"

	"dlxjudge/judge/build"
	"dlxjudge/judge/check"
	"dlxjudge/judge/executor"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/sandbox"
)

// Single is a program that is run on one test at a time, on inputs that need not be tests of the problem. Its verdicts are
// those of Judge for a program that may not take longer than its time limit.
type Single struct {
	Problem    *problem.Problem
	Submission problem.Submission
	Program    executor.Program
	Limits     problem.Limits
	Checker    check.Checker
}

// Run runs the program on a test, with its output in a file of that path, and decides the verdict. An error is the judge's own,
// or ctx's.
func (s Single) Run(ctx context.Context, worker sandbox.Worker, t problem.Test, output string) (Test, error) {
	limits := limitsFor(s.Limits, true)
	limits.Wall *= starvedWallFactor // the machine is busy: several programs run side by side
	task := sandbox.NewTask(s.Program, s.Limits.Memory, limits, t.Args...)
	task.Input, task.Output = t.Input, output
	task.Files, task.ReadOnly = shown(s.Submission.Given(t)), !s.Problem.FileWriting
	used, err := worker.Run(ctx, task)
	if err != nil {
		return Test{}, err
	}
	files := check.Files{
		Input: t.Input, Answer: t.Answer, Output: output, Args: t.CheckerArgs, Checker: t.Checker,
		Submission: shown(s.Submission.Submitted()),
	}
	return decide(ctx, s.Limits, s.Program, used, s.Checker, files)
}

// CheckerOf builds the checker of a problem.
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
