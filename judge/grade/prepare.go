package grade

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"

	"dlxjudge/judge/build"
	"dlxjudge/judge/check"
	"dlxjudge/judge/executor"
	"dlxjudge/judge/problem"
)

// prepare builds every entry's program and every problem's checker, on all cores. Nothing is measured until all are built:
// compilers would disturb the figures. If ctx ends it, it returns ctx's error with the judgings it has.
func prepare(ctx context.Context, entries []Entry, o Options) ([]*judging, error) {
	judgings := make([]*judging, len(entries))
	checkers := make(map[*problem.Problem]*checkerBuild)
	var jobs []func() error
	for i, e := range entries {
		j := newJudging(e, o)
		judgings[i] = j
		if why := e.Submission.NotJudged(); why != "" {
			j.unbuilt = Submission{Expected: true, Unjudged: true, Message: why}
			continue
		}
		if checkers[e.Problem] == nil {
			c := &checkerBuild{problem: e.Problem}
			checkers[e.Problem] = c
			jobs = append(jobs, func() error { return c.build(ctx, o.Cache) })
		}
		jobs = append(jobs, func() error { return j.build(ctx, o.Cache) })
	}
	err := sideBySide(jobs, func(n int) { o.Observe(Progress{Step: "building", Done: n, Total: len(jobs)}) })
	for _, j := range judgings {
		c := checkers[j.entry.Problem]
		if c == nil || j.unbuilt.Unjudged {
			continue
		}
		j.checker, j.talker, j.checkers = c.checker, c.talker, c.programs
		if o.Around != nil && c.checker != nil {
			j.checker = o.Around(c.checker)
		}
		j.static = c.static
		if c.missing != "" {
			j.program = executor.Program{}
			j.unbuilt = Submission{Expected: true, Message: c.missing, Missing: c.tool}
		}
	}
	if ctx.Err() != nil {
		return judgings, ctx.Err()
	}
	return judgings, err
}

func newJudging(e Entry, o Options) *judging {
	j := &judging{
		kind: o.Build, entry: e, expected: e.Problem.Expects(e.Submission), limits: e.Problem.Limits,
		rule: stopRule{all: o.All, first: o.First}, tests: make([]slot, len(e.Tests)),
		unbuilt: Submission{Expected: true, Message: "not built: interrupted"},
	}
	for _, t := range e.Tests {
		j.lateOK = append(j.lateOK, j.expected.Permits(t.Name, problem.TLE))
	}
	if o.TimeLimit > 0 {
		j.limits.Time = o.TimeLimit
	}
	if language, err := build.LanguageOf(e.Submission.Source); err == nil {
		j.language = language.Name
	}
	return j
}

// build fills in the program, or the result of a submission that cannot be built.
func (j *judging) build(ctx context.Context, cache *build.Cache) error {
	said, err := tooLong(j.entry)
	if err != nil {
		return err
	}
	if said != "" {
		j.unbuilt = Submission{Verdict: problem.CE, Expected: j.expected.Permits("", problem.CE), Message: said}
		return nil
	}
	if j.entry.Problem.SubmitAnswer {
		j.program, j.unbuilt = outputs(j.entry.Submission), Submission{}
		return nil
	}

	program, err := cache.Build(ctx, j.kind, j.entry.Submission.Source)
	var broken *build.CompileError
	var missing *build.MissingError
	switch {
	case errors.As(err, &broken):
		j.unbuilt = Submission{Verdict: problem.CE, Expected: j.expected.Permits("", problem.CE), Message: broken.Output}
	case errors.As(err, &missing):
		j.unbuilt = Submission{Expected: true, Message: missing.Error(), Missing: missing.Tool()}
	case err != nil:
		return fmt.Errorf("%s/%s: %w", j.entry.Problem.Name, j.entry.Submission.Name, err)
	default:
		j.program, j.unbuilt = program, Submission{}
	}
	return nil
}

// tooLong says that a submission has more code than the problem takes, "" if it has not.
func tooLong(e Entry) (string, error) {
	limit, size := e.Problem.Limits.Code, int64(0)
	if limit == 0 {
		return "", nil
	}
	for _, file := range e.Submission.Submitted() {
		info, err := os.Stat(file.Path)
		if err != nil {
			return "", err
		}
		size += info.Size()
	}
	if size <= limit {
		return "", nil
	}
	return fmt.Sprintf("its files have %d bytes, and a submission may have %d KiB (code)", size, limit>>10), nil
}

// checkerProgram is one of the programs that check a problem's outputs.
type checkerProgram struct {
	name    string
	program executor.Program
}

// checkerBuild is the checker of one problem, or why there is none.
type checkerBuild struct {
	problem  *problem.Problem
	checker  check.Checker
	talker   check.Talker // in place of checker, of an interactive problem
	programs []checkerProgram
	missing  string // the compiler for it that this machine does not have
	tool     string // and its name alone

	static check.Checker // the static validator; nil if there is none
}

func (c *checkerBuild) build(ctx context.Context, cache *build.Cache) error {
	if err := c.buildStatic(ctx, cache); err != nil || c.missing != "" {
		return err
	}
	if c.problem.Checkers == nil {
		c.checker = check.Default(c.problem.Judge.Whitespace)
		return nil
	}
	var checkers []check.Named
	for _, source := range c.problem.Checkers {
		program, err := cache.Build(ctx, build.Tool, source)
		var missing *build.MissingError
		if errors.As(err, &missing) {
			c.tool = missing.Tool()
			c.missing = "its checker cannot be built: " + missing.Error()
			return nil
		}
		if err != nil {
			return fmt.Errorf("the checker of %s: %w", c.problem.Name, err)
		}
		c.programs = append(c.programs, checkerProgram{source.Name, program})
		if c.problem.Interactive { // it has one
			c.talker = check.Talking(cache.Programs, program, c.problem.Limits.Validation)
			return nil
		}
		checkers = append(checkers, check.Named{Name: source.Name, Checker: check.Custom(cache.Programs, program, c.problem.Limits.Validation)})
	}
	c.checker = check.All(checkers)
	return nil
}

// sideBySide runs the jobs on all cores and returns their errors, joined in the jobs' order. It calls finished with the
// number of jobs that have ended; calls do not overlap.
func sideBySide(jobs []func() error, finished func(n int)) error {
	var (
		free  = make(chan struct{}, runtime.NumCPU())
		group sync.WaitGroup
		mu    sync.Mutex
		ended int
		errs  = make([]error, len(jobs))
	)
	for i, job := range jobs {
		free <- struct{}{}
		group.Go(func() {
			errs[i] = job()
			mu.Lock()
			ended++
			finished(ended)
			mu.Unlock()
			<-free
		})
	}
	group.Wait()
	return errors.Join(errs...)
}
