package timing

import (
	"context"
	"fmt"
	"slices"

	"dlxjudge/judge/author/limits"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// Unlimited returns the problems that have no time limit, and at least one entry whose submission can be judged.
func Unlimited(entries []grade.Entry) []*problem.Problem {
	var problems []*problem.Problem
	for _, e := range entries {
		if e.Problem.Limits.Time == 0 && e.Submission.NotJudged() == "" && !slices.Contains(problems, e.Problem) {
			problems = append(problems, e.Problem)
		}
	}
	return problems
}

// Derive works out a time limit for a problem that has none, and sets that limit. Each submission that must be fast
// enough runs once; judging will show whether the other submissions are too slow. If no submission that must be fast
// enough can run, Proposal.Fast is nil. By the format's rule, the limit is then the problem's time resolution. Stopped
// submissions are left out. If all were stopped, no limit is set: a guess might give TLE to a submission that must be
// fast enough.
//
// The runs are cached in o.CachedResults, so a later call need not repeat them. If the machine was overloaded during
// the run that decides the limit, a note says so, and that run is not cached.
func Derive(ctx context.Context, p *problem.Problem, o grade.Options) (limits.Proposal, []string, error) {
	o.Listener, o.Conversations, o.Transcripts, o.Timing = nil, false, "", true          // these runs are not reported
	judged := without(p, func(s problem.Submission) bool { return s.NotJudged() != "" }) // judging reports the others
	got, err := Run(ctx, judged, Options{Options: o, Runs: 1})
	if err != nil {
		return limits.Proposal{}, nil, err
	}
	var ended []limits.Timing
	for _, program := range got.Programs {
		if run := program.Runs[0]; run.Stopped {
			got.Notes = append(got.Notes, fmt.Sprintf("%s is left out: stopped after %v on %s", program.Name,
				run.Time, run.Test))
		} else {
			ended = append(ended, program)
		}
	}
	proposal := limits.Propose(p.Limits, ended)
	if len(ended) == 0 && len(got.Programs) == 0 {
		proposal.Limit = p.Limits.Resolution
	}
	if fast := proposal.Fast; fast != nil && fast.Waited && proposal.Limit > p.Limits.Resolution {
		got.Notes = append(got.Notes, fmt.Sprintf("%s on %s waited for a core: the machine was overloaded, so the "+
			"limit may be too high, and is worked out again next time", fast.Name, fast.Test))
	}
	p.Limits.Time = proposal.Limit
	return proposal, got.Notes, nil
}

// Breaches finds the submissions whose times are too close to a problem's time limit, by the problem's multipliers. If
// the first run finds such submissions, they run three more times to confirm the breaches. A problem without a limit
// has no breaches; fits then reports whether any limit would fit.
func Breaches(ctx context.Context, p *problem.Problem, o grade.Options) (found []limits.Breach, fits bool,
	notes []string, err error) {
	options := Options{Options: o, Runs: 1, Slow: true, CheckOnly: true}
	timed := p
	for range 2 {
		got, err := Run(ctx, timed, options)
		if err != nil {
			return nil, false, nil, err
		}
		if options.Runs == 1 {
			notes = got.Notes
		}
		if p.Limits.Time > 0 {
			found = limits.Check(p.Limits, got.Programs)
			fits = len(found) == 0
		} else {
			fits = limits.Propose(p.Limits, got.Programs).Limit > 0
		}
		if fits || len(got.Programs) == 0 {
			return nil, true, notes, nil
		}
		options.Runs = 3
		if p.Limits.Time > 0 {
			timed = without(p, func(s problem.Submission) bool {
				return !slices.ContainsFunc(found, func(b limits.Breach) bool { return b.Name == s.Name })
			})
		}
	}
	return found, fits, notes, nil
}

// without returns a copy of the problem. The copy lacks the submissions for which leaveOut returns true.
func without(p *problem.Problem, leaveOut func(problem.Submission) bool) *problem.Problem {
	rest := *p
	rest.Submissions = slices.DeleteFunc(slices.Clone(p.Submissions), leaveOut)
	return &rest
}
