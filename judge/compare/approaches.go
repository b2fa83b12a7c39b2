package compare

import (
	"fmt"
	"math"
	"path"
	"slices"

	"dlxjudge/judge/record"
)

// Approaches are the solutions of one problem, compared with the last of them.
type Approaches struct {
	Problem string
	Names   []string // of the solutions; the others are compared with the last
	Groups  []Group  // in order of their names, the sample first

	RoughMemory bool // as Machine.RoughMemory says
}

// Group is one group of tests: "sample", "secret/hard".
type Group struct {
	Name  string
	Tests int      // on which any solution was measured
	Sides []Effort // in the order of Approaches.Names
}

// Effort is what one solution takes for all tests of a group, and how that compares with the reference, the last solution.
type Effort struct {
	Nodes, Statements Total
	CPU               Figure // a bound if a test was stopped: the known times plus the limits of the others; N is 0 then
	Stopped           int    // tests that were stopped at the time limit
	Memory            float64
	Known             bool // whether it was measured at all
	StartUp           bool // the CPU time is mostly that of starting processes

	NodeRatio float64 // nodes divided by the reference's, over the tests where both are known; NaN if there are none
	NodesOn   int     // number of those tests
	Ratio     Ratio   // the reference's CPU time divided by this solution's
}

// Total is a sum of counts over tests. Counts of runs that were stopped are unknown: Of may be less than the number of tests.
type Total struct {
	Sum float64
	Of  int // tests whose counts are known
}

// Ratio is how many times faster a solution is than the reference.
type Ratio struct {
	Times  float64 // 41 for 41 times faster, 0.5 for twice as slow; NaN if unknown
	Above  bool    // the reference was stopped: Times is a lower bound
	Below  bool    // this solution was stopped: Times is an upper bound
	Shown  bool    // the difference is significant, corrected for the number of groups and solutions, or certain
	TooFew bool    // there are too few samples for the rank test to show any difference
}

// Solutions compares solutions of a problem: those named, or all that the record has, with backtrack last if it is there.
// It is an error if a named one was not measured.
func Solutions(r *record.Record, problem string, names []string) (*Approaches, error) {
	have := solutionsOf(r, problem)
	if len(have) == 0 {
		return nil, fmt.Errorf("%s has no samples of %s; record them with: judge bench %s --out FILE", r.Path, problem, problem)
	}
	if len(names) == 0 {
		names = slices.Clone(have)
		slices.SortStableFunc(names, func(a, b string) int { return reference(a) - reference(b) })
	}
	for _, name := range names {
		if !slices.Contains(have, name) {
			return nil, fmt.Errorf("%s has no samples of %s/%s; it has %v", r.Path, problem, name, have)
		}
	}
	a := &Approaches{Problem: problem, Names: names, RoughMemory: r.Machine.RoughMemory()}
	all := seriesOf(r)
	tests := make(map[string][]string) // of each group
	for _, k := range r.Keys() {
		group := path.Dir(k.Test)
		if _, sized := k.Size(); sized {
			continue // an input made for a chart is not a test of the problem
		}
		if k.Problem == problem && slices.Contains(names, k.Solution) && !slices.Contains(tests[group], k.Test) {
			tests[group] = append(tests[group], k.Test)
		}
	}
	for group, tests := range tests {
		slices.Sort(tests)
		a.Groups = append(a.Groups, groupOf(r, a, all, group, tests))
	}
	slices.SortFunc(a.Groups, func(x, y Group) int { return record.Key{Test: x.Name}.Compare(record.Key{Test: y.Name}) })
	a.decide(all, tests)
	return a, nil
}

func (a *Approaches) program(name string) record.Program {
	return record.Program{Problem: a.Problem, Solution: name}
}

// reference is the sort key that puts backtrack last.
func reference(name string) int {
	if name == "backtrack" {
		return 1
	}
	return 0
}

// solutions are the solutions of a problem that the record has, in order of their names.
func solutionsOf(r *record.Record, problem string) []string {
	var names []string
	for _, k := range r.Keys() {
		if k.Problem == problem && !slices.Contains(names, k.Solution) {
			names = append(names, k.Solution)
		}
	}
	slices.Sort(names)
	return names
}

// group sums up the tests of one group for each solution.
func groupOf(r *record.Record, a *Approaches, all series, name string, tests []string) Group {
	g := Group{Name: name, Tests: len(tests)}
	last := a.Names[len(a.Names)-1]
	for _, solution := range a.Names {
		var e Effort
		e.NodeRatio, e.NodesOn = nodeRatio(all, a.program(solution), a.program(last), tests)
		for _, test := range tests {
			k := a.program(solution).On(test)
			e.Nodes.add(all.values[k][record.Nodes])
			e.Statements.add(all.values[k][record.Statements])
			for _, bytes := range all.values[k][record.Memory] {
				e.Memory = max(e.Memory, bytes)
			}
		}
		e.CPU, e.Stopped, e.Known = all.together(a.program(solution), tests)
		e.StartUp = e.Known && e.Stopped == 0 && r.MostlyStartUp(a.program(solution), e.CPU.Center/float64(len(tests)))
		g.Sides = append(g.Sides, e)
	}
	return g
}

func (t *Total) add(counts []float64) {
	if len(counts) > 0 {
		t.Sum += counts[0]
		t.Of++
	}
}

// nodeRatio compares the nodes of two solutions on the tests where both are known.
func nodeRatio(all series, a, b record.Program, tests []string) (ratio float64, on int) {
	var mine, theirs Total
	for _, test := range tests {
		if n, m := all.values[a.On(test)][record.Nodes], all.values[b.On(test)][record.Nodes]; len(n) > 0 && len(m) > 0 {
			mine.add(n)
			theirs.add(m)
		}
	}
	if theirs.Sum == 0 {
		return math.NaN(), 0
	}
	return mine.Sum / theirs.Sum, mine.Of
}

// together is the CPU time for several tests: the median of the sums, one for each round of samples. If a test was
// stopped, it is a bound. If a test was neither measured nor stopped, it is not known.
func (s series) together(p record.Program, tests []string) (f Figure, stopped int, known bool) {
	rounds := s.rounds(p, tests)
	if rounds != nil {
		return figureOf(rounds, record.CPU), 0, true
	}
	sum := 0.0
	for _, test := range tests {
		k := p.On(test)
		if values := s.values[k][record.CPU]; len(values) > 0 {
			sum += median(values)
			continue
		}
		limit, was := s.stopped[k]
		if !was {
			return Figure{}, 0, false
		}
		sum += limit
		stopped++
	}
	return Figure{Center: sum, Lo: sum, Hi: sum, Bound: true}, stopped, true
}

// rounds are the sums over the tests, round by round; nil unless every test has samples.
func (s series) rounds(p record.Program, tests []string) []float64 {
	n := math.MaxInt
	for _, test := range tests {
		n = min(n, len(s.values[p.On(test)][record.CPU]))
	}
	if n == 0 {
		return nil
	}
	sums := make([]float64, n)
	for _, test := range tests {
		for i := range sums {
			sums[i] += s.values[p.On(test)][record.CPU][i]
		}
	}
	return sums
}

// decide compares the times of every solution with those of the last, all rank tests corrected together.
func (a *Approaches) decide(all series, tests map[string][]string) {
	var p, smallest []float64
	var tested []*Ratio
	last := len(a.Names) - 1
	for i, g := range a.Groups {
		theirs := g.Sides[last]
		for j := range a.Names {
			mine := &a.Groups[i].Sides[j]
			mine.Ratio.Times = math.NaN()
			if !mine.Known || !theirs.Known || mine.CPU.Center == 0 || mine.CPU.Bound && theirs.CPU.Bound {
				continue
			}
			mine.Ratio = Ratio{Times: theirs.CPU.Center / mine.CPU.Center, Above: theirs.CPU.Bound, Below: mine.CPU.Bound}
			switch {
			case j == last:
			case theirs.CPU.Bound:
				mine.Ratio.Shown = mine.Ratio.Times > 1
			case mine.CPU.Bound:
				mine.Ratio.Shown = mine.Ratio.Times < 1
			default:
				ours := all.rounds(a.program(a.Names[j]), tests[g.Name])
				others := all.rounds(a.program(a.Names[last]), tests[g.Name])
				p = append(p, rankTest(ours, others))
				smallest = append(smallest, smallestP(len(ours), len(others)))
				tested = append(tested, &mine.Ratio)
			}
		}
	}
	for i, corrected := range holm(p) {
		tested[i].Shown = corrected <= alpha
		tested[i].TooFew = corrected > alpha && undecidable(p, i, smallest[i])
	}
}
