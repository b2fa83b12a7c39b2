// Package compare uses statistics to draw conclusions from records. It starts no program. Its results are written as
// JSON documents and shown in reports.
//
//	change, err := compare.Records(base, now, 0.02)               is anything slower than before?
//	change := compare.InTurns(base, now, 0.03)                    the same, for samples taken in turns
//	change := compare.InCommands(records, 0.03)                   the same, for commands against the first one
//	ladder, err := compare.Solutions(r, "poj3074", nil, order)    how much faster is each solution?
//	tables := compare.Summary(r)                                  what does this record hold?
//
// A report on unchanged code rarely calls a solution slower: the report's significance level is divided among its
// solutions.
package compare

import (
	"cmp"
	"slices"

	"dlxjudge/judge/measure/record"
)

// Answer says how the second side differs from the first.
type Answer string

// The answers. A row without an answer ("") is only shown.
const (
	Slower    Answer = "slower"               // a regression: more time, memory or counts
	Faster    Answer = "faster"               // less time, memory or counts
	NoSlower  Answer = "no slower than"       // the whole interval is below the threshold
	Undecided Answer = "undecided"            // no other answer is certain yet
	Same      Answer = "the same program"     // both sides are equal, and were neither judged nor measured
	Stopped   Answer = "stopped at its limit" // a regression: it no longer finishes a test
)

// Regression reports whether an answer fails a run.
func (a Answer) Regression() bool { return a == Slower || a == Stopped }

// Comparison holds the results for two or more records, or the figures of a single one.
type Comparison struct {
	Now       *record.Record `json:"now"`       // in JSON, only its path, commit, date, machine and seed
	Base      *record.Record `json:"base"`      // nil if there is nothing to compare with
	Threshold record.Number  `json:"threshold"` // 0.02 for 2%
	Paired    bool           `json:"in_turns"`  // whether the samples were taken in turns
	Worse     bool           `json:"regressions"`
	Tables    []Table        `json:"tables"`        // one per unit; only units of both sides
	Lost      []record.Key   `json:"lost_counts"`   // tests counted only in the base: a regression
	Unsure    []record.Key   `json:"unsure_counts"` // like Lost, but another machine or gcc may be the reason
	Notes     []string       `json:"notes"`         // what a reader should know about the records
	Commands  []Command      `json:"commands,omitempty"`
}

// Table holds the results in one unit: those of the solutions, then the figures of the judge's own programs.
type Table struct {
	Unit      record.Unit `json:"unit"`
	Solutions []Solution  `json:"solutions"`
}

// Solution is the result for one solution, or one command, in one unit.
type Solution struct {
	record.Program
	Answer  Answer        `json:"answer"`
	Change  Effect        `json:"change"`     // over all tests that both sides finish
	P       record.Number `json:"p"`          // p-value of the rank test
	Level   record.Number `json:"level"`      // largest p that is significant; the interval of Change has this level
	Rounds  int           `json:"rounds"`     // number of rounds, each with a sample of each test
	Found   record.Number `json:"found_from"` // smallest slow-down that would be found nine times out of ten
	Longer  record.Number `json:"longer"`     // if undecided: about how many times as many rounds would decide
	StartUp bool          `json:"mostly_start_up"`
	Tests   []Row         `json:"tests"`
}

// Row shows one test of a solution. It has an answer if the unit is a count, if a run was stopped or, for samples taken
// in turns, if the solution's time differs.
type Row struct {
	Test    string  `json:"test"`
	Base    *Figure `json:"base"` // nil if there is no base
	Now     *Figure `json:"now"`
	Change  Effect  `json:"change"`
	Answer  Answer  `json:"answer"`
	StartUp bool    `json:"mostly_start_up"`
}

// Effect is a relative change, such as 0.03 for 3% more, and its interval. With too few rounds, the interval is from -1
// to infinity. A change without an interval has unknown ends.
type Effect struct {
	Middle record.Number `json:"middle"`
	Lo     record.Number `json:"lo"`
	Hi     record.Number `json:"hi"`
}

// Half returns the figure after the ± of the effect: the distance from Middle to the farther end of the interval.
func (e Effect) Half() float64 { return float64(max(e.Hi-e.Middle, e.Middle-e.Lo)) }

// unknownEffect returns an Effect whose numbers are unknown, for a comparison without samples.
func unknownEffect() Effect { return Effect{record.Unknown(), record.Unknown(), record.Unknown()} }

// Command is one of the commands that were measured in turns. Unknown figures are nil.
type Command struct {
	Title  string  `json:"command"`
	CPU    *Figure `json:"cpu_ns"`
	Wall   *Figure `json:"wall_ns"`
	Memory *Figure `json:"peak_bytes"` // nil if the judge's own memory hides it
}

// comparisonOf returns a comparison without results. Its lists are empty, not nil, so that they are not null in JSON.
func comparisonOf(base, now *record.Record, threshold float64) *Comparison {
	return &Comparison{Now: now, Base: base, Threshold: record.Number(threshold), Tables: []Table{},
		Lost: []record.Key{}, Unsure: []record.Key{}, Notes: []string{}}
}

// solutionOf returns the result for a solution without samples.
func solutionOf(p record.Program, answer Answer) Solution {
	return Solution{Program: p, Answer: answer, Change: unknownEffect(), P: record.Unknown(), Level: record.Unknown(),
		Found: record.Unknown(), Longer: record.Unknown(), Tests: []Row{}}
}

// add adds a table, unless it has no solutions.
func (c *Comparison) add(u record.Unit, solutions []Solution) {
	if len(solutions) > 0 {
		c.Tables = append(c.Tables, Table{u, solutions})
	}
}

// conclude sets Worse to whether anything is slower, needs more memory, executes more, or has lost its counts.
func (c *Comparison) conclude() *Comparison {
	c.Worse = len(c.Lost) > 0
	for _, t := range c.Tables {
		c.Worse = c.Worse || t.Unit != record.Wall && t.has(Answer.Regression)
	}
	return c
}

func (t Table) has(is func(Answer) bool) bool {
	return slices.ContainsFunc(t.Solutions, func(s Solution) bool { return is(s.Answer) })
}

// Times returns the results for CPU time. Only times can be undecided: if a memory peak may have grown, but not
// significantly, that is not a reason to measure longer.
func (c *Comparison) Times() []Solution {
	for _, t := range c.Tables {
		if t.Unit == record.CPU {
			return t.Solutions
		}
	}
	return nil
}

// Undecided returns the number of solutions whose time is undecided, or whose counts are missing for an unknown reason.
func (c *Comparison) Undecided() int {
	n := len(c.Unsure)
	for _, s := range c.Times() {
		if s.Answer == Undecided {
			n++
		}
	}
	return n
}

// TimeIsWorse reports whether a measured time or memory peak has grown. Noise may be the cause, whereas counts have no
// noise.
func (c *Comparison) TimeIsWorse() bool {
	return slices.ContainsFunc(c.Tables, func(t Table) bool { return !t.Unit.Exact() && t.has(Answer.Regression) })
}

// Summary returns the figures of one record as tables. The rows have no base.
func Summary(r *record.Record) *Comparison {
	c := comparisonOf(nil, r, 0)
	c.Threshold = record.Unknown()
	for _, u := range compared {
		c.add(u, rowsOf(u, nil, r))
	}
	return c
}

// rowsOf returns the figures in one unit that all given records have, grouped by solution. Only counts and stopped runs
// have answers. If base is nil, the rows have no base.
func rowsOf(u record.Unit, base, now *record.Record) (solutions []Solution) {
	for _, k := range now.Keys() {
		row := Row{Test: k.Test, Now: FigureOf(now, k, u), Change: unknownEffect()}
		if row.Now == nil {
			continue
		}
		if base != nil {
			if row.Base = FigureOf(base, k, u); row.Base == nil {
				continue
			}
			row.compare(k, u, base, now)
		}
		row.StartUp = u == record.CPU && !k.IsControl() && now.MostlyStartUp(k.Program(), float64(row.Now.Center))
		if n := len(solutions); n == 0 || solutions[n-1].Program != k.Program() {
			solutions = append(solutions, solutionOf(k.Program(), ""))
		}
		s := &solutions[len(solutions)-1]
		s.Tests = append(s.Tests, row)
	}
	return solutions
}

// compare sets the row's change, and its answer if that needs no statistical test.
func (r *Row) compare(k record.Key, u record.Unit, base, now *record.Record) {
	r.Change.Middle = r.Now.Center/r.Base.Center - 1
	if r.Now.Center == r.Base.Center {
		r.Change.Middle = 0 // even if both figures are 0
	}
	switch both := r.Base.Bound && r.Now.Bound; {
	case k.IsControl() || both:
	case r.Now.Bound: // a difference counts only if even the slowest sample of the other side is below the bound
		r.Answer = Undecided
		if slices.Max(base.Values(k, u)) < float64(r.Now.Center) {
			r.Answer = Stopped
		}
	case r.Base.Bound:
		r.Answer = Undecided
		if slices.Max(now.Values(k, u)) < float64(r.Base.Center) {
			r.Answer = Faster
		}
	case u.Exact():
		r.Change.Lo, r.Change.Hi = r.Change.Middle, r.Change.Middle
		r.Answer = exactly(r.Change.Middle)
	}
}

// ExactThreshold is the largest rise of a count that is not a regression: 0.5%. Counts have no noise, so they need no
// statistical test.
const ExactThreshold = 0.005

// exactly returns the answer for a change of a count.
func exactly(change record.Number) Answer {
	switch {
	case change > ExactThreshold:
		return Slower
	case change < 0:
		return Faster
	}
	return NoSlower
}

// counts adds a table for each exact unit. A rise of a count on any test is a regression.
func (c *Comparison) counts() {
	for _, u := range compared {
		if !u.Exact() {
			continue
		}
		solutions := slices.DeleteFunc(rowsOf(u, c.Base, c.Now), func(s Solution) bool {
			return !s.judged() || !SameCounting(c.Base, c.Now, s.Program)
		})
		for i := range solutions {
			s := &solutions[i]
			worst := slices.MaxFunc(s.Tests, func(a, b Row) int {
				return cmp.Compare(a.Change.Middle, b.Change.Middle)
			})
			s.Change, s.Answer = worst.Change, worst.Answer
			if s.Change.Middle == 0 && slices.ContainsFunc(s.Tests, func(r Row) bool { return r.Answer == Faster }) {
				s.Answer = Faster
			}
		}
		c.add(u, solutions)
	}
}

// judged reports whether the program can be slower: it is not one of the judge's own.
func (s Solution) judged() bool { return !s.On("").IsControl() }

// stopped completes the answer for a solution's time. The answer so far ignores the tests on which runs were stopped.
func (s *Solution) stopped() {
	for _, r := range s.Tests {
		switch {
		case r.Answer == Stopped:
			s.Answer = Stopped
		case r.Answer == Undecided && r.Now.Bound && s.Answer == NoSlower:
			s.Answer = Undecided
		case r.Answer == Faster && r.Base.Bound && s.Answer == Undecided && s.Rounds == 0:
			s.Answer = Faster
		}
	}
}
