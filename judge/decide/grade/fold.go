package grade

import (
	"fmt"
	"maps"

	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// stopRule says after which tests others are skipped.
type stopRule struct {
	all, first bool
}

// A fold is what the results of a submission's tests so far, in their order, decide about the next one. The queue asks
// it before it starts a test, and the result of the submission is one pass with it, so the two cannot disagree: the
// same tests are skipped whichever test finishes first.
type fold struct {
	// the test after which all tests, or those where a TLE is permitted, are skipped
	failed, permittedTLE string
	slept                bool              // on permittedTLE it slept until its wall-clock limit
	lateGroups           map[string]string // group → its test with a TLE that is not permitted; replaced, not changed

	// what the format leaves out of a scoring problem; nil for other problems, and if every test is run
	score score.Fold
}

// fate is what becomes of a test.
type fate struct {
	skip    string // why it is skipped; "" if it is run
	leftOut bool   // the format leaves it out
}

// next is what becomes of the next test.
func (f *fold) next(j *judging, i int) fate {
	t := j.entry.Tests[i]
	if f.score != nil {
		if why := f.score.Next(t.Name); why != "" {
			return fate{"skipped: " + why, true}
		}
	}
	spares := f.score == nil || f.score.Decided(t.Name) // else a score depends on it
	late := ""
	if len(f.lateGroups) > 0 {
		late = f.lateGroups[t.Group()]
	}
	switch {
	case j.program.Path == "":
		return fate{skip: "no program"}
	case f.failed != "":
		return fate{skip: fmt.Sprintf("skipped: %s failed, and --first stops there", f.failed)}
	case !spares:
	case j.lateOK[i] && f.permittedTLE != "" && !f.mayDecide(j, t.Name):
		return fate{skip: fmt.Sprintf("skipped: %s already timed out, as allowed", f.permittedTLE)}
	case late != "":
		return fate{skip: fmt.Sprintf("skipped: %s of the same group timed out", late)}
	}
	return fate{}
}

// mayDecide reports whether a test on which a TLE is permitted is to be run after another one had that verdict.
func (f *fold) mayDecide(j *judging, test string) bool {
	if f.slept { // each test would take all of its wall-clock limit
		return j.expected.Requires(test, f.permittedTLE)
	}
	return !j.entry.Submission.Solution && j.expected.Decides(test, f.permittedTLE)
}

// add takes in what became of the test that next was asked of. A test that is still to run has no verdict.
func (f *fold) add(j *judging, i int, of fate) {
	t, result, judged := j.entry.Tests[i], Test{}, of.skip == "" && j.tests[i].state == done
	if judged {
		result = j.tests[i].result
	}
	if f.score != nil && !of.leftOut {
		result.Name = t.Name
		f.score.Add(scored(result))
	}
	switch verdict := result.Verdict; {
	case j.rule.all || !judged:
	case j.rule.first && verdict != problem.AC:
		f.failed = t.Name
	case verdict == problem.TLE && j.lateOK[i]:
		f.permittedTLE, f.slept = t.Name, f.slept || result.Idle
	case verdict == problem.TLE:
		groups := make(map[string]string)
		maps.Copy(groups, f.lateGroups)
		groups[t.Group()] = t.Name
		f.lateGroups = groups
	}
}

// newFold is the fold of no results; scheme is how the problem is scored, nil if it is not.
func (j *judging) newFold(scheme score.Scheme) (f fold) {
	if scheme != nil && !j.rule.all {
		f.score = scheme.Fold()
	}
	return f
}

// copy does not change with the fold.
func (f fold) copy() fold {
	if f.score != nil {
		f.score = f.score.Clone()
	}
	return f
}

// walk calls visit with each test from one on, in order, what becomes of it, and what is known after it; sofar is what
// the tests before the first one decide.
func (j *judging) walk(from int, sofar fold, visit func(i int, f fate, sofar *fold) (goOn bool)) {
	sofar = sofar.copy()
	for i := from; i < len(j.tests); i++ {
		f := sofar.next(j, i)
		sofar.add(j, i, f)
		if !visit(i, f, &sofar) {
			return
		}
	}
}
