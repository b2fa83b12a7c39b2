package main

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"dlxjudge/judge/grade"
	"dlxjudge/judge/limits"
	"dlxjudge/judge/problem"
)

// timing is how the submissions that bound a problem's time limit are timed.
type timing struct {
	grade.Options
	stop time.Duration // CPU time after which one that must be fast enough is stopped; 0 for stopAfter, or the time limit if that is longer
	runs int           // of each
	slow bool          // whether what is meant to be too slow is timed as well
}

// timings are the times of a problem's submissions, and what else was seen.
type timings struct {
	programs []limits.Program
	notes    []string // submissions that could not be timed, with the reason
	wrong    []string // those that are not as they should be
}

// stopAfter is the CPU time on a test after which what must be fast enough is stopped, unless more is in question.
const stopAfter = 20 * time.Second

// timed times the submissions that bound a problem's time limit on the tests on which they do. What is meant to be too slow
// gets a quarter more time than the limits in question ask of it; that it would take longer need not be known.
func timed(ctx context.Context, p *problem.Problem, t timing) (timings, error) {
	var got timings
	t.stop = cmp.Or(t.stop, max(stopAfter, p.Limits.Time))
	err := got.time(ctx, p, problem.Above, t.stop, t)
	if err != nil || !t.slow {
		return got, err
	}
	rule := limits.RuleOf(p)
	limit := max(limits.Propose(rule, got.programs).Least, p.Limits.Time)
	if limit == 0 { // no limit is in question
		return got, nil
	}
	return got, got.time(ctx, p, problem.Below, rule.Wanted(limit)/4*5, t)
}

// time times what bounds the limit from one side, and stops it after stop. A submission that was stopped does not run again.
func (got *timings) time(ctx context.Context, p *problem.Problem, bounds problem.Bounds, stop time.Duration, t timing) error {
	entries := bounding(p, bounds)
	first := len(got.programs)
	place := make(map[string]int) // in programs, by the submission's path
	for run := range t.runs {
		t.TimeLimit, t.All, t.First = stop, false, false
		results, err := grade.Judge(ctx, entries, t.Options)
		if err != nil {
			return err
		}
		again := entries[:0:0]
		for i, s := range results.Submissions {
			if run == 0 && !got.usable(p, entries[i].Submission, s) {
				continue
			}
			name := s.Name
			at, known := place[name]
			if !known {
				at = len(got.programs)
				place[name] = at
				got.programs = append(got.programs, limits.Program{Name: name, Slow: bounds == problem.Below})
			}
			took, ok := slowest(s.Tests, stop)
			if !ok {
				continue
			}
			got.programs[at].Runs = append(got.programs[at].Runs, took)
			if !took.Stopped {
				again = append(again, entries[i])
			}
		}
		if entries = again; len(entries) == 0 {
			break
		}
	}
	kept := got.programs[:first]
	for _, program := range got.programs[first:] {
		if len(program.Runs) > 0 {
			kept = append(kept, program)
		}
	}
	got.programs = kept
	return nil
}

// bounding are the submissions that bound the limit from that side, each with the tests on which it does. Nothing is expected of
// them: they are timed, not judged.
func bounding(p *problem.Problem, bounds problem.Bounds) []grade.Entry {
	bare := *p
	bare.Expectations = nil
	var entries []grade.Entry
	for _, s := range p.Submissions {
		expected := p.Expects(s)
		e := grade.Entry{Problem: &bare, Submission: s}
		for _, test := range p.Tests {
			if expected.Bounds(test.Name) == bounds {
				e.Tests = append(e.Tests, test)
			}
		}
		if len(e.Tests) > 0 {
			entries = append(entries, e)
		}
	}
	return entries
}

// usable notes what is not as it should be, and reports whether the submission was run at all.
func (got *timings) usable(p *problem.Problem, of problem.Submission, s grade.Submission) bool {
	switch {
	case s.Verdict == problem.NotRun:
		got.notes = append(got.notes, fmt.Sprintf("%s is left out: %s", s.Name, s.Message))
		return false
	case s.Verdict == problem.CE:
		got.wrong = append(got.wrong, fmt.Sprintf("%s does not compile", s.Name))
		return false
	}
	expected := p.Expects(of)
	for _, t := range s.Tests {
		mistaken := of.Solution && t.Verdict != problem.TLE && !expected.Permits(t.Name, t.Verdict)
		if mistaken || t.Verdict == problem.JE {
			got.wrong = append(got.wrong, fmt.Sprintf("%s gets %s on %s: %s", s.Name, t.Verdict, t.Name, t.Message))
			break
		}
	}
	return true
}

// slowest is the run of the test that took the most CPU time. One that was stopped, for its CPU time or by the clock, would have
// taken longer.
func slowest(tests []grade.Test, stop time.Duration) (limits.Run, bool) {
	var most limits.Run
	for _, t := range tests {
		run := limits.Run{Test: t.Name, Time: t.CPU}
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
	return most, most.Test != ""
}
