package chart

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/plot/plotter"

	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
)

// Growth draws two panels, with the size of the input on the x axis. One shows the median count: of search nodes if
// every solution counts them, and of statements if not. The other shows the median CPU time. axis is the label of the x
// axis. If a solution was stopped on at least half of the inputs of a size, it has no point at that size. Instead, the
// time panel has an arrow at the time of the stop.
func Growth(w io.Writer, f Format, r *record.Record, problem string, names []string, axis string) error {
	g := growthOf(r, problem, names)
	if len(g.times) == 0 {
		return fmt.Errorf("%s has no inputs of %s by size; measure them with: judge compare %s --growth FILE.svg",
			r.Path, problem, problem)
	}
	p := page{title: "How " + problem + " grows with its input", source: source(r)}
	switch at := 2 * g.slowest / 1e9; {
	case g.cases:
		p.subtitle = "For one case, medians of the inputs of a size, times with 95% intervals. Net times: run minus " +
			"empty program."
	default:
		p.subtitle = "Medians of the inputs of a size, times with 95% intervals."
		if slices.ContainsFunc(g.times.all(), func(point plotter.XY) bool { return point.Y < at }) {
			p.subtitle += " Below " + duration(at) + ", twice the time of an empty program, most is process start."
		}
	}
	if g.stopped {
		p.subtitle += " An arrow: the run was stopped there and takes longer."
	}
	if len(g.counts.all()) > 0 {
		p.panels = append(p.panels, g.counts.panel(g.heading, axis, count, 250))
	}
	if len(g.times.all()) > 0 {
		p.panels = append(p.panels, g.times.panel("CPU time", axis, duration, 250))
	}
	return f.write(w, p)
}

// growth holds the curves of a chart of growing inputs.
type growth struct {
	counts, times curves
	heading       string  // what is counted
	cases         bool    // whether inputs hold several cases; if so, times are per case and exclude process start-up
	slowest       float64 // longest process start-up, in nanoseconds
	stopped       bool    // whether any run was stopped
}

// growthOf returns the curves of the solutions. They are empty if the record has no inputs by size.
func growthOf(r *record.Record, problem string, names []string) growth {
	g, unit := growth{heading: "Search nodes"}, record.Nodes
	inputs := make(map[string]map[int][]compare.Result) // results by solution and size
	for _, result := range compare.Results(r, problem) {
		size, is := result.Size()
		if !is || !slices.Contains(names, result.Solution) {
			continue
		}
		if inputs[result.Solution] == nil {
			inputs[result.Solution] = make(map[int][]compare.Result)
		}
		inputs[result.Solution][size] = append(inputs[result.Solution][size], result)
		g.cases = g.cases || result.Cases() > 1
		_, statements := result.Counts[record.Statements]
		if _, nodes := result.Counts[record.Nodes]; statements && !nodes {
			unit, g.heading = record.Statements, "Statements"
		}
	}
	if len(inputs) == 0 {
		return g
	}
	looks := looksOf(names)
	for _, name := range names {
		counted, timed := curve{label: name, look: looks[name]}, curve{label: name, look: looks[name]}
		empty := r.StartUpTime(record.Program{Problem: problem, Solution: name})
		g.slowest = max(g.slowest, empty)
		if !g.cases {
			empty = 0
		}
		for _, size := range slices.Sorted(maps.Keys(inputs[name])) {
			results, x := inputs[name][size], float64(size)
			counts := largest(results, func(r compare.Result) bool { _, is := r.Counts[unit]; return is })
			if v := median(counts, func(r compare.Result) float64 {
				if v, ok := r.Counts[unit]; ok {
					return v / float64(r.Cases())
				}
				return math.Inf(1)
			}); known(v) {
				counted.points = append(counted.points, plotter.XY{X: x, Y: v})
			}
			results = largest(results, func(r compare.Result) bool { return r.CPU != nil && !r.CPU.Bound })
			time := func(of func(compare.Figure) record.Number) float64 {
				return median(results, func(r compare.Result) float64 {
					if r.CPU == nil || r.CPU.Bound {
						return math.Inf(1)
					}
					return (float64(of(*r.CPU)) - empty) / 1e9 / float64(r.Cases())
				})
			}
			if v := time(func(f compare.Figure) record.Number { return f.Center }); known(v) {
				timed.points = append(timed.points, plotter.XY{X: x, Y: v})
				// The medians of the ends of the intervals enclose the median of their middles.
				timed.addInterval(x, time(func(f compare.Figure) record.Number { return f.Lo }),
					time(func(f compare.Figure) record.Number { return f.Hi }))
			}
			if at := limit(results); at > 0 {
				timed.stopped, g.stopped = append(timed.stopped, plotter.XY{X: x, Y: at}), true
			}
		}
		g.counts, g.times = append(g.counts, counted), append(g.times, timed)
	}
	return g
}

// largest returns the results of the largest number of cases for which a figure is known. Results of other numbers
// are not mixed with them: a run of one case is mostly noise.
func largest(results []compare.Result, known func(compare.Result) bool) []compare.Result {
	most := 0
	for _, r := range results {
		if known(r) {
			most = max(most, r.Cases())
		}
	}
	return slices.DeleteFunc(slices.Clone(results), func(r compare.Result) bool {
		return most > 0 && r.Cases() != most
	})
}

// known reports whether a figure can be drawn on a logarithmic axis.
func known(v float64) bool { return v > 0 && !math.IsInf(v, 1) }

// median returns the median of a figure over the inputs of one size.
func median(results []compare.Result, of func(compare.Result) float64) float64 {
	var values []float64
	for _, r := range results {
		values = append(values, of(r))
	}
	return record.Median(values)
}

// limit returns the longest time, in seconds, at which a run was stopped. If fewer than half of the runs were stopped,
// it returns 0.
func limit(results []compare.Result) float64 {
	stopped, longest := 0, 0.0
	for _, r := range results {
		if r.CPU != nil && r.CPU.Bound {
			stopped, longest = stopped+1, max(longest, float64(r.CPU.Center)/1e9)
		}
	}
	if 2*stopped >= len(results) {
		return longest
	}
	return 0
}
