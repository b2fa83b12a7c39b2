package grade

import (
	"context"

	"dlxjudge/judge/check"
	"dlxjudge/judge/problem"
)

// Once runs a submission on one test, as it is run when it is judged, and leaves what it prints in the file output. The test
// may be none of the problem's, and need no answer: nothing is checked, and a program that kept to its limits and ended well
// gets AC. Stderr is filled in for every verdict. What cannot be built gets the verdict CE or, where the compiler is missing,
// NotRun, with the reason in Message.
func Once(ctx context.Context, e Entry, t problem.Test, output string, o Options) (Test, error) {
	e.Tests = []problem.Test{t}
	j := newJudging(e, o)
	if err := j.build(ctx, o.Cache); err != nil {
		return Test{}, err
	}
	if j.program.Path == "" {
		return Test{Verdict: j.unbuilt.Verdict, Message: j.unbuilt.Message}, nil
	}
	worker, err := o.Sandbox.Worker(0)
	if err != nil {
		return Test{}, err
	}
	defer worker.Close()
	used, err := worker.Run(ctx, (&order{judging: j, output: output}).task(1))
	if err != nil {
		return Test{}, err
	}
	test, err := decide(ctx, j.limits, j.program, used, unchecked{}, check.Files{})
	test.Name, test.Stderr = t.Name, used.Stderr
	return test, err
}

// unchecked is a checker that accepts everything.
type unchecked struct{}

func (unchecked) Check(context.Context, check.Files) (check.Result, error) {
	return check.Result{Verdict: problem.AC}, nil
}
