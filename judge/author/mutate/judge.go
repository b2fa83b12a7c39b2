package mutate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// State is the result of judging a mutant.
type State string

// The states.
const (
	Caught   State = "caught"
	Survived State = "survived"
	Broken   State = "broken" // it does not compile
	Marked   State = "marked" // it survived, and a mark says why
	Failed   State = "failed" // the checker or the judge failed on it, so whether the tests catch it is unknown
)

// Result is a judged mutant.
type Result struct {
	Mutant
	State State
	By    string // the test that decided the state Caught or Failed, and how: "sample/1: WA"
	Mark  *Mark  // the reason why the mutant survived; nil if the state is not Marked
}

// Report is the result of judging the mutants of a program.
type Report struct {
	Program      string // "poj3074/backtrack"
	Results      []Result
	Total        int               // the number of mutants, judged or not
	Tests        int               // the number of tests used
	SkippedTests []string          // the tests that were not used, each with the reason
	Failed       []string          // tests on which the checker or the judge failed, each with the reason
	Stale        []problem.Finding // findings about marks that no longer apply
}

// Count returns the number of mutants in a state.
func (r Report) Count(s State) int {
	n := 0
	for _, m := range r.Results {
		if m.State == s {
			n++
		}
	}
	return n
}

// Submission judges mutants of a solution on the tests that the solution passes. If count is 0, it judges all mutants.
// Otherwise, it judges count random mutants, which are the same in every run. If judging fails or is interrupted, the
// report has the results up to then.
func Submission(ctx context.Context, p *problem.Problem, s problem.Submission, count int, o grade.Options) (Report,
	error) {
	report := Report{Program: p.Name + "/" + s.Name}
	all, err := Plant(s.Source)
	if err != nil {
		return report, err
	}
	marks, err := Marks(p)
	if err != nil {
		return report, err
	}
	folder, err := os.MkdirTemp(o.Sandbox.Scratch(), "tests-")
	if err != nil {
		return report, err
	}
	defer os.RemoveAll(folder)
	t := &tests{problem: p}
	t.program, err = grade.Prepare(ctx, grade.Entry{Problem: p, Submission: s}, folder, o)
	if err == nil {
		err = t.try(ctx, o, p.Expects(s), filepath.Join(folder, "output"), &report)
	}
	if err != nil {
		return report, err
	}
	report.Total, report.Tests = len(all), len(t.passed)
	if len(t.passed) == 0 {
		return report, &UnfitError{report.Program + " passes no test, so no test can catch a fault in it: " +
			strings.Join(slices.Concat(report.Failed, report.SkippedTests), ", ")}
	}
	report.Results, err = judge(ctx, o, s.Source, sample(all, count), t.caught)
	own := slices.DeleteFunc(marks, func(m Mark) bool { return m.Program != s.Name })
	report.Stale = applyMarks(report.Results, all, own)
	return report, err
}

// tests holds a solution and the tests that it passes, the fastest test first.
type tests struct {
	problem *problem.Problem
	program *grade.Candidate
	passed  []passedTest
}

// passedTest is a test that the solution passes, with the result.
type passedTest struct {
	problem.Test
	result grade.Test
}

// maxPermittedTime is the longest time that the solution may take on a test for which TLE is permitted. Slower tests
// are left out, and so are tests that take more than half of the time limit. On such a test, a busy machine alone could
// make a mutant exceed the limit.
const maxPermittedTime = time.Second

// try runs the solution itself on all tests. It leaves out tests that the solution fails or passes only slowly, and
// reports these tests with the reasons.
func (t *tests) try(ctx context.Context, o grade.Options, expected problem.Expected, output string,
	report *Report) error {
	worker, err := o.Sandbox.Worker(0)
	if err != nil {
		return err
	}
	skip := func(test problem.Test, why string) {
		report.SkippedTests = append(report.SkippedTests, test.Name+" ("+why+")")
	}
	defer worker.Close()
	for _, test := range t.problem.Tests {
		run := grade.Run{Test: test, Output: output, Stop: true, Crowded: true}
		if expected.Permits(test.Name, problem.TLE) {
			run.TimeLimit = min(t.problem.Limits.Time, maxPermittedTime)
		}
		result, err := t.program.Judge(ctx, worker, run)
		switch {
		case err != nil:
			return err
		case result.Verdict == problem.JE:
			skip(test, string(result.Verdict))
			report.Failed = append(report.Failed, test.Name+": JE: "+result.Reason())
		case result.Verdict != problem.AC:
			skip(test, string(result.Verdict))
		case 2*time.Duration(result.CPU) > t.problem.Limits.Time:
			skip(test, "more than half of the time limit")
		default:
			t.passed = append(t.passed, passedTest{test, result})
		}
	}
	slices.SortStableFunc(t.passed, func(a, b passedTest) int { return cmp.Compare(a.result.CPU, b.result.CPU) })
	return nil
}

// caught implements catcher with the tests that the solution passes.
func (t *tests) caught(ctx context.Context, worker sandbox.Worker, changed problem.Source, cache *compile.Cache,
	folder string) (State, string, error) {
	program, err := t.program.WithSource(ctx, changed, cache, folder)
	if err != nil {
		return "", "", err
	}
	for _, test := range t.passed {
		result, err := program.Judge(ctx, worker, grade.Run{Test: test.Test, Output: filepath.Join(folder, "output"),
			Stop: true, Crowded: true})
		switch {
		case err != nil:
			return "", "", err
		case result.Verdict == problem.JE:
			return Failed, test.Name + ": JE: " + result.Reason(), nil
		case result.Verdict != problem.AC:
			return Caught, fmt.Sprintf("%s: %s", test.Name, result.Verdict), nil
		case !result.SameScore(test.result):
			return Caught, test.Name + ": different score", nil
		}
	}
	return Survived, "", nil
}

// A catcher returns the state of a changed program, and the test that decided it, if any. It builds the program in the
// cache. If the program does not compile, the error is a *compile.CompileError. The catcher may write files to folder.
type catcher func(ctx context.Context, worker sandbox.Worker, changed problem.Source, cache *compile.Cache,
	folder string) (state State, by string, err error)

// judge lets the catcher judge each mutant. The results are in the order of the mutants. A mutant that was not judged
// has no result.
func judge(ctx context.Context, o grade.Options, source problem.Source, mutants []Mutant, by catcher) ([]Result,
	error) {
	folder, err := os.MkdirTemp(o.Sandbox.Scratch(), "mutants-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	// Each mutant is built only once, so it does not belong in the user's cache.
	cache, err := compile.OpenCache(filepath.Join(folder, "cache"), o.Sandbox)
	if err != nil {
		return nil, err
	}
	defer cache.Close()
	results := make([]Result, len(mutants))
	var next atomic.Int64
	var mutex sync.Mutex // guards the variable done, and calls of Observe
	done := 0
	group, inner := errgroup.WithContext(ctx)
	for k := range max(o.Jobs, 1) {
		group.Go(func() error {
			worker, err := o.Sandbox.Worker(k)
			if err != nil {
				return err
			}
			defer worker.Close()
			for i := next.Add(1) - 1; i < int64(len(mutants)) && inner.Err() == nil; i = next.Add(1) - 1 {
				if results[i], err = one(inner, cache, source, mutants[i], by, worker, folder); err != nil {
					return err
				}
				mutex.Lock()
				if done++; o.Observe != nil {
					o.Observe(grade.Progress{Step: "mutants", Done: done, Total: len(mutants)})
				}
				mutex.Unlock()
			}
			return nil
		})
	}
	err = group.Wait()
	results = slices.DeleteFunc(results, func(r Result) bool { return r.State == "" })
	return results, errors.Join(ctx.Err(), err)
}

// one returns the result of a mutant. It removes the mutant's files afterwards.
func one(ctx context.Context, cache *compile.Cache, source problem.Source, m Mutant, by catcher, worker sandbox.Worker,
	folder string) (Result, error) {
	r := Result{Mutant: m}
	work, err := os.MkdirTemp(folder, "")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(work)
	changed, err := m.write(source, filepath.Join(work, "source"))
	if err != nil {
		return r, err
	}
	r.State, r.By, err = by(ctx, worker, changed, cache, work)
	var broken *compile.CompileError
	if errors.As(err, &broken) {
		r.State, err = Broken, nil
	}
	return r, err
}

// write writes the program with the mutant's fault into a new folder.
func (m Mutant) write(source problem.Source, folder string) (problem.Source, error) {
	contents, err := compile.ReadSource(source)
	if err != nil {
		return source, err
	}
	files := make([]whole.File, len(contents))
	for i, file := range source.Files {
		files[i] = whole.File{Path: file, Text: string(contents[i])}
		if file == m.File {
			files[i].Text = string(m.contents)
		}
	}
	source.Dir = folder
	return source, whole.MakeFolder(folder, files)
}

// sample returns count random mutants, in the order of the slice all. It chooses the same mutants in every run. If
// count is 0, it returns all mutants.
func sample(all []Mutant, count int) []Mutant {
	if count == 0 || count >= len(all) {
		return all
	}
	chosen := rand.New(rand.NewPCG(1, 0)).Perm(len(all))[:count]
	slices.Sort(chosen)
	var some []Mutant
	for _, i := range chosen {
		some = append(some, all[i])
	}
	return some
}
