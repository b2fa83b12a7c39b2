// Package grade runs submissions on tests and compares the verdicts with what is expected of them.
//
// It is the middle of the pipeline, load → build → run → check → report: it takes the entries that Select chose, builds
// them, runs their tests on several workers and returns Results. It prints nothing, and reports progress to Options.Observe.
//
//	entries, err := grade.Select(set, patterns)
//	results, err := grade.Judge(ctx, entries, grade.Options{Jobs: 1, Sandbox: box, Cache: cache})
package grade

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"dlxjudge/judge/build"
	"dlxjudge/judge/check"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/sandbox"
)

// Options are how entries are judged.
type Options struct {
	Jobs      int           // tests run side by side, at least 1
	All       bool          // run every test, also after a TLE
	First     bool          // stop a submission at its first test that is not accepted
	TimeLimit time.Duration // in place of the problems' own; 0 keeps those
	Sandbox   sandbox.Sandbox
	Cache     *build.Cache
	Observe   func(Progress) // may be nil; calls do not overlap
}

// Progress is how far Judge has come.
type Progress struct {
	Step        string // "building" or "judging"
	Done, Total int    // programs built, or tests run or skipped
	Current     string // what was finished last
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
		results.Submissions = append(results.Submissions, j.result())
	}
	return results, err
}

// runAll runs the tests on o.Jobs workers until all are finished or ctx is done.
func runAll(ctx context.Context, judgings []*judging, scratch string, o Options) error {
	q := newQueue(judgings, o.Observe)
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

// work takes tests from the queue and runs them, one at a time.
func work(ctx context.Context, q *queue, index int, alone *sync.RWMutex, scratch string, o Options) error {
	worker, err := o.Sandbox.Worker(index)
	if err != nil {
		return err
	}
	defer worker.Close()
	output := filepath.Join(scratch, fmt.Sprintf("%d.out", index))
	for {
		j, i, ok := q.next()
		if !ok {
			return nil
		}
		test, err := j.judge(ctx, worker, alone, output, i)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			test = Test{Verdict: problem.JE, Message: err.Error()}
		}
		q.finish(j, i, test)
	}
}

// judge runs a test beside those of the other workers. If other work on the machine may have changed the verdict, it runs
// the test again, alone.
func (j *judging) judge(ctx context.Context, worker sandbox.Worker, alone *sync.RWMutex, output string, i int) (Test, error) {
	alone.RLock()
	first, err := j.run(ctx, worker, output, i, 1)
	alone.RUnlock()
	if err != nil || !closeTo(j.limits.Time, first) && !starved(first) {
		return first, err
	}
	alone.Lock()
	defer alone.Unlock()
	if starved(first) {
		return j.run(ctx, worker, output, i, starvedWallFactor)
	}
	second, err := j.run(ctx, worker, output, i, 1)
	if err != nil {
		return first, err
	}
	return borderline(j.limits.Time, first, second), nil
}

// run runs one test with the wall-clock limit multiplied by wall, decides its verdict and removes its output.
func (j *judging) run(ctx context.Context, worker sandbox.Worker, output string, i int, wall time.Duration) (Test, error) {
	t := j.entry.Tests[i]
	defer os.Remove(output)
	limits := limitsFor(j.limits, j.lateOK[i])
	limits.Wall *= wall
	task := sandbox.NewTask(j.program, j.limits.Memory, limits, t.Args...)
	task.Input, task.Output = t.Input, output
	used, err := worker.Run(ctx, task)
	if err != nil {
		return Test{}, err
	}
	files := check.Files{Input: t.Input, Answer: t.Answer, Output: output, Args: t.CheckerArgs}
	return decide(ctx, j.limits, j.program, used, j.checker, files)
}
