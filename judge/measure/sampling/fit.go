package sampling

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/workload"
	"dlxjudge/judge/read/problem"
)

const (
	// longest is the most CPU time that a run on a made input may take. A slower solution gets only the first cases, as
	// many as it finishes in that time.
	longest = 500 * time.Millisecond

	// brief is the CPU time at which a run has enough cases if two commits are compared, since many layouts say more
	// than long runs, or if there is a deadline.
	brief = 30 * time.Millisecond

	// long is the CPU time of a run above which a counting run may be stopped: counters take several times as long.
	long = longest / 5
)

// fit searches for the number of cases that a solution finishes in time. It about doubles the number each time, from a
// single case, so the result has been run.
type fit struct {
	side   Side
	entry  Entry
	input  workload.Input
	tries  []int         // numbers of cases to try, the smallest first; none when it is settled
	enough time.Duration // the CPU time of a run that has enough cases
	cases  int           // the largest number that was finished; 0 for none
	cpu    time.Duration // of the run on that number of cases
	out    bool          // the solution is not measured on this input

	like int // the number of an earlier record, which is tried first and kept; 0 for none
	late int // that number if the solution no longer finishes it in twice the time; else 0
}

func newFit(side Side, e Entry, in workload.Input, like *record.Record, enough time.Duration) *fit {
	f := &fit{side: side, entry: e, input: in, tries: in.Fewer(), enough: enough}
	slices.Reverse(f.tries)
	for _, n := range f.tries {
		// The largest number is what the record measured: counters may have had fewer cases.
		if like != nil && len(like.Values(f.key(n), record.CPU))+len(like.Values(f.key(n), record.Statements)) > 0 {
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

// next returns the number of cases to run next.
func (f *fit) next() int {
	if f.like > 0 {
		return f.like
	}
	return f.tries[0]
}

// learn records how the run on that number of cases ended. A number that was finished once may take twice as long,
// since times scatter.
func (f *fit) learn(ended bool, cpu time.Duration) {
	cases := f.next()
	switch {
	case ended && (cpu <= longest || f.like > 0):
		f.cases, f.cpu, f.tries = cases, cpu, f.tries[1:]
		if f.like > 0 || cpu >= f.enough {
			f.tries = nil
		}
	case f.like > 0: // as many fewer as it finishes now
		f.late, f.like = cases, 0
		f.tries = f.tries[:slices.Index(f.tries, cases)]
	default:
		f.tries = nil
	}
}

// bounds returns what the solution does not finish: the number of the earlier record, and a single case.
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
	makers map[*problem.Problem]maker
	fits   []*fit
}

// maker makes the inputs of a problem.
type maker struct {
	*workload.Maker
	limited *problem.Problem // under whose time limit solutions may be too slow
}

// fit finds how many cases of their inputs both sides' solutions finish, checks the outputs, and plans the sampling.
func (p *plan) fit(ctx context.Context, sides [Sides][]Entry) error {
	f := &fitting{plan: p, makers: make(map[*problem.Problem]maker)}
	enough := longest / 2 // twice as many cases would take too long
	if p.other != nil || !p.Until.IsZero() {
		enough = brief
	}
	for side, entries := range sides {
		for _, e := range entries {
			if _, known := f.makers[e.Problem]; !known && len(e.Inputs) > 0 {
				inputs, err := workload.NewMaker(p.Cache, e.Problem, e.Set, p.scratch)
				if err != nil {
					return err
				}
				limited := *e.Problem
				limited.Limits.Time, limited.Scoring = 2*longest, nil // a workload has no score
				limited.Expectations = []problem.Expectation{{Submissions: "accepted/*",
					Permitted: []problem.Verdict{problem.AC, problem.TLE}}}
				f.makers[e.Problem] = maker{inputs, &limited}
			}
			for _, in := range e.Inputs {
				f.fits = append(f.fits, newFit(Side(side), e, in, p.Like, enough))
			}
		}
	}
	for {
		open := slices.DeleteFunc(slices.Clone(f.fits), func(one *fit) bool { return len(one.tries) == 0 })
		if len(open) == 0 {
			break
		}
		if err := f.tryAll(ctx, open); err != nil {
			return err
		}
	}
	f.fits = slices.DeleteFunc(f.fits, func(one *fit) bool { return one.out })
	for _, one := range f.fits {
		if err := f.planned(ctx, one); err != nil {
			return err
		}
	}
	if p.other == nil && p.Until.IsZero() { // else the most is not what was looked for
		f.noteFewer()
	}
	return nil
}

// tryAll judges the next run of each.
func (f *fitting) tryAll(ctx context.Context, open []*fit) error {
	entries := make([]grade.Entry, len(open))
	for i, one := range open {
		f.Observe(grade.Progress{Step: "making inputs", Done: i, Total: len(open), Current: name(one.key(one.next()))})
		maker := f.makers[one.entry.Problem]
		t, err := maker.Test(ctx, one.input, one.next())
		if err != nil {
			return err
		}
		entries[i] = grade.Entry{Problem: maker.limited, Submission: one.entry.Submission, Tests: []problem.Test{t}}
	}
	o := f.options()
	o.All = true
	results, err := grade.Judge(ctx, entries, o)
	if err != nil {
		return err
	}
	for i, result := range results.Submissions {
		one := open[i]
		if !f.ran(one.side, result) {
			one.tries, one.out = nil, true
			continue
		}
		program := programOf(one.entry.Entry)
		switch t := result.Tests[0]; t.Verdict {
		case problem.AC, problem.TLE:
			one.learn(t.Verdict == problem.AC, t.CPU)
		case problem.JE:
			return fmt.Errorf("%s %s: the judge failed: %s", program, t.Name, t.Message)
		default:
			one.tries, one.out = nil, true
			f.refuse(one.side, fmt.Sprintf("%s: %s on %s: %s", program, t.Verdict, t.Name, firstLine(t.Message)))
		}
	}
	return nil
}

// planned plans the sampling and counting of a solution. Counters may not manage all cases of a long run, so it also
// counts a quarter of them.
func (f *fitting) planned(ctx context.Context, one *fit) error {
	r := f.records[one.side]
	r.Bounds = append(r.Bounds, one.bounds()...)
	if one.cases == 0 {
		return nil
	}
	built, err := f.build(ctx, one.entry.Submission)
	if err != nil {
		return err
	}
	maker := f.makers[one.entry.Problem]
	ran := grade.Entry{Problem: maker.limited, Submission: one.entry.Submission}
	numbers := f.numbers(programOf(one.entry.Entry), one.input)
	sampled := len(numbers)
	if most := numbers[sampled-1]; one.cpu > long && most > 1 && !slices.Contains(numbers, max(most/4, 1)) {
		numbers = append(numbers, max(most/4, 1))
	}
	for i, cases := range numbers {
		t, err := maker.Test(ctx, one.input, cases)
		if err != nil {
			return err
		}
		t.Files = one.entry.Submission.Given(t)
		ran.Tests = append(ran.Tests, t)
		if i < sampled {
			f.subject(one.side, one.key(cases), t, maker.limited, built)
		}
	}
	f.counted = append(f.counted, counted{one.side, ran})
	return nil
}

// numbers returns the numbers of cases to sample a solution on, in ascending order: as many as both sides finish, and
// as many as its neighbours on the ladder finish. Zero becomes a single case.
func (f *fitting) numbers(program record.Program, in workload.Input) []int {
	cases, _ := f.least(program, in)
	numbers := []int{cases}
	for _, other := range beside(f.Ladder, program.Solution) {
		fewer, known := f.least(record.Program{Problem: program.Problem, Solution: other}, in)
		if known && fewer < cases {
			numbers = append(numbers, fewer)
		}
	}
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

// least returns how many cases of an input a solution finishes on both sides, at least one.
func (f *fitting) least(program record.Program, in workload.Input) (cases int, known bool) {
	for _, one := range f.fits {
		if programOf(one.entry.Entry) == program && one.input.Name == in.Name && (!known || one.cases < cases) {
			cases, known = one.cases, true
		}
	}
	return max(cases, 1), known
}

// beside returns the neighbours of a solution on the ladder.
func beside(ladder []string, solution string) []string {
	i := slices.Index(ladder, solution)
	if i < 0 {
		return nil
	}
	return slices.Concat(ladder[max(i-1, 0):i], ladder[i+1:min(i+2, len(ladder))])
}

// noteFewer notes which solutions got fewer cases than a workload has. Charts show that for growing sizes.
func (f *fitting) noteFewer() {
	fewer := make(map[string][]string)
	for _, one := range f.fits {
		if path.Dir(one.input.Name) == workload.Group && one.cases < one.input.Cases {
			input := fmt.Sprintf("%s %s has %d cases", one.entry.Problem.Name, one.input.Name, one.input.Cases)
			fewer[input] = append(fewer[input], fmt.Sprintf("%s %d", one.entry.Submission.Name, one.cases))
		}
	}
	for _, input := range slices.Sorted(maps.Keys(fewer)) {
		f.note(fmt.Sprintf("%s; within %v of CPU time fewer are finished by %s", input, longest,
			strings.Join(fewer[input], ", ")))
	}
}
