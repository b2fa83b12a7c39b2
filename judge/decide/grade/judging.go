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

// judging is one submission on its way through its tests.
type judging struct {
	*Program
	entry  Entry
	rule   stopRule
	tests  []slot // by index in entry.Tests
	lateOK []bool // by index in entry.Tests: whether a TLE is permitted

	settledTo   int                     // the tests before this one are done or skipped, and that is final
	settledFold fold                    // what they decide about later ones
	answers     map[string]gradedAnswer // of the problem's own grader, by what it was asked
	ungraded    bool                    // it could not be asked, since the judge was interrupted
	counted     int                     // tests that are done or skipped, as progress reports them
	ended       *Submission             // its result, once that is fixed
	known       known                   // its results of earlier runs
}

func newJudging(e Entry, o Options) *judging {
	j := &judging{Program: newProgram(e, o), entry: e, rule: stopRule{all: o.All, first: o.First},
		tests: make([]slot, len(e.Tests))}
	for _, t := range e.Tests {
		j.lateOK = append(j.lateOK, j.expected.Permits(t.Name, problem.TLE))
	}
	j.settledFold = j.newFold(e.Problem.Scoring)
	return j
}

// run is how a test is run for the first time, with its output in a file of that path.
func (j *judging) run(test int, output string) Run {
	return Run{Test: j.entry.Tests[test], Output: output, Stop: j.lateOK[test]}
}

// slot is what is known of one test.
type slot struct {
	state  state
	key    *cache.Key // while it runs, if its result is to be kept
	before *Test      // the result of an earlier run of the judge that was close to the time limit
	result Test
}

type state int

const (
	waiting state = iota
	running
	done
)

// next returns the first test that is neither skipped nor started, or -1, and whether all are done. Tests at the
// beginning whose state is final are not visited again.
func (j *judging) next() (index int, finished bool) {
	index, finished = -1, true
	j.walk(j.settledTo, j.settledFold, func(i int, f fate, sofar *fold) bool {
		switch {
		case f.skip != "" || j.tests[i].state == done:
			if finished {
				j.settledTo, j.settledFold = i+1, sofar.copy()
			}
		case j.tests[i].state == waiting:
			index, finished = i, false
		default:
			finished = false
		}
		return index < 0
	})
	return index, finished
}

// settled is the number of tests that are done or, by what is known now, skipped.
func (j *judging) settled() int {
	n := 0
	j.walk(0, j.newFold(j.entry.Problem.Scoring), func(i int, f fate, _ *fold) bool {
		if f.skip != "" || j.tests[i].state == done {
			n++
		}
		return true
	})
	return n
}

// Blank is the result of an entry before anything is built: names, limits, and why it cannot be judged, if so.
func Blank(e Entry, timeLimit time.Duration) Submission {
	blank := newJudging(e, Options{TimeLimit: timeLimit}).result(context.Background())
	blank.Message, blank.Unjudged = "", false
	if why := e.Submission.NotJudged(); why != "" {
		blank.Unjudged, blank.Message = true, why
	}
	return blank
}

// result is the submission's result, by what is known now.
func (j *judging) result(ctx context.Context) Submission {
	var s Submission
	if j.program.Path == "" {
		s = j.withoutProgram()
	}
	s.Problem, s.Name, s.Language = j.entry.Problem.Name, j.entry.Submission.Name, j.language
	s.Source = j.entry.Submission.Main()
	s.Solution, s.Limit = j.entry.Submission.Solution, j.limits.Time
	s.Unstated = !j.expected.Stated()
	s.Memory, s.Output = j.limits.Memory, j.limits.Output
	if j.program.Path == "" {
		return s
	}
	s.Expected = true
	interrupted, scheme := false, j.scoring(ctx)
	j.walk(0, j.newFold(scheme), func(i int, f fate, _ *fold) bool {
		t := Test{Name: j.entry.Tests[i].Name, Expected: true, Message: f.skip, LeftOut: f.leftOut}
		switch {
		case f.leftOut:
			t.Expected = j.expected.Permits(t.Name, problem.LeftOut)
		case f.skip != "":
		case j.tests[i].state == done:
			t = j.toldOf(i)
		default:
			t.Message, interrupted = "skipped: interrupted", true
		}
		t.InputFile = j.entry.Tests[i].Input
		s.Expected = s.Expected && t.Expected
		s.Tests = append(s.Tests, t)
		return true
	})
	s.Verdict = verdictOf(s.Tests)
	s.scores(scheme)
	interrupted = interrupted || j.ungraded
	if s.Expected && !interrupted {
		s.Message = j.unmet(s)
		s.Undecided = s.Message != "" && s.Verdict == problem.AC && onlySamples(j.entry.Problem)
		if s.Expected = s.Message == "" || s.Undecided; s.Undecided {
			s.Message = "undecided: there are no secret tests; " + s.Message
		}
	}
	// The other tests, or the grader, may decide otherwise.
	if j.ungraded || interrupted && (s.Verdict == problem.AC || s.Verdict == problem.PE) {
		s.Verdict, s.Interrupted = problem.NotRun, true
		s.Message = fmt.Sprintf("interrupted after %d/%d", s.Run(), len(s.Tests))
	}
	return s
}

// toldOf is the result of a test that is done, as it is reported.
func (j *judging) toldOf(i int) Test {
	t := j.tests[i].result
	if t.Verdict == problem.AC {
		t.Stderr = ""
	}
	t.InputFile = j.entry.Tests[i].Input
	if t.Expected {
		return t
	}
	if info, err := untrusted.Stat(t.InputFile); err == nil {
		t.Input = info.Size()
	}
	return t
}

// end fixes the submission's result, which listener is told, if there is one.
func (j *judging) end(ctx context.Context, listener Listener) {
	s := j.result(ctx)
	j.ended = &s
	if listener != nil {
		listener.Submission(s)
	}
}

// withoutProgram is the result of a submission of which there is no program.
func (j *judging) withoutProgram() Submission {
	var broken *compile.CompileError
	var missing *compile.MissingError
	switch why := j.entry.Submission.NotJudged(); {
	case why != "":
		return Submission{Expected: true, Unjudged: true, Message: why}
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

// onlySamples reports whether a problem has no other tests: the others are often not published.
func onlySamples(p *problem.Problem) bool {
	return !slices.ContainsFunc(p.Tests, func(t problem.Test) bool {
		return !strings.HasPrefix(t.Name, score.Sample+"/")
	})
}

// unmet says which requirement of submissions.yaml is not met, "" if all are. A requirement counts as met if some of
// its tests were not selected or not run.
func (j *judging) unmet(s Submission) string {
	verdicts := make(map[string]problem.Verdict)
	says := make(map[string][]string)
	for _, t := range s.Tests {
		verdicts[t.Name], says[t.Name] = t.Verdict, t.Says
		if t.LeftOut {
			verdicts[t.Name] = problem.LeftOut
		}
	}
	said := j.expected.Unmet(verdicts, says)
	if said == "" && s.Scores != nil {
		said = j.expected.UnmetScore(*s.Scores)
	}
	return said
}
