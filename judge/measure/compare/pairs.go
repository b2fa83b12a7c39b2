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
func pairsOf(u record.Unit, before, after series) []*pair {
	var pairs []*pair
	for k := range after.values {
		p := &pair{Row: Row{Key: k}}
		p.base, p.Base = before.figure(k, u)
		p.now, p.Now = after.figure(k, u)
		if p.Base != nil && p.Now != nil {
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

// figure returns the samples of a key in a unit and sums them up; nil if there are none. Without samples, the time of a
// run that was stopped is a bound.
func (s series) figure(k record.Key, u record.Unit) ([]float64, *Figure) {
	if values := s.values[k][u]; len(values) > 0 {
		return values, figureOf(values, u)
	}
	if stopped, ok := s.stopped[k]; ok && u == record.CPU {
		at := record.Number(stopped)
		return nil, &Figure{Center: at, Lo: at, Hi: at, Bound: true}
	}
	return nil, nil
}
