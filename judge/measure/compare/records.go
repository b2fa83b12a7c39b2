package compare

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/measure/record"
)

// ErrNothingInCommon is returned for two records without a common test.
var ErrNothingInCommon = errors.New("have no solution and test in common")

// compared lists the units that a comparison shows. Wall time is not among them, since it depends on other work on the
// machine.
var compared = [...]record.Unit{record.CPU, record.Memory, record.Nodes, record.Statements}

// ExactThreshold is the largest rise of a count that is not a regression: 0.5%. Counts have no noise, so they need no
// statistical test.
const ExactThreshold = 0.005

// Records compares two records. A significant rise of time or memory by more than the threshold (0.02 for 2%) is a
// regression. Times and memory are left out if the records are from different machines. Exact counts are compared even
// then, but gcov's counts only if the versions of gcc are equal. Records returns an error if nothing is left to
// compare.
func Records(base, now *record.Record, threshold float64) (*Comparison, error) {
	apart := now.Machine.Apart(base.Machine)
	exactOnly := len(apart) > 0
	rough := base.Machine.RoughMemory() || now.Machine.RoughMemory()
	c := comparisonOf(base, now, threshold)
	c.Notes = append(c.Notes, notes(base, now)...)
	c.lostCounts(base, now, exactOnly)
	var left []string // messages about rows that are left out or not judged
	leave := func(why string) {
		if !slices.Contains(left, why) {
			left = append(left, why)
		}
	}
	solutions := 0 // number of rows that are judged by their samples
	for _, u := range compared {
		rows := rowsOf(u, base, now)
		if !slices.ContainsFunc(rows, func(r Row) bool { return !r.IsControl() }) {
			continue
		}
		if exactOnly && !u.Exact() {
			leave(fmt.Sprintf("times and memory are left out: the records are from different machines (%s)",
				strings.Join(apart, ", ")))
			continue
		}
		n := len(rows)
		rows = slices.DeleteFunc(rows, func(r Row) bool { return u.Exact() && !SameCounting(base, now, r.Program()) })
		if len(rows) < n {
			leave(fmt.Sprintf("exact counts of C and C++ are left out: they are from different versions of gcc "+
				"(%s and %s)", cmp.Or(now.Machine.GCC, "none"), cmp.Or(base.Machine.GCC, "none")))
		}
		shownOnly := u == record.Memory && rough
		if shownOnly {
			leave("peak memory is approximate under the portable sandbox, and is not judged")
		}
		for i := range rows {
			if rows[i].judged = rows[i].judged && !shownOnly; rows[i].judged {
				solutions++
			}
		}
		if len(rows) > 0 {
			c.Tables = append(c.Tables, Table{u, rows})
		}
	}
	for _, table := range c.Tables {
		for i := range table.Rows {
			if row := &table.Rows[i]; row.judged { // judged rows share the report's level (Bonferroni's correction)
				row.test(threshold, falseAlarms/float64(solutions))
			}
		}
	}
	if len(c.Tables)+len(c.Lost)+len(c.Unsure) == 0 {
		if len(left) == 0 {
			return nil, fmt.Errorf("%s and %s %w; compare records of the same PATTERNs", base.Path, now.Path,
				ErrNothingInCommon)
		}
		return nil, fmt.Errorf("%s and %s cannot be compared: %s; record the base again here", now.Path, base.Path,
			strings.Join(left, "; "))
	}
	c.Notes = append(c.Notes, left...)
	return c.conclude(), nil
}

// change returns the relative change, such as 0.03 for 3% more. It is 0 if both figures are 0, and infinite if only the
// base is 0. If one figure is a bound, the change is a bound, too.
func change(base, now record.Number) record.Number {
	if base == now {
		return 0
	}
	return now/base - 1
}

// exactly returns the answer for a change of a count.
func exactly(change record.Number) Answer {
	switch {
	case change > ExactThreshold:
		return Slower
	case change > 0:
		return NoSlower
	case change < 0:
		return Faster
	}
	return Same
}

// overBound judges a row in which one side was stopped. A difference counts only if even the slowest sample of the
// other side is below the bound.
func (r *Row) overBound() Answer {
	switch {
	case r.Base.Bound && slices.Max(r.now) < float64(r.Base.Center):
		return Faster
	case r.Now.Bound && slices.Max(r.base) < float64(r.Now.Center):
		return Slower // the solution no longer finishes
	}
	return Undecided
}

// test judges a row by a rank test at a significance level.
func (r *Row) test(threshold, level float64) {
	p := rankTest(r.base, r.now)
	r.P, r.Answer = record.Number(p), NoSlower
	switch {
	case p <= level && float64(r.Change) > threshold:
		r.Answer = Slower
	case p <= level && r.Change < 0:
		r.Answer = Faster
	case smallestP(len(r.base), len(r.now)) > level:
		r.Answer = Undecided
	}
}

// smallestP returns the smallest possible p-value of m and n samples. It is reached if the two sets do not overlap,
// which is so in 2 of the (m+n choose m) possible orders.
func smallestP(m, n int) float64 {
	orders := 1.0
	for i := 1; i <= m; i++ {
		orders *= float64(n+i) / float64(i)
	}
	return math.Min(1, 2/orders)
}

// SameCounting reports whether a program's exact counts in two records are comparable. Counts by gcov are comparable
// only if the version of gcc is the same.
func SameCounting(a, b *record.Record, p record.Program) bool {
	gcov := func(r *record.Record) bool { return record.UsesGCC(r.Languages[p]) }
	return a.Machine.GCC == b.Machine.GCC || !gcov(a) && !gcov(b)
}

// lostCounts finds tests that have counts in the base but could not be counted now. A run with counters stops at a time
// limit, so a lost count on another machine proves nothing.
func (c *Comparison) lostCounts(base, now *record.Record, apart bool) {
	for _, k := range slices.SortedFunc(slices.Values(now.Uncounted), record.Key.Compare) {
		switch {
		case len(base.Values(k, record.Statements))+len(base.Values(k, record.Nodes)) == 0:
		case apart || !SameCounting(base, now, k.Program()):
			c.Unsure = append(c.Unsure, k)
		default:
			c.Lost = append(c.Lost, k)
		}
	}
}

// notes returns what a reader should know about two compared records.
func notes(base, now *record.Record) []string {
	var all []string
	if changed := now.Changed(base); len(changed) > 0 {
		all = append(all, "this may explain a difference: "+strings.Join(changed, ", "))
	}
	for _, r := range []*record.Record{base, now} {
		switch {
		case r.Finished:
		case len(r.Samples) < r.Planned:
			all = append(all, fmt.Sprintf("%s was interrupted after %d of %d samples", r.Path, len(r.Samples),
				r.Planned))
		default:
			all = append(all, r.Path+" is not marked as complete: samples may be missing")
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
			slices.Sort(missing)
			all = append(all, fmt.Sprintf("only in %s, so not compared: %s", here.Path, legible.Few(missing, 4)))
		}
	}
	return all
}
