package compare

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"path"
	"slices"
	"strings"

	"dlxjudge/judge/measure/record"
)

// Ladder shows the solutions of one problem as rungs. Each rung is compared with the previous one.
type Ladder struct {
	From    *record.Record `json:"from"` // in JSON, only its path, commit, date and machine
	Problem string         `json:"problem"`
	Of      string         `json:"of"`        // "case" or "test": figures are per case of a workload or test of a group
	Names   []string       `json:"solutions"` // in the order of the rungs
	// the workloads or, if the record has none, the groups of tests; ordered by name
	Sections []Section `json:"sections"`
	All      *Section  `json:"all"` // geometric means over the sections; nil if there is only one
}

// Section is one workload or one group of tests. In a group, each test counts as one case.
type Section struct {
	Name  string `json:"name"`  // "workload/hard", "sample", "secret/hard"
	Cases int    `json:"cases"` // largest number of cases that a solution finished or was stopped on
	Rungs []Rung `json:"rungs"` // in the order of Ladder.Names
}

// Rung holds one solution's figures per case. Unknown figures are NaN.
type Rung struct {
	Solution string        `json:"submission"`
	Cases    int           `json:"cases"`        // number of cases that the solution finished
	Stopped  int           `json:"stopped"`      // number of tests that it was stopped on; for a workload, at most 1
	Nodes    record.Number `json:"nodes"`        // search nodes per case
	PerNode  record.Number `json:"node_seconds"` // CPU time per node, in seconds
	Seconds  record.Number `json:"cpu_seconds"`  // CPU time per case, without process start-up
	AtLeast  bool          `json:"cpu_at_least"` // a run was stopped, so Seconds is a lower bound
	Lo       record.Number `json:"-"`            // lower end of the 95% interval of Seconds, for charts
	Hi       record.Number `json:"-"`
	StartUp  bool          `json:"mostly_start_up"`
	// whether Seconds and Nodes are over fewer cases than the section has, so other rungs' are not comparable with them
	FewerTimed, FewerCounted bool `json:"-"`
	counted                  int  // number of cases that Nodes is over
	// the solution's nodes divided by those of the previous rung, on the same cases
	NodesBefore record.Number `json:"nodes_of_previous"`
	// Before is the previous rung's time divided by this rung's time. First is the product of these ratios since the
	// first rung. On the first rung, both are nil.
	Before *Ratio `json:"faster_than_previous"`
	First  *Ratio `json:"faster_than_first"`
}

// Ratio is how many times faster one rung is than another.
type Ratio struct {
	Times record.Number `json:"times"` // 41 for 41 times faster, 0.5 for twice as slow
	// Lo to Hi is the 95% interval. With too few samples, it is 0 to infinity. For a bound, both equal Times.
	Lo record.Number `json:"lo"`
	Hi record.Number `json:"hi"`
	// whether the ratio differs from 1; on average, this is wrong for at most 5% of a ladder's ratios that are called
	// different
	Different bool `json:"different"`
	// whether Times is a lower bound, since the other rung was stopped, or this one is lost in the noise of start-up
	Above bool      `json:"at_least"`
	Below bool      `json:"at_most"` // whether Times is an upper bound, for the same reasons with the rungs exchanged
	logs  []float64 // logarithm of the ratio in each round; only one for a bound
}

// Known reports whether the rungs could be compared.
func (r Ratio) Known() bool { return !math.IsNaN(float64(r.Times)) }

// Rungs sorts names of solutions for a ladder. The result begins with order[0], order[1] and so on, each followed by
// its variants, such as dlx-cpp after dlx. All other solutions follow by name.
func Rungs(names, order []string) []string {
	place := func(name string) int {
		name = path.Base(name) // removes the folder from accepted/NAME
		first, _, _ := strings.Cut(name, "-")
		for _, known := range []string{name, first} {
			if i := slices.Index(order, known); i >= 0 {
				return i
			}
		}
		return len(order)
	}
	ordered := slices.Sorted(slices.Values(names))
	slices.SortStableFunc(ordered, func(a, b string) int { return cmp.Compare(place(a), place(b)) })
	return ordered
}

// Solutions compares the solutions of a problem that are listed in names, in that order. If names is empty, it compares
// all solutions in the record, as ordered by Rungs. It returns an error if the record lacks a listed solution.
func Solutions(r *record.Record, problem string, names, order []string) (*Ladder, error) {
	have := solutionsOf(r, problem)
	if len(have) == 0 {
		return nil, fmt.Errorf("%s has no samples of %s; record them with: judge bench %s --out FILE", r.Path, problem,
			problem)
	}
	if len(names) == 0 {
		names = Rungs(have, order)
	}
	for _, name := range names {
		if !slices.Contains(have, name) {
			return nil, fmt.Errorf("%s has no samples of %s/%s; it has %v", r.Path, problem, name, have)
		}
	}
	l := &Ladder{From: r, Problem: problem, Of: "test", Names: names, Sections: []Section{}}
	made := false
	var tests []string
	for _, k := range r.Keys() {
		if _, sized := k.Size(); sized || k.Problem != problem || !slices.Contains(names, k.Solution) {
			continue
		}
		tests = append(tests, k.Test)
		if _, _, is := k.Workload(); is {
			l.Of, made = "case", true
		}
	}
	slices.SortFunc(tests, func(a, b string) int {
		return cmp.Or(cmp.Compare(record.Key{Test: a}.Cases(), record.Key{Test: b}.Cases()), cmp.Compare(a, b))
	})
	sections := make(map[string][]string) // the tests of each section
	for _, test := range slices.Compact(tests) {
		if _, _, is := (record.Key{Test: test}).Workload(); is == made {
			sections[path.Dir(test)] = append(sections[path.Dir(test)], test)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(sections)) {
		s := Section{Name: name}
		var before climb
		for i, solution := range names {
			mine := climbOf(r, made, record.Program{Problem: problem, Solution: solution}, sections[name])
			rung := mine.rung()
			if i > 0 {
				step := mine.ratio(before)
				rung.Before, rung.NodesBefore = &step, mine.nodesOf(before)
			}
			s.add(rung)
			before = mine
		}
		for i := range s.Rungs {
			r := &s.Rungs[i]
			r.FewerTimed, r.FewerCounted = r.Cases+r.Stopped < s.Cases, r.counted < s.Cases
		}
		l.Sections = append(l.Sections, s)
	}
	if len(l.Sections) == 0 {
		return nil, fmt.Errorf("%s has only inputs of growing size for %s; record it with: judge compare %s --out FILE",
			r.Path, problem, problem)
	}
	if len(l.Sections) > 1 {
		l.All = l.over()
	}
	l.compare()
	return l, nil
}

// compare sets which ratios of a ladder are different from 1. The level is corrected by Benjamini and Hochberg's
// procedure: in a ladder of 40 ratios, Bonferroni's correction would need more than ten samples to call any different.
//
// Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate", Journal of the Royal Statistical Society B 57
// (1995).
func (l *Ladder) compare() {
	var ratios []*Ratio // those that are not bounds
	sections := l.Sections
	if l.All != nil {
		sections = append(slices.Clone(sections), *l.All)
	}
	for _, s := range sections {
		for _, rung := range s.Rungs {
			for _, r := range []*Ratio{rung.Before, rung.First} {
				switch {
				case r == nil || !r.Known():
				case r.Above || r.Below:
					r.Different = r.Above && r.Times > 1 || r.Below && r.Times < 1
				default:
					ratios = append(ratios, r)
				}
			}
		}
	}
	slices.SortStableFunc(ratios, func(a, b *Ratio) int { return cmp.Compare(signedRank(a.logs), signedRank(b.logs)) })
	for i := len(ratios) - 1; i >= 0; i-- {
		if signedRank(ratios[i].logs) <= (1-confidence)*float64(i+1)/float64(len(ratios)) {
			for _, r := range ratios[:i+1] {
				r.Different = true
			}
			return
		}
	}
}

// solutionsOf returns a problem's solutions in the record, ordered by name. It includes solutions that were never
// measured because time ran out. For these, the record has only the language.
func solutionsOf(r *record.Record, problem string) []string {
	names := make(map[string]bool)
	for _, k := range r.Keys() {
		names[k.Solution] = names[k.Solution] || k.Problem == problem
	}
	for p := range r.Languages {
		names[p.Solution] = names[p.Solution] || p.Problem == problem
	}
	maps.DeleteFunc(names, func(_ string, of bool) bool { return !of })
	return slices.Sorted(maps.Keys(names))
}

// add adds a rung, and compares it with the first rung by multiplying the ratios from rung to rung.
func (s *Section) add(rung Rung) {
	if n := len(s.Rungs); n > 0 {
		steps := []Ratio{*rung.Before}
		if n > 1 {
			steps = append(steps, *s.Rungs[n-1].First)
		}
		product := combined(steps, 1)
		rung.First = &product
	}
	s.Rungs = append(s.Rungs, rung)
	s.Cases = max(s.Cases, rung.Cases+rung.Stopped)
}

// over returns the geometric means over the sections. Ratios are combined round by round.
func (l *Ladder) over() *Section {
	all := &Section{}
	for i, name := range l.Names {
		var nodes, nodesBefore, perNode, times []float64
		var before []Ratio
		rung := Rung{Solution: name}
		for _, s := range l.Sections {
			r := s.Rungs[i]
			nodes, nodesBefore = append(nodes, float64(r.Nodes)), append(nodesBefore, float64(r.NodesBefore))
			perNode, times = append(perNode, float64(r.PerNode)), append(times, float64(r.Seconds))
			if r.Before != nil {
				before = append(before, *r.Before)
			}
			rung.Cases, rung.Stopped = rung.Cases+r.Cases, rung.Stopped+r.Stopped
			rung.AtLeast, rung.StartUp = rung.AtLeast || r.AtLeast, rung.StartUp || r.StartUp
			rung.FewerTimed, rung.FewerCounted = rung.FewerTimed || r.FewerTimed, rung.FewerCounted || r.FewerCounted
		}
		rung.Nodes, rung.NodesBefore = record.Number(geomean(nodes)), record.Number(geomean(nodesBefore))
		rung.PerNode, rung.Seconds = record.Number(geomean(perNode)), record.Number(geomean(times))
		rung.AtLeast = rung.AtLeast && !math.IsNaN(float64(rung.Seconds))
		if i > 0 {
			mean := combined(before, 1/float64(len(before)))
			rung.Before = &mean
		}
		all.add(rung)
	}
	return all
}

// combined returns the product of ratios, each raised to the exponent weight. If any ratio is a bound, the product is a
// bound; otherwise it is computed round by round.
func combined(ratios []Ratio, weight float64) Ratio {
	sum := Ratio{}
	rounds := math.MaxInt
	center := 0.0
	for _, r := range ratios {
		if !r.Known() {
			return unknownRatio()
		}
		sum.Above, sum.Below = sum.Above || r.Above, sum.Below || r.Below
		rounds = min(rounds, len(r.logs))
		center += weight * math.Log(float64(r.Times))
	}
	switch {
	case sum.Above && sum.Below: // the product of a lower bound and an upper bound is unknown
		return unknownRatio()
	case sum.Above || sum.Below:
		sum.limit(math.Exp(center))
		return sum
	}
	logs := make([]float64, rounds)
	for _, r := range ratios {
		for i := range logs {
			logs[i] += weight * r.logs[i]
		}
	}
	sum.of(logs)
	return sum
}

func unknownRatio() Ratio {
	return Ratio{Times: record.Unknown(), Lo: record.Unknown(), Hi: record.Unknown()}
}

// limit sets a ratio to a bound. If the bound is not positive and finite, the ratio becomes unknown.
func (r *Ratio) limit(times float64) {
	if !(times > 0) || math.IsInf(times, 0) {
		times = math.NaN()
	}
	at := record.Number(times)
	r.Times, r.Lo, r.Hi, r.logs = at, at, at, []float64{math.Log(times)}
}

// of sets a ratio and its interval from the ratio's logarithm in each round.
func (r *Ratio) of(logs []float64) {
	center, lo, hi := hodgesLehmann(logs, 1-confidence)
	r.Times, r.logs = record.Number(math.Exp(center)), logs
	r.Lo, r.Hi = record.Number(math.Exp(lo)), record.Number(math.Exp(hi))
}
