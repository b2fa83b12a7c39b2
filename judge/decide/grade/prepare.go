package grade

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// prepare builds every entry's program and every problem's checker, on all cores. No test runs until all are built,
// because compilers would disturb the measurements. When ctx is done, it returns ctx's error and the judgings as they
// are.
func prepare(ctx context.Context, entries []Entry, o Options) ([]*judging, error) {
	type checkers struct {
		checking
		err error
	}
	judgings := make([]*judging, len(entries))
	built := make(map[*problem.Problem]*checkers)
	var jobs []func() error
	for i, e := range entries {
		j := newJudging(e, o)
		judgings[i] = j
		if j.entry.Submission.NotJudged() != "" {
			continue
		}
		if built[e.Problem] == nil {
			c := &checkers{}
			built[e.Problem] = c
			jobs = append(jobs, func() error {
				c.checking, c.err = newChecking(ctx, e.Problem, o)
				if o.Several && ofPackage(c.err) {
					return nil
				}
				return fatal(c.err)
			})
		}
		jobs = append(jobs, func() error { return j.build(ctx, o.Cache) })
	}
	err := sideBySide(jobs, func(n int) {
		o.Observe(Progress{Step: "building", Done: n, Total: len(jobs), More: true})
	})
	for _, j := range judgings {
		if c := built[j.entry.Problem]; c != nil && j.entry.Submission.NotJudged() == "" {
			if o.Several && ofPackage(c.err) {
				j.refuse(c.err)
				continue
			}
			j.check(c.checking, c.err, o)
		}
	}
	if ctx.Err() != nil {
		return judgings, ctx.Err()
	}
	return judgings, err
}

// ofPackage reports whether an error comes from a mistake in a package: a checker that does not compile.
func ofPackage(err error) bool {
	broken := (*compile.CompileError)(nil)
	return errors.As(err, &broken)
}

// refuse marks a submission as not judged because its package is broken.
func (j *judging) refuse(why error) {
	j.entry.Submission.Broken = OneLine(why)
	j.program, j.broken = sandbox.Program{}, errors.New(j.entry.Submission.NotJudged())
}

// OneLine formats an error as one line for a report. It takes only the first of a compiler's messages.
func OneLine(err error) string {
	var lines []string
	for line := range strings.Lines(err.Error()) {
		lines = append(lines, strings.TrimSpace(line))
	}
	if ofPackage(err) {
		lines = lines[:min(2, len(lines))]
	}
	return strings.ReplaceAll(strings.Join(lines, "; "), ":; ", ": ")
}

// fatal returns err, or nil if err says that this machine lacks something.
func fatal(err error) error {
	if missing := (*compile.MissingError)(nil); errors.As(err, &missing) {
		return nil
	}
	return err
}

// sideBySide runs the jobs on all cores and returns their errors, joined in the jobs' order. After each job, it calls
// finished with the number of jobs that have ended. These calls do not overlap.
func sideBySide(jobs []func() error, finished func(n int)) error {
	var group errgroup.Group
	group.SetLimit(runtime.NumCPU())
	var mu sync.Mutex
	ended, errs := 0, make([]error, len(jobs))
	for i, job := range jobs {
		group.Go(func() error {
			errs[i] = job()
			mu.Lock()
			defer mu.Unlock()
			ended++
			finished(ended)
			return nil
		})
	}
	group.Wait()
	return errors.Join(errs...)
}
