package main

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"path/filepath"
	"slices"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/selection"
	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/trend"
	"dlxjudge/judge/tell/chart"
	"dlxjudge/judge/tell/page"
)

// charts draws what the records of the checkout say of the problems of these results: the ladder of each, and the trend
// of all. What there are no records for is not drawn.
func (a *app) charts(ctx context.Context, results grade.Results) []page.Chart {
	roots, err := selection.FindTree()
	if err != nil {
		return nil
	}
	root := filepath.Dir(roots.Problems)
	quiet := newApp(io.Discard, io.Discard) // that a record is left out, judge trend says
	defer quiet.picker.Close()
	history, _ := quiet.history(filepath.Join(root, "bench"))
	kept, _ := quiet.history(filepath.Join(root, "bench", "charts"))
	var problems []string
	for _, s := range results.Submissions {
		if !slices.Contains(problems, s.Problem) {
			problems = append(problems, s.Problem)
		}
	}
	var drawn []page.Chart
	add := func(title string, draw func(io.Writer) error) {
		var svg bytes.Buffer
		if err := draw(&svg); err == nil {
			drawn = append(drawn, page.Chart{Title: title, SVG: svg.Bytes()})
		}
	}
	order, _ := ladderOrder("") // judge compare reports what is wrong with it
	for _, problem := range problems {
		r, names := ladderOf(slices.Concat(kept, history), problem, order)
		if len(names) > 1 {
			add("What a case of "+problem+" costs", func(w io.Writer) error {
				return chart.Ladder(w, chart.SVG, r, problem, names)
			})
		}
	}
	if len(history) == 0 {
		return drawn
	}
	machine, err := quiet.machineOf(ctx, "", history)
	if err != nil {
		return drawn
	}
	wanted := func(k record.Key) bool { return slices.Contains(problems, k.Problem) }
	all := trend.Of(trend.Order(history, quiet.commits(ctx, root)), machine, trend.Options{Threshold: 0.03,
		Want: wanted})
	add("Over the recorded commits", func(w io.Writer) error { return chart.Trend(w, chart.SVG, all) })
	return drawn
}

// ladderOf is the record that holds the workloads of a problem for most solutions, of equal ones the newest, and these
// solutions.
func ladderOf(records []*record.Record, problem string, order []string) (most *record.Record, names []string) {
	newest := slices.SortedStableFunc(slices.Values(records), func(x, y *record.Record) int {
		return cmp.Or(y.Run.Date.Compare(x.Run.Date), cmp.Compare(x.Path, y.Path))
	})
	for _, r := range newest {
		var found []string
		for _, result := range compare.Results(r, problem) {
			_, _, is := result.Workload()
			if is && (result.CPU.N > 0 || result.CPU.Bound) && !slices.Contains(found, result.Solution) {
				found = append(found, result.Solution)
			}
		}
		if len(found) > len(names) {
			most, names = r, found
		}
	}
	return most, compare.Rungs(names, order)
}
