package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/build"
	"dlxjudge/judge/grade"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/untrusted"
)

// failures are the tests of a checkout or a package that were not as expected when they were last judged. They are kept in
// the judge's cache, in a file for each checkout with a line for each test:
//
//	poj3074/dlx:secret/hard/01
//
// A line without a test stands for a submission as a whole: one that does not compile, or a wrong program that no test rejects.
// A damaged file is as if it were not there: no more than a convenience is lost.
type failures struct {
	path  string // "" if nothing can be kept
	lines map[string]bool
}

const (
	mostFailures  = 1 << 20 // bytes of the file
	failuresOlder = 30 * 24 * time.Hour
)

// failuresOf reads those of a selection's checkout or package.
func failuresOf(cache *build.Cache, s *selection) failures {
	f := failures{lines: make(map[string]bool)}
	folder, err := cache.Folder("failed")
	if err != nil {
		return f
	}
	root, err := filepath.Abs(cmp.Or(s.unpacked.archive, s.root()))
	if err != nil {
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

// line is how a test, or "" for the submission as a whole, is written down. Names hold no line breaks: the format forbids them.
func line(problem, submission, test string) string {
	if test == "" {
		return problem + "/" + submission
	}
	return problem + "/" + submission + ":" + test
}

// of are the failed tests of the entries. A submission that failed as a whole has all its tests.
func (f failures) of(entries []grade.Entry) []grade.Entry {
	var failed []grade.Entry
	for _, e := range entries {
		if !f.lines[line(e.Problem.Name, e.Submission.Name, "")] {
			e.Tests = slices.DeleteFunc(slices.Clone(e.Tests), func(t problem.Test) bool {
				return !f.lines[line(e.Problem.Name, e.Submission.Name, t.Name)]
			})
		}
		if len(e.Tests) > 0 {
			failed = append(failed, e)
		}
	}
	return failed
}

// learn takes over what a run has found: what it judged counts, of all else the last run. Whether a submission is as expected
// as a whole is known when all its tests were judged.
func (f failures) learn(entries []grade.Entry, results grade.Results) {
	for i, s := range results.Submissions {
		failed := false
		for _, t := range s.Tests {
			if t.Verdict != problem.NotRun {
				f.set(line(s.Problem, s.Name, t.Name), !t.Expected)
			}
			failed = failed || !t.Expected
		}
		switch whole := line(s.Problem, s.Name, ""); {
		case !s.Expected:
			f.set(whole, !failed)
		case s.Verdict != problem.NotRun && !results.Interrupted && len(entries[i].Tests) == len(entries[i].Problem.Tests):
			f.set(whole, false)
		}
	}
}

func (f failures) set(line string, failed bool) {
	if failed {
		f.lines[line] = true
	} else {
		delete(f.lines, line)
	}
}

// save writes the file, whole, and removes those of checkouts that were not judged for long. If that fails, the next --failed
// knows less.
func (f failures) save(now time.Time) {
	if f.path == "" {
		return
	}
	var text strings.Builder
	for _, line := range slices.Sorted(maps.Keys(f.lines)) {
		text.WriteString(line + "\n")
	}
	writeWhole(f.path, func(w io.Writer) error {
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
