package compare

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"

	"dlxjudge/judge/measure/record"
)

// Ladder shows the solutions of one problem as rungs: each is compared with the one before it, and with the first.
type Ladder struct {
	Problem string
	Names   []string // of the solutions
	// workloads, in order of their names, or groups of tests if the record has none, the sample first
	Sections  []Section
	All       *Section // geometric means over the sections; nil for a single one
	Workloads bool     // whether the sections are workloads
}

// Section is one workload or group of tests. A case below is a case of the workload, or a test of the group.
type Section struct {
	Name  string // "workload/hard", "sample", "secret/hard"
	Cases int    // the most that any solution finished
	Rungs []Rung // in the order of Ladder.Names
}

// Rung is what one solution takes for a case. What is not known is NaN.
type Rung struct {
	Cases   int     // that it finished
	Stopped int     // tests of a group on which it was stopped; 1 for a workload of which it finishes no case
	Nodes   float64 // search nodes of a case
	PerNode float64 // nanoseconds of a node
	// nanoseconds of a case, without the start of a process; a bound if it was stopped; N is 0 if not known
	Time    Figure
	StartUp bool // what was measured is mostly the start of a process

	NodesBefore float64 // its nodes divided by those of the rung before, on the same cases
	// the time of the rung before, or of the first, divided by that of this one; unknown for the first
	Before, First Ratio
}

// Ratio is how many times faster a rung is than another.
type Ratio struct {
	Times  float64 // 41 for 41 times faster, 0.5 for twice as slow; NaN if unknown
	Lo, Hi float64 // a 95% interval, 0 and infinite for too few samples; for a bound both are Times
	Above  bool    // the other was stopped: Times is a lower bound
	Below  bool    // this one was stopped: Times is an upper bound
	// one of them was too fast for the few cases of the other: its time for them follows from its statements
	Estimated bool

	logs []float64    // of each round; of a bound one
	keys []record.Key // whose samples these are
}

// Within is how far the interval reaches from the ratio, the longer way: 0.03 for ±3%. It is infinite for too few
// samples, and not a number for what is not known or a bound.
func (r Ratio) Within() float64 {
	if math.IsNaN(r.Times) || r.Above || r.Below {
		return math.NaN()
	}
	return max(r.Hi/r.Times-1, r.Times/r.Lo-1)
}

// Different reports whether a ratio is certainly not 1.
func (r Ratio) Different() bool {
	return r.Above && r.Times > 1 || r.Below && r.Times < 1 || !r.Above && !r.Below && (r.Lo > 1 || r.Hi < 1)
}

// Rungs orders solutions for a ladder: those that the order names come first, each with those behind it whose names
// begin with its name, as dlx-cpp behind dlx. The others follow by name.
func Rungs(names, order []string) []string {
	place := func(name string) int {
		name = path.Base(name) // of accepted/NAME
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

// Solutions compares solutions of a problem: those named, in that order, or all that the record has, in an order of
// Rungs. It is an error if a named one was not measured.
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
	l := &Ladder{Problem: problem, Names: names}
	c := climb{r: r, all: seriesOf(r), tests: make(map[string][]string)}
	for _, k := range r.Keys() {
		if _, sized := k.Size(); sized || k.Problem != problem || !slices.Contains(names, k.Solution) {
			continue
		}
		group := path.Dir(k.Test)
		if !slices.Contains(c.tests[group], k.Test) {
			c.tests[group] = append(c.tests[group], k.Test)
		}
		_, _, made := k.Workload()
		l.Workloads = l.Workloads || made
	}
	for group, tests := range c.tests {
		if _, _, made := (record.Key{Test: tests[0]}).Workload(); made == l.Workloads {
			l.Sections = append(l.Sections, c.section(l, group))
		}
	}
	if len(l.Sections) == 0 {
		return nil, fmt.Errorf("%s has only inputs of growing size of %s; record it with: judge compare %s --out FILE",
			r.Path, problem, problem)
	}
	slices.SortFunc(l.Sections, func(x, y Section) int {
		return record.Key{Test: x.Name}.Compare(record.Key{Test: y.Name})
	})
	if len(l.Sections) > 1 {
		l.All = l.over()
	}
	return l, nil
}

// solutions are the solutions of a problem that the record has, in order of their names: also those whose turn never
// came before the time was over, of which it has only the language.
func solutionsOf(r *record.Record, problem string) []string {
	var names []string
	for _, k := range r.Keys() {
		if k.Problem == problem && !slices.Contains(names, k.Solution) {
			names = append(names, k.Solution)
		}
	}
	for p := range r.Languages {
		if p.Problem == problem && len(names) > 0 && !slices.Contains(names, p.Solution) {
			names = append(names, p.Solution)
		}
	}
	slices.Sort(names)
	return names
}

// section compares the solutions on one workload or group.
func (c climb) section(l *Ladder, name string) Section {
	s := Section{Name: name}
	of := c.group
	if l.Workloads {
		of = c.workload
	}
	var runs []run
	for _, solution := range l.Names {
		runs = append(runs, of(record.Program{Problem: l.Problem, Solution: solution}, name))
	}
	for i, mine := range runs {
		rung := mine.rung()
		rung.Before, rung.First, rung.NodesBefore = unknown(), unknown(), math.NaN()
		if i > 0 {
			rung.Before, rung.First, rung.NodesBefore = mine.ratio(runs[i-1]), mine.ratio(runs[0]),
				mine.nodes(runs[i-1])
		}
		s.Rungs = append(s.Rungs, rung)
		s.Cases = max(s.Cases, rung.Cases+rung.Stopped)
	}
	return s
}

func unknown() Ratio { return Ratio{Times: math.NaN(), Lo: math.NaN(), Hi: math.NaN()} }

// over sums up the sections: geometric means, and of ratios those of each round.
func (l *Ladder) over() *Section {
	all := &Section{}
	for i := range l.Names {
		var nodes, nodesBefore, perNode, times []float64
		var before, first []Ratio
		rung := Rung{Time: Figure{N: math.MaxInt}}
		for _, s := range l.Sections {
			r := s.Rungs[i]
			nodesBefore = append(nodesBefore, r.NodesBefore)
			nodes, perNode, times = append(nodes, r.Nodes), append(perNode, r.PerNode), append(times, r.Time.Center)
			before, first = append(before, r.Before), append(first, r.First)
			rung.Cases, rung.Stopped = rung.Cases+r.Cases, rung.Stopped+r.Stopped
			rung.Time.Bound = rung.Time.Bound || r.Time.Bound
			rung.Time.N = min(rung.Time.N, r.Time.N)
			rung.StartUp = rung.StartUp || r.StartUp
		}
		rung.Nodes, rung.PerNode, rung.Time.Center = geomean(nodes), geomean(perNode), geomean(times)
		rung.Time.Lo, rung.Time.Hi = rung.Time.Center, rung.Time.Center
		if math.IsNaN(rung.Time.Center) {
			rung.Time = Figure{}
		}
		rung.Before, rung.First, rung.NodesBefore = together(before), together(first), geomean(nodesBefore)
		all.Rungs = append(all.Rungs, rung)
		all.Cases = max(all.Cases, rung.Cases+rung.Stopped)
	}
	return all
}

// together is the geometric mean of ratios: of those of each round, or of bounds.
func together(ratios []Ratio) Ratio {
	sum := Ratio{}
	rounds := math.MaxInt
	center := 0.0
	for _, r := range ratios {
		if math.IsNaN(r.Times) {
			return unknown()
		}
		sum.Above, sum.Below, sum.Estimated = sum.Above || r.Above, sum.Below || r.Below, sum.Estimated || r.Estimated
		rounds = min(rounds, len(r.logs))
		center += math.Log(r.Times) / float64(len(ratios))
	}
	switch {
	case sum.Above && sum.Below: // bounds on either side bound nothing
		return unknown()
	case sum.Above || sum.Below:
		sum.bound(math.Exp(center))
		return sum
	}
	logs := make([]float64, rounds)
	for _, r := range ratios {
		for i := range logs {
			logs[i] += r.logs[i] / float64(len(ratios))
		}
		sum.keys = append(sum.keys, r.keys...)
	}
	sum.of(logs)
	return sum
}

func (r *Ratio) bound(times float64) {
	r.Times, r.Lo, r.Hi, r.logs = times, times, times, []float64{math.Log(times)}
}

// ratioLevel is the level at which the interval of a ratio is taken. It holds the true ratio 95% of the time, also if
// the number of samples was chosen for its length (Precise). It is the smallest at which 6 samples have an interval.
const ratioLevel = 0.032

// of sets a ratio from its logarithms of each round.
func (r *Ratio) of(logs []float64) {
	center, lo, hi := hodgesLehmann(logs, ratioLevel)
	r.Times, r.Lo, r.Hi, r.logs = math.Exp(center), math.Exp(lo), math.Exp(hi), logs
}
