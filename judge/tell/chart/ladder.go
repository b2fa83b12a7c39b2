package chart

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
)

// Ladder draws the CPU time of a case for each workload: a dot for each solution, in the order of names. Times are net
// (run minus empty program) if the record has the times of empty programs for all solutions. If a solution was measured
// on several prefixes of a workload, the longest counts.
func Ladder(w io.Writer, f Format, r *record.Record, problem string, names []string) error {
	runs := make(map[string]map[string]compare.Result) // by workload and solution
	net := true
	for _, result := range compare.Results(r, problem) {
		workload, _, is := result.Workload()
		if !is || !slices.Contains(names, result.Solution) || result.CPU == nil {
			continue
		}
		if runs[workload] == nil {
			runs[workload] = make(map[string]compare.Result)
		}
		if known, has := runs[workload][result.Solution]; !has || better(result, known) {
			runs[workload][result.Solution] = result
		}
		net = net && r.StartUpTime(result.Program()) > 0
	}
	if len(runs) == 0 {
		return fmt.Errorf("%s has no workloads of %s; measure them with: judge compare %s", r.Path, problem, problem)
	}
	looks := looksOf(names)
	low, high := math.Inf(1), 0.0 // over all workloads
	dots := make(map[string][]dot)
	for workload, results := range runs {
		for _, name := range names {
			result, measured := results[name]
			if !measured {
				continue
			}
			empty := 0.0
			if net {
				empty = r.StartUpTime(result.Program())
			}
			_, cases, _ := result.Workload()
			each := func(ns record.Number) float64 { return (float64(ns) - empty) / 1e9 / float64(cases) }
			d := dot{name, looks[name], each(result.CPU.Center), each(result.CPU.Lo), each(result.CPU.Hi),
				result.CPU.Bound}
			if d.seconds > 0 {
				low, high = min(low, d.seconds), max(high, d.seconds)
			}
			dots[workload] = append(dots[workload], d)
		}
	}
	if high == 0 {
		low, high = 1e-9, 1e-8
	}
	p := page{title: "What a case of " + problem + " costs", source: source(r)}
	for _, workload := range slices.Sorted(maps.Keys(dots)) {
		p.panels = append(p.panels, ladderPanel(workload, dots[workload], low, high))
	}
	p.subtitle = "CPU time of a case on a logarithmic axis, including process start-up."
	if net {
		p.subtitle = "Net CPU time of a case on a logarithmic axis: run minus empty program, divided by the cases " +
			"of the run."
	}
	p.subtitle += " A line through a dot: its 95% interval."
	return f.write(w, p)
}

// better reports whether run a says more than run b of the same solution and workload. A finished run is better than a
// stopped one. More cases are better for finished runs, fewer for stopped ones.
func better(a, b compare.Result) bool {
	_, m, _ := a.Workload()
	_, n, _ := b.Workload()
	if a.CPU.Bound != b.CPU.Bound {
		return b.CPU.Bound
	}
	return (m > n) != a.CPU.Bound
}

// dot is the time of a case for one solution, or a lower bound if all runs were stopped.
type dot struct {
	name               string
	look               look
	seconds, low, high float64 // seconds is 0 or less if the run took no longer than an empty program
	stopped            bool
}

// label returns the text beside a dot.
func (d dot) label() string {
	switch {
	case d.seconds <= 0:
		return "no longer than an empty program"
	case d.stopped:
		return "more than " + duration(d.seconds) + ", stopped there"
	}
	return duration(d.seconds)
}

// ladderPanel draws the dots of one workload from top to bottom, with the time beside each dot.
func ladderPanel(workload string, dots []dot, low, high float64) panel {
	p := axes("")
	logarithmic(&p.X, low, high, duration)
	p.Y.Min, p.Y.Max = -0.5, float64(len(dots))-0.5
	p.Y.Tick.Length = 0
	label := labelStyle
	label.YAlign = -0.5
	labels := &plotter.Labels{Offset: vg.Point{X: 7, Y: 1.5}}
	var ticks plot.ConstantTicks
	var right vg.Length
	for i, d := range dots {
		y := float64(len(dots) - 1 - i)
		ticks = append(ticks, plot.Tick{Value: y, Label: shortened(label, legible.Line(d.name), width/4) + " "})
		at := plotter.XY{X: p.X.Min, Y: y}
		if d.seconds > 0 {
			at.X = d.seconds
			p.Add(scatter(plotter.XYs{at}, draw.GlyphStyle{Color: d.look.day, Shape: d.look.mark, Radius: 4}))
		}
		if d.low >= p.X.Min && d.high <= p.X.Max {
			span := plotter.XYs{{X: d.low, Y: y}, {X: d.high, Y: y}}
			p.Add(&plotter.Line{XYs: span, LineStyle: d.look.thin()})
		}
		labels.XYs, labels.Labels = append(labels.XYs, at), append(labels.Labels, d.label())
		labels.TextStyle = append(labels.TextStyle, label)
		right = max(right, reservedWidth(label, d.label()))
	}
	p.Y.Tick.Marker = ticks
	p.Add(struct{ plot.Plotter }{labels}) // hides its boxes, which would narrow the axis of this panel only
	return panel{legible.Line(workload), p, nil, 16*vg.Length(len(dots)) + 26, right}
}
