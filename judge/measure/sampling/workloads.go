package sampling

import (
	"context"
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

// longest is the most CPU time that a run on a made input may take. A slower solution is given the first cases alone,
// as many as it finishes in that time.
const longest = 500 * time.Millisecond

// brief is about the CPU time of a run where two commits are compared: what tells most is many layouts, not long runs.
const brief = 30 * time.Millisecond

// patience is how often a run may be stopped by the clock, and not for its CPU time, before that counts as too slow.
const patience = 5

// long is the CPU time of a run from which on counting may stop it: counters take several times as long.
const long = longest / 5

// share looks for the number of an input's cases that a solution finishes in time.
type share struct {
	side  Side
	entry Entry
	input workload.Input
	built Executable

	fewer     []int // the numbers in question, the largest first
	low, high int   // the answer is among fewer[low:high], or at high; at the end not even one case is finished
	// index of the number that an earlier record has, to be tried first, with twice the time; -1 for none
	like int
	// the number of cases that it finished once, and not within twice the time; 0 if there is none
	late    int
	out     bool          // it is not measured
	starved int           // runs that the clock stopped
	cpu     time.Duration // of the last run that finished
}

func (s *share) key(cases int) record.Key {
	return record.Key{Problem: s.entry.Problem.Name, Solution: s.entry.Submission.Name, Test: fmt.Sprintf("%s/%d",
		s.input.Name, cases)}
}

// next is the index of the number of cases to try: all of them, and then the middle of what is left. It is -1 at the
// end.
func (s *share) next() int {
	switch {
	case s.out || s.low == s.high:
		return -1
	case s.like >= 0:
		return s.like
	case s.low == 0 && s.high == len(s.fewer):
		return 0
	}
	return (s.low + s.high) / 2
}

// cases is the number that was found, 0 if even a single case takes too long.
func (s *share) cases() int {
	if s.low == len(s.fewer) {
		return 0
	}
	return s.fewer[s.low]
}

// cut takes fewer cases, at least one, which the solution finishes in about a time.
func (s *share) cut(limit time.Duration) {
	for found := s.low; s.low+1 < len(s.fewer) &&
		s.cpu*time.Duration(s.fewer[s.low])/time.Duration(s.fewer[found]) > limit; {
		s.low++
	}
}

// learn takes note of how a run on fewer[i] has ended.
func (s *share) learn(i int, finished bool) {
	switch {
	case s.like >= 0 && finished:
		s.low, s.high = i, i
	case s.like >= 0: // at least: it does not finish as many within twice the time
		s.low, s.late = i+1, s.fewer[i]
	case finished:
		s.high = i
	default:
		s.low = i + 1
	}
	s.like = -1
}

// sharing finds the shares of all solutions, side by side, and adds them to the plan.
type sharing struct {
	*preparation
	makers map[*problem.Problem]*workload.Maker
	shares []*share
}

// share finds out how many cases of their inputs the solutions of both sides finish, checks their outputs, and plans to
// sample that.
func (p *preparation) share(ctx context.Context, now, base []Entry) error {
	s := &sharing{preparation: p, makers: make(map[*problem.Problem]*workload.Maker)}
	for side, entries := range [Sides][]Entry{Now: now, Base: base} {
		for _, e := range entries {
			if err := s.add(Side(side), e); err != nil {
				return err
			}
		}
	}
	for {
		tried, err := s.round(ctx)
		if err != nil {
			return err
		}
		if !tried {
			break
		}
	}
	s.shorten = s.shorter
	return s.found(ctx)
}

func (s *sharing) add(side Side, e Entry) error {
	if len(e.Inputs) == 0 {
		return nil
	}
	if s.makers[e.Problem] == nil {
		maker, err := workload.NewMaker(s.Grade.Cache, e.Problem, e.Set, s.Scratch)
		if err != nil {
			return err
		}
		s.makers[e.Problem] = maker
	}
	for _, in := range e.Inputs {
		one := &share{side: side, entry: e, input: in, fewer: in.Fewer(), like: -1}
		one.high = len(one.fewer)
		if s.Like != nil {
			one.like = slices.IndexFunc(one.fewer, func(cases int) bool {
				return len(s.Like.Values(one.key(cases), record.CPU)) > 0
			})
		}
		s.shares = append(s.shares, one)
	}
	return nil
}

// round tries a number of cases for every share that is not settled, and reports whether there was any.
func (s *sharing) round(ctx context.Context) (tried bool, err error) {
	var entries []grade.Entry
	var judged [][]*share // of each entry, by test
	timed := make(map[timing]*problem.Problem)
	for _, one := range s.shares {
		i := one.next()
		if i < 0 {
			continue
		}
		if s.Grade.Observe != nil {
			s.Grade.Observe(grade.Progress{Step: "making inputs", Done: len(entries), Total: len(s.shares),
				Current: name(one.key(one.fewer[i]))})
		}
		t, err := s.makers[one.entry.Problem].Test(ctx, one.input, one.fewer[i])
		if err != nil {
			return false, err
		}
		as := timing{one.entry.Problem, longest}
		if one.like >= 0 {
			as.limit *= 2
		}
		if timed[as] == nil {
			timed[as] = as.problem()
		}
		n := len(entries) - 1
		if n < 0 || judged[n][0].side != one.side || entries[n].Problem != timed[as] ||
			entries[n].Submission.Path != one.entry.Submission.Path {
			n++
			entries = append(entries, grade.Entry{Problem: timed[as], Submission: one.entry.Submission})
			judged = append(judged, nil)
		}
		entries[n].Tests, judged[n] = append(entries[n].Tests, t), append(judged[n], one)
	}
	if len(entries) == 0 {
		return false, nil
	}
	o := s.Grade
	o.All = true
	results, err := grade.Judge(ctx, entries, o)
	if err != nil {
		return false, err
	}
	for n, result := range results.Submissions {
		if err := s.learn(judged[n], result); err != nil {
			return false, err
		}
	}
	return true, nil
}

// timing is a problem whose time limit is another.
type timing struct {
	*problem.Problem
	limit time.Duration
}

func (t timing) problem() *problem.Problem {
	p := *t.Problem
	p.Limits.Time, p.Scoring = t.limit, nil // a workload has no score
	p.Expectations = []problem.Expectation{{Submissions: "accepted/*", Permitted: []problem.Verdict{problem.AC,
		problem.TLE}}}
	return &p
}

// learn takes note of a solution's verdicts on the tests of its shares.
func (s *sharing) learn(shares []*share, result grade.Submission) error {
	program := record.Program{Problem: result.Problem, Solution: result.Name}
	if why := result.Message; result.Verdict == problem.CE || len(result.Tests) == 0 {
		for _, one := range shares {
			one.out = true
		}
		if result.Verdict == problem.CE {
			s.refuse(shares[0].side, fmt.Sprintf("%s does not compile: %s", program, firstLine(why)))
		} else {
			s.notes(fmt.Sprintf("%s is skipped: %s", program, firstLine(why)))
		}
		return nil
	}
	s.plan.Languages[program] = result.Language
	for i, t := range result.Tests {
		switch one := shares[i]; t.Verdict {
		case problem.AC:
			one.cpu = t.CPU
			one.learn(one.next(), true)
		case problem.TLE:
			if one.starved++; t.Idle && one.starved <= patience {
				continue // the machine was busy: again
			}
			one.learn(one.next(), false)
		case problem.JE:
			return fmt.Errorf("%s %s: the judge failed: %s", program, t.Name, t.Message)
		default:
			one.out = true
			s.refuse(one.side, fmt.Sprintf("%s: %s on %s: %s", program, t.Verdict, t.Name, firstLine(t.Message)))
		}
	}
	return nil
}

// notes adds a note, once.
func (s *sharing) notes(note string) {
	if !slices.Contains(s.plan.Notes, note) {
		s.plan.Notes = append(s.plan.Notes, note)
	}
}

// found adds what was found to the plan: both sides of a solution on the cases that both finish, and each solution also
// on the cases that its neighbours on the ladder finish, and the first on it.
func (s *sharing) found(ctx context.Context) error {
	s.shares = slices.DeleteFunc(s.shares, func(one *share) bool { return one.out })
	least := make(map[record.Key]int) // by the solution and the input's name
	if len(s.Against) > 0 {
		for _, one := range s.shares {
			one.cut(brief)
		}
	}
	whole := func(one *share) record.Key {
		return record.Key{Problem: one.entry.Problem.Name, Solution: one.entry.Submission.Name, Test: one.input.Name}
	}
	for _, one := range s.shares {
		cases, known := least[whole(one)]
		if !known || one.cases() < cases {
			least[whole(one)] = one.cases()
		}
	}
	for _, one := range s.shares {
		var err error
		one.built.Source = one.entry.Submission.Source
		if one.built.Program, err = s.Grade.Cache.Build(ctx, compile.Submission, one.built.Source); err != nil {
			return err
		}
		s.bounds(one)
		if one.cases() == 0 {
			continue
		}
		cases := max(least[whole(one)], 1) // if the other side finishes none, one shows what it has come to
		numbers := []int{cases}
		for _, other := range beside(s.Ladder, one.entry.Submission.Name) {
			k := whole(one)
			k.Solution = other
			if fewer, known := least[k]; known && max(fewer, 1) < cases {
				numbers = append(numbers, max(fewer, 1))
			}
		}
		var extra []int
		if one.cpu > long && cases > 1 { // counters may overflow with all cases
			extra = []int{max(cases/4, 1)}
		}
		slices.Sort(numbers)
		if err := s.planned(ctx, one, slices.Compact(numbers), extra); err != nil {
			return err
		}
	}
	s.tell(least)
	return nil
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

// bounds records what a solution does not finish: a single case, and as many as it once did.
func (s *sharing) bounds(one *share) {
	add := func(cases int, cpu time.Duration) {
		s.plan.Bounds[one.side] = append(s.plan.Bounds[one.side], record.Bound{Key: one.key(cases), CPU: cpu})
	}
	s.program(one.side, one.key(1).Program(), one.built.Program)
	if one.late > 0 {
		add(one.late, 2*longest)
	}
	if one.cases() == 0 && one.late != 1 {
		add(1, longest)
	}
}

// planned adds a solution on the first cases of an input: on each of the numbers it is sampled and counted, on the
// extra ones only counted.
func (s *sharing) planned(ctx context.Context, one *share, numbers, extra []int) error {
	ran := grade.Entry{Problem: timing{one.entry.Problem, longest}.problem(), Submission: one.entry.Submission}
	for i, cases := range slices.Concat(numbers, extra) {
		if i >= len(numbers) && slices.Contains(numbers, cases) {
			continue
		}
		t, err := s.makers[one.entry.Problem].Test(ctx, one.input, cases)
		if err != nil {
			return err
		}
		t.Files = one.entry.Submission.Given(t)
		ran.Tests = append(ran.Tests, t)
		if i < len(numbers) {
			s.subject(one.side, one.key(cases), t, limitsOf(one.entry.Problem), !one.entry.Problem.FileWriting,
				one.built)
		}
	}
	s.counted = append(s.counted, counted{one.side, ran})
	return nil
}

// shorter makes a test of about a share of a made input's cases, for both sides. The error is errWhole for any other
// test.
func (s *sharing) shorter(ctx context.Context, e grade.Entry, t problem.Test, part float64) (problem.Test, error) {
	for _, one := range s.shares {
		key := record.Key{Test: t.Name}
		if one.side == Now && one.entry.Problem.Name == e.Problem.Name &&
			one.entry.Submission.Name == e.Submission.Name && one.input.Name == path.Dir(t.Name) {
			return s.makers[one.entry.Problem].Test(ctx, one.input, max(1, int(part*float64(key.Cases()))))
		}
	}
	return problem.Test{}, errWhole
}

// limitsOf are a problem's limits for a run of at most longest.
func limitsOf(p *problem.Problem) problem.Limits {
	limits := p.Limits
	limits.Time = longest
	return limits
}

// tell notes which solutions were given fewer cases than an input has.
func (s *sharing) tell(least map[record.Key]int) {
	for _, one := range s.shares {
		if !strings.HasPrefix(one.input.Name, workload.Group+"/") {
			continue // sizes show their numbers of cases in the chart's figures
		}
		var said []string
		for _, other := range s.shares {
			cases := least[record.Key{Problem: other.entry.Problem.Name, Solution: other.entry.Submission.Name,
				Test: other.input.Name}]
			text := fmt.Sprintf("%s %d", other.entry.Submission.Name, cases)
			if other.input.Name == one.input.Name && other.entry.Problem.Name == one.entry.Problem.Name &&
				cases < one.input.Cases && !slices.Contains(said, text) {
				said = append(said, text)
			}
		}
		if len(said) > 0 {
			s.notes(fmt.Sprintf("%s %s has %d cases; within %v of CPU time fewer are finished by %s",
				one.entry.Problem.Name, one.input.Name, one.input.Cases, longest, strings.Join(said, ", ")))
		}
	}
}
