package grade

import (
	"fmt"
	"maps"

	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// stopRule holds the flags --all and --first.
type stopRule struct {
	all, first bool
}

// fold decides from the results of earlier tests, in order, whether to run the next one. The queue and the submission's
// result both use it, so they agree: the same tests are skipped whichever test finishes first.
type fold struct {
	failed       string            // the test that failed, so that --first skips all later ones; "" for none
	permittedTLE string            // the last test with a permitted TLE; tests that permit one are then skipped
	slept        bool              // a permitted TLE was for sleeping until the wall-clock limit
	lateGroups   map[string]string // group → its test with a forbidden TLE; copied on write

	// which tests a scoring problem's format leaves out; nil for other problems and with --all
	score score.Fold
}

// decision says whether a test runs.
type decision struct {
	skip    string // why it is skipped; "" if it runs
	leftOut bool   // the format leaves it out
}

// next decides about the next test.
func (f *fold) next(j *judging, i int) decision {
	t := j.entry.Tests[i]
	if f.score != nil {
		if why := f.score.Next(t.Name); why != "" {
			return decision{"skipped: " + why, true}
		}
	}
	skippable := f.score == nil || f.score.Decided(t.Name) // if not, a score depends on the test
	late := ""
	if len(f.lateGroups) > 0 {
		late = f.lateGroups[t.Group()]
	}
	switch {
	case j.program.Path == "":
		return decision{skip: "no program"}
	case f.failed != "":
		return decision{skip: fmt.Sprintf("skipped: %s failed, and --first stops there", f.failed)}
	case !skippable:
	case j.lateOK[i] && f.permittedTLE != "" && !f.mayDecide(j, t.Name):
		return decision{skip: fmt.Sprintf("skipped: %s already timed out, as allowed", f.permittedTLE)}
	case late != "":
		return decision{skip: fmt.Sprintf("skipped: %s of the same group timed out", late)}
	}
	return decision{}
}

// mayDecide reports whether a test on which a TLE is permitted must still run after a permitted TLE.
func (f *fold) mayDecide(j *judging, test string) bool {
	if f.slept { // each test would take all of its wall-clock limit
		return j.expected.Requires(test, f.permittedTLE)
	}
	return !j.entry.Submission.Solution && j.expected.Decides(test, f.permittedTLE)
}

// add records test i and the decision about it. A test that has not run yet has no verdict.
func (f *fold) add(j *judging, i int, of decision) {
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

// newFold returns the fold of no results; scheme is nil for a problem without scores.
func (j *judging) newFold(scheme score.Scheme) (f fold) {
	if scheme != nil && !j.rule.all {
		f.score = scheme.Fold()
	}
	return f
}

// clone returns an independent copy.
func (f fold) clone() fold {
	if f.score != nil {
		f.score = f.score.Clone()
	}
	return f
}

// walk calls visit for each test in order, with the decision about it and the fold after it. sofar is the fold of the
// tests before index from.
func (j *judging) walk(from int, sofar fold, visit func(i int, d decision, sofar *fold) (goOn bool)) {
	sofar = sofar.clone()
	for i := from; i < len(j.tests); i++ {
		d := sofar.next(j, i)
		sofar.add(j, i, d)
		if !visit(i, d, &sofar) {
			return
		}
	}
}
