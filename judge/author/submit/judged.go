package submit

import (
	"fmt"
	"strings"
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// share is the part of a limit that a program may use here: the online judge's machine may be slower.
const share = 0.5

// judged checks that the submission is accepted on all tests, and how much of the limits it used.
func judged(e grade.Entry, s grade.Submission) []Check {
	tests := Check{Name: "tests", State: Passed, Said: fmt.Sprintf("accepted on all %d", len(e.Tests))}
	switch {
	case len(e.Tests) == 0 && s.Verdict == problem.NotRun:
		tests.State, tests.Said = Skipped, "there are none here"
		return []Check{tests}
	case s.Verdict != problem.AC && s.Run() == 0:
		tests.State, tests.Said = Failed, string(s.Verdict)
		if s.Verdict == problem.NotRun {
			tests.Said = "not judged"
		}
		tests.Details = strings.Split(s.Message, "\n")
		return []Check{tests}
	case s.Verdict != problem.AC || s.Passed() < len(e.Tests):
		tests.State = Failed
		tests.Said = fmt.Sprintf("%s: accepted on %d of %d", s.Verdict, s.Passed(), len(e.Tests))
		for _, t := range s.Tests {
			if t.Verdict != problem.AC && t.Verdict != problem.NotRun {
				tests.Details = append(tests.Details, strings.TrimSpace(fmt.Sprintf("%s: %s: %s", t.Name, t.Verdict,
					firstLine(t.Message))))
			}
		}
	}
	return []Check{tests, timeUsed(e, s), memoryUsed(e, s)}
}

func timeUsed(e grade.Entry, s grade.Submission) Check {
	limit := e.Problem.Limits.Time
	used := func(t grade.Test) time.Duration {
		if t.Verdict == problem.TLE && t.CPU < limit { // stopped at the wall-clock limit
			return t.Wall
		}
		return t.CPU
	}
	slowest := s.Tests[0]
	for _, t := range s.Tests {
		if used(t) > used(slowest) {
			slowest = t
		}
	}
	if limit == 0 {
		return Check{Name: "time", State: Skipped, Said: fmt.Sprintf("%.3fs, on %s; the limit is not known: give it "+
			"with --time-limit SECONDS", used(slowest).Seconds(), slowest.Name)}
	}
	c := Check{Name: "time", Said: fmt.Sprintf("%.3fs of %v", used(slowest).Seconds(), limit)}
	c.Said += c.doubt(e.Problem.Judge, "time_limit")
	return c.inside(float64(used(slowest))/float64(limit), slowest)
}

func memoryUsed(e grade.Entry, s grade.Submission) Check {
	largest := s.Tests[0]
	for _, t := range s.Tests {
		if t.Memory > largest.Memory {
			largest = t
		}
	}
	limit := e.Problem.Limits.Memory
	if limit == 0 {
		return Check{Name: "memory", State: Skipped, Said: fmt.Sprintf("%.1f MiB, on %s; the limit is not known: give "+
			"it in judge.yaml", float64(largest.Memory)/(1<<20), largest.Name)}
	}
	c := Check{Name: "memory", Said: fmt.Sprintf("%.1f of %d MiB", float64(largest.Memory)/(1<<20), limit>>20)}
	c.Said += c.doubt(e.Problem.Judge, "memory")
	return c.inside(float64(largest.Memory)/float64(limit), largest)
}

// inside checks that used, a share of the limit, is small enough; t is the test that used that much.
func (c Check) inside(used float64, t grade.Test) Check {
	c.State, c.Said = Passed, fmt.Sprintf("%s: %.0f%%, on %s", c.Said, 100*used, t.Name)
	if used > share {
		c.State, c.Said = Failed, fmt.Sprintf("%s; want at most %.0f%%", c.Said, 100*share)
	}
	return c
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
