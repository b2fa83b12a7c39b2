package compare

import (
	"slices"

	"dlxjudge/judge/measure/record"
)

// pair is a row with the samples that it is made of.
type pair struct {
	Row
	unit      record.Unit
	base, now []float64
}

// pairsOf pairs what both records have in a unit, with a geometric mean behind the tests of each solution.
func pairsOf(u record.Unit, before, after series) []*pair {
	var pairs []*pair
	for k := range after.values {
		p := &pair{Row: Row{Key: k}, unit: u}
		var inBase, inNow bool
		p.base, p.Base, inBase = before.figure(k, u)
		p.now, p.Now, inNow = after.figure(k, u)
		if inBase && inNow {
			pairs = append(pairs, p)
		}
	}
	slices.SortFunc(pairs, func(a, b *pair) int { return a.Key.Compare(b.Key) })
	var rows []*pair
	for len(pairs) > 0 {
		n := 1
		for n < len(pairs) && pairs[n].Program() == pairs[0].Program() {
			n++
		}
		rows = append(rows, pairs[:n]...)
		if mean := meanOf(pairs[:n]); mean != nil {
			rows = append(rows, mean)
		}
		pairs = pairs[n:]
	}
	return rows
}

// meanOf is the geometric mean over the tests of one solution, leaving out those that were stopped on a side; nil if
// fewer than two remain. It is taken round by round: samples of a round are taken within minutes of each other, so what
// disturbs the machine for long disturbs a round as a whole, and the rank test sees it as noise.
func meanOf(tests []*pair) *pair {
	var base, now [][]float64
	for _, p := range tests {
		if !p.Base.Bound && !p.Now.Bound && !slices.Contains(p.base, 0) && !slices.Contains(p.now, 0) {
			base, now = append(base, p.base), append(now, p.now)
		}
	}
	if len(base) < 2 {
		return nil
	}
	mean := &pair{unit: tests[0].unit, base: geomeans(base), now: geomeans(now)}
	mean.Problem, mean.Solution = tests[0].Problem, tests[0].Solution
	mean.Base, mean.Now = figureOf(mean.base, mean.unit), figureOf(mean.now, mean.unit)
	return mean
}

// series are a record's figures by key and unit, in the order in which they were taken.
type series struct {
	values  map[record.Key]map[record.Unit][]float64
	stopped map[record.Key]float64 // CPU time at which a run was stopped, in nanoseconds
}

func seriesOf(r *record.Record) series {
	s := series{make(map[record.Key]map[record.Unit][]float64), make(map[record.Key]float64)}
	for _, k := range r.Keys() {
		s.values[k] = make(map[record.Unit][]float64)
	}
	for _, sample := range r.Samples {
		for u, v := range sample.Values {
			s.values[sample.Key][u] = append(s.values[sample.Key][u], v)
		}
	}
	for _, b := range r.Bounds {
		s.stopped[b.Key] = max(s.stopped[b.Key], float64(b.CPU))
	}
	return s
}

// figure returns the samples of a key in a unit and sums them up, and whether there are any. Without samples, the time
// of a run that was stopped is a bound.
func (s series) figure(k record.Key, u record.Unit) ([]float64, Figure, bool) {
	if values := s.values[k][u]; len(values) > 0 {
		return values, figureOf(values, u), true
	}
	if stopped, ok := s.stopped[k]; ok && u == record.CPU {
		return nil, Figure{Center: stopped, Lo: stopped, Hi: stopped, Bound: true}, true
	}
	return nil, Figure{}, false
}
