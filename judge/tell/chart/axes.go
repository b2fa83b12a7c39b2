package chart

import (
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"dlxjudge/judge/tell/figures"
)

// axes is a plot without title, legend and data, whose labels are in a font without serifs.
func axes(x string) *plot.Plot {
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
	p.Add(grid)
	return p
}

// logarithmic makes an axis logarithmic, from low to high: over less than a decade its ticks are round numbers, else
// the powers of ten, and its ends are two of these.
func logarithmic(axis *plot.Axis, low, high float64, label func(float64) string) {
	var ticker plot.Ticker = plot.DefaultTicks{}
	axis.Min, axis.Max = low/1.02, high*1.02
	if high/low >= 10 {
		ticker = plot.LogTicks{}
		axis.Min, axis.Max = math.Pow10(int(math.Floor(math.Log10(low)))), math.Pow10(int(math.Ceil(math.Log10(high))))
	}
	axis.Scale = plot.LogScale{}
	axis.Tick.Marker = plot.TickerFunc(func(low, high float64) []plot.Tick {
		ticks := ticker.Ticks(low*0.999, high*1.001) // logarithms of powers of ten are rounded
		for i := range ticks {
			if !ticks[i].IsMinor() {
				ticks[i].Label = label(ticks[i].Value) + " "
			}
		}
		return ticks
	})
}

// whole marks an axis at whole numbers, given in order, and labels as many of them as have room, both ends included.
func whole(at []int) plot.ConstantTicks {
	const labels = 10 // beside each other
	first, last := at[0], at[len(at)-1]
	room := (last - first + labels - 1) / labels
	var ticks plot.ConstantTicks
	free := first
	for _, v := range at {
		tick := plot.Tick{Value: float64(v)}
		if v == first || v == last || v >= free && last-v >= room {
			tick.Label, free = grouped(v), v+room
		}
		ticks = append(ticks, tick)
	}
	return ticks
}

// duration writes seconds with three digits: "12.3 ms".
func duration(seconds float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e-9, "ns"}, {1e-6, "µs"}, {1e-3, "ms"}} {
		if v := seconds / unit.size; v < 999.5 {
			return fmt.Sprintf("%.3g %s", v, unit.name)
		}
	}
	return count(seconds) + " s"
}

// count writes a number with three digits, the large ones in words: "1,000", "12.3 million".
func count(v float64) string {
	if v < 999.5 {
		return fmt.Sprintf("%.3g", v)
	}
	for _, unit := range []struct {
		size float64
		name string
	}{{1e12, "trillion"}, {1e9, "billion"}, {1e6, "million"}} {
		if v >= unit.size*0.9995 {
			return fmt.Sprintf("%.3g %s", v/unit.size, unit.name)
		}
	}
	return grouped(int(math.Round(v)))
}

func grouped(v int) string { return figures.Grouped(strconv.Itoa(v)) }
