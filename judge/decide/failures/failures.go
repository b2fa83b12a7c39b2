// Package failures remembers which tests had unexpected verdicts in their last run.
package failures

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/base/store"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// Failures holds those tests of a checkout or package whose last verdict was unexpected. In the judge's cache, each
// checkout or package has an entry with one line per test:
//
//	poj3074/dlx:secret/hard/01
//
// A line without a test is about a whole submission, such as a program that does not compile, or a wrong program that
// is accepted on every test.
type Failures struct {
	store *store.Store // nil if nothing can be cached
	key   string       // made from the checkout's path
	lines map[string]bool
}

var bounds = store.Bounds{Each: 1 << 20, Unused: 30 * 24 * time.Hour}

// Read reads the failures of the checkout or package at a path. They are cached in a folder that store.MakePrivate has
// made. If folder is "", nothing is read or saved.
func Read(folder, checkout string) Failures {
	f := Failures{lines: make(map[string]bool)}
	root, err := filepath.Abs(checkout)
	if err != nil || folder == "" {
		return f
	}
	key := store.NewKey("dlxjudge failures 2")
	key.Add(root)
	f.store, f.key = store.Open(folder, bounds), key.Name()
	text, _ := f.store.Load(f.key)
	for line := range strings.Lines(string(text)) {
		f.lines[strings.TrimSuffix(line, "\n")] = true
	}
	return f
}

// Line returns the line of a test or, if test is "", of the whole submission. Names contain no line breaks, because the
// format forbids them.
func Line(problem, submission, test string) string {
	if test == "" {
		return problem + "/" + submission
	}
	return problem + "/" + submission + ":" + test
}

// Of returns the entries that have failed tests, each with only these tests. If a submission failed as a whole, its
// entry keeps all tests. The entry of a refused package stays, because no run has given it the expected verdict.
func (f Failures) Of(entries []grade.Entry) []grade.Entry {
	var failed []grade.Entry
	for _, e := range entries {
		if e.Problem.Refused != nil {
			failed = append(failed, e)
			continue
		}
		if !f.lines[Line(e.Problem.Name, e.Submission.Name, "")] {
			e.Tests = slices.DeleteFunc(slices.Clone(e.Tests), func(t problem.Test) bool {
				return !f.lines[Line(e.Problem.Name, e.Submission.Name, t.Name)]
			})
		}
		if len(e.Tests) > 0 {
			failed = append(failed, e)
		}
	}
	return failed
}

// Learn updates the lines of the tests that a run has judged, and keeps all other lines. It removes the line of a whole
// submission only if the verdict is as expected and all the submission's tests were selected.
func (f Failures) Learn(entries []grade.Entry, results grade.Results) {
	for i, s := range results.Submissions {
		failed := false
		for _, t := range s.Tests {
			if t.Verdict != problem.NotRun {
				f.set(Line(s.Problem, s.Name, t.Name), !t.Expected)
			}
			failed = failed || !t.Expected
		}
		switch whole := Line(s.Problem, s.Name, ""); {
		case !s.Expected:
			f.set(whole, !failed)
		case s.Verdict != problem.NotRun && !results.Interrupted &&
			len(entries[i].Tests) == len(entries[i].Problem.Tests):
			f.set(whole, false)
		}
	}
}

func (f Failures) set(line string, failed bool) {
	if failed {
		f.lines[line] = true
	} else {
		delete(f.lines, line)
	}
}

// Save writes the failures to the cache. It ignores errors: the next run with --failed then misses some tests.
func (f Failures) Save() {
	if f.store == nil {
		return
	}
	f.store.Save(f.key, []byte(strings.Join(append(slices.Sorted(maps.Keys(f.lines)), ""), "\n")))
}
