package chart

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"

	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/trend"
)

// Trend draws the figures of solutions over the records, a panel for each problem: CPU time, or statements if no time
// is in two records. A single problem has a panel for every unit. A line ends at its last figure; earlier points follow
// from the changes between neighbouring records.
func Trend(w io.Writer, f Format, all []trend.Series) error {
	var problems, names []string
	for _, s := range all {
		names = append(names, s.Solution)
		if !slices.Contains(problems, s.Problem) {
			problems = append(problems, s.Problem)
		}
	}
	slices.Sort(problems)
	p := page{title: "Over the recorded commits", subtitle: "Geometric means over tests and workloads; a ring: the " +
		"level changed with this record."}
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
			if len(points) < 2 || c.empty() {
				continue
			}
			panel := c.panel(problem+": "+unitNames[u], "", unitLabels[u])
			panel.plot.X.Tick.Marker = commits(points)
			p.panels = append(p.panels, panel)
			newest = points[len(points)-1].Record
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

var unitNames = map[record.Unit]string{record.CPU: "CPU time", record.Statements: "statements",
	record.Nodes: "search nodes"}

var unitLabels = map[record.Unit]func(float64) string{record.CPU: duration, record.Statements: count,
	record.Nodes: count}

// pointsOf are the points that any of the series has, in order.
func pointsOf(series []trend.Series) []trend.Point {
	var records []*record.Record
	commits := make(map[string]trend.Commit)
	for _, s := range series {
		for _, p := range s.Points {
			commits[p.Record.Run.Commit] = p.Commit
			if !slices.Contains(records, p.Record) {
				records = append(records, p.Record)
			}
		}
	}
	return trend.Order(records, commits)
}

// over are the lines of the series over the points, counted from 1.
func over(series []trend.Series, points []trend.Point, looks map[string]look) curves {
	var c curves
	for _, s := range series {
		scale := 1.0
		if s.Unit == record.CPU {
			scale = 1e-9
		}
		parts := s.Parts()
		for i, part := range parts {
			line := curve{look: looks[s.Solution]}
			if i == len(parts)-1 {
				line.label = s.Solution
			}
			end := part[1] - 1
			at := func(i int) plotter.XY {
				place := slices.IndexFunc(points, func(p trend.Point) bool { return p.Record == s.Points[i].Record })
				return plotter.XY{X: float64(place + 1),
					Y: scale * s.Figures[end] * math.Exp(s.Levels[i]-s.Levels[end])}
			}
			if s.Figures[end] == 0 { // a count of nothing, which has no place on a logarithmic axis
				continue
			}
			for i := part[0]; i < part[1]; i++ {
				line.points = append(line.points, at(i))
			}
			for _, change := range s.Changes {
				if change.At >= part[0] && change.At < part[1] {
					line.rings = append(line.rings, at(change.At))
				}
			}
			c.lines = append(c.lines, line)
		}
	}
	return c
}

// commits marks the records, and names as many of their commits as have room, the last one included.
func commits(points []trend.Point) plot.ConstantTicks {
	const labels = 6 // beside each other
	step := (len(points) + labels - 1) / labels
	var ticks plot.ConstantTicks
	for i, p := range points {
		tick := plot.Tick{Value: float64(i + 1)}
		if (len(points)-1-i)%step == 0 {
			tick.Label = p.When().Format("01-02")
			if run := p.Record.Run; run.Commit != "" {
				tick.Label = fmt.Sprintf("%.7s", run.Commit)
			}
		}
		ticks = append(ticks, tick)
	}
	return ticks
}
