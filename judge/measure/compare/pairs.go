package compare

import (
	"slices"

	"dlxjudge/judge/measure/record"
)

// pair is a row with the samples that it is made of.
type pair struct {
	Row
	base, now []float64
	judged    bool // by its samples: the row that stands for the solution
}

// pairsOf pairs what both records have in a unit, with a geometric mean behind the tests of each solution. The mean, or
// a single test, stands for the solution.
func pairsOf(u record.Unit, base, now *record.Record) []*pair {
	var pairs, rows []*pair
	for _, k := range now.Keys() {
		p := &pair{Row: Row{Key: k, Base: figure(base, k, u), Now: figure(now, k, u)}, base: base.Values(k, u),
			now: now.Values(k, u)}
		if p.Base != nil && p.Now != nil {
			pairs = append(pairs, p)
		}
	}
	for len(pairs) > 0 {
		n := 1
		for n < len(pairs) && pairs[n].Program() == pairs[0].Program() {
			n++
		}
		rows = append(rows, pairs[:n]...)
		whole := slices.DeleteFunc(slices.Clone(pairs[:n]), func(p *pair) bool { return p.Base.Bound || p.Now.Bound })
		pairs = pairs[n:]
		if len(whole) == 1 {
			whole[0].judged = !whole[0].IsControl()
		} else if mean := meanOf(u, whole); mean != nil {
			rows = append(rows, mean)
		}
	}
	return rows
}

// meanOf is the geometric mean over the tests of one solution, leaving out counts of 0; nil if fewer than two remain.
// It is taken round by round: samples of a round are taken within minutes of each other, so what disturbs the machine
// for long disturbs a round as a whole, and the rank test sees it as noise.
func meanOf(u record.Unit, tests []*pair) *pair {
	var base, now [][]float64
	for _, p := range tests {
		if !slices.Contains(p.base, 0) && !slices.Contains(p.now, 0) {
			base, now = append(base, p.base), append(now, p.now)
		}
	}
	if len(base) < 2 {
		return nil
	}
	mean := &pair{base: geomeans(base), now: geomeans(now), judged: true}
	mean.Problem, mean.Solution = tests[0].Problem, tests[0].Solution
	mean.Base, mean.Now = figureOf(mean.base, u), figureOf(mean.now, u)
	return mean
}

// figure sums up a key's samples in a unit; nil if there are none. Without samples, the time of a run that was stopped
// is a bound.
func figure(r *record.Record, k record.Key, u record.Unit) *Figure {
	if values := r.Values(k, u); len(values) > 0 {
		return figureOf(values, u)
	}
	if at := record.Number(r.Stopped(k)); at > 0 && u == record.CPU {
		return &Figure{Center: at, Lo: at, Hi: at, Bound: true}
	}
	return nil
}
