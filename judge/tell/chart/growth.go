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
// every solution counts them, and of statements if not. The other shows the median CPU time. The parameter axis is the
// label of the x axis. If a solution was stopped on at least half of the inputs of a size, it has no point at that
// size. Instead, the time panel has an arrow at the time of the stop.
func Growth(w io.Writer, f Format, r *record.Record, problem string, names []string, axis string) error {
	unit, heading := record.Nodes, "Search nodes"
	inputs := make(map[string]map[int][]compare.Result) // results by solution and size
	// If inputs hold several cases, figures are per case, and times exclude process start-up.
	cases := false
	for _, result := range compare.Results(r, problem) {
		size, is := result.Size()
		if !is || !slices.Contains(names, result.Solution) {
			continue
		}
		if inputs[result.Solution] == nil {
			inputs[result.Solution] = make(map[int][]compare.Result)
		}
		inputs[result.Solution][size] = append(inputs[result.Solution][size], result)
		cases = cases || result.Cases() > 1
		_, statements := result.Counts[record.Statements]
		if _, nodes := result.Counts[record.Nodes]; statements && !nodes {
			unit, heading = record.Statements, "Statements"
		}
	}
	if len(inputs) == 0 {
		return fmt.Errorf("%s has no inputs of %s by size; measure them with: judge compare %s --growth FILE.svg",
			r.Path, problem, problem)
	}
	var counts, times curves
	looks := looksOf(names)
	slowest := 0.0 // longest process start-up, in nanoseconds
	stopped := false
	for _, name := range names {
		counted, timed := curve{label: name, look: looks[name]}, curve{label: name, look: looks[name]}
		empty := r.StartUpTime(record.Program{Problem: problem, Solution: name})
		slowest = max(slowest, empty)
		if !cases {
			empty = 0
		}
		for _, size := range slices.Sorted(maps.Keys(inputs[name])) {
			x := float64(size)
			isCounted := func(r compare.Result) bool { _, ok := r.Counts[unit]; return ok }
			if v := median(largest(inputs[name][size], isCounted), func(r compare.Result) float64 {
				if isCounted(r) {
					return r.Counts[unit] / float64(r.Cases())
				}
				return math.Inf(1)
			}); known(v) {
				counted.points = append(counted.points, plotter.XY{X: x, Y: v})
			}
			results := largest(inputs[name][size], func(r compare.Result) bool { return r.CPU != nil })
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
				timed.stopped, stopped = append(timed.stopped, plotter.XY{X: x, Y: at}), true
			}
		}
		counts, times = append(counts, counted), append(times, timed)
	}
	p := page{title: "How " + problem + " grows with its input", source: source(r)}
	switch at := 2 * slowest / 1e9; {
	case cases:
		p.subtitle = "For one case, medians of the inputs of a size, times with 95% intervals. Net times: run minus " +
			"empty program."
	default:
		p.subtitle = "Medians of the inputs of a size, times with 95% intervals."
		if slices.ContainsFunc(times.all(), func(point plotter.XY) bool { return point.Y < at }) {
			p.subtitle += " Below " + duration(at) + ", twice an empty program's, most is process start."
		}
	}
	if stopped {
		p.subtitle += " An arrow: the run was stopped there and takes longer."
	}
	if len(counts.all()) > 0 {
		p.panels = append(p.panels, counts.panel(heading, axis, count, 250))
	}
	if len(times.all()) > 0 {
		p.panels = append(p.panels, times.panel("CPU time", axis, duration, 250))
	}
	return f.write(w, p)
}

// largest returns the results with the most cases for which some result has the figure. Runs of fewer cases serve to
// compare two solutions; start-up blurs their times.
func largest(results []compare.Result, has func(compare.Result) bool) []compare.Result {
	most := 0
	for _, r := range results {
		if has(r) {
			most = max(most, r.Cases())
		}
	}
	return slices.DeleteFunc(slices.Clone(results), func(r compare.Result) bool { return r.Cases() != most })
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
