package timing

import (
	"context"
	"fmt"
	"slices"

	"dlxjudge/judge/author/limits"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// Unlimited are the problems of entries that have no time limit and at least one submission that is judged.
func Unlimited(entries []grade.Entry) []*problem.Problem {
	var problems []*problem.Problem
	for _, e := range entries {
		if e.Problem.Limits.Time == 0 && e.Submission.NotJudged() == "" && !slices.Contains(problems, e.Problem) {
			problems = append(problems, e.Problem)
		}
	}
	return problems
}

// Derive works out a time limit for a problem that has none, and gives it to the problem. Only submissions that must be
// fast enough run for it, once; judging shows whether the others are too slow. If none of them can be run, it is the
// smallest limit, which is what the format's rule comes to: Proposal.Fast is nil then. A submission that was stopped is
// left out; if all were, no limit follows, as with any that is guessed what must be fast enough might get TLE.
func Derive(ctx context.Context, p *problem.Problem, o grade.Options) (limits.Proposal, []string, error) {
	o.Listener = nil // these are no results
	got, err := Run(ctx, p, Options{Options: o, Runs: 1, Told: true})
	if err != nil {
		return limits.Proposal{}, nil, err
	}
	var ended []limits.Program
	for _, program := range got.Programs {
		if run := program.Runs[0]; run.Stopped {
			got.Notes = append(got.Notes, fmt.Sprintf("%s is left out: it was stopped after %v on %s", program.Name,
				run.Time, run.Test))
		} else {
			ended = append(ended, program)
		}
	}
	proposal := limits.Propose(limits.RuleOf(p), ended)
	if len(ended) == 0 && len(got.Programs) == 0 {
		proposal.Limit = p.Limits.Resolution
	}
	p.Limits.Time = proposal.Limit
	return proposal, got.Notes, nil
}

// Breaches are the submissions that the time limit of a problem does not fit by its own rule. If one run says so of
// some, three more of these must say so, too. Of a problem without a limit it only says whether any fits.
func Breaches(ctx context.Context, p *problem.Problem, o grade.Options) (found []limits.Breach, fits bool,
	notes []string, err error) {
	options := Options{Options: o, Runs: 1, Slow: true, Fits: true}
	rule := limits.RuleOf(p)
	for range 2 {
		got, err := Run(ctx, p, options)
		if err != nil {
			return nil, false, nil, err
		}
		if options.Runs == 1 {
			notes = got.Notes
		}
		if p.Limits.Time > 0 {
			found = limits.Check(rule, p.Limits.Time, got.Programs)
			fits = len(found) == 0
		} else {
			fits = limits.Propose(rule, got.Programs).Limit > 0
		}
		if fits || len(got.Programs) == 0 {
			return nil, true, notes, nil
		}
		options.Runs = 3
		for _, breach := range found { // none where any limit is wanted
			options.Only = append(options.Only, breach.Name)
		}
	}
	return found, fits, notes, nil
}
