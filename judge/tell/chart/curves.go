package chart

import (
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"dlxjudge/judge/base/legible"
)

// curve is what a panel shows of one solution: its points with their intervals, and those at which it was stopped.
type curve struct {
	label           string // "" for a part of a line that goes on elsewhere
	note            string // why it ends before the axis does; "" if it does not
	look            look
	points, stopped plotter.XYs // in order of x
	rings           plotter.XYs // points that are marked
	spans           []span      // the intervals of points
}

// span is the interval of a point, from low to high, both of them above 0 and finite.
type span struct{ at, low, high float64 }

// spanned is the interval of a point, if there is one.
func spanned(at, low, high float64) []span {
	if !(low > 0) || !(high >= low) || math.IsInf(high, 1) {
		return nil
	}
	return []span{{at, low, high}}
}

// curves are the data of a panel over a logarithmic y axis.
type curves []curve

// empty reports whether there is nothing to draw.
func (c curves) empty() bool {
	return !slices.ContainsFunc(c, func(l curve) bool { return len(l.points)+len(l.stopped) > 0 })
}

// low is the least height of a point, infinite if there is none.
func (c curves) low() float64 {
	low := math.Inf(1)
	for _, l := range c {
		for _, at := range slices.Concat(l.points, l.stopped) {
			low = min(low, at.Y)
		}
	}
	return low
}

// panel draws the curves on axes that end where the data end, with a legend.
func (c curves) panel(heading, x string, label func(float64) string) panel {
	p, legend := axes(x), plot.NewLegend()
	legend.Top, legend.TextStyle, legend.ThumbnailWidth = true, written(9, ink), vg.Points(26)
	legend.Padding = vg.Points(2)
	xmin, xmax, ymin, ymax := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, l := range c {
		if len(l.points)+len(l.stopped) == 0 {
			continue
		}
		for _, at := range slices.Concat(l.points, l.stopped) {
			xmin, xmax, ymin, ymax = min(xmin, at.X), max(xmax, at.X), min(ymin, at.Y), max(ymax, at.Y)
		}
		line, marks := &plotter.Line{XYs: l.points, LineStyle: l.look.line()}, scatter(l.points, l.look.glyph())
		up := l.look.glyph()
		up.Shape = arrow{}
		ring := draw.GlyphStyle{Color: l.look.day, Shape: draw.RingGlyph{}, Radius: vg.Points(5)}
		p.Add(line, marks, scatter(l.stopped, up), scatter(l.rings, ring))
		for _, s := range l.spans {
			ymin, ymax = min(ymin, s.low), max(ymax, s.high)
			bar := draw.LineStyle{Color: l.look.day, Width: vg.Points(0.9)}
			p.Add(&plotter.Line{XYs: plotter.XYs{{X: s.at, Y: s.low}, {X: s.at, Y: s.high}}, LineStyle: bar})
		}
		if l.label != "" {
			legend.Add(shortened(legend.TextStyle, legible.Line(l.label), width/4), line, marks)
		}
	}
	p.X.Min, p.X.Max = xmin, max(xmax, xmin+1)
	logarithmic(&p.Y, ymin, ymax, label)
	height := max(250, legend.Rectangle(draw.Canvas{}).Size().Y)
	return panel{heading: heading, plot: p, legend: &legend, height: height}
}

func scatter(points plotter.XYs, style draw.GlyphStyle) *plotter.Scatter {
	return &plotter.Scatter{XYs: points, GlyphStyle: style}
}

// notes are why lines end early, as sentences: " backtrack: from 40 on: stopped at 1 s."
func (c curves) notes() string {
	said := ""
	for _, l := range c {
		if l.note != "" && l.label != "" {
			said += " " + l.label + ": " + l.note + "."
		}
	}
	return said
}

// arrow points up from where a solution was stopped.
type arrow struct{}

// DrawGlyph draws the arrow.
func (arrow) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	c.SetLineStyle(draw.LineStyle{Color: style.Color, Width: vg.Points(1.4)})
	const side = 2.2
	tip := vg.Point{X: at.X, Y: at.Y + 9}
	var path vg.Path
	path.Move(at)
	path.Line(tip)
	path.Move(vg.Point{X: tip.X - side, Y: tip.Y - 1.4*side})
	path.Line(tip)
	path.Line(vg.Point{X: tip.X + side, Y: tip.Y - 1.4*side})
	c.Stroke(path)
}
