package mutate

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
)

// Report is what became of the mutants of a program.
type Report struct {
	Program string // "poj3074/backtrack"
	Results []Result
	Of      int               // mutants that there are; fewer may have been judged
	Tests   int               // that judge them
	Left    []string          // tests that do not, and why
	Stale   []problem.Finding // marks that do not hold
}

// Count is the number of mutants in a state.
func (r Report) Count(s State) int {
	n := 0
	for _, m := range r.Results {
		if m.State == s {
			n++
		}
	}
	return n
}

// Submission judges mutants of a solution on the tests that it passes itself. Only those that choose returns are
// judged.
func Submission(ctx context.Context, o Options, cache *compile.Cache, p *problem.Problem, s problem.Submission,
	choose func([]Mutant) []Mutant) (Report, error) {
	report := Report{Program: p.Name + "/" + s.Name}
	all, err := Plant(s.Source)
	if err != nil {
		return report, err
	}
	folder, err := os.MkdirTemp(o.Sandbox.Scratch(), "tests-")
	if err != nil {
		return report, err
	}
	defer os.RemoveAll(folder)
	t := &tests{problem: p}
	if t.program, err = prepare(ctx, o, cache, p, s, folder); err != nil {
		return report, err
	}
	if report.Left, err = t.try(ctx, o, p.Expects(s), filepath.Join(folder, "output")); err != nil {
		return report, err
	}
	report.Tests = len(t.passed)
	if len(t.passed) == 0 {
		return report, &UnfitError{report.Program + " passes no test, so that none can catch a fault in it"}
	}
	return judged(ctx, o, p, s.Name, s.Source, all, choose, t.caught, report)
}

// prepare builds a submission of a problem, with what judges it.
func prepare(ctx context.Context, o Options, cache *compile.Cache, p *problem.Problem, s problem.Submission,
	folder string) (*grade.Program, error) {
	program, err := grade.Prepare(ctx, grade.Entry{Problem: p, Submission: s}, folder, grade.Options{Sandbox: o.Sandbox,
		Cache: cache})
	if err != nil {
		return nil, err
	}
	return program, program.Broken()
}

// judged fills in the results, if it fails or is interrupted those that are known.
func judged(
	ctx context.Context, o Options, p *problem.Problem, name string, source problem.Source, all []Mutant,
	choose func([]Mutant) []Mutant,
	by catcher, report Report,
) (Report, error) {
	marks, err := Marks(p)
	if err != nil {
		return report, err
	}
	report.Of = len(all)
	results, failed := judge(ctx, o, source, choose(all), by)
	report.Results = slices.DeleteFunc(results, func(r Result) bool { return r.State == "" }) // not judged: interrupted
	own := slices.DeleteFunc(marks, func(m Mark) bool { return m.Program != name })
	report.Stale = marked(report.Results, all, own)
	return report, failed
}

// tests are the tests that a solution passes, the fastest first.
type tests struct {
	problem *problem.Problem
	program *grade.Program
	passed  []passed
}

// passed is a test, and what the solution got.
type passed struct {
	problem.Test
	result grade.Test
}

// patience is how long a solution may take for a test where a TLE is permitted: if it takes longer, its mutants are not
// judged on that. Nor are they where it takes more than half of its time limit: on a busy machine they would be too
// slow by chance.
const patience = time.Second

// run is how a program is judged on one of a problem's tests, beside others. The limit is that of the problem, or less
// where a TLE is permitted.
func run(p *problem.Problem, expected problem.Expected, t problem.Test, output string) grade.Run {
	r := grade.Run{Test: t, Output: output, Stop: true, Crowded: true}
	if expected.Permits(t.Name, problem.TLE) {
		r.TimeLimit = min(p.Limits.Time, patience)
	}
	return r
}

// try runs the solution itself on all tests. What it does not pass with ease is left out, and returned with the reason.
func (t *tests) try(ctx context.Context, o Options, expected problem.Expected,
	output string) (left []string, err error) {
	worker, err := o.Sandbox.Worker(0)
	if err != nil {
		return nil, err
	}
	defer worker.Close()
	for _, test := range t.problem.Tests {
		result, err := t.program.Judge(ctx, worker, run(t.problem, expected, test, output))
		if err != nil {
			return nil, err
		}
		if result.Verdict != problem.AC {
			left = append(left, fmt.Sprintf("%s (%s)", test.Name, result.Verdict))
			continue
		}
		if 2*result.CPU > t.problem.Limits.Time {
			left = append(left, test.Name+" (more than half of the time limit)")
			continue
		}
		t.passed = append(t.passed, passed{test, result})
	}
	slices.SortStableFunc(t.passed, func(a, b passed) int { return cmp.Compare(a.result.CPU, b.result.CPU) })
	return left, nil
}

func (t *tests) caught(ctx context.Context, worker sandbox.Worker, changed problem.Source, cache *compile.Cache,
	folder string) (string, error) {
	program, err := t.program.Instead(ctx, changed, cache, folder)
	if err == nil {
		err = program.Broken()
	}
	if err != nil {
		return "", err
	}
	for _, test := range t.passed {
		result, err := program.Judge(ctx, worker, grade.Run{Test: test.Test, Output: filepath.Join(folder, "output"),
			Stop: true, Crowded: true})
		switch {
		case err != nil:
			return "", err
		case result.Verdict == problem.JE:
			return "", &UndecidedError{test.Name, result.Message}
		case result.Verdict != problem.AC:
			return fmt.Sprintf("%s: %s", test.Name, result.Verdict), nil
		case !result.SameScore(test.result):
			return test.Name + ": another score", nil
		}
	}
	return "", nil
}
