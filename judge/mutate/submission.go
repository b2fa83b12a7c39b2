package mutate

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"dlxjudge/judge/build"
	"dlxjudge/judge/executor"
	"dlxjudge/judge/grade"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/sandbox"
)

// Report is what became of the mutants of a program.
type Report struct {
	Program string // "poj3074/backtrack"
	Results []Result
	Of      int      // mutants that there are; fewer may have been judged
	Tests   int      // that judge them
	Left    []string // tests that do not, and why
	Stale   []Stale
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

// Submission judges mutants of a solution on the tests that it passes itself. Only those that choose returns are judged.
func Submission(ctx context.Context, o Options, cache *build.Cache, p *problem.Problem, s problem.Submission, choose func([]Mutant) []Mutant) (Report, error) {
	report := Report{Program: p.Name + "/" + s.Name}
	all, err := Plant(s.Source)
	if err != nil {
		return report, err
	}
	program, err := cache.Build(ctx, build.Submission, s.Source)
	if err != nil {
		return report, err
	}
	checker, err := grade.CheckerOf(ctx, cache, p)
	if err != nil {
		return report, err
	}
	t := &tests{single: grade.Single{Problem: p, Submission: s, Program: program, Limits: p.Limits, Checker: checker}}
	if report.Left, err = t.try(ctx, o); err != nil {
		return report, err
	}
	if report.Tests = len(t.tests); report.Tests == 0 {
		return report, fmt.Errorf("%s passes no test, so that none can catch a fault in it", report.Program)
	}
	return judged(ctx, o, build.Submission, p, s.Name, s.Source, all, choose, t, report)
}

// judged fills in the results.
func judged(ctx context.Context, o Options, kind build.Kind, p *problem.Problem, name string, source problem.Source, all []Mutant, choose func([]Mutant) []Mutant, j jury, report Report) (Report, error) {
	marks, err := Marks(p)
	if err != nil {
		return report, err
	}
	report.Of = len(all)
	if report.Results, err = judge(ctx, o, kind, source, choose(all), j); err != nil {
		return report, err
	}
	own := slices.DeleteFunc(marks, func(m Mark) bool { return m.Program != name })
	report.Stale = marked(report.Results, all, own)
	return report, nil
}

// tests are the tests of a solution, the fastest first.
type tests struct {
	single grade.Single
	tests  []problem.Test
}

// patience is how long a solution may take for a test where a TLE is permitted: if it takes longer, its mutants are not judged
// on that. Nor are they where it takes more than half of its time limit: on a busy machine they would be too slow by chance.
const patience = time.Second

// try runs the solution itself on all tests. What it does not pass with ease is left out, and returned with the reason.
func (t *tests) try(ctx context.Context, o Options) (left []string, err error) {
	worker, err := o.Sandbox.Worker(0)
	if err != nil {
		return nil, err
	}
	defer worker.Close()
	folder, err := os.MkdirTemp(o.Sandbox.Scratch(), "tests-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	p := t.single.Problem
	expected := p.Expects(t.single.Submission)
	times := make(map[string]time.Duration)
	for _, test := range p.Tests {
		single := t.single
		if expected.Permits(test.Name, problem.TLE) {
			single.Limits.Time = min(single.Limits.Time, patience)
		}
		result, err := single.Run(ctx, worker, test, filepath.Join(folder, "output"))
		if err != nil {
			return nil, err
		}
		if result.Verdict != problem.AC {
			left = append(left, fmt.Sprintf("%s (%s)", test.Name, result.Verdict))
			continue
		}
		if 2*result.CPU > p.Limits.Time {
			left = append(left, test.Name+" (more than half of the time limit)")
			continue
		}
		times[test.Name] = result.CPU
		t.tests = append(t.tests, test)
	}
	slices.SortStableFunc(t.tests, func(a, b problem.Test) int { return cmp.Compare(times[a.Name], times[b.Name]) })
	return left, nil
}

func (t *tests) caught(ctx context.Context, worker sandbox.Worker, program executor.Program, folder string) (string, error) {
	single := t.single
	single.Program = program
	for _, test := range t.tests {
		result, err := single.Run(ctx, worker, test, filepath.Join(folder, "output"))
		if err != nil {
			return "", err
		}
		if result.Verdict == problem.JE {
			return "", fmt.Errorf("%s: %s", test.Name, result.Message)
		}
		if result.Verdict != problem.AC {
			return fmt.Sprintf("%s: %s", test.Name, result.Verdict), nil
		}
	}
	return "", nil
}
