package chart

import (
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/plot/plotter"

	"dlxjudge/judge/compare"
	"dlxjudge/judge/record"
)

// Cactus writes an SVG of how many tests each solution solves within a CPU time for each test: the time of its n-th fastest
// test is drawn over n. A solution that was stopped at the time limit on some tests has a shorter curve.
func Cactus(w io.Writer, r *record.Record, problem string, names []string) error {
	p := panel("Tests of "+problem+" solved within a time", "tests solved", "CPU time for each test", decades("s"))
	tests, limit, drawn := make(map[string]bool), 0.0, 0
	times := make(map[string][]float64)
	for _, result := range compare.Results(r, problem) {
		_, sized := result.Size()
		if _, _, made := result.Workload(); sized || made || !slices.Contains(names, result.Solution) {
			continue
		}
		tests[result.Test] = true
		switch f := result.CPU; {
		case f.Bound:
			limit = max(limit, f.Center/1e9)
		case f.N > 0 && f.Center > 0:
			times[result.Solution] = append(times[result.Solution], f.Center/1e9)
		}
	}
	for i, name := range names {
		if len(times[name]) == 0 {
			continue
		}
		slices.Sort(times[name])
		points := make(plotter.XYs, len(times[name]))
		for j, t := range times[name] {
			points[j] = plotter.XY{X: float64(j + 1), Y: t}
		}
		if err := curve(p, i, fmt.Sprintf("%s (%d of %d)", name, len(points), len(tests)), points); err != nil {
			return err
		}
		drawn++
	}
	if drawn == 0 {
		return fmt.Errorf("%s has no times of %s to draw", r.Path, problem)
	}
	p.X.Min, p.X.Max = 0, float64(len(tests))+0.5
	if limit > 0 {
		if err := level(p, "time limit", limit, 1, 2); err != nil {
			return err
		}
	}
	if err := startUp(p, r, problem, names); err != nil {
		return err
	}
	fit(p, len(names)+2)
	return write(w, p)
}
