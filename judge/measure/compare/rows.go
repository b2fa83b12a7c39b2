package compare

import (
	"slices"

	"dlxjudge/judge/measure/record"
)

// pair is a row with its samples.
type pair struct {
	Row
	base, now []float64
	judged    bool // by its samples: the row that stands for the solution
}

// pairsOf pairs the figures of both records in a unit. A geometric mean follows the tests of each solution. The mean,
// or a single test, represents the solution.
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

// meanOf returns the geometric mean over the tests of one solution without counts of 0; nil if fewer than two remain.
// It is computed round by round. The samples of a round are minutes apart, so a long disturbance affects the whole
// round, and the rank test sees it as noise.
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

// figure summarizes a key's samples in a unit; nil if there are none. Without samples, the time of a stopped run is a
// bound.
func figure(r *record.Record, k record.Key, u record.Unit) *Figure {
	if values := r.Values(k, u); len(values) > 0 {
		return figureOf(values, u)
	}
	if at := record.Number(r.Stopped(k)); at > 0 && u == record.CPU {
		return &Figure{Center: at, Lo: at, Hi: at, Bound: true}
	}
	return nil
}
