package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"dlxjudge/judge/author/limits"
	"dlxjudge/judge/author/timing"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/lab"
)

// derive works out a time limit for each problem of the entries that has none, and says so. Only submissions that must
// be fast enough are run for it; judging shows whether the others are too slow. If none of them can be run, it is the
// smallest limit, which is what the format's rule comes to: what keeps it has its verdict whatever the limit is.
//
// Of several packages, one without a limit keeps no other from being judged: its entries then say why they are not.
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
	o.Observe, clear = a.progress()
	o.Listener = nil // these are no results
	got, err := timing.Run(ctx, p, timing.Options{Options: o, Runs: 1, Told: true})
	clear()
	switch {
	case ctx.Err() != nil:
		return exitError{Status: statusInterrupted,
			Err: errors.New("interrupted while a time limit was worked out")}
	case err != nil:
		return buildFailed(err)
	}
	var ended []limits.Program
	stopped := false
	for _, program := range got.Programs {
		if run := program.Runs[0]; run.Stopped {
			stopped = true
			got.Notes = append(got.Notes, fmt.Sprintf("%s is left out: it was stopped after %s on %s", program.Name,
				lab.Seconds(run.Time), run.Test))
		} else {
			ended = append(ended, program)
		}
	}
	for _, note := range got.Notes {
		a.say("%s: for the time limit, %s", p.Name, note)
	}
	rule := limits.RuleOf(p)
	proposal := limits.Propose(rule, ended)
	switch {
	case proposal.Limit > 0:
		p.Limits.Time = proposal.Limit
		a.say("%s: time limit %s, as its package gives none: %s times what %s took (%s on %s), rounded up to a "+
			"multiple of %s", p.Name, figures.Exactly(p.Limits.Time), times(rule.FromAccepted), proposal.Fast.Name,
			lab.Seconds(proposal.Fast.Median), proposal.Fast.Test, figures.Exactly(rule.Resolution))
	case stopped: // with any limit that is guessed, what must be fast enough might get TLE
		return fmt.Errorf("%s: its package gives no time limit, and none follows from its submissions, as all "+
			"that must be fast enough were stopped; give one with: --time-limit SECONDS", p.Name)
	default:
		p.Limits.Time = rule.Resolution
		a.say("%s: time limit %s, the smallest that the format allows, as its package gives none and nothing that "+
			"must be fast enough could be timed: a TLE says no more than that; give a limit with: --time-limit "+
			"SECONDS", p.Name, figures.Exactly(p.Limits.Time))
	}
	return nil
}

// times is a number in thousandths: "2", "1.5".
func times(thousandths int64) string {
	return strconv.FormatFloat(float64(thousandths)/1000, 'f', -1, 64)
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
