package shard

import (
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/read/problem"
)

// Options are the flags that change how long judging takes.
type Options struct {
	All       bool          // every test is run, also after one that was too slow
	TimeLimit time.Duration // in place of the problems' own; 0 keeps those
}

// What a submission takes besides its runs: a build without a cache, and the judge's own work around each run.
const (
	building   = 300 * time.Millisecond
	aroundRuns = 1500 * time.Microsecond
)

// Expect is how long judging each entry is expected to take: its known times, and estimates where there are none.
func Expect(entries []grade.Entry, known Times, o Options) []time.Duration {
	usual := known.usual()
	expected := make([]time.Duration, len(entries))
	for i, e := range entries {
		switch limit := e.Problem.Limits.Time; {
		case e.Submission.Unjudged != "" || e.Submission.Broken != "":
			expected[i] = aroundRuns
		case o.TimeLimit > 0:
			expected[i] = building + runs(e, known, usual, o.TimeLimit, o.All)
		default:
			expected[i] = building + runs(e, known, usual, limit, o.All)
		}
	}
	return expected
}

// runs is how long the tests of an entry take. A program is assumed to be too slow where a TLE is permitted and no time
// is known. Of a solution, the other tests that permit it are skipped then; a wrong program goes on, and half of its
// tests are assumed to be too slow.
func runs(e grade.Entry, known Times, usual usual, limit time.Duration, all bool) time.Duration {
	expected := e.Problem.Expects(e.Submission)
	total, late := time.Duration(0), "" // the first test that is too slow
	for _, t := range e.Tests {
		took, ok := known[record.Key{Problem: e.Problem.Name, Solution: e.Submission.Name, Test: t.Name}]
		permitted := expected.Permits(t.Name, problem.TLE)
		switch {
		case permitted && late != "" && !all && (e.Submission.Solution || !expected.Decides(t.Name, late)):
			continue
		case ok && took == 0: // skipped
			continue
		case ok:
			took = min(took, 2*limit)
		case !permitted:
			took = min(usual.of(e.Problem.Name, t.Name), 2*limit)
		case late == "" || e.Submission.Solution:
			took = limit
		default:
			took = limit / 2
		}
		if permitted && took >= limit && late == "" {
			late = t.Name
		}
		total += took + aroundRuns
	}
	return total
}
