// Package failures remembers which tests were not as expected when they were last judged.
package failures

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

// Failures are the tests of a checkout or a package that were not as expected when they were last judged. The judge's
// cache has a file for each checkout, with a line for each test:
//
//	poj3074/dlx:secret/hard/01
//
// A line without a test stands for a submission as a whole: one that does not compile, or a wrong program that no test
// rejects. A damaged file is as if it were not there, since only a convenience is lost.
type Failures struct {
	path  string // "" if nothing can be kept
	lines map[string]bool
}

const (
	mostFailures  = 1 << 20 // bytes of the file
	failuresOlder = 30 * 24 * time.Hour
)

// Read reads those of the checkout or package at a path, from a folder that keeps them; "" keeps none.
func Read(folder, checkout string) Failures {
	f := Failures{lines: make(map[string]bool)}
	root, err := filepath.Abs(checkout)
	if err != nil || folder == "" {
		return f
	}
	sum := sha256.Sum256([]byte(root))
	f.path = filepath.Join(folder, hex.EncodeToString(sum[:]))
	text, err := untrusted.Read(f.path, mostFailures)
	if err != nil {
		return f
	}
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

// Of are the failed tests of the entries. A submission that failed as a whole has all its tests.
func (f Failures) Of(entries []grade.Entry) []grade.Entry {
	var failed []grade.Entry
	for _, e := range entries {
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

// Save writes the file, whole, and removes those of checkouts that were not judged for long. If it fails, the next
// --failed misses some tests.
func (f Failures) Save(now time.Time) {
	if f.path == "" {
		return
	}
	var text strings.Builder
	for _, line := range slices.Sorted(maps.Keys(f.lines)) {
		text.WriteString(line + "\n")
	}
	whole.Write(f.path, func(w io.Writer) error {
		_, err := io.WriteString(w, text.String())
		return err
	})
	folder := filepath.Dir(f.path)
	others, _ := os.ReadDir(folder)
	for _, other := range others {
		if info, err := other.Info(); err == nil && now.Sub(info.ModTime()) > failuresOlder {
			os.Remove(filepath.Join(folder, other.Name()))
		}
	}
}
