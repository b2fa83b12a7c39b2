// Package grade runs submissions on tests and compares their verdicts with the expected ones.
//
// It is the middle of the pipeline pick → build → run → check → report. It takes the entries that package pick chose,
// builds their submissions, runs the tests on several workers, and returns Results. It prints nothing, and reports
// progress to Options.Observe.
//
//	entries, err := pick.Select(set, patterns)
//	results, err := grade.Judge(ctx, entries, grade.Options{Jobs: 1, Sandbox: box, Cache: cache})
package grade

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Entry is one submission with the tests to run it on.
type Entry struct {
	Problem    *problem.Problem
	Submission problem.Submission
	Tests      []problem.Test // read-only: the problem may use the same slice
	Failed     error          // why the judge failed before it could judge the submission; nil if it did not
}

// Files returns the paths of the files in which entries have their programs, checkers and tests.
func Files(entries []Entry) (files []string) {
	seen := make(map[string]bool)
	add := func(file string) {
		if file != "" && !seen[file] {
			seen[file], files = true, append(files, file)
		}
	}
	for _, e := range entries {
		for _, source := range append(slices.Clone(e.Problem.Checkers), e.Submission.Source) {
			for _, file := range source.Files {
				add(filepath.Join(source.Dir, file))
			}
		}
		for _, t := range e.Tests {
			if add(t.Input); !e.Submission.Beside { // in a folder, the judge may have made the answer
				add(t.Answer)
			}
		}
	}
	return files
}

// judged reports whether the submission can be judged.
func (e Entry) judged() bool { return e.Submission.NotJudged() == "" && e.Failed == nil }

// Options holds the settings of Judge.
type Options struct {
	Jobs  int  // how many tests run side by side, at least 1
	All   bool // run every test, even after a TLE
	First bool // skip all tests of a submission after its first test that is not accepted
	// The next two options are for interactive and multi-pass problems. If one of them is set, the judge relays the
	// conversation, which takes longer.
	Conversations bool   // keep the last lines of each conversation in Test.Conversation
	Transcripts   string // folder that receives each conversation as PROBLEM/SUBMISSION/TEST.txt; "" for none

	// Failures says that the caller shows how tests fail: by the outputs that Around has kept, or by the last lines of
	// conversations. So tests run again if their cached results are such failures.
	Failures bool

	// LastWords says that an interrupt of JudgeOne makes the program print where it is. JudgeOne then returns how it
	// ended.
	LastWords bool

	TimeLimit     time.Duration // replaces every problem's time limit; 0 to keep those limits
	Sandbox       sandbox.Sandbox
	Cache         *compile.Cache
	Build         compile.Kind   // how to build submissions
	Sanitize      bool           // with Build Debug: a sanitizer's report is the verdict RTE
	CachedResults *CachedResults // results of earlier runs; nil to run everything and cache nothing
	Observe       func(Progress) // may be nil; calls do not overlap
	Listener      Listener       // may be nil

	// Several says that the entries are from several packages. An error in one package, such as a checker that does not
	// compile, is then a result of its submissions, and the other packages are still judged.
	Several bool

	// Timing says that the CPU times matter, not only the verdicts. The result of a program that waited long for a core
	// is then neither cached nor taken from the cache.
	Timing bool

	// Unchecked accepts every output, so tests need no answer. A program that exits with 0 within its limits gets AC.
	// In an interactive problem, the checker still runs.
	Unchecked bool

	// Answers says that the program makes answers. If it does not write the problem's OutputFile, its standard output
	// is its output.
	Answers bool

	// Around wraps each problem's checker, for example to keep the outputs; may be nil. If the checker that Around
	// returns gives the verdict NotRun, the test ran but is not judged. With Failures, it may change no other verdict.
	Around func(check.Checker) check.Checker
}

// Progress says how far Judge has come.
type Progress struct {
	Step        string        // such as "building" or "judging"
	Done, Total int           // of Total programs or tests, Done are built, run or skipped
	Current     string        // the program or test that was finished last
	Left        time.Duration // the most time that the work can still take; 0 if unbounded
	More        bool          // other steps follow, so the pace of this step does not show the time left
}

// Listener receives results as they come. Calls do not overlap and must not block: judging waits for them.
type Listener interface {
	// Test receives each test that ran or whose result was cached. Skipped tests are only in the submission's result.
	Test(problem, submission string, t Test)
	// Submission receives each submission once, after its last test, even if the submission could not be built.
	Submission(s Submission)
}

// Judge judges the entries. When ctx is done, it returns the results so far, marked as interrupted, and ctx's error.
// With any other error, it returns no results. Such an error is the judge's own. If a checker does not compile, it is
// the problem's.
func Judge(ctx context.Context, entries []Entry, o Options) (Results, error) {
	start := time.Now()
	if o.Observe == nil {
		o.Observe = func(Progress) {}
	}
	scratch, err := os.MkdirTemp(o.Sandbox.Scratch(), "output-")
	if err != nil {
		return Results{}, err
	}
	defer os.RemoveAll(scratch)

	judgings, err := prepare(ctx, entries, scratch, o)
	if err == nil {
		runAll(ctx, judgings, scratch, o)
		err = ctx.Err()
	}
	if err != nil && !errors.Is(err, ctx.Err()) {
		return Results{}, err
	}
	results := Results{
		Backend: o.Sandbox.Name(), Measures: o.Sandbox.Measures(), Jobs: o.Jobs,
		Elapsed: time.Since(start), Interrupted: err != nil,
	}
	for _, j := range judgings {
		if j.ended == nil {
			s := j.result(ctx)
			j.ended = &s
			if o.Listener != nil {
				o.Listener.Submission(s)
			}
		}
		results.Submissions = append(results.Submissions, *j.ended)
	}
	return results, err
}

// runAll runs the tests on o.Jobs workers until all tests are finished or ctx is done.
func runAll(ctx context.Context, judgings []*judging, scratch string, o Options) {
	// verdicts depend on these, but the keys of cached results do not
	if o.Around != nil && !o.Failures || o.Unchecked || o.Answers {
		o.CachedResults = nil
	}
	q := newQueue(ctx, judgings, o)
	q.endFinished(judgings)
	defer q.writing()()
	stop := context.AfterFunc(ctx, q.close)
	defer stop()
	var workers sync.WaitGroup
	var alone sync.RWMutex
	for i := range max(o.Jobs, 1) {
		workers.Go(func() { work(ctx, q, i, &alone, scratch, o) })
	}
	workers.Wait()
}
