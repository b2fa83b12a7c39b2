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
		time := func(of func(compare.Result) float64) func(compare.Result) float64 { return of }
		if start := r.StartUpTime(record.Program{Problem: problem, Solution: name}) / 1e9; cases {
			time = func(of func(compare.Result) float64) func(compare.Result) float64 {
				return func(result compare.Result) float64 { return (of(result) - start) / float64(result.Cases()) }
			}
		}
		line := curve{label: name, look: looks[name], note: ending(inputs, name)}
		line.points = medians(inputs, name, func(r compare.Result) float64 {
			return known(r.Counts, unit) / float64(r.Cases())
		})
		if line.note == "" && len(line.points) < len(medians(inputs, name, seconds)) {
			line.note = "others not counted"
		}
		counts.lines = append(counts.lines, line)
		line.note = ending(inputs, name)
		line.points, line.stopped = medians(inputs, name, time(seconds)), limits(inputs, name)
		line.spans = intervals(medians(inputs, name, time(end(func(f compare.Figure) float64 { return f.Lo }))),
			medians(inputs, name, time(end(func(f compare.Figure) float64 { return f.Hi }))))
		times.lines = append(times.lines, line)
	}
	if counts.empty() && times.empty() {
		return fmt.Errorf("%s has no inputs of %s by size; measure them with: judge compare %s --growth FILE.svg",
			r.Path, problem, problem)
	}
	if !cases {
		times.levels = startUp(r, problem, names, times.low())
	}
	backwards := times.falls() || times.empty() && counts.falls()
	if backwards {
		axis += ", fewer to the right"
	}
	subtitle := "Medians of the inputs of a size, times with 95% intervals." + startUpNote(times.levels)
	if cases {
		subtitle = "For one case, medians of the inputs of a size, times with 95% intervals. Net times: run minus " +
			"empty program."
	}
	p := page{
		title:    "How " + problem + " grows with its input",
		subtitle: subtitle,
		source:   source(r),
	}
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
	for _, line := range times.lines {
		if len(line.stopped) > 0 {
			p.subtitle += " An arrow: the run was stopped there and takes longer."
			break
		}
	}
	return f.write(w, p)
}

// falls reports whether most lines are higher at their left end than at their right one.
func (c curves) falls() bool {
	down := 0
	for _, l := range c.lines {
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

func seconds(r compare.Result) float64 {
	return end(func(f compare.Figure) float64 { return f.Center })(r)
}

// end is the middle or an end of a result's CPU time, infinite if it is not known.
func end(of func(compare.Figure) float64) func(compare.Result) float64 {
	return func(r compare.Result) float64 {
		if r.CPU.N == 0 {
			return math.Inf(1)
		}
		return of(r.CPU) / 1e9
	}
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
			if r.CPU.Bound {
				stops, longest = stops+1, max(longest, r.CPU.Center/1e9)
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

// startUp is the level below which most of a time is the start of a process, if times are that short.
func startUp(r *record.Record, problem string, names []string, low float64) []level {
	slowest := 0.0
	for _, name := range names {
		slowest = max(slowest, r.StartUpTime(record.Program{Problem: problem, Solution: name}))
	}
	if at := 2 * slowest / 1e9; at > low {
		return []level{{emptyTwice, at}}
	}
	return nil
}

const emptyTwice = "2 × empty program"

// startUpNote is what a page says of times that include the start of a process.
func startUpNote(levels []level) string {
	for _, l := range levels {
		if l.label == emptyTwice {
			return " Below " + emptyTwice + ", most is process start."
		}
	}
	return ""
}
