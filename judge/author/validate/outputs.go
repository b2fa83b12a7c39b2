package validate

import (
	"context"
	"path/filepath"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// outputs has the checker decide the outputs that a package holds as tests of its checker.
func (r *Report) outputs(ctx context.Context, cache *compile.Cache, p *problem.Problem, checker check.Checker,
	validators map[string]sandbox.Program) error {
	for _, folder := range []struct {
		name string
		want problem.Verdict
	}{{problem.InvalidOutput, problem.WA}, {problem.ValidOutput, problem.AC}} {
		tests, err := p.ValidationTests(folder.name)
		if err != nil {
			r.find(filepath.Join(p.DataDir, folder.name), "cannot be read:\n%v", err)
		}
		right := 0
		for _, t := range tests {
			before := len(r.Findings) + len(r.Doubts)
			if _, err := r.input(ctx, cache, p, t, validators); err != nil {
				return err
			}
			if err := r.output(ctx, checker, p, t, folder.want, true); err != nil {
				return err
			}
			if len(r.Findings)+len(r.Doubts) == before {
				right++
			}
		}
		r.aside(folder.name, len(tests), right)
	}
	return nil
}

// output has the checker decide the .out file of a test, which must get a verdict that want covers.
func (r *Report) output(ctx context.Context, checker check.Checker, p *problem.Problem, t problem.Test,
	want problem.Verdict, needed bool) error {
	for _, path := range []string{t.Output(), t.Answer} {
		if _, err := untrusted.Stat(path); err != nil {
			if needed {
				r.find(t.Input, "no %s beside it; write it, or remove the input", filepath.Base(path))
			}
			return nil
		}
	}
	result, err := decide(ctx, checker, p, t, t.Output())
	switch {
	case err != nil:
		return err
	case result.Starved:
		r.doubt(t.Output(), result.Message)
	case result.Verdict == problem.JE:
		r.find(t.Output(), "cannot be checked: %s", result.Message)
	case want.Covers(result.Verdict):
	case want == problem.AC:
		r.find(t.Output(), "the checker says %s, and it is to be accepted: %s", result.Verdict, result.Message)
	default:
		r.find(t.Output(), "the checker says %s, and it is to be rejected", result.Verdict)
	}
	return nil
}
