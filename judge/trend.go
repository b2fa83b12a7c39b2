package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/checkout"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/execute/sandbox/backend"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/sampling"
	"dlxjudge/judge/measure/trend"
	"dlxjudge/judge/tell/chart"
	"dlxjudge/judge/tell/reports"
)

// trendFlags holds the flags of "judge trend".
type trendFlags struct {
	plot      string
	json      string
	threshold float64
}

func newTrendCommand(a *app) *cobra.Command {
	f := trendFlags{threshold: 3}
	cmd := &cobra.Command{
		Use:   "trend [PATTERN...]",
		Short: "Show how the recorded figures changed from commit to commit",
		Long: `Show the figures of all records in bench/ in the order of their commits, and
name the commits at which the level changed. Each unit of each solution has a
row with a sparkline. Times come from records of this machine. Counts of
statements and nodes come from the records of all machines.

Neighbouring records are compared on the tests and workloads that both hold. If
they have nothing in common, a new series begins.`,
		Example: `  judge trend
  judge trend 'poj3074/*' --plot sudoku.svg
  judge bench --out bench/now.txt               # adds this commit`,
		RunE:              func(cmd *cobra.Command, args []string) error { return a.trend(cmd.Context(), f, args) },
		ValidArgsFunction: completePatterns(new(string)),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.plot, "plot", "", "draw the figures into `FILE.svg` or FILE.png, too")
	flags.Var(quantity.Of(&f.threshold, "a percentage", "3 or 0.5", 0, 1000), "threshold",
		"name only changes of time by more than `PERCENT`")
	addJSON(cmd, &f.json)
	return cmd
}

// trend reads the records and shows their history.
func (a *app) trend(ctx context.Context, f trendFlags, args []string) error {
	if err := checkChart("--plot", f.plot); err != nil {
		return err
	}
	var patterns []pick.Pattern
	for _, arg := range args {
		pattern, err := pick.ParsePattern(arg)
		if err != nil {
			return err
		}
		patterns = append(patterns, pattern)
	}
	roots, err := pick.FindTree()
	if err != nil {
		return err
	}
	root := filepath.Dir(roots.Problems)
	records, notes, err := trend.Read(filepath.Join(root, "bench"))
	a.sayAll(notes...)
	if err != nil {
		return err
	}
	box, err := backend.Open(ctx, sandbox.Options{})
	if err != nil {
		return err
	}
	machine, other := trend.MachineOf(records, sampling.ThisMachine(ctx, box.Name()))
	box.Close()
	log, err := checkout.Log(ctx, root)
	if err != nil {
		a.say("note: records are ordered by date, because the order of the commits is unknown: %v", err)
	}
	a.sayAll(other)
	history := trend.Of(trend.Order(records, log), machine, trend.Options{Threshold: f.threshold / 100,
		Want: wanted(patterns)})
	if len(history.Series) == 0 {
		return fmt.Errorf("no record in bench/ holds %s; record it with: judge bench --out%s",
			cmp.Or(strings.Join(args, " or "), "a solution"),
			legible.Words(append([]string{filepath.Join(root, "bench", "FILE.txt")}, args...)...))
	}
	if err := a.writeReport(f.json, func(w io.Writer) error { return reports.Trend(w, history, a.style()) },
		func(w io.Writer) error { return reports.TrendJSON(w, history) }); err != nil {
		return err
	}
	return writeChart(f.plot, func(w io.Writer, format chart.Format) error {
		return chart.Trend(w, format, history.Series)
	})
}

// wanted returns a function that reports whether any pattern selects a key. Without patterns, wanted returns nil.
func wanted(patterns []pick.Pattern) func(record.Key) bool {
	if len(patterns) == 0 {
		return nil
	}
	return func(k record.Key) bool {
		return slices.ContainsFunc(patterns, func(p pick.Pattern) bool {
			return p.Match(k.Problem, k.Solution, k.Test)
		})
	}
}
