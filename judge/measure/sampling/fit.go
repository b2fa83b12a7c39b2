package sampling

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/workload"
	"dlxjudge/judge/read/problem"
)

const (
	// longest is the most CPU time that a run on a made input may take. A slower solution gets only the first cases, as
	// many as it finishes in that time.
	longest = 500 * time.Millisecond

	// brief is the CPU time from which on a run has enough cases where two commits are compared, as many layouts say
	// more than long runs, or where there is a deadline.
	brief = 30 * time.Millisecond

	// long is the CPU time of a run from which on counting may stop it: counters take several times as long.
	long = longest / 5

	// patience is how often a run may be stopped by the clock, and not for its CPU time, before that counts as too
	// slow.
	patience = 5
)

// fit searches for how many cases of an input a solution finishes in time: about twice as many each time, from a single
// one. So what is found was run.
type fit struct {
	side    Side
	entry   Entry
	input   workload.Input
	numbers []int         // of cases that are tried, from 1 on
	next    int           // index of the number that is tried next
	cases   int           // the largest number that was finished; 0 for none
	enough  time.Duration // the CPU time of a run that has enough cases
	cpu     time.Duration // of the run on that number of cases
	settled bool
	out     bool // the solution is not measured on this input
	stalled int  // runs that the clock stopped, and not their CPU time

	like int // the number of an earlier record, which is tried first and kept; 0 for none
	late int // that number if the solution no longer finishes it in twice the time; else 0
}

func newFit(side Side, e Entry, in workload.Input, like *record.Record, enough time.Duration) *fit {
	f := &fit{side: side, entry: e, input: in, numbers: in.Fewer(), enough: enough}
	slices.Reverse(f.numbers)
	for _, n := range f.numbers {
		if like == nil {
			continue
		}
		// The largest number is what the record measured: counters may have had fewer cases.
		if len(like.Values(f.key(n), record.CPU)) > 0 || len(like.Values(f.key(n), record.Statements)) > 0 {
			f.like = n
		}
	}
	return f
}

// key names the solution on the first cases of the input.
func (f *fit) key(cases int) record.Key { return keyOf(f.entry, f.input, cases) }

func keyOf(e Entry, in workload.Input, cases int) record.Key {
	return programOf(e.Entry).On(in.Name + "/" + strconv.Itoa(cases))
}

// try is the number of cases to run next, and the most time for it. What finished once may take twice as long, since
// times scatter.
func (f *fit) try() (cases int, limit time.Duration) {
	if f.like > 0 {
		return f.like, 2 * longest
	}
	return f.numbers[f.next], longest
}

// learn takes note of how the run on that number of cases ended.
func (f *fit) learn(finished bool, cpu time.Duration) {
	switch cases, _ := f.try(); {
	case f.like > 0 && finished:
		f.cases, f.cpu, f.settled = cases, cpu, true
	case f.like > 0: // as many fewer as it finishes now
		f.late, f.like = cases, 0
		f.numbers = f.numbers[:slices.Index(f.numbers, cases)]
		f.settled = len(f.numbers) == 0
	case finished:
		f.cases, f.cpu = cases, cpu
		f.next++
		f.settled = cpu >= f.enough || f.next == len(f.numbers)
	default:
		f.settled = true
	}
}

// bounds are what the solution does not finish: the number of the earlier record, and a single case.
func (f *fit) bounds() []record.Bound {
	var bounds []record.Bound
	if f.late > 0 {
		bounds = append(bounds, record.Bound{Key: f.key(f.late), CPU: 2 * longest})
	}
	if f.cases == 0 && f.late != 1 {
		bounds = append(bounds, record.Bound{Key: f.key(1), CPU: longest})
	}
	return bounds
}

// fitting plans the runs on made inputs: each solution gets as many cases of an input as it finishes in time.
type fitting struct {
	*plan
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
func (p *plan) fit(ctx context.Context, sides [Sides][]Entry) error {
	f := &fitting{plan: p, makers: make(map[*problem.Problem]*workload.Maker),
		limited: make(map[limitedProblem]*problem.Problem)}
	enough := longest / 2 // twice as many cases would take too long
	if p.other != nil || !p.Until.IsZero() {
		enough = brief
	}
	for side, entries := range sides {
		for _, e := range entries {
			if len(e.Inputs) > 0 && f.makers[e.Problem] == nil {
				maker, err := workload.NewMaker(p.Cache, e.Problem, e.Set, p.scratch)
				if err != nil {
					return err
				}
				f.makers[e.Problem] = maker
			}
			for _, in := range e.Inputs {
				f.fits = append(f.fits, newFit(Side(side), e, in, p.Like, enough))
			}
		}
	}
	for {
		open := slices.DeleteFunc(slices.Clone(f.fits), func(one *fit) bool { return one.settled || one.out })
		if len(open) == 0 {
			break
		}
		if err := f.tryAll(ctx, open); err != nil {
			return err
		}
	}
	f.fits = slices.DeleteFunc(f.fits, func(one *fit) bool { return one.out })
	return f.planFound(ctx)
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

// tryAll judges the next run of each.
func (f *fitting) tryAll(ctx context.Context, open []*fit) error {
	entries := make([]grade.Entry, len(open))
	for i, one := range open {
		cases, limit := one.try()
		f.observe(grade.Progress{Step: "making inputs", Done: i, Total: len(open), Current: name(one.key(cases))})
		t, err := f.makers[one.entry.Problem].Test(ctx, one.input, cases)
		if err != nil {
			return err
		}
		entries[i] = grade.Entry{Problem: f.limit(one.entry.Problem, limit), Submission: one.entry.Submission,
			Tests: []problem.Test{t}}
	}
	o := f.options()
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
	if !f.runs(one.side, result) {
		one.out = true
		return nil
	}
	program := programOf(one.entry.Entry)
	switch t := result.Tests[0]; t.Verdict {
	case problem.AC:
		one.learn(true, t.CPU)
	case problem.TLE:
		if one.stalled++; t.Idle && one.stalled <= patience {
			return nil // the machine was busy: again
		}
		one.learn(false, 0)
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

// planFound adds what was found to the plan.
func (f *fitting) planFound(ctx context.Context) error {
	least := make(found)
	for _, one := range f.fits {
		k := programOf(one.entry.Entry).On(one.input.Name)
		if cases, known := least[k]; !known || one.cases < cases {
			least[k] = one.cases
		}
	}
	for _, one := range f.fits {
		var err error
		built := executable{source: one.entry.Submission.Source}
		if built.program, err = f.Cache.Build(ctx, compile.Submission, built.source); err != nil {
			return err
		}
		f.bounds[one.side] = append(f.bounds[one.side], one.bounds()...)
		if one.cases == 0 {
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
// neighbours on the ladder finish. In place of none it is a single case.
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

// beside are the neighbours of a solution on the ladder.
func beside(ladder []string, solution string) []string {
	i := slices.Index(ladder, solution)
	if i < 0 {
		return nil
	}
	return slices.Concat(ladder[max(i-1, 0):i], ladder[i+1:min(i+2, len(ladder))])
}

// sampleAndCount plans to sample and count a solution on these numbers of cases, the largest last. As counters may not
// manage all cases of a long run, it also counts a quarter of them.
func (f *fitting) sampleAndCount(ctx context.Context, one *fit, built executable, numbers []int) error {
	ran := grade.Entry{Problem: f.limit(one.entry.Problem, longest), Submission: one.entry.Submission}
	add := func(cases int) (problem.Test, error) {
		t, err := f.makers[one.entry.Problem].Test(ctx, one.input, cases)
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
		f.subject(one.side, one.key(cases), t, one.entry.Problem, limits, built)
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
	if f.other != nil || !f.Until.IsZero() { // the most is not what was looked for
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
