// Package timing runs the submissions that bound a problem's time limit, and takes their times. What follows from these
// package limits works out.
//
//	times, err := timing.Run(ctx, p, timing.Options{Options: tools, Runs: 3, Slow: true})
//	proposal := limits.Propose(limits.RuleOf(p), times.Programs)
package timing

import (
	"context"
	"fmt"
	"slices"
	"time"

	"dlxjudge/judge/author/limits"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// Options are how submissions are timed.
type Options struct {
	grade.Options
	Runs int  // of each
	Slow bool // whether what is meant to be too slow is timed as well
	// whether what is not judged is left out without a note, as the rows of the results say so
	Told bool
	// whether it is only asked if the limit that the problem has fits: then nothing runs longer than that shows
	Fits bool
	Only []string // names of the submissions that are timed; nil for all
}

// Times are the times of a problem's submissions, and what else was seen.
type Times struct {
	Programs []limits.Program
	Notes    []string // submissions that could not be timed, with the reason
	Wrong    []string // those that are not as they should be
}

// stopAfter is the CPU time on a test after which what must be fast enough is stopped, unless more is in question.
const stopAfter = 20 * time.Second

// Run times the submissions that bound a problem's time limit on the tests on which they do. What is meant to be too
// slow gets a quarter more time than the limits in question ask of it; that it would take longer need not be known.
func Run(ctx context.Context, p *problem.Problem, o Options) (Times, error) {
	var got Times
	o.Fits = o.Fits && p.Limits.Time > 0
	stop := max(stopAfter, p.Limits.Time)
	if o.Fits { // what takes longer breaks the rule, however long it takes
		stop = p.Limits.Time
	}
	err := got.time(ctx, p, false, stop, o)
	if err != nil || !o.Slow {
		return got, err
	}
	rule := limits.RuleOf(p)
	limit := max(limits.Propose(rule, got.Programs).Least, p.Limits.Time)
	switch {
	case o.Fits:
		return got, got.time(ctx, p, true, rule.Wanted(p.Limits.Time), o)
	case limit == 0: // no limit is in question
		return got, nil
	}
	return got, got.time(ctx, p, true, rule.Wanted(limit)/4*5, o)
}

// time times what bounds the limit from one side, and stops it after stop. A submission that was stopped does not run
// again.
func (got *Times) time(ctx context.Context, p *problem.Problem, slow bool, stop time.Duration, o Options) error {
	entries := slices.DeleteFunc(bounding(p, slow), func(e grade.Entry) bool {
		return o.Only != nil && !slices.Contains(o.Only, e.Submission.Name)
	})
	if o.Told {
		entries = slices.DeleteFunc(entries, func(e grade.Entry) bool { return e.Submission.NotJudged() != "" })
	}
	all := make([]limits.Program, len(entries))
	programs := make([]*limits.Program, len(entries)) // of the entries that run again
	for i, e := range entries {
		all[i] = limits.Program{Name: e.Submission.Name, Slow: slow}
		programs[i] = &all[i]
	}
	for run := 0; run < o.Runs && len(entries) > 0; run++ {
		o.TimeLimit, o.All, o.First = stop, false, false
		results, err := grade.Judge(ctx, entries, o.Options)
		if err != nil {
			return err
		}
		var again []grade.Entry
		var ended []*limits.Program
		for i, s := range results.Submissions {
			took := slowest(s.Tests, stop)
			if run == 0 && !got.usable(p, entries[i].Submission, s) || took.Test == "" {
				continue
			}
			programs[i].Runs = append(programs[i].Runs, took)
			if !took.Stopped {
				again, ended = append(again, entries[i]), append(ended, programs[i])
			}
		}
		entries, programs = again, ended
	}
	got.Programs = append(got.Programs, slices.DeleteFunc(all, func(p limits.Program) bool { return p.Runs == nil })...)
	return nil
}

// bounding are the submissions that bound the limit from that side, each with the tests on which it does. Nothing is
// expected of them: they are timed, not judged.
func bounding(p *problem.Problem, slow bool) []grade.Entry {
	bare := *p
	bare.Expectations = nil
	var entries []grade.Entry
	add := func(s problem.Submission, of func(test string) bool) {
		e := grade.Entry{Problem: &bare, Submission: s}
		for _, test := range p.Tests {
			if of(test.Name) {
				e.Tests = append(e.Tests, test)
			}
		}
		if len(e.Tests) > 0 {
			entries = append(entries, e)
		}
	}
	for _, s := range p.Submissions {
		expected := p.Expects(s)
		if !slow {
			add(s, expected.Timely)
			continue
		}
		for _, set := range expected.TooSlow() {
			add(s, func(test string) bool { return slices.Contains(set, test) })
		}
	}
	return entries
}

// usable notes what is not as it should be, and reports whether the submission was run at all.
func (got *Times) usable(p *problem.Problem, of problem.Submission, s grade.Submission) bool {
	switch {
	case s.Verdict == problem.NotRun:
		got.Notes = append(got.Notes, fmt.Sprintf("%s is left out: %s", s.Name, s.Message))
		return false
	case s.Verdict == problem.CE:
		got.Wrong = append(got.Wrong, fmt.Sprintf("%s does not compile", s.Name))
		return false
	}
	expected := p.Expects(of)
	for _, t := range s.Tests {
		mistaken := of.Solution && t.Verdict != problem.TLE && !expected.Permits(t.Name, t.Verdict)
		if mistaken || t.Verdict == problem.JE {
			got.Wrong = append(got.Wrong, fmt.Sprintf("%s gets %s on %s: %s", s.Name, t.Verdict, t.Name, t.Message))
			break
		}
	}
	return true
}

// slowest is the run of the test that took the most CPU time. One that was stopped, for its CPU time or by the clock,
// would have taken longer. Without tests there is none.
func slowest(tests []grade.Test, stop time.Duration) limits.Run {
	var most limits.Run
	for _, t := range tests {
		run := limits.Run{Test: t.Name, Time: time.Duration(t.CPU)}
		switch t.Verdict {
		case problem.NotRun:
			continue
		case problem.TLE:
			run.Time, run.Stopped = stop, true
		}
		if most.Test == "" || run.Time > most.Time {
			most = run
		}
	}
	return most
}
