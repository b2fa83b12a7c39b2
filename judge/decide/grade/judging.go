package grade

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/decide/cache"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// judging is a submission while its tests run.
type judging struct {
	*Candidate
	entry  Entry
	tests  []slot // by index in entry.Tests
	lateOK []bool // whether a TLE is permitted on a test, by index in entry.Tests

	finalTo   int                     // the tests before this index are final
	finalFold fold                    // the fold of those tests
	answers   map[string]gradedAnswer // results of the problem's own grader, by its arguments and input
	ungraded  bool                    // the judge was interrupted before the grader could run
	counted   int                     // the number of tests that are done or skipped, for progress
	ending    bool                    // all tests are done or skipped, and the final result is being worked out
	ended     *Submission             // the submission's final result; nil until it is known
	cached    *cache.Results[Test]    // the submission's cached results; nil until they are opened
	cacheKey  *cache.Key              // the key of its program
}

func newJudging(e Entry, o Options) *judging {
	j := &judging{Candidate: newCandidate(e, o), entry: e, tests: make([]slot, len(e.Tests))}
	for _, t := range e.Tests {
		j.lateOK = append(j.lateOK, j.expected.Permits(t.Name, problem.TLE))
	}
	j.finalFold = j.newFold(e.Problem.Scoring)
	return j
}

// runOf describes the first run of a test. output is the path of the file for the program's output.
func (j *judging) runOf(test int, output string) Run {
	return Run{Test: j.entry.Tests[test], Output: output, Stop: j.lateOK[test]}
}

// slot is the state of one test.
type slot struct {
	state  state
	key    *cache.Key // set while the test runs, if its result can be cached
	before *Test      // a cached result close to the time limit, which replaces the first run; nil for none
	result Test
}

type state int

const (
	waiting state = iota
	running
	done
)

// next returns the index of the first test that is neither skipped nor started, or -1. finished reports whether all
// tests are done or skipped. The search begins after the tests that are final.
func (j *judging) next() (index int, finished bool) {
	sofar, finished := j.finalFold.clone(), true
	for i, d := range j.walk(j.finalTo, &sofar) {
		switch {
		case d.skip == "" && j.tests[i].state == waiting:
			return i, false
		case d.skip == "" && j.tests[i].state == running:
			finished = false
		case finished:
			j.finalTo, j.finalFold = i+1, sofar.clone()
		}
	}
	return -1, finished
}

// doneOrSkipped returns the number of tests that are done, or skipped according to the results so far.
func (j *judging) doneOrSkipped() int {
	n, sofar := 0, j.newFold(j.entry.Problem.Scoring)
	for i, d := range j.walk(0, &sofar) {
		if d.skip != "" || j.tests[i].state == done {
			n++
		}
	}
	return n
}

// Blank returns the result of an entry before anything is built. It has names, limits and, if the submission cannot be
// judged, the reason.
func Blank(e Entry, timeLimit time.Duration) Submission {
	blank := newJudging(e, Options{TimeLimit: timeLimit}).result(context.Background())
	blank.Message, blank.Unjudged = "", false
	if why := e.Submission.NotJudged(); why != "" {
		blank.Unjudged, blank.Message = true, why
	}
	return blank
}

// result returns the submission's result so far.
func (j *judging) result(ctx context.Context) Submission {
	if j.program.Path == "" {
		return j.named(j.withoutProgram())
	}
	s := j.named(Submission{})
	interrupted, scheme := false, j.scoring(ctx)
	sofar := j.newFold(scheme)
	for i, d := range j.walk(0, &sofar) {
		t := Test{Name: j.entry.Tests[i].Name, Expected: true, Message: d.skip, LeftOut: d.leftOut}
		switch {
		case d.leftOut:
			t.Expected = j.expected.Permits(t.Name, problem.LeftOut)
		case d.skip != "":
		case j.tests[i].state == done:
			t = j.reported(i)
		default:
			t.Message, interrupted = "skipped: interrupted", true
		}
		t.InputFile = j.entry.Tests[i].Input
		s.Tests = append(s.Tests, t)
	}
	s.Scores = scoresOf(s.Tests, scheme)
	s.Verdict, s.Interrupted = wholeVerdict(s.Tests, s.Scores, interrupted, j.ungraded)
	j.expect(&s, interrupted)
	return s
}

// expect decides whether a result is expected, and says why it is not.
func (j *judging) expect(s *Submission, interrupted bool) {
	rejected := 0
	if s.Solution && s.Scores != nil && s.Scores.Whole.Verdict == score.Accepted && j.expected.Usual() {
		rejected = acceptRejected(s.Tests)
	}
	s.Expected = !slices.ContainsFunc(s.Tests, func(t Test) bool { return !t.Expected })
	switch {
	case s.Interrupted:
		s.Message = fmt.Sprintf("interrupted after %d/%d", s.Run(), len(s.Tests))
	case s.Scores != nil && s.Scores.Failure != "":
		s.Expected, s.Message = false, s.Scores.Failure
	case s.Expected && !interrupted:
		s.Message = j.unmet(*s)
		s.Undecided = s.Message != "" && s.Verdict == problem.AC && onlySamples(j.entry.Problem)
		if s.Expected = s.Message == "" || s.Undecided; s.Undecided {
			s.Message = "undecided: there are no secret tests; " + s.Message
		}
		if s.Message == "" && s.Solution && s.Scores != nil {
			s.Message = j.expected.Short(*s.Scores)
		}
		if s.Message == "" && rejected > 0 {
			s.Message = fmt.Sprintf("warning: the graders accept it, although %d of its tests are rejected", rejected)
		}
	}
}

// acceptRejected marks the unexpected tests of a solution that its graders accept as expected, if the outputs of all of
// them were merely rejected, which may cost points. It returns their number.
func acceptRejected(tests []Test) (rejected int) {
	fails := func(t Test) bool { return !t.Expected && t.Verdict != problem.WA && t.Verdict != problem.PE }
	if slices.ContainsFunc(tests, fails) {
		return 0
	}
	for i := range tests {
		if !tests[i].Expected {
			tests[i].Expected = true
			rejected++
		}
	}
	return rejected
}

// named adds to a result what is known before anything runs.
func (j *judging) named(s Submission) Submission {
	s.Problem, s.Name, s.Language = j.entry.Problem.Name, j.entry.Submission.Name, j.language
	s.Source, s.Solution = j.entry.Submission.Main(), j.entry.Submission.Solution
	s.Limits, s.Unstated, s.Stranger = LimitsOf(j.limits), !j.expected.Stated(), j.entry.Submission.Stranger()
	return s
}

// reported returns the result of a finished test, as reports show it.
func (j *judging) reported(i int) Test {
	t := j.tests[i].result
	if t.Verdict == problem.AC {
		t.Stderr = ""
	}
	t.InputFile = j.entry.Tests[i].Input
	if t.Expected {
		return t
	}
	if info, err := untrusted.Stat(t.InputFile); err == nil {
		t.InputSize = info.Size()
	}
	return t
}

// withoutProgram returns the result of a submission that was not built.
func (j *judging) withoutProgram() Submission {
	var broken *compile.CompileError
	var missing *compile.MissingError
	switch why := j.entry.Submission.NotJudged(); {
	case why != "":
		return Submission{Expected: true, Unjudged: true, Message: why}
	case j.entry.Failed != nil:
		return Submission{Verdict: problem.JE, Message: OneLine(j.entry.Failed)}
	case errors.As(j.broken, &missing) && !missing.Installable():
		return Submission{Expected: true, Unjudged: true, Message: j.broken.Error()}
	case errors.As(j.broken, &missing):
		return Submission{Expected: true, Message: j.broken.Error(), Missing: missing.Tool()}
	case errors.As(j.broken, &broken):
		return Submission{Verdict: problem.CE, Expected: !j.expected.Stated() || j.expected.Permits("", problem.CE),
			Message: broken.Output}
	case j.broken != nil:
		return Submission{Expected: true, Message: j.broken.Error()}
	}
	return Submission{}
}

// onlySamples reports whether all tests of a problem are samples. Packages are often published without their secret
// tests.
func onlySamples(p *problem.Problem) bool {
	return !slices.ContainsFunc(p.Tests, func(t problem.Test) bool {
		return !strings.HasPrefix(t.Name, score.Sample+"/")
	})
}

// unmet returns a requirement of submissions.yaml that is not met; "" if all requirements are met. A requirement counts
// as met if some of its tests were not selected or not run.
func (j *judging) unmet(s Submission) string {
	verdicts := make(map[string]problem.Verdict)
	found := make(map[string][]string)
	for _, t := range s.Tests {
		verdicts[t.Name], found[t.Name] = t.Verdict, t.Found
		if t.LeftOut {
			verdicts[t.Name] = problem.LeftOut
		}
	}
	unmet := j.expected.Unmet(verdicts, found)
	if unmet == "" && s.Scores != nil {
		unmet = j.expected.UnmetScore(*s.Scores)
	}
	return unmet
}
