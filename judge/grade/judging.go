package grade

import (
	"fmt"

	"dlxjudge/judge/check"
	"dlxjudge/judge/problem"
)

// judging is one submission on its way through its tests.
type judging struct {
	entry    Entry
	expected problem.Expected
	limits   problem.Limits
	language string
	program  string // the executable; "" if there is none
	checker  check.Checker
	unbuilt  Submission // the result if there is no program: Verdict, Expected and Message
	rule     stopRule
	tests    []slot // by index in entry.Tests
	lateOK   []bool // by index in entry.Tests: whether a TLE is permitted
}

// slot is what is known of one test.
type slot struct {
	state  state
	result Test
}

type state int

const (
	waiting state = iota
	running
	done
)

// stopRule says after which tests others are skipped.
type stopRule struct {
	all, first bool
}

// walk calls visit with each test in order and the reason for skipping it, "" for none. The reason depends only on earlier
// tests that are not skipped themselves: the same tests are skipped whichever test finishes first.
func (j *judging) walk(visit func(i int, reason string) (goOn bool)) {
	var failed, permittedTLE string       // the test after which all tests, or those where a TLE is permitted, are skipped
	lateGroups := make(map[string]string) // group → its test that had an unpermitted TLE
	for i, t := range j.entry.Tests {
		permitted := j.lateOK[i]
		reason := ""
		switch late := lateIn(lateGroups, t); {
		case j.program == "":
			reason = "no program"
		case failed != "":
			reason = fmt.Sprintf("skipped: %s failed, and --first stops there", failed)
		case permitted && permittedTLE != "":
			reason = fmt.Sprintf("skipped: %s already timed out, as allowed", permittedTLE)
		case late != "":
			reason = fmt.Sprintf("skipped: %s of the same group timed out", late)
		}
		if !visit(i, reason) {
			return
		}
		if reason != "" || j.tests[i].state != done {
			continue
		}
		verdict := j.tests[i].result.Verdict
		switch {
		case j.rule.all:
		case j.rule.first && verdict != problem.AC:
			failed = t.Name
		case verdict == problem.TLE && permitted:
			permittedTLE = t.Name
		case verdict == problem.TLE:
			lateGroups[t.Group()] = t.Name
		}
	}
}

// lateIn is the test of t's group that was too slow; "" if there is none, the usual case.
func lateIn(lateGroups map[string]string, t problem.Test) string {
	if len(lateGroups) == 0 {
		return ""
	}
	return lateGroups[t.Group()]
}

// next returns the first test that is neither skipped nor started, or -1, and whether all are done.
func (j *judging) next() (index int, finished bool) {
	index, finished = -1, true
	j.walk(func(i int, reason string) bool {
		if reason == "" && j.tests[i].state != done {
			finished = false
			if j.tests[i].state == waiting {
				index = i
			}
		}
		return index < 0
	})
	return index, finished
}

// settled is the number of tests that are done or, by what is known now, skipped.
func (j *judging) settled() int {
	n := 0
	j.walk(func(i int, reason string) bool {
		if reason != "" || j.tests[i].state == done {
			n++
		}
		return true
	})
	return n
}

// result is the submission's result, by what is known now.
func (j *judging) result() Submission {
	s := j.unbuilt
	s.Problem, s.Name, s.Language = j.entry.Problem.Name, j.entry.Submission.Name, j.language
	s.Solution, s.Limit = j.entry.Submission.Solution, j.limits.Time
	if j.program == "" {
		return s
	}
	s.Expected = true
	interrupted := false
	j.walk(func(i int, reason string) bool {
		t := Test{Name: j.entry.Tests[i].Name, Expected: true, Message: reason}
		switch {
		case reason != "":
		case j.tests[i].state == done:
			t = j.tests[i].result
		default:
			t.Message, interrupted = "skipped: interrupted", true
		}
		s.Expected = s.Expected && t.Expected
		s.Tests = append(s.Tests, t)
		return true
	})
	s.Verdict = verdictOf(s.Tests)
	if s.Expected && !interrupted {
		s.Message = j.unmet(s.Tests)
		s.Expected = s.Message == ""
	}
	return s
}

// unmet says which requirement of submissions.yaml is not met, "" if all are. A requirement on tests of which some were not
// selected or not run counts as met.
func (j *judging) unmet(tests []Test) string {
	verdicts := make(map[string]problem.Verdict)
	messages := make(map[string]string)
	for _, t := range tests {
		verdicts[t.Name], messages[t.Name] = t.Verdict, t.Message
	}
	return j.expected.Unmet(verdicts, messages)
}
