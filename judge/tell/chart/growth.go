package chart

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
)

// Growth draws two panels over the size of the input: the median count (search nodes if every solution has them, else
// statements), and the median CPU time. Axis says what the size is. If a solution was stopped on half or more of the
// inputs of a size, that size has no point; among the times it has an arrow at the time of the stop. Where small inputs
// are the hard ones, the axis runs from large to small.
func Growth(w io.Writer, f Format, r *record.Record, problem string, names []string, axis string) error {
	unit, said := record.Nodes, "Search nodes"
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
				unit, said = record.Statements, "Statements"
			}
		}
	}
	var counts, times curves
	looks := looksOf(names)
	for _, name := range names {
		start := 0.0
		if cases {
			start = r.StartUpTime(record.Program{Problem: problem, Solution: name})
		}
		// time is a figure of a result's time, in seconds: of one case, where an input has many
		time := func(of func(compare.Figure) record.Number) func(compare.Result) float64 {
			return func(result compare.Result) float64 {
				if result.CPU == nil || result.CPU.Bound {
					return math.Inf(1)
				}
				return (float64(of(*result.CPU)) - start) / 1e9 / float64(result.Cases())
			}
		}
		line := curve{label: name, look: looks[name], note: ending(inputs, name)}
		line.points = medians(inputs, name, func(r compare.Result) float64 {
			return known(r.Counts, unit) / float64(r.Cases())
		})
		timed := medians(inputs, name, time(func(f compare.Figure) record.Number { return f.Center }))
		if line.note == "" && len(line.points) < len(timed) {
			line.note = "others not counted"
		}
		counts = append(counts, line)
		line.points, line.stopped = timed, limits(inputs, name)
		line.spans = intervals(medians(inputs, name, time(func(f compare.Figure) record.Number { return f.Lo })),
			medians(inputs, name, time(func(f compare.Figure) record.Number { return f.Hi })))
		times = append(times, line)
	}
	if counts.empty() && times.empty() {
		return fmt.Errorf("%s has no inputs of %s by size; measure them with: judge compare %s --growth FILE.svg",
			r.Path, problem, problem)
	}
	subtitle := "Medians of the inputs of a size, times with 95% intervals."
	if cases {
		subtitle = "For one case, medians of the inputs of a size, times with 95% intervals. Net times: run minus " +
			"empty program."
	} else if mostly := startUp(r, problem, names, times.low()); mostly != "" {
		subtitle += mostly
	}
	subtitle += counts.notes()
	if slices.ContainsFunc(times, func(line curve) bool { return len(line.stopped) > 0 }) {
		subtitle += " An arrow: the run was stopped there and takes longer."
	}
	backwards := times.falls() || times.empty() && counts.falls()
	if backwards {
		axis += ", fewer to the right"
	}
	p := page{title: "How " + problem + " grows with its input", subtitle: subtitle, source: source(r)}
	for _, half := range []struct {
		heading string
		curves  curves
		label   func(float64) string
	}{{said, counts, count}, {"CPU time", times, duration}} {
		if half.curves.empty() {
			continue
		}
		panel := half.curves.panel(half.heading, axis, half.label)
		panel.plot.X.Tick.Marker = marks(inputs, panel.plot.X.Min, panel.plot.X.Max)
		if backwards {
			panel.plot.X.Scale = plot.InvertedScale{Normalizer: plot.LinearScale{}}
		}
		p.panels = append(p.panels, panel)
	}
	return f.write(w, p)
}

// falls reports whether most lines are higher at their left end than at their right one.
func (c curves) falls() bool {
	down := 0
	for _, l := range c {
		all := slices.Concat(l.points, l.stopped)
		if len(all) < 2 {
			continue
		}
		slices.SortFunc(all, func(a, b plotter.XY) int { return int(a.X - b.X) })
		switch first, last := all[0].Y, all[len(all)-1].Y; {
		case first > last:
			down++
		case first < last:
			down--
		}
	}
	return down > 0
}

// sized are the inputs of one size, for one solution.
type sized struct {
	solution string
	size     int
}

// known is a count, or infinity for an unknown one.
func known(counts map[record.Unit]float64, u record.Unit) float64 {
	if v, ok := counts[u]; ok {
		return v
	}
	return math.Inf(1)
}

// intervals joins the ends of intervals, given size by size: medians of the ends enclose that of the middles.
func intervals(low, high plotter.XYs) (all []span) {
	for _, l := range low {
		for _, h := range high {
			if l.X == h.X {
				all = append(all, spanned(l.X, l.Y, h.Y)...)
			}
		}
	}
	return all
}

// ending is why a solution's line does not reach all sizes; "" if it does.
func ending(inputs map[sized][]compare.Result, name string) string {
	var reached, stopped, all []int
	longest := 0.0
	for at, results := range inputs {
		all = append(all, at.size)
		if at.solution != name {
			continue
		}
		stops := 0
		for _, r := range results {
			if r.CPU != nil && r.CPU.Bound {
				stops, longest = stops+1, max(longest, float64(r.CPU.Center)/1e9)
			}
		}
		if 2*stops < len(results) {
			reached = append(reached, at.size)
		} else {
			stopped = append(stopped, at.size)
		}
	}
	switch {
	case len(stopped) > 0 && (len(reached) == 0 || slices.Min(stopped) > slices.Min(reached)):
		return fmt.Sprintf("from %s on: stopped at %s", grouped(slices.Min(stopped)), duration(longest))
	case len(stopped) > 0: // small inputs are the hard ones
		return fmt.Sprintf("up to %s: stopped at %s", grouped(slices.Max(stopped)), duration(longest))
	case len(reached) > 0 && slices.Max(reached) < slices.Max(all):
		return "larger ones not measured"
	case len(reached) > 0 && slices.Min(reached) > slices.Min(all):
		return "smaller ones not measured"
	}
	return ""
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
		if m := record.Median(values); m > 0 && !math.IsInf(m, 1) {
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
			if r.CPU != nil && r.CPU.Bound {
				stopped, longest = stopped+1, max(longest, float64(r.CPU.Center)/1e9)
			}
		}
		if at.solution == name && 2*stopped >= len(results) && stopped > 0 {
			points = append(points, plotter.XY{X: float64(at.size), Y: longest})
		}
	}
	slices.SortFunc(points, func(a, b plotter.XY) int { return int(a.X - b.X) })
	return points
}

// marks are the sizes that were measured, within the ends of an axis.
func marks(inputs map[sized][]compare.Result, low, high float64) plot.ConstantTicks {
	sizes := make(map[int]bool)
	for at := range inputs {
		if size := float64(at.size); size >= low && size <= high {
			sizes[at.size] = true
		}
	}
	return whole(slices.Sorted(maps.Keys(sizes)))
}

// startUp says below which time most is the start of a process, if times are that short.
func startUp(r *record.Record, problem string, names []string, low float64) string {
	slowest := 0.0
	for _, name := range names {
		slowest = max(slowest, r.StartUpTime(record.Program{Problem: problem, Solution: name}))
	}
	if at := 2 * slowest / 1e9; at > low {
		return " Below " + duration(at) + ", twice an empty program's, most is process start."
	}
	return ""
}
