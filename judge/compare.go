package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"dlxjudge/judge/report"
	"dlxjudge/judge/track"
	"dlxjudge/judge/track/measure"
)

// compareFlags are the flags of judge compare.
type compareFlags struct {
	measureFlags
	from string
}

func newCompareCommand(a *app) *cobra.Command {
	var f compareFlags
	cmd := &cobra.Command{
		Use:   "compare PROBLEM [APPROACH...]",
		Short: "Put the solutions of a problem side by side",
		Long: `Measure the solutions of a problem, count their statements and search nodes, and put them side by side, group by group
of tests. The last approach is the one that the others are compared with; without any, that is backtrack.

What is stopped at the time limit is shown as a bound: ">1.500s", and a ratio ">350×".`,
		Example: `  judge compare poj3074
  judge compare hdu5046 dlx backtrack --from bench/today.txt`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.compare(cmd.Context(), f, args[0], args[1:]) },
		ValidArgsFunction: func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			return completeApproaches(args, typed)
		},
	}
	f.measureFlags.add(cmd)
	cmd.Flags().StringVar(&f.from, "from", "", "use what the record `FILE` holds instead of measuring")
	return cmd
}

// compare measures, or reads, and shows.
func (a *app) compare(ctx context.Context, f compareFlags, name string, approaches []string) error {
	f.counts = true
	if err := f.check(); err != nil {
		return err
	}
	r, err := a.recordOf(ctx, f, name, approaches)
	if err != nil {
		return err
	}
	c, err := r.Compare(name, approaches)
	if err != nil {
		return err
	}
	return report.Approaches(a.stdout, c, a.colored())
}

// recordOf reads the record that the flags name, or measures.
func (a *app) recordOf(ctx context.Context, f compareFlags, name string, approaches []string) (*track.Record, error) {
	if f.from != "" {
		return track.Read(f.from)
	}
	var patterns []string
	for _, approach := range approaches {
		patterns = append(patterns, name+"/"+approach)
	}
	if len(patterns) == 0 {
		patterns = []string{name}
	}
	m, err := a.newMeasuring(ctx, f.measureFlags, patterns)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(m.box.Scratch(), "compare-")
	if err != nil {
		return nil, errors.Join(judgeFailed(err), m.Close())
	}
	path := filepath.Join(dir, "record.txt")
	recording := measure.Recording{measure.Now: {Path: path, Run: measure.RunOf(ctx, m.root)}}
	if err := m.record(ctx, recording); err != nil {
		return nil, errors.Join(err, m.Close())
	}
	r, err := track.Read(path)
	if err := errors.Join(err, m.Close()); err != nil {
		return nil, judgeFailed(err)
	}
	return r, nil
}

// completeApproaches offers problems, and then the solutions of the one that was given.
func completeApproaches(args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return completePatterns("", typed)
	}
	offers, directive := completePatterns("", args[0]+"/"+typed)
	for i, offer := range offers {
		offers[i] = offer[len(args[0])+1:]
	}
	return offers, directive
}
