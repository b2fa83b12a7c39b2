package compare

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/measure/record"
)

// ErrNothingInCommon is returned for two records without a common test.
var ErrNothingInCommon = errors.New("have no solution and test in common")

// Records compares two records that were made at different times. Counts decide exactly. A significant rise of time or
// memory by more than the threshold (0.02 for 2%) is a regression. Each unit has its own level, which its solutions
// share (Bonferroni's correction). Times and memory are left out if the records are from different machines; exact
// counts are compared even then, but gcov's counts only if the versions of gcc are equal. Records returns an error if
// nothing is left to compare.
func Records(base, now *record.Record, threshold float64) (*Comparison, error) {
	c := comparisonOf(base, now, threshold)
	c.Notes = notes(base, now)
	known := len(c.Notes) // the later notes say what is left out, and why
	different := now.Machine.Apart(base.Machine)
	c.lostCounts(len(different) > 0)
	if len(different) == 0 {
		c.measured()
	} else if slices.ContainsFunc(rowsOf(record.CPU, base, now), Solution.judged) {
		c.note("times and memory are left out: the records are from different machines (%s)",
			strings.Join(different, ", "))
	}
	c.counts()
	if slices.ContainsFunc(now.Keys(), func(k record.Key) bool {
		return !SameCounting(base, now, k.Program()) && counted(base, k) && counted(now, k)
	}) {
		c.note("exact counts of C and C++ are left out: they are from different versions of gcc (%s and %s)",
			cmp.Or(now.Machine.GCC, "none"), cmp.Or(base.Machine.GCC, "none"))
	}
	left := c.Notes[known:]
	switch {
	case len(c.Tables)+len(c.Lost)+len(c.Unsure) > 0:
		return c.conclude(), nil
	case len(left) == 0:
		return nil, fmt.Errorf("%s and %s %w; compare records of the same PATTERNs", base.Path, now.Path,
			ErrNothingInCommon)
	}
	return nil, fmt.Errorf("%s and %s cannot be compared: %s; record the base again here", now.Path, base.Path,
		strings.Join(left, "; "))
}

func (c *Comparison) note(format string, args ...any) {
	c.Notes = append(c.Notes, fmt.Sprintf(format, args...))
}

// measured adds the tables of time and memory, with an answer for each solution. If the reference program's time
// differs by more than the threshold, the machine was slower or faster in one of the records, and no time is decided. A
// smaller difference widens all intervals.
func (c *Comparison) measured() {
	drift := c.drift()
	drifted := drift.Lo > 0 && drift.Middle > c.Threshold || drift.Hi < 0 && drift.Middle < -c.Threshold
	rough := c.Base.Machine.RoughMemory() || c.Now.Machine.RoughMemory()
	for _, u := range []record.Unit{record.CPU, record.Memory} {
		solutions := rowsOf(u, c.Base, c.Now)
		own := 0 // number of solutions; the judge's own programs follow them
		for own < len(solutions) && solutions[own].judged() {
			own++
		}
		if c.Paired {
			solutions = solutions[:own]
		} else if own == 0 {
			continue
		}
		judged := solutions[:own]
		if rough && own > 0 && u == record.Memory {
			c.note("peak memory is approximate under the portable sandbox, and is not judged")
			judged = nil
		}
		for i := range judged {
			s := &judged[i]
			c.judge(s, u, drift, own)
			if drifted && u == record.CPU {
				s.Answer, s.Longer = Undecided, record.Unknown()
				for j := range s.Tests {
					s.Tests[j].Answer = ""
				}
			}
		}
		if c.Paired && u == record.CPU {
			solutions = c.withSame(solutions)
		}
		c.add(u, solutions)
	}
	if drifted {
		c.note("the time of the reference program, which never changes, differs by %+.1f%% (%+.1f%% to %+.1f%%): the "+
			"machine's speed has changed, so times are not compared", 100*drift.Middle, 100*drift.Lo, 100*drift.Hi)
	}
}

// judge answers for one solution in a measured unit. In a comparison of records, solutions is the number of solutions
// that share the level.
func (c *Comparison) judge(s *Solution, u record.Unit, drift Effect, solutions int) {
	s.Answer = Undecided
	keys := sampled(c.Base, c.Now, s.Program)
	r, alpha := rule{float64(c.Threshold), float64(c.Threshold)}, falseAlarms/float64(solutions)
	e := apart(meansOf(c.Base, keys, u), meansOf(c.Now, keys, u), Effect{})
	if u == record.CPU {
		e.drift = drift
	}
	if c.Paired {
		e = evidence{ratios: ratiosOf(c.Base, c.Now, keys, u)}
		alpha, _ = looksOf(planned(c.Base, c.Now)).at(e.rounds())
	}
	if c.Paired && u == record.CPU {
		r = paired(r.threshold)
	}
	if e.rounds() > 0 {
		r.judge(s, e, alpha)
	}
	s.StartUp = u == record.CPU && startsMostly(c.Now, keys)
	if c.Paired && u == record.CPU && (s.Answer == Slower || s.Answer == Faster) {
		c.judgeTests(s, keys)
	}
	s.stopped()
	if c.Paired && (s.Rounds > 0 || u == record.Memory) {
		s.Tests = slices.DeleteFunc(s.Tests, func(r Row) bool { return r.Answer == "" })
	}
}

// drift returns by how much the reference program's time differs between two records, with its 95% interval. It is 0 if
// the time is unknown, as if samples were taken in turns.
func (c *Comparison) drift() Effect {
	keys := []record.Key{record.Reference()}
	e := apart(meansOf(c.Base, keys, record.CPU), meansOf(c.Now, keys, record.CPU), Effect{})
	if e.rounds() < MinSamples {
		return Effect{}
	}
	return e.effect(1 - confidence)
}

// counted reports whether a record has exact counts of a key.
func counted(r *record.Record, k record.Key) bool {
	return len(r.Values(k, record.Statements))+len(r.Values(k, record.Nodes)) > 0
}

// SameCounting reports whether a program's exact counts in two records are comparable. Counts by gcov are comparable
// only if the version of gcc is the same.
func SameCounting(a, b *record.Record, p record.Program) bool {
	gcov := func(r *record.Record) bool { return record.UsesGCC(r.Languages[p]) }
	return a.Machine.GCC == b.Machine.GCC || !gcov(a) && !gcov(b)
}

// lostCounts finds tests that have counts in the base but could not be counted now. A run with counters stops at a time
// limit, so a lost count on another machine proves nothing.
func (c *Comparison) lostCounts(elsewhere bool) {
	for _, k := range slices.SortedFunc(slices.Values(c.Now.Uncounted), record.Key.Compare) {
		switch {
		case !counted(c.Base, k):
		case elsewhere || !SameCounting(c.Base, c.Now, k.Program()):
			c.Unsure = append(c.Unsure, k)
		default:
			c.Lost = append(c.Lost, k)
		}
	}
}

// notes returns what a reader should know about two compared records.
func notes(base, now *record.Record) []string {
	all := []string{}
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
