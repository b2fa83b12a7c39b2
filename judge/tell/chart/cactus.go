package chart

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"gonum.org/v1/plot/plotter"

	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
)

// Cactus draws how many tests each solution solves within a CPU time for each test: the time of its n-th fastest test
// is drawn over n. A solution that was stopped at the time limit on some tests has a shorter line.
func Cactus(w io.Writer, f Format, r *record.Record, problem string, names []string) error {
	tests, limit := make(map[string]bool), 0.0
	times := make(map[string][]span) // of each test that is solved: the time at which it is drawn, and its interval
	stopped := make(map[string]int)
	for _, result := range compare.Results(r, problem) {
		_, sized := result.Size()
		if _, _, made := result.Workload(); sized || made || !slices.Contains(names, result.Solution) {
			continue
		}
		tests[result.Test] = true
		switch cpu := result.CPU; {
		case cpu.Bound:
			limit = max(limit, cpu.Center/1e9)
			stopped[result.Solution]++
		case cpu.N > 0 && cpu.Center > 0:
			times[result.Solution] = append(times[result.Solution], span{cpu.Center / 1e9, cpu.Lo / 1e9, cpu.Hi / 1e9})
		}
	}
	var c curves
	looks := looksOf(names)
	for _, name := range names {
		slices.SortFunc(times[name], func(a, b span) int { return cmp.Compare(a.at, b.at) })
		line := curve{label: solved(name, len(times[name]), len(tests)), look: looks[name]}
		for j, t := range times[name] {
			line.points = append(line.points, plotter.XY{X: float64(j + 1), Y: t.at})
			line.spans = append(line.spans, spanned(float64(j+1), t.low, t.high)...)
		}
		var why []string
		if n := stopped[name]; n > 0 {
			why = append(why, fmt.Sprintf("%d stopped at the limit", n))
		}
		if n := len(tests) - len(times[name]) - stopped[name]; n > 0 {
			why = append(why, fmt.Sprintf("%d not measured", n))
		}
		line.note = strings.Join(why, ", ")
		c.lines = append(c.lines, line)
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
		subtitle: "Each solution's tests in the order of their CPU times, with 95% intervals." + startUpNote(c.levels),
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
