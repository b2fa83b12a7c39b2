package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"dlxjudge/judge/author/limits"
	"dlxjudge/judge/author/timing"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/lab"
)

// derive works out a time limit for each problem of the entries that has none, and says so. Only submissions that must
// be fast enough are run for it; judging shows whether the others are too slow. Of several packages, one without a
// limit keeps no other from being judged: its entries then say why they are not.
func (a *app) derive(ctx context.Context, entries []grade.Entry, o grade.Options) error {
	for _, p := range unlimited(entries) {
		err := a.deriveOne(ctx, p, o)
		var ended exitError
		if err == nil {
			continue
		}
		if !o.Several || errors.As(err, &ended) {
			return err
		}
		for i := range entries {
			if entries[i].Problem == p {
				entries[i].Submission.Broken = grade.OneLine(err)
			}
		}
	}
	return nil
}

func (a *app) deriveOne(ctx context.Context, p *problem.Problem, o grade.Options) error {
	var clear func()
	o.Observe, clear = a.status()
	got, err := timing.Run(ctx, p, timing.Options{Options: o, Runs: 1})
	clear()
	switch {
	case ctx.Err() != nil:
		return exitError{Status: statusInterrupted, Err: errors.New("interrupted while a time limit was worked out")}
	case err != nil:
		return buildFailed(err)
	}
	var ended []limits.Program
	for _, program := range got.Programs {
		if run := program.Runs[0]; run.Stopped {
			got.Notes = append(got.Notes, fmt.Sprintf("%s is left out: it was stopped after %s on %s", program.Name,
				lab.Seconds(run.Time), run.Test))
		} else {
			ended = append(ended, program)
		}
	}
	for _, note := range got.Notes {
		a.say("%s: for the time limit, %s", p.Name, note)
	}
	proposal := limits.Propose(limits.RuleOf(p), ended)
	if proposal.Limit == 0 {
		return fmt.Errorf("%s: its package gives no time limit, and none follows from its submissions, as none "+
			"that must be fast enough could be timed; give one with: --time-limit SECONDS", p.Name)
	}
	p.Limits.Time = proposal.Limit
	a.say("%s: time limit %s, derived from %s (%s on %s)", p.Name, figures.Exactly(p.Limits.Time),
		proposal.Fast.Name, lab.Seconds(proposal.Fast.Median), proposal.Fast.Test)
	return nil
}

// unlimited are the problems of entries that have no time limit and at least one submission that is judged.
func unlimited(entries []grade.Entry) []*problem.Problem {
	var problems []*problem.Problem
	for _, e := range entries {
		if e.Problem.Limits.Time == 0 && e.Submission.NotJudged() == "" && !slices.Contains(problems, e.Problem) {
			problems = append(problems, e.Problem)
		}
	}
	return problems
}
