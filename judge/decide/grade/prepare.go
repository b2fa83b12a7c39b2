package grade

import (
	"cmp"
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
// because compilers would disturb the measurements. It writes the files of the working folders below scratch. When ctx
// is done, it returns ctx's error and the judgings as they are.
func prepare(ctx context.Context, entries []Entry, scratch string, o Options) ([]*judging, error) {
	judgings, errs := make([]*judging, len(entries)), make([]error, len(entries))
	checkers := make(map[*problem.Problem]func() (checking, error))
	var jobs []func()
	for i, e := range entries {
		j := newJudging(e, o)
		if judgings[i] = j; !e.judged() {
			continue
		}
		if checkers[e.Problem] == nil {
			build := sync.OnceValues(func() (checking, error) { return newChecking(ctx, e.Problem, o) })
			checkers[e.Problem] = build
			jobs = append(jobs, func() { build() })
		}
		jobs = append(jobs, func() { errs[i] = j.build(ctx) })
	}
	sideBySide(jobs, func(n int) { o.Observe(Progress{Step: "building", Done: n, Total: len(jobs), More: true}) })
	var failed error
	for i, j := range judgings {
		err := errs[i]
		if err == nil && j.entry.judged() {
			err = j.complete(ctx, checkers[j.entry.Problem], scratch)
		}
		switch {
		case err == nil:
		case o.Several && ctx.Err() == nil:
			j.refuse(err)
		case !errors.Is(failed, err): // all submissions share their checker's error
			failed = errors.Join(failed, err)
		}
	}
	return judgings, cmp.Or(ctx.Err(), failed)
}

// ofPackage reports whether an error comes from a mistake in a package: a checker that does not compile.
func ofPackage(err error) bool {
	broken := (*compile.CompileError)(nil)
	return errors.As(err, &broken)
}

// refuse records an error in one of several packages. If the package is broken, the submission is not judged. Any other
// error is the judge's own.
func (j *judging) refuse(why error) {
	if ofPackage(why) {
		j.entry.Submission.Broken = OneLine(why)
	} else {
		j.entry.Failed = why
	}
	j.program, j.broken = sandbox.Program{}, why
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

// sideBySide runs the jobs on all cores. After each job, it calls finished with the number of jobs that have ended.
// These calls do not overlap.
func sideBySide(jobs []func(), finished func(n int)) {
	var group errgroup.Group
	group.SetLimit(runtime.NumCPU())
	var mu sync.Mutex
	ended := 0
	for _, job := range jobs {
		group.Go(func() error {
			job()
			mu.Lock()
			defer mu.Unlock()
			ended++
			finished(ended)
			return nil
		})
	}
	group.Wait()
}
