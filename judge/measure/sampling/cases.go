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

// caseSearch searches for the number of cases that a solution finishes in time. It tries a single case first, then
// about twice as many cases each time.
type caseSearch struct {
	side    Side
	entry   Entry
	input   workload.Input
	tries   []int         // numbers of cases to try, the smallest first; empty at the end of the search
	enough  time.Duration // the CPU time at which a run has enough cases
	cases   int           // the largest number of cases that the solution finished; 0 for none
	cpu     time.Duration // CPU time of the run on that number of cases
	dropped bool          // whether the solution is not measured on this input

	recorded bool  // whether tries has only the number of cases in an earlier record
	below    []int // smaller numbers, to try if the solution no longer finishes the recorded number
}

func newCaseSearch(side Side, e Entry, in workload.Input, like *record.Record, enough time.Duration) *caseSearch {
	s := &caseSearch{side: side, entry: e, input: in, tries: in.Fewer(), enough: enough}
	slices.Reverse(s.tries)
	for i := len(s.tries) - 1; like != nil && i >= 0; i-- {
		// Take the largest number in the record: counting runs may have had fewer cases than timed ones.
		if k := s.key(s.tries[i]); len(like.Values(k, record.CPU))+len(like.Values(k, record.Statements)) > 0 {
			s.recorded, s.below, s.tries = true, s.tries[:i], s.tries[i:i+1]
			break
		}
	}
	return s
}

// key returns the key of the solution on the first cases of the input.
func (s *caseSearch) key(cases int) record.Key { return keyOf(s.entry, s.input, cases) }

func keyOf(e Entry, in workload.Input, cases int) record.Key {
	return programOf(e.Entry).On(in.Name + "/" + strconv.Itoa(cases))
}

// learn records how the run on tries[0] cases ended. It returns bounds for a run that did not finish on a single case,
// or on the number of cases in an earlier record. Times vary, so a run on that number may take up to 2*longest.
func (s *caseSearch) learn(ended bool, cpu time.Duration) (bounds []record.Bound) {
	cases := s.tries[0]
	switch {
	case ended && (cpu <= longest || s.recorded):
		s.cases, s.cpu, s.tries = cases, cpu, s.tries[1:]
		if cpu >= s.enough {
			s.tries = nil
		}
	case s.recorded: // try fewer cases
		s.recorded, s.tries = false, s.below
		return []record.Bound{{Key: s.key(cases), CPU: 2 * longest}}
	default:
		s.tries = nil
		if s.cases == 0 {
			return []record.Bound{{Key: s.key(cases), CPU: longest}}
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

// findCases finds, for each input and each solution of both sides, how many cases the solution finishes. It also checks
// the outputs, and plans the sampling.
func (p *plan) findCases(ctx context.Context) error {
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
				p.searches = append(p.searches, newCaseSearch(Side(side), e, in, p.Like, enough))
			}
		}
	}
	for {
		open := slices.DeleteFunc(slices.Clone(p.searches), func(s *caseSearch) bool {
			return s.dropped || len(s.tries) == 0
		})
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
	p.searches = slices.DeleteFunc(p.searches, func(s *caseSearch) bool { return s.dropped })
	for _, s := range p.searches {
		if err := p.addCases(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// on returns the solution of a search, and a test with this number of cases.
func (p *plan) on(ctx context.Context, s *caseSearch, cases int) (sided, problem.Test, error) {
	maker := p.makers[s.entry.Problem]
	t, err := maker.inputs.Test(ctx, s.input, cases)
	return sided{s.side, grade.Entry{Problem: maker.limited, Submission: s.entry.Submission,
		Tests: []problem.Test{t}}}, t, err
}

// tryAll judges each search's solution on the next number of cases to try. It drops a search unless the verdict is AC
// or an expected TLE.
func (p *plan) tryAll(ctx context.Context, open []*caseSearch) error {
	var entries []sided
	for i, s := range open {
		p.Observe(grade.Progress{Step: "making inputs", Done: i, Total: len(open), Current: name(s.key(s.tries[0]))})
		e, _, err := p.on(ctx, s, s.tries[0])
		if err != nil {
			return err
		}
		entries = append(entries, e)
	}
	learned := make([]bool, len(open))
	err := p.judge(ctx, true, entries, func(i int, _ problem.Test, result grade.Test) error {
		s, r := open[i], p.records[open[i].side]
		learned[i] = true
		r.Bounds = append(r.Bounds, s.learn(result.Verdict == problem.AC, time.Duration(result.CPU))...)
		return nil
	})
	for i, s := range open {
		s.dropped = !learned[i]
	}
	return err
}

// addCases plans the sampling and counting of a solution on the cases that it finishes. A long run might not finish
// with counters, so a run on a quarter of its cases is also counted.
func (p *plan) addCases(ctx context.Context, s *caseSearch) error {
	if s.cases == 0 {
		return nil
	}
	numbers := p.numbers(programOf(s.entry.Entry), s.input)
	sampled := len(numbers)
	if most := numbers[sampled-1]; s.cpu > long && most > 1 && !slices.Contains(numbers, max(most/4, 1)) {
		numbers = append(numbers, max(most/4, 1))
	}
	for i, cases := range numbers {
		e, t, err := p.on(ctx, s, cases)
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
	cases := p.sharedCases(program, in)
	numbers := []int{cases}
	at := slices.Index(p.Ladder, program.Solution)
	for i, other := range p.Ladder {
		fewer := p.sharedCases(record.Program{Problem: program.Problem, Solution: other}, in)
		if beside := i == at-1 || i == at+1; at >= 0 && beside && fewer < cases {
			numbers = append(numbers, fewer)
		}
	}
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

// sharedCases returns the number of cases of an input that a solution finishes on both sides, but at least 1. If the
// solution has no search for the input, it returns MaxInt.
func (p *plan) sharedCases(program record.Program, in workload.Input) int {
	cases := math.MaxInt
	for _, s := range p.searches {
		if programOf(s.entry.Entry) == program && s.input.Name == in.Name {
			cases = min(cases, s.cases)
		}
	}
	return max(cases, 1)
}
