package chart

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// curve is what a panel shows of one solution: its points with their intervals, and those at which it was stopped.
type curve struct {
	label           string // "" for a part of a line whose end has one
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

// level is a height that is marked across a panel.
type level struct {
	label string
	at    float64
}

// curves are the data of a panel over a logarithmic y axis.
type curves struct {
	lines  []curve
	levels []level
}

// empty reports whether there is nothing to draw.
func (c curves) empty() bool {
	for _, l := range c.lines {
		if len(l.points)+len(l.stopped) > 0 {
			return false
		}
	}
	return true
}

// low is the least height of a point, infinite if there is none.
func (c curves) low() float64 {
	low := math.Inf(1)
	for _, l := range c.lines {
		for _, at := range slices.Concat(l.points, l.stopped) {
			low = min(low, at.Y)
		}
	}
	return low
}

// panel draws the curves on axes that end where the data end.
func (c curves) panel(heading, x string, label func(float64) string) panel {
	p := axes(x, true)
	xmin, xmax, ymin, ymax := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, l := range c.lines {
		for _, at := range slices.Concat(l.points, l.stopped) {
			xmin, xmax, ymin, ymax = min(xmin, at.X), max(xmax, at.X), min(ymin, at.Y), max(ymax, at.Y)
		}
		for _, s := range l.spans {
			ymin, ymax = min(ymin, s.low), max(ymax, s.high)
		}
	}
	for _, l := range c.levels {
		ymin, ymax = min(ymin, l.at), max(ymax, l.at)
	}
	p.X.Min, p.X.Max = xmin, max(xmax, xmin+1)
	p.Y.Min, p.Y.Max = framed(ymin, ymax)
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, logarithmic(func(v float64) string { return label(v) + " " })
	p.Add(c)
	return panel{heading: heading, plot: p, height: max(250, c.height()), right: c.room()}
}

// height is what all labels need above one another, and the axis.
func (c curves) height() vg.Length {
	need := tall * vg.Length(len(c.levels)+3)
	for _, l := range c.lines {
		need += label{text: l.label, note: l.note}.height()
	}
	return need
}

// Plot draws the levels, the lines, and the labels at their ends.
func (c curves) Plot(canvas draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&canvas)
	place := func(points plotter.XYs) []vg.Point {
		var placed []vg.Point
		for _, at := range points {
			placed = append(placed, vg.Point{X: x(at.X), Y: y(at.Y)})
		}
		return placed
	}
	l := panelLabels{area: canvas.Rectangle}
	for _, level := range c.levels {
		at := []vg.Point{{X: canvas.Min.X, Y: y(level.at)}, {X: canvas.Max.X, Y: y(level.at)}}
		canvas.StrokeLines(draw.LineStyle{Color: dim, Width: vg.Points(0.75), Dashes: []vg.Length{1, 2}}, at)
		l.add(level.label, "", dim, at, 0)
	}
	stoppedBefore := vg.Length(0)
	for _, line := range c.lines {
		points, stopped := place(line.points), place(line.stopped)
		if len(points)+len(stopped) == 0 {
			continue
		}
		canvas.StrokeLines(line.look.line(), points)
		for _, at := range sparse(points) {
			canvas.DrawGlyphNoClip(line.look.glyph(), at)
		}
		for i, at := range stopped { // beside those of other solutions that were stopped at the same point
			stopped[i].X = max(canvas.Min.X, at.X-stoppedBefore)
			arrow(canvas, line.look, stopped[i])
		}
		if len(stopped) > 0 {
			stoppedBefore += 6
		}
		for _, s := range line.spans {
			whisker(canvas, line.look, vg.Point{X: x(s.at), Y: y(s.low)}, vg.Point{X: x(s.at), Y: y(s.high)})
		}
		for _, at := range place(line.rings) {
			canvas.DrawGlyphNoClip(draw.GlyphStyle{Color: line.look.day, Shape: draw.RingGlyph{}, Radius: vg.Points(5)},
				at)
		}
		if line.label == "" && line.note == "" {
			continue
		}
		l.add(line.label, line.note, line.look.day, ordered(points, stopped), line.look.glyph().Radius)
	}
	l.draw(canvas)
}

// ordered joins the points of a line from left to right.
func ordered(points, stopped []vg.Point) []vg.Point {
	all := slices.Concat(points, stopped)
	slices.SortStableFunc(all, func(a, b vg.Point) int { return cmp.Compare(a.X, b.X) })
	return all
}

// sparse are the points of a line that get a mark: the first, the last, and those between that are not too close to
// others.
func sparse(points []vg.Point) []vg.Point {
	const close = 9
	var some []vg.Point
	for i, at := range points {
		last := i == len(points)-1
		if n := len(some); n > 1 && last && distance(some[n-1], at) < close {
			some = some[:n-1]
		}
		if n := len(some); n == 0 || last || distance(some[n-1], at) >= close {
			some = append(some, at)
		}
	}
	return some
}

func distance(a, b vg.Point) float64 { return math.Hypot(float64(a.X-b.X), float64(a.Y-b.Y)) }

// whisker draws an interval between its ends, which have caps.
func whisker(c draw.Canvas, l look, from, to vg.Point) {
	const cap = 2.2
	style := draw.LineStyle{Color: l.day, Width: vg.Points(0.9)}
	along := vg.Point{X: cap}
	if from.Y == to.Y {
		along = vg.Point{Y: cap}
	}
	c.StrokeLines(style, []vg.Point{from, to}, []vg.Point{from.Sub(along), from.Add(along)},
		[]vg.Point{to.Sub(along), to.Add(along)})
}

// arrow points up from where a solution was stopped.
func arrow(c draw.Canvas, l look, at vg.Point) {
	c.SetLineStyle(draw.LineStyle{Color: l.day, Width: vg.Points(1.4)})
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

// GlyphBoxes keeps marks and arrows within the panel.
func (c curves) GlyphBoxes(p *plot.Plot) []plot.GlyphBox {
	var boxes []plot.GlyphBox
	for _, l := range c.lines {
		for _, at := range l.points {
			boxes = append(boxes, plot.GlyphBox{X: p.X.Norm(at.X), Y: p.Y.Norm(at.Y),
				Rectangle: l.look.glyph().Rectangle()})
		}
		for _, at := range l.stopped {
			boxes = append(boxes, plot.GlyphBox{X: p.X.Norm(at.X), Y: p.Y.Norm(at.Y),
				Rectangle: vg.Rectangle{Min: vg.Point{X: -2}, Max: vg.Point{X: 2, Y: 10}}})
		}
	}
	return boxes
}
