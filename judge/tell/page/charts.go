package page

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"path/filepath"
	"slices"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/sampling"
	"dlxjudge/judge/measure/trend"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/chart"
)

// Charts draws what the records of the checkout say of the problems of these results: the ladder of each, and the trend
// of all. What there are no records for is not drawn; which records are left out, judge trend says.
func Charts(ctx context.Context, results grade.Results) []Chart {
	roots, err := pick.FindTree()
	if err != nil {
		return nil
	}
	root := filepath.Dir(roots.Problems)
	history, _, _ := trend.Read(filepath.Join(root, "bench"))
	kept, _, _ := trend.Read(filepath.Join(root, "bench", "charts"))
	var problems []string
	for _, s := range results.Submissions {
		if !slices.Contains(problems, s.Problem) {
			problems = append(problems, s.Problem)
		}
	}
	var drawn []Chart
	add := func(title string, draw func(io.Writer) error) {
		var svg bytes.Buffer
		if err := draw(&svg); err == nil {
			drawn = append(drawn, Chart{Title: title, SVG: svg.Bytes()})
		}
	}
	order, _ := problem.Ladder(roots) // judge compare reports what is wrong with it
	for _, name := range problems {
		r, names := ladderOf(slices.Concat(kept, history), name, order)
		if len(names) > 1 {
			add("What a case of "+name+" costs", func(w io.Writer) error {
				return chart.Ladder(w, chart.SVG, r, name, names)
			})
		}
	}
	if len(history) == 0 {
		return drawn
	}
	box, err := sandbox.Open(sandbox.Options{})
	if err != nil {
		return drawn
	}
	defer box.Close()
	machine, _ := trend.MachineOf(history, sampling.ThisMachine(ctx, box.Name()))
	commits, _ := trend.Commits(ctx, root)
	wanted := func(k record.Key) bool { return slices.Contains(problems, k.Problem) }
	all := trend.Of(trend.Order(history, commits), machine, trend.Options{Threshold: 0.03,
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
