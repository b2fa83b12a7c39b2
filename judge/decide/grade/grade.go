// Package grade runs submissions on tests and compares the verdicts with what is expected of them.
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

// Entry is one submission with the tests it is to be run on.
type Entry struct {
	Problem    *problem.Problem
	Submission problem.Submission
	Tests      []problem.Test // which must not be changed: they may be the problem's own
}

// Options are how entries are judged.
type Options struct {
	Jobs  int  // tests run side by side, at least 1
	All   bool // run every test, also after a TLE
	First bool // stop a submission at its first test that is not accepted
	// For interactive and multi-pass problems. Either makes the judge relay all that is said, which takes longer.
	Conversations bool // keep the last lines of each test: Test.Conversation
	// folder that receives a file for each test, below the problem's and the submission's name; "" for none
	Transcripts string

	TimeLimit time.Duration // in place of the problems' own; 0 keeps those
	Sandbox   sandbox.Sandbox
	Cache     *compile.Cache
	Build     compile.Kind   // how submissions are built
	Kept      *Kept          // results of earlier runs; nil to run everything and keep nothing
	Observe   func(Progress) // may be nil; calls do not overlap
	Listener  Listener       // may be nil

	// Several packages are judged: one whose checker does not compile keeps no other from being judged.
	Several bool

	// Unchecked programs have their outputs compared with nothing, and tests need no answer: a program that keeps its
	// limits and ends well gets AC. In an interactive problem the checker runs all the same.
	Unchecked bool

	// Around puts a checker around that of each problem, to see the outputs, too. May be nil. A test to which it gives
	// the verdict NotRun was run and is not judged.
	Around func(check.Checker) check.Checker
}

// Progress is how far Judge has come.
type Progress struct {
	Step        string        // "building" or "judging"
	Done, Total int           // programs built, or tests run or skipped
	Current     string        // what was finished last
	Left        time.Duration // that the work may take from now on, at most; 0 if nothing bounds it
	About       time.Duration // that all steps together take from now on, from their pace; 0 if that is not known
}

// Listener is told results as they come. Its calls do not overlap and must not wait: judging goes on after them.
type Listener interface {
	// Test is told each test that was run, or whose result is of an earlier run. What the format leaves out is known
	// with the submission.
	Test(problem, submission string, t Test)
	// Submission is told each submission once, after its last test, also one that could not be built.
	Submission(s Submission)
}

// Judge judges the entries. When ctx is done it returns what it has so far, marked as interrupted, and ctx's error.
// Any other error is the judge's own or, for a checker that does not compile, the problem's, and there are no results.
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
	if o.Around != nil || o.Unchecked { // verdicts depend on them, and keys do not hold them
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
