package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/report"
	"dlxjudge/judge/track"
	"dlxjudge/judge/track/measure"
)

// benchFlags are the flags of judge bench.
type benchFlags struct {
	measureFlags
	out, base, against string
	threshold          float64
	acrossMachines     bool
}

func newBenchCommand(a *app) *cobra.Command {
	var f benchFlags
	cmd := &cobra.Command{
		Use:   "bench [PATTERN...]",
		Short: "Measure runtimes, record them, and compare them with earlier ones",
		Long: `Measure the solutions' CPU time and memory, record the samples in the Go benchmark format, and say with statistics
whether anything became slower. Only what is accepted is measured, one program at a time, on one core, in shuffled rounds.

Without --base, the newest record of this machine in bench/ is compared with. A regression is a rise by more than the
threshold that chance does not explain, or a rise of an exact count by more than 0.5%; then the exit status is 1.`,
		Example: `  judge bench --out bench/today.txt
  judge bench --against HEAD~1 'poj3074/dlx'
  judge bench --counts --count 0 --base bench/today.txt     exact counts alone: a gate without noise`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return a.bench(cmd.Context(), f, args) },
		ValidArgsFunction: func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			return completePatterns("", typed)
		},
	}
	f.measureFlags.add(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&f.counts, "counts", false, "count statements and search nodes, too")
	flags.StringVar(&f.out, "out", "", "record in `FILE`, which must not exist (default: a temporary file)")
	flags.StringVar(&f.base, "base", "", "compare with the record `FILE` (default: the newest of this machine in bench/)")
	flags.StringVar(&f.against, "against", "", "compare with the solutions of another commit, `GITREF`, measured in turns with today's")
	flags.Float64Var(&f.threshold, "threshold", 2, "rise of time or memory, in `PERCENT`, above which it is a regression")
	flags.BoolVar(&f.acrossMachines, "across-machines", false, "compare times of different machines, too")
	cmd.MarkFlagsMutuallyExclusive("base", "against")
	return cmd
}

// bench measures, records, compares and reports.
func (a *app) bench(ctx context.Context, f benchFlags, args []string) error {
	if err := f.check(); err != nil {
		return err
	}
	if f.threshold < 0 || f.threshold > 1000 {
		return fmt.Errorf("--threshold %g: give a percentage between 0 and 1000", f.threshold)
	}
	if f.out != "" && !isFolder(filepath.Dir(f.out)) {
		return fmt.Errorf("--out %s: there is no folder %s", f.out, filepath.Dir(f.out))
	}
	m, err := a.newMeasuring(ctx, f.measureFlags, args)
	if err != nil {
		return err
	}
	defer m.Close()
	options := track.Options{Threshold: f.threshold / 100, AcrossMachines: f.acrossMachines, InTurns: f.against != ""}
	base, err := a.baseOf(f, m, options)
	if err != nil {
		return err
	}
	recording := measure.Recording{measure.Now: {Path: f.out, Run: measure.RunOf(ctx, m.root)}}
	if f.out == "" {
		dir, err := os.MkdirTemp("", "judge-bench-")
		if err != nil {
			return judgeFailed(err)
		}
		recording[measure.Now].Path = filepath.Join(dir, "record.txt")
	}
	if f.against != "" {
		against, remove, err := m.checkout(ctx, f.against)
		if err != nil {
			return err
		}
		defer remove()
		recording[measure.Base] = track.Record{Path: baseName(recording[measure.Now].Path), Run: against}
	}
	if err := m.record(ctx, recording); err != nil {
		return err
	}
	now, err := track.Read(recording[measure.Now].Path)
	if err == nil && f.against != "" {
		base, err = track.Read(recording[measure.Base].Path)
	}
	if err != nil {
		return judgeFailed(err)
	}
	return a.reportBench(f, base, now, options)
}

// baseOf finds the record to compare with, nil for none, and refuses one of another machine before anything is measured.
func (a *app) baseOf(f benchFlags, m *measuring, o track.Options) (*track.Record, error) {
	if f.against != "" {
		return nil, nil
	}
	if f.base == "" {
		base, passed, err := track.Newest(filepath.Join(m.root, "bench"), m.machine, track.Use{Keys: m.keys(), Counts: f.count == 0})
		for _, reason := range passed {
			fmt.Fprintf(a.stderr, "judge: not compared with: %s\n", reason)
		}
		if base == nil && err == nil {
			fmt.Fprintln(a.stderr, "judge: bench/ has no record of this machine (same processor, cores and sandbox) that can be compared with")
		}
		return base, err
	}
	base, err := track.Read(f.base)
	if err != nil {
		return nil, err
	}
	apart := m.machine.Apart(base.Machine)
	if len(apart) > 0 && !o.AcrossMachines && !(f.counts && base.HasCounts()) {
		return nil, fmt.Errorf("--base %s is of another machine (%s): compare exact counts with --counts, record a base here, or insist with --across-machines",
			f.base, strings.Join(apart, ", "))
	}
	return base, nil
}

// keys are what is to be measured.
func (m *measuring) keys() []track.Key {
	var keys []track.Key
	for _, e := range m.entries {
		for _, t := range e.Tests {
			keys = append(keys, track.Key{Problem: e.Problem.Name, Solution: e.Submission.Name, Test: t.Name})
		}
	}
	return keys
}

// baseName is the name of the other commit's record, beside today's.
func baseName(path string) string {
	ext := filepath.Ext(path)
	return strings.TrimSuffix(path, ext) + "-base" + ext
}

// reportBench writes the comparison, or the figures alone, and where they are recorded.
func (a *app) reportBench(f benchFlags, base, now *track.Record, o track.Options) error {
	if base == nil {
		return a.reportAlone(now)
	}
	c, err := track.Compare(base, now, o)
	if f.base == "" && errors.Is(err, track.ErrNothingInCommon) {
		fmt.Fprintf(a.stderr, "judge: nothing to compare with: %v\n", err)
		return a.reportAlone(now)
	}
	if err != nil {
		return errors.Join(err, fmt.Errorf("what was measured is in %s", now.Path))
	}
	err = report.Comparison(a.stdout, c, a.colored())
	fmt.Fprintf(a.stderr, "judge: compared %s with %s\n", now.Path, base.Path)
	if err == nil && len(c.Regressions())+len(c.Lost) > 0 {
		return exitError{status: statusUnexpected}
	}
	return err
}

func (a *app) reportAlone(now *track.Record) error {
	err := report.Samples(a.stdout, now)
	fmt.Fprintf(a.stderr, "judge: recorded in %s\n", now.Path)
	return err
}
