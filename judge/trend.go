package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/checkout"
	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/selection"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/sampling"
	"dlxjudge/judge/measure/trend"
	"dlxjudge/judge/tell/chart"
	"dlxjudge/judge/tell/lab"
	"dlxjudge/judge/tell/outcome"
)

// trendFlags are the flags of judge trend.
type trendFlags struct {
	plot, backend string
	json          string
	threshold     float64
}

func newTrendCommand(a *app) *cobra.Command {
	f := trendFlags{threshold: 3}
	cmd := &cobra.Command{
		Use:   "trend [PATTERN...]",
		Short: "Show how the recorded figures went from commit to commit",
		Long: `Show the figures of all records in bench/ in the order of their commits, and name
the commits at which the level changed: a row for each solution and unit, with a
sparkline. Times are of this machine, statements and search nodes of all.

Neighbouring records are compared on the tests and workloads that both hold;
where they have nothing in common, the series begins anew.`,
		Example: `  judge trend
  judge trend 'poj3074/*' --plot sudoku.svg
  judge bench --at HEAD~9 --out bench/past.txt     adds an older commit`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return a.trend(cmd.Context(), f, args) },
		ValidArgsFunction: func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			return completePatterns("", typed)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.plot, "plot", "", "draw the figures into `FILE.svg` or FILE.png, too")
	flags.StringVar(&f.backend, "backend", "", "show times of records made with this sandbox instead of the best "+
		"that works here")
	flags.Var(quantity.Of(&f.threshold, "a percentage as a number, such as 3 or 0.5"), "threshold",
		"change of time, in `PERCENT`, up to which it is not named")
	addJSON(cmd, &f.json)
	return cmd
}

// trend reads the records and shows their history.
func (a *app) trend(ctx context.Context, f trendFlags, args []string) error {
	if !(f.threshold >= 0 && f.threshold <= 1000) { // a NaN is neither
		return fmt.Errorf("--threshold %g: give a percentage between 0 and 1000", f.threshold)
	}
	if err := outcome.Writable("--json", f.json); err != nil {
		return err
	}
	format, err := chart.FormatOf(f.plot)
	switch {
	case f.plot == "":
	case err != nil:
		return fmt.Errorf("--plot %w", err)
	case !selection.IsFolder(filepath.Dir(f.plot)):
		return fmt.Errorf("--plot %s: there is no folder %s", f.plot, filepath.Dir(f.plot))
	}
	var patterns []grade.Pattern
	for _, arg := range args {
		pattern, err := grade.ParsePattern(arg)
		if err != nil {
			return err
		}
		patterns = append(patterns, pattern)
	}
	roots, err := selection.FindTree()
	if err != nil {
		return err
	}
	root := filepath.Dir(roots.Problems)
	records, err := a.history(filepath.Join(root, "bench"))
	if err != nil {
		return err
	}
	machine, err := a.machineOf(ctx, f.backend, records)
	if err != nil {
		return err
	}
	points := trend.Order(records, a.commits(ctx, root))
	all := trend.Of(points, machine, trend.Options{Threshold: f.threshold / 100, Want: wanted(patterns)})
	if len(all) == 0 {
		return fmt.Errorf("no record in bench/ holds %s; record it with: judge bench --out bench/FILE.txt%s",
			cmp.Or(strings.Join(args, " or "), "a solution"), quoted(args))
	}
	if err := lab.Trend(a.rows(f.json), all, a.colored()); err != nil {
		return judgeFailed(err)
	}
	if err := a.writeJSON(f.json, func(w io.Writer) error { return lab.TrendJSON(w, all, machine) }); err != nil {
		return err
	}
	if f.plot == "" {
		return nil
	}
	return whole.Write(f.plot, func(w io.Writer) error { return chart.Trend(w, format, all) })
}

// wanted are the keys that any of the patterns selects; nil for all.
func wanted(patterns []grade.Pattern) func(record.Key) bool {
	if len(patterns) == 0 {
		return nil
	}
	return func(k record.Key) bool {
		return slices.ContainsFunc(patterns, func(p grade.Pattern) bool {
			return p.Match(k.Problem, k.Solution, k.Test)
		})
	}
}

// history reads the records in a folder. What is no record, or was interrupted, is left out with a note.
func (a *app) history(dir string) ([]*record.Record, error) {
	files, err := untrusted.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var records []*record.Record
	for _, file := range files {
		if filepath.Ext(file.Name()) != ".txt" {
			continue
		}
		r, err := record.Read(filepath.Join(dir, file.Name()))
		switch {
		case err != nil:
			a.say("left out: %v", err)
		case !r.Finished:
			a.say("left out: %s was interrupted", r.Path)
		default:
			records = append(records, r)
		}
	}
	if len(records) == 0 {
		return nil, fmt.Errorf("%s has no record; make one with: judge bench --out %s", dir,
			filepath.Join(dir, "FILE.txt"))
	}
	return records, nil
}

// machineOf is the machine whose times are shown: this one, or that of the newest record if there is none of this one.
func (a *app) machineOf(ctx context.Context, backend string, records []*record.Record) (record.Machine, error) {
	box, err := sandbox.Open(sandbox.Options{Backend: backend})
	if err != nil {
		return record.Machine{}, err
	}
	defer box.Close()
	here := sampling.ThisMachine(ctx, box.Name())
	newest := slices.MaxFunc(records, func(x, y *record.Record) int { return x.Run.Date.Compare(y.Run.Date) })
	apart := newest.Machine.Apart(here)
	if slices.ContainsFunc(records, func(r *record.Record) bool { return len(r.Machine.Apart(here)) == 0 }) ||
		len(apart) == 0 {
		return here, nil
	}
	a.say("no record is of this machine; times are those of the machine of the newest, %s (%s)", newest.Path,
		strings.Join(apart, ", "))
	return newest.Machine, nil
}

// commits are those that git knows, by hash. Without git the records' own dates order them.
func (a *app) commits(ctx context.Context, root string) map[string]trend.Commit {
	log, err := checkout.Log(ctx, root)
	if err != nil {
		a.say("note: the order of the commits is not known, and that of the records' dates is shown: %v", err)
	}
	known := make(map[string]trend.Commit)
	for place, c := range log {
		known[c.Hash] = trend.Commit{Date: c.Date, Place: place, Subject: c.Subject}
	}
	return known
}
