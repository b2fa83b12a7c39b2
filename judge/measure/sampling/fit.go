package sampling

import (
	"context"
	"math"
	"slices"
	"strconv"
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/workload"
	"dlxjudge/judge/read/problem"
)

const (
	// longest is the maximum CPU time of a run on a generated input. A slower solution gets only the first cases, as
	// many as it finishes in that time.
	longest = 500 * time.Millisecond

	// If there is a deadline, or if two commits are compared, runs of this time are long enough: many layouts then say
	// more than long runs.
	brief = 30 * time.Millisecond

	// long is the CPU time above which a run with counters might not finish. Counters make a run several times as slow.
	long = longest / 5
)

// fit searches for the number of cases that a solution finishes in time. It tries a single case first, then about twice
// as many cases each time.
type fit struct {
	side   Side
	entry  Entry
	input  workload.Input
	tries  []int         // numbers of cases to try, the smallest first; empty at the end of the search
	enough time.Duration // the CPU time at which a run has enough cases
	cases  int           // the largest number of cases that the solution finished; 0 for none
	cpu    time.Duration // CPU time of the run on that number of cases
	out    bool          // whether the solution is not measured on this input

	like  bool  // whether tries has only the number of cases in an earlier record
	below []int // smaller numbers, to try if the solution no longer finishes the recorded number
}

func newFit(side Side, e Entry, in workload.Input, like *record.Record, enough time.Duration) *fit {
	f := &fit{side: side, entry: e, input: in, tries: in.Fewer(), enough: enough}
	slices.Reverse(f.tries)
	for i := len(f.tries) - 1; like != nil && i >= 0; i-- {
		// Take the largest number in the record: counting runs may have had fewer cases than timed ones.
		if k := f.key(f.tries[i]); len(like.Values(k, record.CPU))+len(like.Values(k, record.Statements)) > 0 {
			f.like, f.below, f.tries = true, f.tries[:i], f.tries[i:i+1]
			break
		}
	}
	return f
}

// key returns the key of the solution on the first cases of the input.
func (f *fit) key(cases int) record.Key { return keyOf(f.entry, f.input, cases) }

func keyOf(e Entry, in workload.Input, cases int) record.Key {
	return programOf(e.Entry).On(in.Name + "/" + strconv.Itoa(cases))
}

// learn records how the run on tries[0] cases ended. It returns bounds for a run that did not finish on a single case,
// or on the number of cases in an earlier record. Times vary, so a run on that number may take up to 2*longest.
func (f *fit) learn(ended bool, cpu time.Duration) (bounds []record.Bound) {
	cases := f.tries[0]
	switch {
	case ended && (cpu <= longest || f.like):
		f.cases, f.cpu, f.tries = cases, cpu, f.tries[1:]
		if cpu >= f.enough {
			f.tries = nil
		}
	case f.like: // try fewer cases
		f.like, f.tries = false, f.below
		return []record.Bound{{Key: f.key(cases), CPU: 2 * longest}}
	default:
		f.tries = nil
		if f.cases == 0 {
			return []record.Bound{{Key: f.key(cases), CPU: longest}}
		}
	}
	return nil
}

// maker makes the inputs of a problem.
type maker struct {
	inputs interface { // a *workload.Maker, except in tests
		Test(ctx context.Context, in workload.Input, cases int) (problem.Test, error)
	}
	limited *problem.Problem // the problem, with a time limit that solutions may exceed
}

// fit finds, for each input and each solution of both sides, how many cases the solution finishes. It also checks the
// outputs, and plans the sampling.
func (p *plan) fit(ctx context.Context) error {
	enough := longest / 2 // after such a run, twice as many cases would take too long
	if p.base != nil || !p.Until.IsZero() {
		enough = brief
	}
	for side, entries := range p.entries {
		for _, e := range entries {
			if _, known := p.makers[e.Problem]; !known && len(e.Inputs) > 0 {
				inputs, err := workload.NewMaker(p.Cache, e.Problem, e.Set, p.scratch)
				if err != nil {
					return err
				}
				limited := *e.Problem
				limited.Limits.Time, limited.Scoring = 2*longest, nil // a workload has no score
				limited.Expectations = []problem.Expectation{{Submissions: "accepted/*",
					Permitted: []problem.Verdict{problem.AC, problem.TLE}}}
				p.makers[e.Problem] = maker{inputs, &limited}
			}
			for _, in := range e.Inputs {
				p.fits = append(p.fits, newFit(Side(side), e, in, p.Like, enough))
			}
		}
	}
	for {
		open := slices.DeleteFunc(slices.Clone(p.fits), func(f *fit) bool { return f.out || len(f.tries) == 0 })
		if len(open) == 0 {
			break
		}
		step := len(open)
		if !p.Until.IsZero() { // so that one slow generator does not delay every solution
			step = max(p.Jobs, 1)
		}
		for some := range slices.Chunk(open, step) {
			if err := p.tryAll(ctx, some); err != nil {
				return err
			}
		}
	}
	p.fits = slices.DeleteFunc(p.fits, func(f *fit) bool { return f.out })
	for _, f := range p.fits {
		if err := p.addFit(ctx, f); err != nil {
			return err
		}
	}
	return nil
}

// on returns a fit's solution, and a test with this number of cases.
func (p *plan) on(ctx context.Context, f *fit, cases int) (sided, problem.Test, error) {
	maker := p.makers[f.entry.Problem]
	t, err := maker.inputs.Test(ctx, f.input, cases)
	return sided{f.side, grade.Entry{Problem: maker.limited, Submission: f.entry.Submission,
		Tests: []problem.Test{t}}}, t, err
}

// tryAll judges each fit's solution on the next number of cases to try. It drops a fit unless the verdict is AC or an
// expected TLE.
func (p *plan) tryAll(ctx context.Context, open []*fit) error {
	var entries []sided
	for i, f := range open {
		p.Observe(grade.Progress{Step: "making inputs", Done: i, Total: len(open), Current: name(f.key(f.tries[0]))})
		e, _, err := p.on(ctx, f, f.tries[0])
		if err != nil {
			return err
		}
		entries = append(entries, e)
	}
	learned := make([]bool, len(open))
	err := p.judge(ctx, true, entries, func(i int, _ problem.Test, result grade.Test) error {
		f, r := open[i], p.records[open[i].side]
		learned[i] = true
		r.Bounds = append(r.Bounds, f.learn(result.Verdict == problem.AC, time.Duration(result.CPU))...)
		return nil
	})
	for i, f := range open {
		f.out = !learned[i]
	}
	return err
}

// addFit plans the sampling and counting of a solution. A long run might not finish with counters, so a run on a
// quarter of its cases is also counted.
func (p *plan) addFit(ctx context.Context, f *fit) error {
	if f.cases == 0 {
		return nil
	}
	numbers := p.numbers(programOf(f.entry.Entry), f.input)
	sampled := len(numbers)
	if most := numbers[sampled-1]; f.cpu > long && most > 1 && !slices.Contains(numbers, max(most/4, 1)) {
		numbers = append(numbers, max(most/4, 1))
	}
	for i, cases := range numbers {
		e, t, err := p.on(ctx, f, cases)
		if err == nil {
			err = p.add(ctx, e, t, i < sampled, true)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// numbers returns, in ascending order, the numbers of cases on which a solution is sampled. They are the number that it
// finishes on both sides and, if smaller, the number that each neighbour on the ladder finishes. Each number is at
// least 1.
func (p *plan) numbers(program record.Program, in workload.Input) []int {
	cases := p.least(program, in)
	numbers := []int{cases}
	at := slices.Index(p.Ladder, program.Solution)
	for i, other := range p.Ladder {
		fewer := p.least(record.Program{Problem: program.Problem, Solution: other}, in)
		if beside := i == at-1 || i == at+1; at >= 0 && beside && fewer < cases {
			numbers = append(numbers, fewer)
		}
	}
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

// least returns the number of cases of an input that a solution finishes on both sides, but at least 1. If the solution
// has no fit for the input, it returns MaxInt.
func (p *plan) least(program record.Program, in workload.Input) int {
	least := math.MaxInt
	for _, f := range p.fits {
		if programOf(f.entry.Entry) == program && f.input.Name == in.Name {
			least = min(least, f.cases)
		}
	}
	return max(least, 1)
}
