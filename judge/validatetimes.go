package main

import (
	"context"
	"path/filepath"

	"dlxjudge/judge/author/limits"
	"dlxjudge/judge/author/timing"
	"dlxjudge/judge/author/validate"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/report"
)

// validateTimes finds out whether the time limit of a package fits its submissions by its own rule, or whether any does
// if it gives none. If one run says that it does not, three more must say so, and the finding gives their spread. A
// limit that an online judge dictates is not checked.
func (a *app) validateTimes(ctx context.Context, p *problem.Problem, o grade.Options, r *validate.Report) error {
	if p.Judge.Key != "" {
		return nil
	}
	var l report.TimeLimit
	for _, runs := range []int{1, 3} {
		got, err := timing.Run(ctx, p, timing.Options{Options: o, Runs: runs, Slow: true})
		if err != nil {
			return err
		}
		l = found(p, got)
		if fits := l.Now > 0 && len(l.Breaches) == 0 || l.Now == 0 && l.Proposal.Limit > 0; fits ||
			len(got.Programs) == 0 {
			r.Skipped = append(r.Skipped, l.Notes...)
			return nil
		}
	}
	find := func(message string) {
		r.Findings = append(r.Findings, validate.Finding{Place: filepath.Join(p.Dir, "problem.yaml"), Message: message})
	}
	for _, breach := range l.Breaches {
		find("the time limit is " + report.Breach(breach, l.Now, limits.RuleOf(p)))
	}
	if l.Now == 0 {
		find("there is no time limit, and none follows from the submissions; judge limits says why")
	}
	r.Skipped = append(r.Skipped, l.Notes...)
	return nil
}
