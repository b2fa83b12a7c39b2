// Package compare draws conclusions from records by statistics. It starts no program and reads no files.
//
//	change, err := compare.Records(base, now, compare.Options{Threshold: 0.02})   is anything slower than before?
//	ladder, err := compare.Solutions(r, "poj3074", nil, order)                    how much does each gain?
//	tables := compare.Summary(r)                                                  what does this record hold?
//
// The rank tests of one report are corrected together, so a report on unchanged code rarely shows a difference. The
// tests are those of golang.org/x/perf/benchmath.
package compare

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"dlxjudge/judge/measure/record"
)

// Options are how two records are compared.
type Options struct {
	Threshold float64 // a significant rise of more than this is a regression: 0.02 for 2%
}

// Comparison is what two records say of a change.
type Comparison struct {
	Base, Now *record.Record
	Threshold float64      // of Options
	Tables    []Table      // one for each unit that both have
	Lost      []record.Key // counted in the base, but counts are missing now: counted as regressions
	// the same, but the base is of another machine or compiler, which may count more before its limit
	Unsure []record.Key
	Notes  []string // what a reader should know of the records
}

// Table holds the rows of one unit: the tests of each solution, then their geometric mean; start-up times come last.
type Table struct {
	Unit record.Unit
	Rows []Row
}

// Row compares one solution on one test, or on all tests that both records have.
type Row struct {
	record.Key        // Test is "" for the geometric mean of all tests
	Base, Now  Figure // of the geometric mean: of its values, one for each round of samples
	P          float64
	Outcome    Outcome
	StartUp    bool // the time is mostly that of starting a process
}

// Delta is the relative change: 0.03 for 3% more. It is 0 where both sides are 0 and +Inf where only the base is; with
// a bound on one side it is a bound itself.
func (r Row) Delta() float64 {
	if r.Base.Center == r.Now.Center {
		return 0
	}
	return r.Now.Center/r.Base.Center - 1
}

// Regressions are the tables with only their regressions, for a gate to name.
func (c *Comparison) Regressions() []Table {
	var tables []Table
	for _, t := range c.Tables {
		rows := slices.DeleteFunc(slices.Clone(t.Rows), func(r Row) bool { return r.Outcome != Regression })
		if len(rows) > 0 {
			tables = append(tables, Table{t.Unit, rows})
		}
	}
	return tables
}

// ErrNothingInCommon is why two records of one machine cannot be compared.
var ErrNothingInCommon = errors.New("have no solution and test in common")

// compared are the units that a comparison shows. Wall time is not one: it depends on other work on the machine.
var compared = [...]record.Unit{record.CPU, record.Memory, record.Nodes, record.Statements}

// Records compares two records. Times and memory of different machines are left out.
// Exact counts are compared on any machine, those of gcov only if both are by the same version of gcc. It is an error
// if nothing is left to compare.
func Records(base, now *record.Record, o Options) (*Comparison, error) {
	apart := now.Machine.Apart(base.Machine)
	exactOnly := len(apart) > 0
	rough := base.Machine.RoughMemory() || now.Machine.RoughMemory()
	before, after := seriesOf(base), seriesOf(now)
	var all []*pair
	timesLeft, countsLeft, tables := false, false, make(map[record.Unit][]*pair)
	for _, u := range compared {
		pairs := pairsOf(u, before, after)
		if !slices.ContainsFunc(pairs, func(p *pair) bool { return !p.IsControl() }) {
			continue
		}
		if exactOnly && !u.Exact() {
			timesLeft = true
			continue
		}
		if u.Exact() {
			n := len(pairs)
			pairs = slices.DeleteFunc(pairs, func(p *pair) bool { return otherGCC(base, now, p.Program()) })
			countsLeft = countsLeft || len(pairs) < n
		}
		tables[u] = pairs
		if u == record.Memory && rough { // not judged
			continue
		}
		all = append(all, pairs...)
	}
	c := &Comparison{Base: base, Now: now, Threshold: o.Threshold, Notes: notes(base, now)}
	c.lostCounts(len(apart) > 0)
	switch {
	case len(all)+len(c.Lost)+len(c.Unsure) > 0:
	case timesLeft:
		return nil, fmt.Errorf("%s and %s are of different machines (%s), so their times cannot be compared; record "+
			"both on one machine",
			now.Path, base.Path, strings.Join(apart, ", "))
	case countsLeft:
		return nil, fmt.Errorf("%s and %s hold counts of different versions of gcc (%s and %s), which cannot be "+
			"compared; record the base again with this one",
			now.Path, base.Path, cmp.Or(now.Machine.GCC, "none"), cmp.Or(base.Machine.GCC, "none"))
	default:
		return nil, fmt.Errorf("%s and %s %w; compare records of the same PATTERNs", base.Path, now.Path,
			ErrNothingInCommon)
	}
	decide(all, o.Threshold)
	control(tables[record.CPU], o.Threshold)
	if timesLeft {
		c.Notes = append(c.Notes, fmt.Sprintf("times and memory are left out: the records are of different machines "+
			"(%s)", strings.Join(apart, ", ")))
	}
	if rough && len(tables[record.Memory]) > 0 {
		c.Notes = append(c.Notes, "peak memory is rough under the portable sandbox, and is not judged")
	}
	if countsLeft {
		c.Notes = append(c.Notes, "exact counts of C and C++ are left out: they are the same for one version of gcc "+
			"only")
	}
	for _, u := range compared {
		if len(tables[u]) > 0 {
			c.Tables = append(c.Tables, tableOf(now, u, tables[u]))
		}
	}
	return c, nil
}

// otherGCC reports whether a program is counted by gcov and the base used another version of gcc.
func otherGCC(base, now *record.Record, p record.Program) bool {
	language := now.Languages[p]
	return (language == "c" || language == "cpp") && base.Machine.GCC != now.Machine.GCC
}

// SameCounting reports whether two records' exact counts of a program can be compared: those of gcov only by one
// version of gcc.
func SameCounting(a, b *record.Record, p record.Program) bool {
	return !otherGCC(a, b, p) && !otherGCC(b, a, p)
}

// lostCounts finds the tests with counts in the base whose counts are missing now. A run that counts is stopped at a
// time limit, so on another machine fewer tests may be counted.
func (c *Comparison) lostCounts(apart bool) {
	for _, k := range slices.SortedFunc(slices.Values(c.Now.Uncounted), record.Key.Compare) {
		switch {
		case len(c.Base.Values(k, record.Statements))+len(c.Base.Values(k, record.Nodes)) == 0:
		case apart || otherGCC(c.Base, c.Now, k.Program()):
			c.Unsure = append(c.Unsure, k)
		default:
			c.Lost = append(c.Lost, k)
		}
	}
}

// tableOf turns pairs into rows and marks those that are mostly start-up.
func tableOf(r *record.Record, u record.Unit, pairs []*pair) Table {
	t := Table{Unit: u}
	for _, p := range pairs {
		row := p.Row
		row.StartUp = mostlyStartUp(r, row.Key, u, row.Now)
		t.Rows = append(t.Rows, row)
	}
	return t
}

// notes are what a reader should know of two records that are compared.
func notes(base, now *record.Record) []string {
	var said []string
	if changed := now.Machine.Changed(base.Machine); len(changed) > 0 {
		said = append(said, "this may explain a difference: "+strings.Join(changed, ", "))
	}
	for _, r := range []*record.Record{base, now} {
		switch {
		case r.Finished:
		case len(r.Samples) < r.Planned:
			said = append(said, fmt.Sprintf("%s was interrupted after %d of %d samples", r.Path, len(r.Samples),
				r.Planned))
		default:
			said = append(said, r.Path+" is not marked as complete: samples may be missing")
		}
	}
	for _, sides := range [][2]*record.Record{{base, now}, {now, base}} {
		here, there := sides[0], sides[1].Keys()
		var missing []string
		for _, k := range here.Keys() {
			if !slices.Contains(there, k) && !slices.Contains(sides[1].Uncounted, k) && !k.IsControl() {
				missing = append(missing, k.Program().String()+" "+k.Test)
			}
		}
		if len(missing) > 0 {
			said = append(said, fmt.Sprintf("only in %s, so not compared: %s", here.Path, shorten(missing)))
		}
	}
	return said
}

// shorten names the first few.
func shorten(names []string) string {
	const few = 4
	slices.Sort(names)
	if len(names) > few {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:few], ", "), len(names)-few)
	}
	return strings.Join(names, ", ")
}
