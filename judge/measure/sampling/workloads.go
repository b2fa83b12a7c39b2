package sampling

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/workload"
	"dlxjudge/judge/read/problem"
)

// Entry is one solution with what it is measured on: tests, and inputs that are made.
type Entry struct {
	grade.Entry
	Set    *workload.Set // that the inputs are of; nil without inputs
	Inputs []workload.Input
}

// patience is how often a run may be stopped by the clock, and not for its CPU time, before that counts as too slow.
const patience = 5

// long is the CPU time of a run from which on counting may stop it: counters take several times as long.
const long = longest / 5

// fitting plans the runs on made inputs: each solution gets as many cases of an input as it finishes in time.
type fitting struct {
	*preparation
	makers  map[*problem.Problem]*workload.Maker
	limited map[limitedProblem]*problem.Problem
	fits    []*fit
}

// limitedProblem is a problem with a time limit that is not its own.
type limitedProblem struct {
	*problem.Problem
	limit time.Duration
}

// fit finds out how many cases of their inputs the solutions of both sides finish, checks their outputs, and plans to
// sample that.
func (p *preparation) fit(ctx context.Context, now, base []Entry) error {
	f := &fitting{preparation: p, makers: make(map[*problem.Problem]*workload.Maker),
		limited: make(map[limitedProblem]*problem.Problem)}
	for side, entries := range [Sides][]Entry{Now: now, Base: base} {
		for _, e := range entries {
			if err := f.add(Side(side), e); err != nil {
				return err
			}
		}
	}
	for {
		open := slices.DeleteFunc(slices.Clone(f.fits), (*fit).settled)
		if len(open) == 0 {
			break
		}
		if f.late() && f.settle(open) {
			continue
		}
		if err := f.try(ctx, open); err != nil {
			return err
		}
	}
	f.fits = slices.DeleteFunc(f.fits, func(one *fit) bool { return one.out })
	return f.planFound(ctx)
}

// late reports whether there is no time left to look for better numbers of cases.
func (f *fitting) late() bool { return !f.Settle.IsZero() && !time.Now().Before(f.Settle) }

// settle has fits take what they have found, and reports whether any has.
func (f *fitting) settle(open []*fit) (any bool) {
	for _, one := range open {
		if one.found() {
			one.low, any = one.high, true
		}
	}
	return any
}

func (f *fitting) add(side Side, e Entry) error {
	if len(e.Inputs) > 0 && f.makers[e.Problem] == nil {
		maker, err := workload.NewMaker(f.Grade.Cache, e.Problem, e.Set, f.Scratch)
		if err != nil {
			return err
		}
		f.makers[e.Problem] = maker
	}
	for _, in := range e.Inputs {
		f.fits = append(f.fits, newFit(side, e, in, f.Like, f.Brief))
	}
	return nil
}

// test makes the input with the first cases.
func (f *fitting) test(ctx context.Context, one *fit, cases int) (problem.Test, error) {
	return f.makers[one.entry.Problem].Test(ctx, one.input, cases)
}

// limit is a problem with another time limit, under which a solution may be too slow.
func (f *fitting) limit(p *problem.Problem, limit time.Duration) *problem.Problem {
	key := limitedProblem{p, limit}
	if f.limited[key] == nil {
		other := *p
		other.Limits.Time, other.Scoring = limit, nil // a workload has no score
		other.Expectations = []problem.Expectation{{Submissions: "accepted/*",
			Permitted: []problem.Verdict{problem.AC, problem.TLE}}}
		f.limited[key] = &other
	}
	return f.limited[key]
}

// inTime makes an input for a solution. One that has finished another number of cases can do without: then the input is
// given up when there is no time left to look for better numbers.
func (f *fitting) inTime(ctx context.Context, one *fit, cases int) (problem.Test, error) {
	if !f.Settle.IsZero() && one.found() {
		timed, cancel := context.WithDeadline(ctx, f.Settle)
		defer cancel()
		ctx = timed
	}
	began := time.Now()
	defer func() { one.making = time.Since(began) }()
	return f.test(ctx, one, cases)
}

// try judges the next run of each. Where time is short, those come first that have finished no number of cases, and
// then those whose inputs are made fastest.
func (f *fitting) try(ctx context.Context, open []*fit) error {
	if !f.Settle.IsZero() {
		slices.SortStableFunc(open, func(a, b *fit) int { return cmp.Compare(a.waits(), b.waits()) })
	}
	entries := make([]grade.Entry, len(open))
	for i, one := range open {
		cases := one.numbers[one.next()]
		if f.Grade.Observe != nil {
			f.Grade.Observe(grade.Progress{Step: "making inputs", Done: i, Total: len(open),
				Current: name(one.key(cases))})
		}
		t, err := f.inTime(ctx, one, cases)
		if err != nil && f.late() && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
			open, entries = open[:i], entries[:i] // what is made is judged, and the rest settles
			break
		}
		if err != nil {
			return err
		}
		entries[i] = grade.Entry{Problem: f.limit(one.entry.Problem, one.limit()), Submission: one.entry.Submission,
			Tests: []problem.Test{t}}
	}
	if len(entries) == 0 {
		return nil
	}
	o := f.Grade
	o.All = true
	results, err := grade.Judge(ctx, entries, o)
	if err != nil {
		return err
	}
	for i, result := range results.Submissions {
		if err := f.learn(open[i], result); err != nil {
			return err
		}
	}
	return nil
}

// learn takes note of the verdict on one run.
func (f *fitting) learn(one *fit, result grade.Submission) error {
	program := programOf(one.entry.Entry)
	switch {
	case result.Verdict == problem.CE:
		one.out = true
		f.refuse(one.side, fmt.Sprintf("%s does not compile: %s", program, firstLine(result.Message)))
		return nil
	case len(result.Tests) == 0:
		one.out = true
		f.note(fmt.Sprintf("%s is skipped: %s", program, firstLine(result.Message)))
		return nil
	}
	f.plan.Languages[program] = result.Language
	switch t := result.Tests[0]; t.Verdict {
	case problem.AC:
		one.cpu = t.CPU
		one.learn(true)
	case problem.TLE:
		if one.stalled++; t.Idle && one.stalled <= patience {
			return nil // the machine was busy: again
		}
		one.learn(false)
	case problem.JE:
		return fmt.Errorf("%s %s: the judge failed: %s", program, t.Name, t.Message)
	default:
		one.out = true
		f.refuse(one.side, fmt.Sprintf("%s: %s on %s: %s", program, t.Verdict, t.Name, firstLine(t.Message)))
	}
	return nil
}

// found is how many cases of an input a solution finishes, on both sides, by a key whose test is the input's name.
type found map[record.Key]int

func (f *fitting) found() found {
	least := make(found)
	for _, one := range f.fits {
		if f.Brief {
			f.cut(one)
		}
		k := programOf(one.entry.Entry).On(one.input.Name)
		if cases, known := least[k]; !known || one.cases() < cases {
			least[k] = one.cases()
		}
	}
	return least
}

// cut takes fewer cases, which are finished in about brief; where time is short, only a number that is made.
func (f *fitting) cut(one *fit) {
	found := one.low
	one.cut(brief)
	for !f.Settle.IsZero() && one.low > found && !f.makers[one.entry.Problem].Made(one.input, one.cases()) {
		one.low--
	}
}

// planFound adds what was found to the plan.
func (f *fitting) planFound(ctx context.Context) error {
	least := f.found()
	for _, one := range f.fits {
		var err error
		built := Executable{Source: one.entry.Submission.Source}
		if built.Program, err = f.Grade.Cache.Build(ctx, compile.Submission, built.Source); err != nil {
			return err
		}
		f.plan.Bounds[one.side] = append(f.plan.Bounds[one.side], one.bounds()...)
		if one.cases() == 0 {
			continue
		}
		if err := f.sampleAndCount(ctx, one, built, least.numbers(one, f.Ladder)); err != nil {
			return err
		}
	}
	f.noteFewer(least)
	return nil
}

// numbers are the numbers of cases that a solution is sampled on: as many as both sides finish, and as many as its
// neighbours and the first on the ladder finish. In place of none it is a single case.
func (least found) numbers(one *fit, ladder []string) []int {
	program := programOf(one.entry.Entry)
	cases := max(least[program.On(one.input.Name)], 1)
	numbers := []int{cases}
	for _, other := range beside(ladder, program.Solution) {
		program.Solution = other
		if fewer, known := least[program.On(one.input.Name)]; known && max(fewer, 1) < cases {
			numbers = append(numbers, max(fewer, 1))
		}
	}
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

// beside are the neighbours of a solution on the ladder, and the first on it.
func beside(ladder []string, solution string) []string {
	i := slices.Index(ladder, solution)
	if i < 0 {
		return nil
	}
	others := []string{ladder[0]}
	if i > 0 {
		others = append(others, ladder[i-1])
	}
	if i+1 < len(ladder) {
		others = append(others, ladder[i+1])
	}
	return others
}

// sampleAndCount plans to sample and count a solution on these numbers of cases, the largest last. As counters may not
// manage all cases of a long run, it also counts a quarter of them.
func (f *fitting) sampleAndCount(ctx context.Context, one *fit, built Executable, numbers []int) error {
	ran := grade.Entry{Problem: f.limit(one.entry.Problem, longest), Submission: one.entry.Submission}
	add := func(cases int) (problem.Test, error) {
		t, err := f.test(ctx, one, cases)
		if err == nil {
			t.Files = one.entry.Submission.Given(t)
			ran.Tests = append(ran.Tests, t)
		}
		return t, err
	}
	limits := one.entry.Problem.Limits
	limits.Time = longest
	for _, cases := range numbers {
		t, err := add(cases)
		if err != nil {
			return err
		}
		f.subject(one.side, one.key(cases), t, limits, !one.entry.Problem.FileWriting, built)
	}
	most := numbers[len(numbers)-1]
	if quarter := max(most/4, 1); one.cpu > long && most > 1 && !slices.Contains(numbers, quarter) {
		if _, err := add(quarter); err != nil {
			return err
		}
	}
	f.counted = append(f.counted, counted{one.side, ran})
	return nil
}

// noteFewer notes which solutions got fewer cases than a workload has. Of growing sizes, charts show that.
func (f *fitting) noteFewer(least found) {
	if f.Brief { // the most is not what was looked for
		return
	}
	for _, one := range f.fits {
		if path.Dir(one.input.Name) != workload.Group {
			continue
		}
		var fewer []string
		for _, other := range f.fits {
			if other.entry.Problem.Name != one.entry.Problem.Name || other.input.Name != one.input.Name {
				continue
			}
			cases := least[programOf(other.entry.Entry).On(other.input.Name)]
			text := fmt.Sprintf("%s %d", other.entry.Submission.Name, cases)
			if cases < one.input.Cases && !slices.Contains(fewer, text) {
				fewer = append(fewer, text)
			}
		}
		if len(fewer) > 0 {
			f.note(fmt.Sprintf("%s %s has %d cases; within %v of CPU time fewer are finished by %s",
				one.entry.Problem.Name, one.input.Name, one.input.Cases, longest, strings.Join(fewer, ", ")))
		}
	}
}
