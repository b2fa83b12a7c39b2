package chart

import (
	"fmt"
	"io"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/measure/compare"
)

// Ladder draws the CPU time per case, in a panel for each workload. A panel has a dot for each solution, in the order
// of the ladder.
func Ladder(w io.Writer, f Format, l *compare.Ladder) error {
	if l.Of != "case" {
		return fmt.Errorf("%s has no workloads of %s; measure them with: judge compare %s", l.From.Path, l.Problem,
			l.Problem)
	}
	low, high := math.Inf(1), 0.0 // shortest and longest time over all workloads
	for _, s := range l.Sections {
		for _, r := range s.Rungs {
			if r.Seconds > 0 {
				low, high = min(low, float64(r.Seconds)), max(high, float64(r.Seconds))
			}
		}
	}
	if high == 0 {
		low, high = 1e-9, 1e-8
	}
	p := page{title: "What a case of " + l.Problem + " costs", source: source(l.From),
		subtitle: "Net CPU time of a case on a logarithmic axis: run minus empty program, divided by the cases of " +
			"the run. A line through a dot: its 95% interval."}
	looks := looksOf(l.Names)
	for _, s := range l.Sections {
		p.panels = append(p.panels, ladderPanel(s, looks, low, high))
	}
	return f.write(w, p)
}

// label returns the text beside the dot of a rung.
func label(r compare.Rung) string {
	switch {
	case !(r.Seconds > 0):
		return "no longer than an empty program"
	case r.AtLeast:
		return "more than " + duration(float64(r.Seconds)) + ", stopped there"
	}
	return duration(float64(r.Seconds))
}

// ladderPanel draws the dots of one workload from top to bottom, with the time beside each dot.
func ladderPanel(s compare.Section, looks map[string]look, low, high float64) panel {
	p := axes("")
	logarithmic(&p.X, low, high, duration)
	p.Y.Tick.Length = 0
	style := labelStyle
	style.YAlign = -0.5
	labels := &plotter.Labels{Offset: vg.Point{X: 7, Y: 1.5}}
	var ticks plot.ConstantTicks
	var right vg.Length
	for _, r := range s.Rungs {
		if r.Cases+r.Stopped == 0 { // not measured
			continue
		}
		y, look := -float64(len(ticks)), looks[r.Solution]
		ticks = append(ticks, plot.Tick{Value: y, Label: shortened(style, legible.Line(r.Solution), width/4) + " "})
		at := plotter.XY{X: p.X.Min, Y: y}
		if r.Seconds > 0 {
			at.X = float64(r.Seconds)
			p.Add(scatter(plotter.XYs{at}, draw.GlyphStyle{Color: look.day, Shape: look.mark, Radius: 4}))
		}
		if lo, hi := float64(r.Lo), float64(r.Hi); lo >= p.X.Min && hi <= p.X.Max {
			p.Add(&plotter.Line{XYs: plotter.XYs{{X: lo, Y: y}, {X: hi, Y: y}}, LineStyle: look.thin()})
		}
		labels.XYs, labels.Labels = append(labels.XYs, at), append(labels.Labels, label(r))
		labels.TextStyle = append(labels.TextStyle, style)
		right = max(right, reservedWidth(style, label(r)))
	}
	p.Y.Min, p.Y.Max = 0.5-float64(len(ticks)), 0.5
	p.Y.Tick.Marker = ticks
	p.Add(struct{ plot.Plotter }{labels}) // hides the method GlyphBoxes, which would narrow the axis of this panel only
	return panel{legible.Line(strings.TrimPrefix(s.Name, "workload/")), p, nil, 16*vg.Length(len(ticks)) + 26, right}
}
