// Package chart draws records of a problem's solutions as SVG: how many tests each solves within a time, and how its effort
// grows with the size of the input. The charts have a white ground, to be legible on any page. Marks and dashes, not only
// colours, distinguish the solutions.
//
//	err := chart.Cactus(file, r, "poj3074", []string{"dlx", "backtrack"})
package chart

import (
	"bytes"
	"image/color"
	"io"
	"math"
	"slices"

	"golang.org/x/perf/benchunit"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"dlxjudge/judge/record"
)

// The size of a panel.
const (
	width  = 16 * vg.Centimeter
	height = 9 * vg.Centimeter
)

// looks distinguish curves, also in print without colour. The colours are Okabe's and Ito's, which colour-blind people can
// distinguish.
var looks = []struct {
	color  color.Color
	dashes []vg.Length
	mark   draw.GlyphDrawer
}{
	{color.RGBA{0, 114, 178, 255}, nil, draw.CircleGlyph{}},
	{color.RGBA{213, 94, 0, 255}, []vg.Length{6, 3}, draw.PyramidGlyph{}},
	{color.RGBA{0, 158, 115, 255}, []vg.Length{2, 2}, draw.BoxGlyph{}},
	{color.RGBA{204, 121, 167, 255}, []vg.Length{8, 3, 2, 3}, draw.CrossGlyph{}},
	{color.RGBA{86, 86, 86, 255}, []vg.Length{1, 3}, draw.RingGlyph{}},
}

// panel is an empty plot with titles in a font without serifs and a logarithmic y axis.
func panel(title, x, y string, ticks plot.Ticker) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = color.White
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = title, x, y
	p.Title.Padding = vg.Points(6)
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, ticks
	for _, style := range []*text.Style{&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &p.Legend.TextStyle} {
		style.Font.Typeface, style.Font.Variant = "Liberation", "Sans"
	}
	p.Title.TextStyle.Font.Size = font.Points(14)
	p.Legend.Top, p.Legend.Left = true, true
	p.Legend.ThumbnailWidth = vg.Points(36)
	p.Legend.Padding = vg.Points(2)
	p.Legend.XOffs, p.Legend.YOffs = vg.Points(8), -vg.Points(4)
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = color.Gray{225}, color.Gray{225}
	p.Add(grid)
	return p
}

// curve adds the points of one solution, the n-th of the legend.
func curve(p *plot.Plot, n int, name string, points plotter.XYs) error {
	line, marks, err := plotter.NewLinePoints(points)
	if err != nil {
		return err
	}
	look := looks[n%len(looks)]
	line.Color, line.Dashes, line.Width = look.color, look.dashes, vg.Points(1.5)
	marks.Color, marks.Shape, marks.Radius = look.color, look.mark, vg.Points(3.5)
	p.Add(line, marks)
	p.Legend.Add(name, line, marks)
	return nil
}

// arrows marks the sizes at which the n-th solution was stopped: its median is above these points.
func arrows(p *plot.Plot, n int, name string, points plotter.XYs) error {
	marks, err := plotter.NewScatter(points)
	if err != nil {
		return err
	}
	marks.Color, marks.Shape, marks.Radius = looks[n%len(looks)].color, arrow{}, vg.Points(3.5)
	p.Add(marks)
	p.Legend.Add(name+" was stopped: it takes longer", marks)
	return nil
}

// arrow is a mark that points up.
type arrow struct{}

func (arrow) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	c.SetLineStyle(draw.LineStyle{Color: style.Color, Width: vg.Points(1.5)})
	tip, side := vg.Point{X: at.X, Y: at.Y + 2*style.Radius}, style.Radius/2
	var path vg.Path
	path.Move(at)
	path.Line(tip)
	path.Move(vg.Point{X: tip.X - side, Y: tip.Y - side})
	path.Line(tip)
	path.Line(vg.Point{X: tip.X + side, Y: tip.Y - side})
	c.Stroke(path)
}

// level adds a horizontal line at a time, in seconds, across the panel.
func level(p *plot.Plot, name string, at float64, dashes ...vg.Length) error {
	line, err := plotter.NewLine(plotter.XYs{{X: p.X.Min, Y: at}, {X: p.X.Max, Y: at}})
	if err != nil {
		return err
	}
	line.Width, line.Dashes = vg.Points(0.75), dashes
	p.Add(line)
	p.Legend.Add(name, line)
	return nil
}

// startUp adds the line below which most of a time is the start of a process, if the record has start-up times.
func startUp(p *plot.Plot, r *record.Record, problem string, names []string) error {
	slowest := 0.0
	for _, name := range names {
		slowest = max(slowest, r.StartUpTime(record.Program{Problem: problem, Solution: name}))
	}
	if slowest == 0 {
		return nil
	}
	return level(p, "twice an empty program: below, mostly start-up", 2*slowest/1e9, 4, 2, 1, 2)
}

// write draws the panels below one another.
func write(w io.Writer, panels ...*plot.Plot) error {
	canvas := vgsvg.New(width, height*vg.Length(len(panels)))
	page := draw.New(canvas)
	page.SetColor(color.White)
	page.Fill(page.Rectangle.Path())
	tiles := draw.Tiles{Rows: len(panels), Cols: 1, PadTop: vg.Points(6), PadBottom: vg.Points(6), PadLeft: vg.Points(6), PadRight: vg.Points(14), PadY: vg.Points(12)}
	for i, p := range panels {
		p.Draw(tiles.At(page, 0, i))
	}
	var svg bytes.Buffer
	if _, err := canvas.WriteTo(&svg); err != nil {
		return err
	}
	// Name fonts of the same widths, for where this one is not installed. A browser would take one with serifs.
	_, err := w.Write(bytes.ReplaceAll(svg.Bytes(), []byte("font-family:Liberation Sans;"), []byte("font-family:Liberation Sans,Arial,Helvetica,sans-serif;")))
	return err
}

// fit makes the y axis begin and end at different powers of ten, and leaves room for a legend of so many lines, at most half
// of the panel. The first few lines fit between title and axis.
func fit(p *plot.Plot, lines int) {
	const fitting, share = 2, 0.07 // of the panel's height, a line
	low := math.Floor(math.Log10(p.Y.Min))
	high := max(math.Ceil(math.Log10(p.Y.Max)), low+1)
	p.Y.Min = math.Pow(10, low)
	p.Y.Max = math.Pow(10, low+(high-low)/(1-min(0.5, share*float64(max(0, lines-fitting)))))
}

// decades marks the powers of ten, labelled with an SI prefix and a unit, and the numbers between them.
func decades(unit string) plot.Ticker {
	return plot.TickerFunc(func(low, high float64) []plot.Tick {
		var ticks []plot.Tick
		for e := math.Floor(math.Log10(low)); e <= math.Ceil(math.Log10(high)); e++ {
			power := math.Pow(10, e)
			ticks = append(ticks, plot.Tick{Value: power, Label: label(power, unit)})
			for digit := 2.0; digit < 10; digit++ {
				ticks = append(ticks, plot.Tick{Value: digit * power})
			}
		}
		return slices.DeleteFunc(ticks, func(t plot.Tick) bool { return t.Value < low || t.Value > high*1.000001 })
	})
}

// label is a power of ten without digits behind the point: "100 µs", "1 M".
func label(power float64, unit string) string {
	scale := benchunit.CommonScale([]float64{power}, benchunit.Decimal)
	scale.Prec = 0
	number := scale.Format(power)
	prefix := scale.Prefix
	said := number[:len(number)-len(prefix)]
	if prefix+unit == "" {
		return said
	}
	return said + " " + prefix + unit
}
