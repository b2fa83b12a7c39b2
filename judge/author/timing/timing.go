// Package timing measures the times of the submissions that bound a problem's time limit. limits.Propose works out the
// limit.
//
//	times, err := timing.Run(ctx, p, timing.Options{Options: tools, Runs: 3, Slow: true})
//	proposal := limits.Propose(p.Limits, times.Programs)
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

// Options say how submissions are timed.
type Options struct {
	grade.Options
	Runs      int  // the number of runs of each submission
	Slow      bool // also time submissions that are meant to be too slow
	CheckOnly bool // only check the problem's own limit, and stop each submission once its result is certain
}

// Times are the times of a problem's submissions, with notes.
type Times struct {
	Programs []limits.Program
	Notes    []string // submissions that could not be timed, with the reason
	Wrong    []string // submissions with unexpected verdicts, with the reason
	Crashed  bool     // the judge or a tool failed on a test
}

// stopAfter is the maximum CPU time on a test for submissions that must be fast enough. If the problem's own limit is
// longer, that limit applies instead.
const stopAfter = 20 * time.Second

// Run measures the submissions that bound a problem's time limit, on the tests that count for the limit. Unless
// o.CheckOnly is set, submissions that are meant to be too slow may run for 125% of the shortest time that is slow
// enough.
func Run(ctx context.Context, p *problem.Problem, o Options) (Times, error) {
	var got Times
	o.CheckOnly = o.CheckOnly && p.Limits.Time > 0
	stop := max(stopAfter, p.Limits.Time)
	if o.CheckOnly { // a submission that takes longer breaks the rule anyway
		stop = p.Limits.Time
	}
	err := got.time(ctx, p, false, stop, o)
	if err != nil || !o.Slow {
		return got, err
	}
	if o.CheckOnly {
		return got, got.time(ctx, p, true, limits.MinSlow(p.Limits), o)
	}
	proposed := p.Limits
	proposed.Time = max(limits.Propose(p.Limits, got.Programs).Least, p.Limits.Time)
	if proposed.Time == 0 { // there is no limit to compare with
		return got, nil
	}
	return got, got.time(ctx, p, true, limits.MinSlow(proposed)/4*5, o)
}

// time measures the submissions that bound the limit from above if slow is set, and from below otherwise. stop is the
// time limit of these runs. A submission that was stopped does not run again.
func (got *Times) time(ctx context.Context, p *problem.Problem, slow bool, stop time.Duration, o Options) error {
	entries := bounding(p, slow)
	all := make([]limits.Program, len(entries))
	programs := make([]*limits.Program, len(entries)) // programs[i] is the program of entries[i]
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

// bounding returns the submissions that bound the limit from above if slow is set, and from below otherwise. Each entry
// has only the tests that count. The entries have no expected verdicts, because they are timed, not judged.
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
		if s.Stranger() {
			continue
		}
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

// usable reports whether the submission ran at all. It also records unexpected verdicts.
func (got *Times) usable(p *problem.Problem, of problem.Submission, s grade.Submission) bool {
	switch {
	case s.Verdict == problem.NotRun:
		got.Notes = append(got.Notes, fmt.Sprintf("%s is left out: %s", s.Name, s.Message))
		return false
	case s.Verdict == problem.CE:
		got.Wrong = append(got.Wrong, fmt.Sprintf("%s does not compile", s.Name))
		return false
	}
	expected, crash := p.Expects(of), s.FirstFailure()
	got.Crashed = got.Crashed || crash >= 0
	for i, t := range s.Tests {
		mistaken := of.Solution && t.Verdict != problem.TLE && !expected.Permits(t.Name, t.Verdict)
		if mistaken && crash < 0 || i == crash {
			got.Wrong = append(got.Wrong, fmt.Sprintf("%s gets %s on %s: %s", s.Name, t.Verdict, t.Name, t.Message))
			break
		}
	}
	return true
}

// slowest returns the run of the test that took the most CPU time. If a run was stopped at its CPU limit or wall-clock
// limit, its time is the value of stop. If no test ran, slowest returns the zero value.
func slowest(tests []grade.Test, stop time.Duration) limits.Run {
	var most limits.Run
	for _, t := range tests {
		run := limits.Run{Test: t.Name, Time: time.Duration(t.CPU), Waited: t.Waited}
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
