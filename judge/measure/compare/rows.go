package compare

import (
	"slices"

	"dlxjudge/judge/measure/record"
)

// rowsOf compares the figures of both records in one unit. After the tests of each solution comes a row for their
// geometric mean. Only this row is judged by its samples. If a solution has a single test, the test's row is judged
// instead.
func rowsOf(u record.Unit, base, now *record.Record) []Row {
	var tests, rows []Row
	for _, k := range now.Keys() {
		if row := rowOf(k, u, base, now); row.Base != nil && row.Now != nil {
			tests = append(tests, row)
		}
	}
	for len(tests) > 0 {
		n := 1
		for n < len(tests) && tests[n].Program() == tests[0].Program() {
			n++
		}
		of := tests[:n]
		tests = tests[n:]
		whole := slices.DeleteFunc(slices.Clone(of), func(r Row) bool { return r.Base.Bound || r.Now.Bound })
		for _, row := range of {
			row.judged = len(whole) == 1 && row.Key == whole[0].Key && !row.IsControl() && !u.Exact()
			rows = append(rows, row)
		}
		if mean, is := meanOf(u, whole, now); is && len(whole) > 1 {
			rows = append(rows, mean)
		}
	}
	return rows
}

// rowOf compares the figures of one test. Samples of times and memory are judged later, by Row.test.
func rowOf(k record.Key, u record.Unit, base, now *record.Record) Row {
	r := Row{Key: k, Base: figure(base, k, u), Now: figure(now, k, u), base: base.Values(k, u), now: now.Values(k, u)}
	if r.Base != nil && r.Now != nil {
		r.compare(u, now)
	}
	return r
}

// compare sets the row's change, and its answer if that needs no statistical test of the samples.
func (r *Row) compare(u record.Unit, now *record.Record) {
	r.StartUp = mostlyStartUp(now, r.Key, u, r.Now)
	r.Change, r.P, r.Answer = change(r.Base.Center, r.Now.Center), record.Unknown(), NotJudged
	switch {
	case r.IsControl() || r.Base.Bound && r.Now.Bound:
	case r.Base.Bound || r.Now.Bound:
		r.Answer = r.overBound()
	case u.Exact():
		r.Answer = exactly(r.Change)
	}
}

// meanOf returns the geometric mean over the tests of one solution. It leaves out tests with a count of 0. If fewer
// than two tests remain, there is no mean. The mean is computed round by round. A round's samples are taken close
// together, so a disturbance affects the whole round, and the rank test sees it as noise.
func meanOf(u record.Unit, tests []Row, r *record.Record) (mean Row, is bool) {
	var base, now [][]float64
	for _, row := range tests {
		if !slices.Contains(row.base, 0) && !slices.Contains(row.now, 0) {
			base, now = append(base, row.base), append(now, row.now)
		}
	}
	if len(base) < 2 {
		return mean, false
	}
	mean = Row{Key: tests[0].Program().On(""), base: geomeans(base), now: geomeans(now), judged: !u.Exact()}
	mean.Base, mean.Now = figureOf(mean.base, u), figureOf(mean.now, u)
	mean.compare(u, r)
	return mean, true
}

// figure summarizes a key's samples in one unit. Without samples, it returns a bound if the unit is CPU time and a run
// was stopped, and nil if not.
func figure(r *record.Record, k record.Key, u record.Unit) *Figure {
	if values := r.Values(k, u); len(values) > 0 {
		return figureOf(values, u)
	}
	if at := record.Number(r.Stopped(k)); at > 0 && u == record.CPU {
		return &Figure{Center: at, Lo: at, Hi: at, Bound: true}
	}
	return nil
}
