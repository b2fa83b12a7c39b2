package main

import (
	"context"
	"errors"
	"fmt"

	"dlxjudge/judge/author/limits"
	"dlxjudge/judge/author/timing"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
)

// derive works out a time limit for each problem of the entries that has none, and says so. A package for which that
// fails does not stop the others from being judged: its entries say why they are not judged.
func (a *app) derive(ctx context.Context, entries []grade.Entry, o grade.Options) error {
	for _, p := range timing.Unlimited(entries) {
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
	got, notes, err := timing.Derive(ctx, p, o)
	clear()
	switch {
	case ctx.Err() != nil:
		return exitError{Status: statusInterrupted,
			Err: errors.New("interrupted while a time limit was worked out")}
	case err != nil:
		return buildFailed(err)
	}
	for _, note := range notes {
		a.say("%s: for the time limit, %s", p.Name, note)
	}
	switch rule := limits.RuleOf(p); {
	case got.Limit == 0:
		return fmt.Errorf("%s: its package gives no time limit, and none follows from its submissions, as all "+
			"that must be fast enough were stopped; give one with: --time-limit SECONDS", p.Name)
	case got.Fast == nil:
		a.say("%s: time limit %s, the smallest that the format allows, as its package gives none and nothing that "+
			"must be fast enough could be timed: a TLE says no more than that; give a limit with: --time-limit "+
			"SECONDS", p.Name, figures.Exactly(got.Limit))
	default:
		a.say("%s: time limit %s, as its package gives none: %g times what %s took (%s on %s), rounded up to a "+
			"multiple of %s", p.Name, figures.Exactly(got.Limit), float64(rule.FromAccepted)/1000, got.Fast.Name,
			figures.Seconds(got.Fast.Median), got.Fast.Test, figures.Exactly(rule.Resolution))
	}
	return nil
}
