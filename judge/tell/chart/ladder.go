package chart

import (
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
)

// Ladder draws for each workload what a case costs in CPU time, a bar for each solution in the order of names. The time
// is net (run minus empty program) if the record has the times of empty programs for all of them. Of a solution that
// was measured on several prefixes of a workload, the longest counts.
func Ladder(w io.Writer, f Format, r *record.Record, problem string, names []string) error {
	runs := make(map[string]map[string]compare.Result) // by workload and solution
	var workloads []string
	net := true
	for _, result := range compare.Results(r, problem) {
		workload, _, is := result.Workload()
		if !is || !slices.Contains(names, result.Solution) || result.CPU == nil {
			continue
		}
		if runs[workload] == nil {
			runs[workload] = make(map[string]compare.Result)
			workloads = append(workloads, workload)
		}
		if known, has := runs[workload][result.Solution]; !has || better(result, known) {
			runs[workload][result.Solution] = result
		}
		net = net && r.StartUpTime(result.Program()) > 0
	}
	if len(workloads) == 0 {
		return fmt.Errorf("%s has no workloads of %s; measure them with: judge compare %s", r.Path, problem, problem)
	}
	p := page{title: "What a case of " + problem + " costs", source: source(r)}
	looks := looksOf(names)
	var all []bars
	for _, workload := range slices.Sorted(slices.Values(workloads)) {
		var b bars
		for _, name := range names {
			result, measured := runs[workload][name]
			if !measured {
				continue
			}
			empty := 0.0
			if net {
				empty = r.StartUpTime(result.Program())
			}
			_, cases, _ := result.Workload()
			each := func(ns record.Number) float64 { return (float64(ns) - empty) / 1e9 / float64(cases) }
			one := bar{name: name, look: looks[name], seconds: each(result.CPU.Center), stopped: result.CPU.Bound}
			for _, s := range spanned(0, each(result.CPU.Lo), each(result.CPU.Hi)) {
				one.low, one.high = s.low, s.high
			}
			b = append(b, one)
		}
		all = append(all, b)
		p.panels = append(p.panels, panel{heading: workload})
	}
	low, high := ends(all)
	for i, b := range all {
		p.panels[i] = b.panel(p.panels[i].heading, low, high)
	}
	p.subtitle = "CPU time of a case on a logarithmic axis, the start of the process included."
	if net {
		p.subtitle = "Net CPU time of a case on a logarithmic axis: run minus empty program, divided by the cases " +
			"of the run."
	}
	p.subtitle += " A thin line at the end of a bar: its 95% interval."
	return f.write(w, p)
}

// better reports whether a run is worth more than another of the same solution and workload: a finished run before a
// stopped one, of finished runs the one of more cases, and of stopped ones that of fewer.
func better(a, b compare.Result) bool {
	_, m, _ := a.Workload()
	_, n, _ := b.Workload()
	switch {
	case a.CPU.Bound != b.CPU.Bound:
		return b.CPU.Bound
	case a.CPU.Bound:
		return m < n
	}
	return m > n
}

// bar is the time of a case for one solution, or what it is at least if all runs were stopped.
type bar struct {
	name    string
	look    look
	seconds float64 // zero or less if the run took no longer than an empty program
	// the ends of its interval; both are 0 if there is none
	low, high float64
	stopped   bool
}

// bars are those of one workload, from top to bottom.
type bars []bar

// ends are the shortest and the longest time of all workloads.
func ends(all []bars) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, b := range slices.Concat(all...) {
		if b.seconds > 0 {
			low, high = min(low, b.seconds), max(high, b.seconds, b.high)
		}
	}
	if math.IsInf(low, 1) {
		return 1e-9, 1e-8
	}
	return low * 0.7, max(high, low*10) // so that the shortest bar is seen
}

// label is the text at the end of a bar.
func (b bar) label() string {
	switch {
	case b.seconds <= 0:
		return "no longer than an empty program"
	case b.stopped:
		return "more than " + duration(b.seconds) + ", stopped there"
	}
	return duration(b.seconds)
}

// thick is the height of a bar and of the space to the next.
const thick = 16 * vg.Length(1)

func (b bars) panel(workload string, low, high float64) panel {
	p := axes("")
	logarithmic(&p.X, low, high, duration)
	p.Y.Min, p.Y.Max = -0.5, float64(len(b))-0.5
	p.Y.Width, p.Y.Tick.Length, p.Y.Padding = 0, 0, vg.Points(4)
	var ticks plot.ConstantTicks
	var right vg.Length
	for i, one := range b {
		name := shortened(labelStyle, legible.Line(one.name), width/4)
		ticks = append(ticks, plot.Tick{Value: float64(len(b) - 1 - i), Label: name + " "})
		right = max(right, wide(labelStyle, one.label()))
	}
	p.Y.Tick.Marker = ticks
	p.Add(b)
	return panel{heading: legible.Line(workload), plot: p, height: thick*vg.Length(len(b)) + 26, right: right}
}

// labelStyle is that of the times at the ends of bars.
var labelStyle = written(9, ink)

// Plot draws the bars, their intervals and their labels.
func (b bars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, one := range b {
		middle, end := y(float64(len(b)-1-i)), c.Min.X
		if one.seconds > 0 {
			end = x(one.seconds)
			const half = 0.33 * thick
			c.FillPolygon(one.look.day, []vg.Point{{X: c.Min.X, Y: middle - half}, {X: end, Y: middle - half},
				{X: end, Y: middle + half}, {X: c.Min.X, Y: middle + half}})
		}
		if one.high > one.low && one.low > p.X.Min {
			c.StrokeLines(draw.LineStyle{Color: ink, Width: vg.Points(0.9)},
				[]vg.Point{{X: x(one.low), Y: middle}, {X: x(one.high), Y: middle}})
			end = max(end, x(one.high)+1)
		}
		c.FillText(labelStyle, vg.Point{X: end + 4, Y: middle - 0.42*labelStyle.Font.Size}, one.label())
	}
}
