package chart

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/trend"
)

// Trend draws the figures of solutions over the records, with a panel for each problem. A panel shows the first of
// these units in which at least two records have figures: CPU time, statements, nodes. If there is only one problem, it
// has a panel for every such unit. The last point of a line shows its own figure. The earlier points follow from the
// changes between neighbouring records.
func Trend(w io.Writer, f Format, all []trend.Series) error {
	var problems, names []string
	for _, s := range all {
		names = append(names, s.Solution)
		if !slices.Contains(problems, s.Problem) {
			problems = append(problems, s.Problem)
		}
	}
	p := page{title: "Over the recorded commits", subtitle: "Geometric means over all tests and workloads, with 95% " +
		"intervals. A ring: the level changed with this record. A gap: other tests or cases from there."}
	if slices.ContainsFunc(all, func(s trend.Series) bool { return s.Divided > 0 }) {
		p.subtitle += " CPU times are scaled to the reference program's speed in a line's last record."
	}
	looks := looksOf(names)
	var newest *record.Record
	if len(problems) == 1 {
		p.title = problems[0] + " over the recorded commits"
	}
	for _, problem := range problems {
		for _, u := range trend.Units {
			series := slices.DeleteFunc(slices.Clone(all), func(s trend.Series) bool {
				return s.Problem != problem || s.Unit != u
			})
			points := pointsOf(series)
			c := over(series, points, looks)
			if len(points) < 2 || len(c.all()) == 0 {
				continue
			}
			label := count
			if u == record.CPU {
				label = duration
			}
			panel := c.panel(problem+": "+u.Title(), "", label, minHeight)
			panel.plot.X.Tick.Marker = commits(points)
			p.panels = append(p.panels, panel)
			if last := points[len(points)-1].Record; newest == nil || last.Run.Date.After(newest.Run.Date) {
				newest = last
			}
			if len(problems) > 1 {
				break
			}
		}
	}
	if len(p.panels) == 0 {
		return errors.New("there is nothing to draw: no problem has figures in two records")
	}
	p.source = "latest: " + source(newest)
	return f.write(w, p)
}

// minHeight is the minimum height of a panel, in points. It is small, since a page may have many panels.
const minHeight = 130 * vg.Length(1)

// pointsOf returns every point that at least one of the series has, in order.
func pointsOf(series []trend.Series) []trend.Point {
	var points []trend.Point
	for _, s := range series {
		for _, v := range s.Points {
			if !slices.ContainsFunc(points, func(p trend.Point) bool { return p.Record == v.Record }) {
				points = append(points, v.Point)
			}
		}
	}
	slices.SortStableFunc(points, trend.Point.Compare)
	return points
}

// over returns the curves of the series. The x of a curve's point is the number of the record, counted from 1.
func over(series []trend.Series, points []trend.Point, looks map[string]look) curves {
	var c curves
	for _, s := range series {
		scale := 1.0
		if s.Unit == record.CPU {
			scale = 1e-9
		}
		parts := s.Parts()
		for i, part := range parts {
			end := part[1] - 1
			if s.Points[end].Figure == 0 { // a count of 0 cannot be drawn on a logarithmic axis
				continue
			}
			line := curve{look: looks[s.Solution]}
			if i == len(parts)-1 {
				line.label = s.Solution
			}
			at := func(i int) plotter.XY {
				place := slices.IndexFunc(points, func(p trend.Point) bool { return p.Record == s.Points[i].Record })
				return plotter.XY{X: float64(place + 1), Y: scale * float64(s.Points[end].Figure) *
					math.Exp(s.Points[i].Level-s.Points[end].Level)}
			}
			for i := part[0]; i < part[1]; i++ {
				here := at(i)
				line.points = append(line.points, here)
				if within := s.Points[i].Within; within > 0 {
					line.addInterval(here.X, here.Y*math.Exp(-within), here.Y*math.Exp(within))
				}
			}
			for _, change := range s.Changes {
				if change.At >= part[0] && change.At < part[1] {
					line.rings = append(line.rings, at(change.At))
				}
			}
			c = append(c, line)
		}
	}
	return c
}

// commits returns a tick for each record. It labels the last tick, and as many others as fit.
func commits(points []trend.Point) plot.ConstantTicks {
	const labels = 6 // the maximum number that fits side by side
	step := (len(points) + labels - 1) / labels
	var ticks plot.ConstantTicks
	for i, p := range points {
		tick := plot.Tick{Value: float64(i + 1)}
		if (len(points)-1-i)%step == 0 {
			tick.Label = p.Date.Format("01-02")
			if run := p.Record.Run; run.Commit != "" {
				tick.Label = fmt.Sprintf("%.7s", run.Commit)
			}
		}
		ticks = append(ticks, tick)
	}
	return ticks
}
