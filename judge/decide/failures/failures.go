// Package failures remembers which tests were not as expected when they were last judged.
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

// Failures are the tests of a checkout or a package that were not as expected when they were last judged. The judge's
// cache has an entry for each checkout, with a line for each test:
//
//	poj3074/dlx:secret/hard/01
//
// A line without a test stands for a submission as a whole: one that does not compile, or a wrong program that no test
// rejects.
type Failures struct {
	kept  *store.Store // nil if nothing can be kept
	key   string       // of the checkout's path
	lines map[string]bool
}

var bounds = store.Bounds{Each: 1 << 20, Unused: 30 * 24 * time.Hour}

// Read reads those of the checkout or package at a path, from a private folder that keeps them; "" keeps none.
func Read(folder, checkout string) Failures {
	f := Failures{lines: make(map[string]bool)}
	root, err := filepath.Abs(checkout)
	if err != nil || folder == "" {
		return f
	}
	key := store.NewKey("dlxjudge failures 2")
	key.Add(root)
	f.kept, f.key = store.Open(folder, bounds), key.Name()
	text, _ := f.kept.Load(f.key)
	for line := range strings.Lines(string(text)) {
		f.lines[strings.TrimSuffix(line, "\n")] = true
	}
	return f
}

// Line is the line of a test, or of the submission as a whole for "". Names hold no line breaks: the format forbids
// them.
func Line(problem, submission, test string) string {
	if test == "" {
		return problem + "/" + submission
	}
	return problem + "/" + submission + ":" + test
}

// Of are the failed tests of the entries. A submission that failed as a whole has all its tests. A package that is
// refused stays: nothing of it was ever as expected.
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

// Learn replaces what is known about the tests that a run has judged, and keeps the rest. Whether a submission as a
// whole is as expected is known only when all its tests were judged.
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

// Save keeps the failures. If that fails, the next --failed misses some tests.
func (f Failures) Save() {
	if f.kept == nil {
		return
	}
	f.kept.Save(f.key, []byte(strings.Join(append(slices.Sorted(maps.Keys(f.lines)), ""), "\n")))
}
