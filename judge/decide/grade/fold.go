package grade

import (
	"fmt"
	"iter"
	"maps"

	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/read/score"
)

// fold decides whether to run the next test, from the results of the tests before it. The queue and the submission's
// result both use fold, so the same tests are skipped, whichever test finishes first.
type fold struct {
	failed       string            // the name of the test after which --first skips all tests; "" for none
	permittedTLE string            // the name of the last test that got a permitted TLE; "" for none
	slept        bool              // whether a permitted TLE was due to the wall-clock limit
	lateGroups   map[string]string // group → last test with a forbidden TLE; add makes a new map, as folds share it

	// decides which tests the format leaves out; nil with --all, and if the problem has no scores
	score *score.Fold
}

// decision says whether a test runs.
type decision struct {
	skip    string // why the test is skipped; "" if it runs
	leftOut bool   // the format leaves the test out
}

// next decides whether test i runs, after add has recorded all tests before it.
func (f *fold) next(j *judging, i int) decision {
	t := j.entry.Tests[i]
	if f.score != nil {
		if why := f.score.Next(t.Name); why != "" {
			return decision{"skipped: " + why, true}
		}
	}
	skippable := f.score == nil || f.score.Decided(t.Name) // if false, a score may depend on the test
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

// mayDecide reports whether a test must still run, although a TLE is permitted on it and an earlier test already got a
// permitted TLE.
func (f *fold) mayDecide(j *judging, test string) bool {
	if f.slept { // every further test would run until its wall-clock limit
		return j.expected.Requires(test, f.permittedTLE)
	}
	return !j.entry.Submission.Solution && j.expected.Decides(test, f.permittedTLE)
}

// add records the result of test i, and the decision about the test. A test that has not run yet has no verdict.
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
	case j.options.All || !judged:
	case j.options.First && verdict != problem.AC:
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

// newFold returns a fold without any results. scheme is nil for a problem without scores.
func (j *judging) newFold(scheme *score.Scheme) (f fold) {
	if scheme != nil && !j.options.All {
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

// walk yields each test in order, beginning with tests[from], and the decision about it. The fold must hold the tests
// before; when a test is yielded, the fold includes that test.
func (j *judging) walk(from int, sofar *fold) iter.Seq2[int, decision] {
	return func(yield func(int, decision) bool) {
		for i := from; i < len(j.tests); i++ {
			d := sofar.next(j, i)
			sofar.add(j, i, d)
			if !yield(i, d) {
				return
			}
		}
	}
}
