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
	Stopped       bool // by the limit, or when it took Longer: it would have taken more
}

// Longer is what a program that is too slow may take when it is timed: three times the limit, or ten seconds if that is
// more than these. It is never less than half more than the limit, since what a limit a fifth higher changes must show.
func Longer(limit time.Duration) time.Duration {
	const enough = 10 * time.Second
	return max(min(3*limit, enough), limit/2*3)
}

// A limit is moved by a fifth to see which programs are no longer as expected.
const (
	lower  = 4. / 5
	higher = 6. / 5
)

func times(factor float64, limit time.Duration) time.Duration {
	return time.Duration(factor * float64(limit))
}

// LateEntries are the programs that must be too slow, on the tests on which they were, and on those that were skipped
// for it: what is to be judged once more with the limit Longer, until one test takes so long. Where a TLE is only
// permitted, how late a program is does not matter.
func LateEntries(p *problem.Problem, results []grade.Submission) []grade.Entry {
	var entries []grade.Entry
	for _, s := range results {
		of := submissionOf(p, s)
		if of == nil {
			continue
		}
		e, faster, late := grade.Entry{Problem: p, Submission: *of}, verdicts(s), false
		for _, t := range p.Tests {
			switch faster[t.Name] {
			case problem.TLE:
				late = true
				fallthrough
			case problem.NotRun:
				e.Tests = append(e.Tests, t)
				faster[t.Name] = problem.AC
			}
		}
		if expected := p.Expects(*of); late && asExpected(expected, s, verdicts(s)) &&
			!asExpected(expected, s, faster) {
			entries = append(entries, e)
		}
	}
	return entries
}

// Limit finds programs that are no longer as expected if the time limit moves by a fifth, and says how far it is from
// the programs. Longer are the results of LateEntries.
func Limit(p *problem.Problem, results, longer []grade.Submission) (Margins, []Finding) {
	m := Margins{Limit: p.Limits.Time}
	var findings []Finding
	for _, s := range results {
		of := submissionOf(p, s)
		if of == nil {
			continue
		}
		expected := p.Expects(*of)
		slower := verdicts(s)
		var timely, slowest Timed // on the tests that bound the limit, and on all
		misplaced := false        // a wrong program is too slow where it must be wrong: Verdicts says so
		for _, t := range s.Tests {
			if t.Verdict == problem.NotRun || t.Verdict == problem.JE {
				continue
			}
			took := Timed{s.Name, t.Name, t.CPU, false}
			if t.Verdict == problem.TLE { // also for the clock, or for CPU time after which it ended by itself
				took.Time, took.Stopped = max(t.CPU, m.Limit), true
			}
			if expected.Timely(t.Name) && took.Time > timely.Time && (took.Stopped || !t.Stopped) {
				timely = took
				misplaced = took.Stopped && !s.Solution
			}
			if t.Stopped {
				continue
			}
			if t.CPU > slowest.Time {
				slowest = took
			}
			if t.CPU > times(lower, m.Limit) {
				slower[t.Name] = problem.TLE
			}
		}
		if timely.Time > 0 && !misplaced && (m.Right == nil || timely.Time > m.Right.Time) {
			m.Right = &timely
		}
		m.early(expected, s)
		if asExpected(expected, s, verdicts(s)) && !asExpected(expected, s, slower) {
			findings = append(findings, flips(slowest, "which becomes TLE if the limit is a fifth lower",
				"a higher limit, or a smaller test"))
		}
	}
	for _, late := range longer {
		of := submissionOf(p, late)
		i := slices.IndexFunc(results, func(s grade.Submission) bool { return s.Name == late.Name })
		if of == nil || i < 0 {
			continue
		}
		faster := verdicts(results[i])
		var slowest Timed
		for _, t := range late.Tests {
			took := Timed{late.Name, t.Name, t.CPU, t.Verdict == problem.TLE}
			switch {
			case t.Verdict == problem.NotRun || t.Verdict == problem.JE: // another one took long enough
				continue
			case took.Stopped:
				took.Time = Longer(m.Limit)
			}
			if faster[t.Name] = t.Verdict; took.Time > times(higher, m.Limit) {
				faster[t.Name] = problem.TLE
			}
			if took.Time > slowest.Time {
				slowest = took
			}
		}
		if slowest.Time > 0 && (m.Late == nil || slowest.Time < m.Late.Time) {
			m.Late = &slowest
		}
		if slowest.Time > 0 && !asExpected(p.Expects(*of), results[i], faster) {
			findings = append(findings, flips(slowest, "which is no TLE any more if the limit is a fifth higher",
				"a larger test, on which it is clearly too slow"))
		}
	}
	return m, findings
}

// early notes a program that must be too slow and is not: it takes what it takes.
func (m *Margins) early(expected problem.Expected, s grade.Submission) {
	for _, set := range expected.TooSlow() {
		var slowest Timed
		for _, t := range s.Tests {
			switch {
			case !slices.Contains(set, t.Name):
			case t.Verdict == problem.TLE || t.Verdict == problem.NotRun || t.Verdict == problem.JE || t.Stopped:
				return // it is too slow, or may be
			case t.CPU > slowest.Time:
				slowest = Timed{s.Name, t.Name, t.CPU, false}
			}
		}
		if slowest.Time > 0 && (m.Late == nil || slowest.Time < m.Late.Time) {
			m.Late = &slowest
		}
	}
}

func flips(t Timed, what, remedy string) Finding {
	return Finding{Topic: LimitTopic, About: t.Program,
		Message: fmt.Sprintf("takes %.3g s on %s, %s", t.Time.Seconds(), t.Test, what), Remedy: remedy}
}

func verdicts(s grade.Submission) map[string]problem.Verdict {
	got := make(map[string]problem.Verdict)
	for _, t := range s.Tests {
		if t.LeftOut {
			got[t.Name] = problem.LeftOut
		} else {
			got[t.Name] = t.Verdict
		}
	}
	return got
}

// asExpected reports whether a submission would be as expected with these verdicts.
func asExpected(expected problem.Expected, s grade.Submission, got map[string]problem.Verdict) bool {
	for test, v := range got {
		if !expected.Permits(test, v) {
			return false
		}
	}
	says := make(map[string][]string)
	for _, t := range s.Tests {
		says[t.Name] = t.Says
	}
	return expected.Unmet(got, says) == ""
}

// Doubts says of which results the machine's other work may be the reason; "" for none.
func Doubts(results []grade.Submission) string {
	doubtful, first := 0, ""
	for _, s := range results {
		for _, t := range s.Tests {
			if t.Starved || t.Unsure {
				if doubtful++; doubtful == 1 {
					first = s.Name + " on " + t.Name
				}
			}
		}
	}
	if doubtful == 0 {
		return ""
	}
	return fmt.Sprintf("the verdicts of %d runs are uncertain, since other work may have slowed them down (%s first); "+
		"audit again on an idle machine", doubtful, first)
}
