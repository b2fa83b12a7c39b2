package main

import (
	"context"
	"path/filepath"

	"dlxjudge/judge/author/limits"
	"dlxjudge/judge/author/validate"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/lab"
)

// validateTimes finds out whether the time limit of a package fits its submissions by its own rule, or whether any does
// if it gives none. Where one run says that it does not, three more must say so, and how far they agree is told. A
// limit that an online judge dictates is not looked at.
func (a *app) validateTimes(ctx context.Context, p *problem.Problem, o grade.Options, r *validate.Report) error {
	if p.Judge.Key != "" {
		return nil
	}
	var l lab.TimeLimit
	for _, runs := range []int{1, 3} {
		got, err := timed(ctx, p, timing{Options: o, runs: runs, slow: true})
		if err != nil {
			return err
		}
		l = found(p, got)
		if fits := l.Now > 0 && len(l.Breaches) == 0 || l.Now == 0 && l.Proposal.Limit > 0; fits ||
			len(got.programs) == 0 {
			r.Skipped = append(r.Skipped, l.Notes...)
			return nil
		}
	}
	find := func(message string) {
		r.Findings = append(r.Findings, validate.Finding{Place: filepath.Join(p.Dir, "problem.yaml"), Message: message})
	}
	for _, breach := range l.Breaches {
		find("the time limit is " + lab.Breach(breach, l.Now, limits.RuleOf(p)))
	}
	if l.Now == 0 {
		find("there is no time limit, and none follows from the submissions; judge limits says why")
	}
	r.Skipped = append(r.Skipped, l.Notes...)
	return nil
}
