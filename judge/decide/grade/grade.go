// Package grade runs submissions on tests and compares their verdicts with the expected ones.
//
// It is the middle of the pipeline, load → build → run → check → report: it takes the entries that package pick chose,
// builds them, runs their tests on several workers and returns Results. It prints nothing, and reports progress to
// Options.Observe.
//
//	entries, err := pick.Select(set, patterns)
//	results, err := grade.Judge(ctx, entries, grade.Options{Jobs: 1, Sandbox: box, Cache: cache})
package grade

import (
	"context"
	"errors"
	"os"
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
	Tests      []problem.Test // read-only: they may be the problem's own
}

// Options configure Judge.
type Options struct {
	Jobs  int  // tests run side by side, at least 1
	All   bool // run every test, even after a TLE
	First bool // stop a submission at its first test that is not accepted
	// These two are for interactive and multi-pass problems. With either, the judge relays the conversation, which
	// takes longer.
	Conversations bool   // keep the last lines of each in Test.Conversation
	Transcripts   string // folder that receives each conversation as PROBLEM/SUBMISSION/TEST.txt; "" for none

	TimeLimit time.Duration // replaces the problems' limits; 0 keeps them
	Sandbox   sandbox.Sandbox
	Cache     *compile.Cache
	Build     compile.Kind   // how to build submissions
	Kept      *Kept          // results of earlier runs; nil to run everything and keep nothing
	Observe   func(Progress) // may be nil; calls do not overlap
	Listener  Listener       // may be nil

	// Several says that several packages are judged. If the checker of one does not compile, the others are still
	// judged.
	Several bool

	// Unchecked accepts every output, so tests need no answer: a program that keeps its limits and exits with 0 gets
	// AC. In an interactive problem, the checker still runs.
	Unchecked bool

	// Around wraps each problem's checker, to see the outputs; may be nil. If the new checker returns NotRun, the test
	// ran but is not judged.
	Around func(check.Checker) check.Checker
}

// Progress is how far Judge has come.
type Progress struct {
	Step        string        // "building" or "judging"
	Done, Total int           // programs built, or tests run or skipped
	Current     string        // the last program or test that was finished
	Left        time.Duration // the most time that the work can still take; 0 if unbounded
	More        bool          // other steps follow, so the pace of this one does not show the time left
}

// Listener receives results as they come. Calls do not overlap and must not block: judging waits for them.
type Listener interface {
	// Test receives each test that ran or whose result was cached. Tests that the format leaves out come with the
	// submission.
	Test(problem, submission string, t Test)
	// Submission receives each submission once, after its last test, even if it could not be built.
	Submission(s Submission)
}

// Judge judges the entries. When ctx is done, it returns the results so far, marked as interrupted, and ctx's error.
// With any other error there are no results. Such an error is the judge's own, or the problem's if a checker does not
// compile.
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

	judgings, err := prepare(ctx, entries, o)
	for _, j := range judgings {
		if err == nil && j.broken == nil {
			err = j.writeFiles(scratch)
		}
	}
	if err == nil {
		err = runAll(ctx, judgings, scratch, o)
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
			j.end(ctx, o.Listener)
		}
		results.Submissions = append(results.Submissions, *j.ended)
	}
	return results, err
}

// runAll runs the tests on o.Jobs workers until all are finished or ctx is done.
func runAll(ctx context.Context, judgings []*judging, scratch string, o Options) error {
	if o.Around != nil || o.Unchecked { // verdicts depend on them, but keys do not include them
		o.Kept = nil
	}
	queue := newQueue(judgings, o.Observe)
	queue.end = func(j *judging) {
		if o.Listener != nil {
			j.end(ctx, o.Listener)
		}
	}
	queue.listener = o.Listener
	queue.endFinished(judgings)
	q := newKeeper(ctx, queue, o)
	defer q.writing()()
	stop := context.AfterFunc(ctx, q.close)
	defer stop()
	failed := make([]error, max(o.Jobs, 1))
	var workers sync.WaitGroup
	var alone sync.RWMutex
	for i := range failed {
		workers.Go(func() {
			if failed[i] = work(ctx, q, i, &alone, scratch, o); failed[i] != nil {
				q.close()
			}
		})
	}
	workers.Wait()
	return errors.Join(ctx.Err(), errors.Join(failed...))
}
