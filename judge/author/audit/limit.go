package audit

import (
	"fmt"
	"slices"
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// Margins say how far a time limit is from the programs on both sides of it.
type Margins struct {
	Limit time.Duration
	Right *Timed // the slowest program that must be fast enough; nil if there is none
	Late  *Timed // the fastest of those that must be too slow; nil if there is none
}

// Timed is what a program takes on the test on which it takes longest.
type Timed struct {
	Program, Test string
	Time          time.Duration
	Stopped       bool // it would have taken longer
}

// Longer is how many times the limit is what is too slow may take when it is timed.
const Longer = 3

// moved is how far the limit is moved to see which verdicts flip: by a fifth.
const (
	lower  = 4. / 5
	higher = 6. / 5
)

// LateEntries are the programs that were stopped for their time, on those tests: what is to be judged once more with
// Longer times the limit.
func LateEntries(p *problem.Problem, results []grade.Submission) []grade.Entry {
	var entries []grade.Entry
	for _, s := range results {
		i := slices.IndexFunc(p.Submissions, func(o problem.Submission) bool { return o.Name == s.Name })
		if i < 0 {
			continue
		}
		e := grade.Entry{Problem: p, Submission: p.Submissions[i]}
		for _, t := range s.Tests {
			if j := slices.IndexFunc(p.Tests, func(o problem.Test) bool { return o.Name == t.Name }); j >= 0 &&
				t.Verdict == problem.TLE {
				e.Tests = append(e.Tests, p.Tests[j])
			}
		}
		if len(e.Tests) > 0 {
			entries = append(entries, e)
		}
	}
	return entries
}

// Limit finds verdicts that flip if the time limit moves by a fifth, and says how far it is from the programs. Longer
// are the results of LateEntries.
func Limit(p *problem.Problem, results, longer []grade.Submission) (Margins, []Finding) {
	m := Margins{Limit: p.Limits.Time}
	var findings []Finding
	for _, s := range results {
		expected, of := expectedOf(p, s)
		if of == nil {
			continue
		}
		var slowest, nearest Timed
		for _, t := range s.Tests {
			if t.Verdict != problem.AC && t.Verdict != problem.PE && t.Verdict != problem.WA {
				continue
			}
			if took := (Timed{s.Name, t.Name, t.CPU, false}); expected.Timely(t.Name) && took.Time > slowest.Time {
				slowest = took
			}
			if t.CPU > nearest.Time {
				nearest = Timed{s.Name, t.Name, t.CPU, false}
			}
		}
		if slowest.Time > 0 && (m.Right == nil || slowest.Time > m.Right.Time) {
			m.Right = &slowest
		}
		if nearest.Time > time.Duration(lower*float64(m.Limit)) {
			findings = append(findings, flips(nearest, "becomes TLE if the limit is a fifth lower",
				"a higher limit, or a smaller test"))
		}
	}
	for _, s := range longer {
		expected, of := expectedOf(p, s)
		if of == nil {
			continue
		}
		var slowest Timed
		nearest := Timed{Time: Longer * m.Limit}
		for _, t := range s.Tests {
			took := Timed{s.Name, t.Name, t.CPU, t.Verdict == problem.TLE}
			if took.Stopped {
				took.Time = Longer * m.Limit
			}
			if took.Time > slowest.Time {
				slowest = took
			}
			if !took.Stopped && took.Time < nearest.Time {
				nearest = took
			}
		}
		if len(expected.TooSlow()) > 0 && slowest.Time > 0 && (m.Late == nil || slowest.Time < m.Late.Time) {
			m.Late = &slowest
		}
		if nearest.Time < time.Duration(higher*float64(m.Limit)) {
			findings = append(findings, flips(nearest, "is no TLE any more if the limit is a fifth higher",
				"a larger test, on which it is clearly too slow"))
		}
	}
	return m, findings
}

func flips(t Timed, what, remedy string) Finding {
	return Finding{Topic: LimitTopic, About: t.Program,
		Message: fmt.Sprintf("%s on %s %s: it takes %.3g s", t.Program, t.Test, what, t.Time.Seconds()), Remedy: remedy}
}

// expectedOf is what is expected of the submission of a result; of is nil if the problem has none of that name.
func expectedOf(p *problem.Problem, s grade.Submission) (expected problem.Expected, of *problem.Submission) {
	for i := range p.Submissions {
		if p.Submissions[i].Name == s.Name {
			of = &p.Submissions[i]
			return p.Expects(*of), of
		}
	}
	return expected, nil
}
