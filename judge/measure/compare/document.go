// Package compare uses statistics to draw conclusions from records. It starts no program. Its results are written as
// JSON documents and shown in reports.
//
//	change, err := compare.Records(base, now, 0.02)               is anything slower than before?
//	change := compare.InTurns(base, now, 0.03)                    the same, for samples taken in turns
//	ladder, err := compare.Solutions(r, "poj3074", nil, order)    how much faster is each solution?
//	tables := compare.Summary(r)                                  what does this record hold?
//
// A report on unchanged code rarely calls a solution slower: the report's significance level is divided among its
// solutions.
package compare

import (
	"slices"

	"dlxjudge/judge/measure/record"
)

// Answer says how a figure differs from its base.
type Answer string

// The answers. Same means exactly equal: a count is equal on both sides, or the program is equal on both sides and was
// not measured.
const (
	NotJudged Answer = "not judged" // the row is only shown
	Same      Answer = "same"
	Slower    Answer = "slower" // a regression: more time, memory or counts, or a test that no longer finishes
	Faster    Answer = "faster"
	NoSlower  Answer = "no slower" // no rise above the threshold was found
	Undecided Answer = "undecided"
)

// Comparison holds the results for two records, or for a single one.
type Comparison struct {
	Now       *record.Record `json:"now"`       // in JSON, only its path, commit, date and machine
	Base      *record.Record `json:"base"`      // nil if there is nothing to compare with
	Threshold record.Number  `json:"threshold"` // 0.02 for 2%
	Worse     bool           `json:"regressions"`
	Tables    []Table        `json:"tables"`        // one per unit in both records; only counts if measured in turns
	Solutions []Solution     `json:"answers"`       // only if the records were measured in turns
	Lost      []record.Key   `json:"lost_counts"`   // tests counted only in the base: a regression
	Unsure    []record.Key   `json:"unsure_counts"` // like Lost, but another machine or gcc may be the reason
	Notes     []string       `json:"notes"`         // what a reader should know about the records
	Commands  []Command      `json:"commands,omitempty"`
	Wall      *Effect        `json:"wall,omitempty"` // change of wall time between two commands; shown but not judged
}

// Table holds the rows of one unit: each solution's tests and their geometric mean, then the judge's own programs.
type Table struct {
	Unit record.Unit `json:"unit"`
	Rows []Row       `json:"rows"`
}

// Row compares a solution's figures in two records, on one test or on all tests that both records have.
type Row struct {
	record.Key               // Test is "" for the geometric mean of all tests
	Now        *Figure       `json:"now"`
	Base       *Figure       `json:"base"` // nil if there is no base
	Change     record.Number `json:"change"`
	P          record.Number `json:"p"` // p-value of the rank test, if the row is judged
	Answer     Answer        `json:"outcome"`
	StartUp    bool          `json:"mostly_start_up"`

	base, now []float64 // the samples
	judged    bool      // whether the rank test applies; only one row of a solution is judged
}

// Figure summarizes one record's samples for one Row: the median and its 95% interval, or the exact count. With fewer
// than MinSamples samples, Lo and Hi are infinite. In the row of the geometric mean, each round gives one sample.
type Figure struct {
	Center record.Number `json:"median"`
	Lo     record.Number `json:"lo"`
	Hi     record.Number `json:"hi"`
	N      int           `json:"samples"` // number of samples; 0 for a bound
	Bound  bool          `json:"stopped"` // whether a run was stopped at Center: the true figure is larger
}

// Effect is a relative change, such as 0.03 for 3% more, and its interval. With too few layouts, the interval is from
// -1 to infinity.
type Effect struct {
	Middle record.Number `json:"change"`
	Lo     record.Number `json:"lo"`
	Hi     record.Number `json:"hi"`
}

// Half returns the figure after the ± of the effect: the distance from Middle to the farther end of the interval.
func (e Effect) Half() float64 { return float64(max(e.Hi-e.Middle, e.Middle-e.Lo)) }

// unknownEffect returns an Effect whose numbers are unknown, for a comparison without samples.
func unknownEffect() Effect { return Effect{record.Unknown(), record.Unknown(), record.Unknown()} }

// Solution holds the results of the rounds for one solution.
type Solution struct {
	record.Program
	Answer  Answer        `json:"answer"`
	Layouts int           `json:"layouts"` // number of rounds with samples of both sides
	Time    Effect        `json:"time"`    // change of CPU time
	Memory  Effect        `json:"memory"`  // change of peak memory; 0 if it is not judged
	Grown   bool          `json:"memory_grown"`
	Found   record.Number `json:"found_from"` // smallest slow-down that would be found nine times out of ten
	StartUp bool          `json:"mostly_start_up"`
	Tests   []TestEffect  `json:"tests"`
	Stopped []Row         `json:"stopped"` // tests on which runs of only one side were stopped
	Unknown []string      `json:"unknown"` // tests on which runs of both sides were stopped
}

// TestEffect is the effect on one test, for a solution whose time differs between the sides.
type TestEffect struct {
	Test  string        `json:"test"`
	Base  record.Number `json:"base_ns"` // Base and Now are medians of CPU times
	Now   record.Number `json:"now_ns"`
	Time  Effect        `json:"time"`
	Shown bool          `json:"shown"` // whether the interval of Time excludes 0
}

// Command is one of two commands that were measured in turns. Unknown figures are nil.
type Command struct {
	Title  string  `json:"command"`
	CPU    *Figure `json:"cpu_ns"`
	Wall   *Figure `json:"wall_ns"`
	Memory *Figure `json:"peak_bytes"` // nil if the judge's own memory hides it
}

// comparisonOf returns a comparison without results. Its lists are empty, not nil, so that they are not null in JSON.
func comparisonOf(base, now *record.Record, threshold float64) *Comparison {
	return &Comparison{Now: now, Base: base, Threshold: record.Number(threshold), Tables: []Table{},
		Solutions: []Solution{}, Lost: []record.Key{}, Unsure: []record.Key{}, Notes: []string{}}
}

// conclude sets Worse to whether anything is slower, needs more memory, executes more, or has lost its counts.
func (c *Comparison) conclude() *Comparison {
	c.Worse = len(c.Lost) > 0
	for _, table := range c.Tables {
		c.Worse = c.Worse || slices.ContainsFunc(table.Rows, func(r Row) bool { return r.Answer == Slower })
	}
	for _, s := range c.Solutions {
		c.Worse = c.Worse || s.Grown || s.Answer == Slower
	}
	return c
}

// Undecided returns the number of undecided solutions, among those that were measured in turns.
func (c *Comparison) Undecided() int {
	n := 0
	for _, s := range c.Solutions {
		if s.Answer == Undecided {
			n++
		}
	}
	return n
}

// TimeIsWorse reports whether a measured time or memory peak has grown. Noise may be the cause, whereas counts have no
// noise.
func (c *Comparison) TimeIsWorse() bool {
	return slices.ContainsFunc(c.Tables, func(t Table) bool {
		return !t.Unit.Exact() && slices.ContainsFunc(t.Rows, func(r Row) bool { return r.Answer == Slower })
	})
}

// Result holds the figures of one solution on one test.
type Result struct {
	record.Key
	CPU    *Figure                 // nil if the test was only counted
	Counts map[record.Unit]float64 // only known counts
}

// Results returns the results of one problem, ordered by solution and test.
func Results(r *record.Record, problem string) []Result {
	var results []Result
	for _, k := range r.Keys() {
		if k.Problem != problem {
			continue
		}
		result := Result{Key: k, CPU: figure(r, k, record.CPU), Counts: make(map[record.Unit]float64)}
		for _, u := range record.Units {
			if values := r.Values(k, u); u.Exact() && len(values) > 0 {
				result.Counts[u] = values[0]
			}
		}
		results = append(results, result)
	}
	return results
}

// Summary returns the figures of one record as tables. The rows have no base.
func Summary(r *record.Record) *Comparison {
	c := comparisonOf(nil, r, 0)
	c.Threshold = record.Unknown()
	for _, u := range compared {
		t := Table{Unit: u}
		for _, k := range r.Keys() {
			if f := figure(r, k, u); f != nil {
				t.Rows = append(t.Rows, Row{Key: k, Now: f, Change: record.Unknown(), P: record.Unknown(),
					Answer: NotJudged, StartUp: mostlyStartUp(r, k, u, f)})
			}
		}
		if len(t.Rows) > 0 {
			c.Tables = append(c.Tables, t)
		}
	}
	return c
}

// mostlyStartUp reports whether a CPU time is mostly process start-up. The time is that of one test, or a mean over
// several tests.
func mostlyStartUp(r *record.Record, k record.Key, u record.Unit, f *Figure) bool {
	return u == record.CPU && !k.IsControl() && r.MostlyStartUp(k.Program(), float64(f.Center))
}
