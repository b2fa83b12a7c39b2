// Package chart draws records of a problem's solutions as SVG or PNG: what a case costs on each rung of the ladder of
// approaches, and how the effort grows with the size of the input. It measures and decides nothing.
//
//	format, err := chart.FormatOf("ladder.svg")
//	err = chart.Ladder(file, format, r, "poj3074", []string{"dlx", "backtrack"})
//
// Solutions are named at the ends of their lines. Marks and dashes distinguish them as well as colours do. Their order
// decides which are whose: a solution is drawn in the same way in all charts of the same names. The same record and
// names always give the same bytes.
package chart

import (
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
)

// axes is a plot without title, legend and data, whose labels are in a font without serifs. The horizontal lines of its
// grid can be left out.
func axes(x string, horizontal bool) *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	p.X.Label.Text = x
	p.X.Label.TextStyle, p.X.Label.Padding = centered(written(9, ink)), vg.Points(3)
	p.X.Tick.Label = centered(written(9, ink))
	p.X.Tick.Label.YAlign = -1
	align := p.Y.Tick.Label
	p.Y.Tick.Label = written(9, ink)
	p.Y.Tick.Label.XAlign, p.Y.Tick.Label.YAlign = align.XAlign, align.YAlign
	for _, axis := range []*plot.Axis{&p.X, &p.Y} {
		axis.Color, axis.Tick.Color = dim, dim
		axis.Tick.Length = vg.Points(5)
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = faint, faint
	if !horizontal {
		grid.Horizontal.Width = 0
	}
	p.Add(grid)
	return p
}
