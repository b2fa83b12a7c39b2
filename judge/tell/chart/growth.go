package chart

import (
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/plot/plotter"

	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
)

// Growth draws two panels, with the size of the input on the x axis. One shows the count for a case: of search nodes if
// every solution counts them, and of statements if not. The other shows the CPU time for a case, without process
// start-up. axis is the label of the x axis. If a solution finishes no case of a size, it has an arrow at the time of
// the stop.
func Growth(w io.Writer, f Format, r *record.Record, problem string, names []string, axis string) error {
	g := growthOf(r, problem, names)
	if len(g.times) == 0 {
		return fmt.Errorf("%s has no inputs of %s by size; measure them with: judge compare %s --growth FILE.svg",
			r.Path, problem, problem)
	}
	p := page{title: "How " + problem + " grows with its input", source: source(r),
		subtitle: "For one case, times with 95% intervals. Net times: run minus empty program."}
	if slices.ContainsFunc(g.times, func(c curve) bool { return len(c.stopped) > 0 }) {
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
	heading       string // what is counted
}

// growthOf returns the curves of the solutions. There are none if the record has no inputs by size.
func growthOf(r *record.Record, problem string, names []string) growth {
	g, unit := growth{heading: "Search nodes"}, record.Nodes
	inputs := make(map[string]map[int][]record.Key) // by solution and size, with different numbers of cases
	var sizes []int
	for _, k := range r.Keys() {
		size, is := k.Size()
		if !is || k.Problem != problem || !slices.Contains(names, k.Solution) {
			continue
		}
		if inputs[k.Solution] == nil {
			inputs[k.Solution] = make(map[int][]record.Key)
		}
		inputs[k.Solution][size], sizes = append(inputs[k.Solution][size], k), append(sizes, size)
		if len(r.Values(k, record.Nodes)) == 0 && len(r.Values(k, record.Statements)) > 0 {
			unit, g.heading = record.Statements, "Statements"
		}
	}
	if len(inputs) == 0 {
		return g
	}
	slices.Sort(sizes)
	looks := looksOf(names)
	for _, name := range names {
		counted, timed := curve{label: name, look: looks[name]}, curve{label: name, look: looks[name]}
		empty := r.StartUpTime(record.Program{Problem: problem, Solution: name})
		for _, size := range slices.Compact(sizes) {
			x := float64(size)
			if f, cases := largest(r, inputs[name][size], unit); f != nil && f.Center > 0 {
				counted.points = append(counted.points, plotter.XY{X: x, Y: float64(f.Center) / cases})
			}
			f, cases := largest(r, inputs[name][size], record.CPU)
			net := func(ns record.Number) float64 { return (float64(ns) - empty) / 1e9 / cases }
			switch {
			case f == nil:
			case f.Bound:
				timed.stopped = append(timed.stopped, plotter.XY{X: x, Y: float64(f.Center) / 1e9})
			case net(f.Center) > 0:
				timed.points = append(timed.points, plotter.XY{X: x, Y: net(f.Center)})
				timed.addInterval(x, net(f.Lo), net(f.Hi))
			}
		}
		g.counts, g.times = append(g.counts, counted), append(g.times, timed)
	}
	return g
}

// largest returns the figure of the finished run with the most cases, and their number. It ignores runs of fewer cases:
// a run of one case is mostly noise. If no run finished, it returns the highest bound; if there is none, nil.
func largest(r *record.Record, keys []record.Key, u record.Unit) (f *compare.Figure, cases float64) {
	for _, k := range keys {
		one, n := compare.FigureOf(r, k, u), float64(k.Cases())
		if one != nil && (f == nil || f.Bound && (!one.Bound || one.Center > f.Center) || !one.Bound && n > cases) {
			f, cases = one, n
		}
	}
	return f, cases
}
