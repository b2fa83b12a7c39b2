package chart

import (
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/plot/plotter"

	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
)

// Cactus draws how many tests each solution solves within a CPU time for each test: the time of its n-th fastest test
// is drawn over n. A solution that was stopped at the time limit on some tests has a shorter line.
func Cactus(w io.Writer, f Format, r *record.Record, problem string, names []string) error {
	tests, limit := make(map[string]bool), 0.0
	times := make(map[string][]float64)
	for _, result := range compare.Results(r, problem) {
		_, sized := result.Size()
		if _, _, made := result.Workload(); sized || made || !slices.Contains(names, result.Solution) {
			continue
		}
		tests[result.Test] = true
		switch cpu := result.CPU; {
		case cpu.Bound:
			limit = max(limit, cpu.Center/1e9)
		case cpu.N > 0 && cpu.Center > 0:
			times[result.Solution] = append(times[result.Solution], cpu.Center/1e9)
		}
	}
	var c curves
	looks := looksOf(names)
	for _, name := range names {
		slices.Sort(times[name])
		points := make(plotter.XYs, len(times[name]))
		for j, t := range times[name] {
			points[j] = plotter.XY{X: float64(j + 1), Y: t}
		}
		c.lines = append(c.lines, curve{label: solved(name, len(points), len(tests)), look: looks[name],
			points: points})
	}
	if c.empty() {
		return fmt.Errorf("%s has no times of %s to draw", r.Path, problem)
	}
	if limit > 0 {
		c.levels = append(c.levels, level{"time limit", limit})
	}
	c.levels = append(c.levels, startUp(r, problem, names, c.low())...)
	p := c.panel("CPU time of a test", "tests solved", duration)
	p.plot.X.Min, p.plot.X.Max = 1, float64(max(2, len(tests)))
	p.plot.X.Tick.Marker = whole(steps(len(tests)))
	return f.write(w, page{
		title:    "Tests of " + problem + " solved within a time",
		subtitle: "Each solution's tests in the order of their CPU times." + startUpNote(c.levels),
		panels:   []panel{p},
		source:   source(r),
	})
}

// startUp is the level below which most of a time is the start of a process, if times are that short.
func startUp(r *record.Record, problem string, names []string, low float64) []level {
	slowest := 0.0
	for _, name := range names {
		slowest = max(slowest, r.StartUpTime(record.Program{Problem: problem, Solution: name}))
	}
	if at := 2 * slowest / 1e9; at > low {
		return []level{{emptyTwice, at}}
	}
	return nil
}

const emptyTwice = "2 × empty program"

// startUpNote is what a page says of times that include the start of a process.
func startUpNote(levels []level) string {
	for _, l := range levels {
		if l.label == emptyTwice {
			return " Below " + emptyTwice + ", most is process start."
		}
	}
	return ""
}
