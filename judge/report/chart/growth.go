package chart

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"dlxjudge/judge/compare"
	"dlxjudge/judge/record"
)

// Growth writes an SVG of two panels over the size of the input: the median count (search nodes if every solution has them,
// else statements), and the median CPU time. Axis says what the size is. If a solution was stopped on half or more of the
// inputs of a size, that size has no point; among the times it has an arrow at the time of the stop.
func Growth(w io.Writer, r *record.Record, problem string, names []string, axis string) error {
	unit, said := record.Nodes, "search nodes"
	cases := false // inputs of many cases: figures are for a case then, and times without the start of a process
	inputs := make(map[sized][]compare.Result)
	for _, result := range compare.Results(r, problem) {
		size, is := result.Size()
		if !is || !slices.Contains(names, result.Solution) {
			continue
		}
		at := sized{result.Solution, size}
		inputs[at] = append(inputs[at], result)
		cases = cases || result.Cases() > 1
		if _, statements := result.Counts[record.Statements]; statements {
			if _, nodes := result.Counts[record.Nodes]; !nodes {
				unit, said = record.Statements, "statements"
			}
		}
	}
	countsOf, timesOf := said+" (median)", "CPU time (median)"
	if cases {
		countsOf, timesOf = said+" of a case", "CPU time of a case, without the start of the process"
	}
	counts := panel("How "+problem+" grows: "+said, axis, countsOf, decades(""))
	times := panel("How "+problem+" grows: time", axis, timesOf, decades("s"))
	drawn, lines := 0, len(names)+1
	for i, name := range names {
		for _, half := range []struct {
			panel *plot.Plot
			value func(compare.Result) float64
		}{
			{counts, func(r compare.Result) float64 { return known(r.Counts, unit) / float64(r.Cases()) }},
			{times, func(result compare.Result) float64 {
				if !cases {
					return seconds(result)
				}
				start := r.StartUpTime(record.Program{Problem: problem, Solution: name}) / 1e9
				return (seconds(result) - start) / float64(result.Cases())
			}},
		} {
			points := medians(inputs, name, half.value)
			if len(points) == 0 {
				continue
			}
			if err := curve(half.panel, i, name, points); err != nil {
				return err
			}
			drawn++
		}
		if points := limits(inputs, name); len(points) > 0 {
			if err := arrows(times, i, name, points); err != nil {
				return err
			}
			lines++
		}
	}
	if drawn == 0 {
		return fmt.Errorf("%s has no inputs of %s by size; measure them with: judge compare %s --growth FILE.svg", r.Path, problem, problem)
	}
	if !cases {
		if err := startUp(times, r, problem, names); err != nil {
			return err
		}
	}
	var panels []*plot.Plot
	for _, p := range []*plot.Plot{counts, times} {
		if !math.IsInf(p.X.Min, 0) { // something was drawn
			fit(p, lines)
			p.X.Tick.Marker = marks(inputs)
			panels = append(panels, p)
		}
	}
	return write(w, panels...)
}

// sized are the inputs of one size, for one solution.
type sized struct {
	solution string
	size     int
}

// known is a count, or infinity if it is unknown: unknown counts are larger than known ones.
func known(counts map[record.Unit]float64, u record.Unit) float64 {
	if v, ok := counts[u]; ok {
		return v
	}
	return math.Inf(1)
}

func seconds(r compare.Result) float64 {
	if r.CPU.N == 0 {
		return math.Inf(1)
	}
	return r.CPU.Center / 1e9
}

// medians are a solution's points: for each size the median over its inputs, unless that is unknown or zero.
func medians(inputs map[sized][]compare.Result, name string, value func(compare.Result) float64) plotter.XYs {
	var points plotter.XYs
	for at, results := range inputs {
		if at.solution != name {
			continue
		}
		var values []float64
		for _, r := range results {
			values = append(values, value(r))
		}
		slices.Sort(values)
		n := len(values)
		if m := (values[(n-1)/2] + values[n/2]) / 2; m > 0 && !math.IsInf(m, 1) {
			points = append(points, plotter.XY{X: float64(at.size), Y: m})
		}
	}
	slices.SortFunc(points, func(a, b plotter.XY) int { return int(a.X - b.X) })
	return points
}

// limits are the points of the sizes that have no median because the solution was stopped, at the time of the stop.
func limits(inputs map[sized][]compare.Result, name string) plotter.XYs {
	var points plotter.XYs
	for at, results := range inputs {
		stopped, longest := 0, 0.0
		for _, r := range results {
			if r.CPU.Bound {
				stopped, longest = stopped+1, max(longest, r.CPU.Center/1e9)
			}
		}
		if at.solution == name && 2*stopped >= len(results) && stopped > 0 {
			points = append(points, plotter.XY{X: float64(at.size), Y: longest})
		}
	}
	slices.SortFunc(points, func(a, b plotter.XY) int { return int(a.X - b.X) })
	return points
}

// marks labels the sizes that were measured, leaving out labels that would overlap.
func marks(inputs map[sized][]compare.Result) plot.ConstantTicks {
	sizes := make(map[int]bool)
	for at := range inputs {
		sizes[at.size] = true
	}
	sorted := slices.Sorted(maps.Keys(sizes))
	const labels = 16 // beside each other
	width := (sorted[len(sorted)-1] - sorted[0]) / labels
	var ticks plot.ConstantTicks
	for free := sorted[0]; len(sorted) > 0; sorted = sorted[1:] {
		tick := plot.Tick{Value: float64(sorted[0])}
		if sorted[0] >= free {
			tick.Label, free = strconv.Itoa(sorted[0]), sorted[0]+width
		}
		ticks = append(ticks, tick)
	}
	return ticks
}
