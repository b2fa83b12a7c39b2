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

// curve holds what a panel shows of one solution: points with their intervals, and points for runs that were stopped.
type curve struct {
	label           string // in the legend; "" if another segment of the same line has the label
	look            look
	points, stopped plotter.XYs // in order of x
	rings           plotter.XYs // points with a ring around them
	spans           []plotter.XYs
}

// addInterval adds the interval of a point, if it has one.
func (c *curve) addInterval(x, low, high float64) {
	if low > 0 && high >= low && !math.IsInf(high, 1) {
		c.spans = append(c.spans, plotter.XYs{{X: x, Y: low}, {X: x, Y: high}})
	}
}

// curves holds the curves of one panel, whose y axis is logarithmic.
type curves []curve

// all returns all points and the ends of their intervals.
func (c curves) all() (all plotter.XYs) {
	for _, l := range c {
		all = slices.Concat(all, l.points, l.stopped, slices.Concat(l.spans...))
	}
	return all
}

// panel returns a panel of the curves, with a legend beside them. The x axis begins and ends with the data.
func (c curves) panel(heading, x string, label func(float64) string, height vg.Length) panel {
	p, legend := axes(x), plot.NewLegend()
	legend.Top, legend.Left, legend.TextStyle, legend.ThumbnailWidth = true, true, labelStyle, vg.Points(26)
	legend.Padding = vg.Points(2)
	for _, l := range c {
		if len(l.points)+len(l.stopped) == 0 {
			continue
		}
		line, marks := &plotter.Line{XYs: l.points, LineStyle: l.look.line()}, scatter(l.points, l.look.glyph())
		up := l.look.glyph()
		up.Shape = arrow{}
		ring := draw.GlyphStyle{Color: l.look.day, Shape: draw.RingGlyph{}, Radius: vg.Points(5)}
		p.Add(line, marks, scatter(l.stopped, up), scatter(l.rings, ring))
		for _, s := range l.spans {
			p.Add(&plotter.Line{XYs: s, LineStyle: l.look.thin()})
		}
		if l.label != "" {
			legend.Add(shortened(labelStyle, legible.Line(l.label), width/4), line, marks)
		}
	}
	xmin, xmax, ymin, ymax := plotter.XYRange(c.all())
	p.X.Min, p.X.Max = xmin, max(xmax, xmin+1)
	logarithmic(&p.Y, ymin, ymax, label)
	size := legend.Rectangle(draw.Canvas{}).Size()
	return panel{heading, p, &legend, max(height, size.Y), 1.12*size.X + gap}
}

func scatter(points plotter.XYs, style draw.GlyphStyle) *plotter.Scatter {
	return &plotter.Scatter{XYs: points, GlyphStyle: style}
}

// arrow is the mark of a run that was stopped. It points up from the time of the stop.
type arrow struct{}

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
