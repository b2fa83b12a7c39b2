package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/compare"
	"dlxjudge/judge/measure"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/record"
	"dlxjudge/judge/report"
)

// benchFlags are the flags of judge bench.
type benchFlags struct {
	measureFlags
	counts         bool
	base, against  string
	threshold      float64
	acrossMachines bool
}

func newBenchCommand(a *app) *cobra.Command {
	var f benchFlags
	cmd := &cobra.Command{
		Use:   "bench [PATTERN...]",
		Short: "Measure runtimes, record them, and compare them with earlier ones",
		Long: `Measure the solutions' CPU time and memory on their problems' workloads, record
the samples in the Go benchmark format (--out), and say with statistics whether
anything became slower. Only what is accepted is measured, one program at a time,
on one core, in shuffled rounds.

A workload is an input of many cases that a generator makes; a slower solution is
given the first of them. A problem without workloads is measured on its tests,
and so is what a PATTERN names: 'poj3074/dlx:secret/hard' is a group of tests,
'poj3074/dlx:workload/hard' a workload.

Without --base, the newest record of this machine in bench/ is compared with. A
regression is a statistically significant rise above the threshold, or a rise of
an exact count by more than 0.5%; then the exit status is 1.`,
		Example: `  judge bench --out bench/today.txt
  judge bench --against HEAD~1 'poj3074/dlx'
  judge bench --counts --count 0 --base bench/today.txt     exact counts alone: a gate without noise`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return a.bench(cmd.Context(), f, args) },
		ValidArgsFunction: func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			return completePatterns(f.pack, typed)
		},
	}
	f.measureFlags.add(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&f.counts, "counts", false, "count statements and search nodes, too")
	flags.StringVar(&f.base, "base", "", "compare with the record `FILE` (default: the newest of this machine in bench/)")
	flags.StringVar(&f.against, "against", "", "compare with the solutions of another commit, `GITREF`, measured in turns with these")
	f.threshold = 2
	flags.Var(number{&f.threshold, "a percentage as a number, such as 2 or 0.5"}, "threshold", "rise of time or memory, in `PERCENT`, above which it is a regression")
	flags.BoolVar(&f.acrossMachines, "across-machines", false, "compare times of different machines, too")
	cmd.MarkFlagsMutuallyExclusive("base", "against")
	cmd.MarkFlagsMutuallyExclusive("package", "against")
	return cmd
}

// bench measures, records, compares and reports.
func (a *app) bench(ctx context.Context, f benchFlags, args []string) error {
	if err := f.check(f.counts, f.against != ""); err != nil {
		return err
	}
	if !(f.threshold >= 0 && f.threshold <= 1000) { // a NaN is neither
		return fmt.Errorf("--threshold %g: give a percentage between 0 and 1000", f.threshold)
	}
	selected, err := a.pick(ctx, f.pack, args, problem.Load)
	if err != nil {
		return err
	}
	session, close, err := a.newSession(ctx, f.measureFlags, selected)
	if err != nil {
		return err
	}
	defer close()
	session.Counts = f.counts
	options := compare.Options{Threshold: f.threshold / 100, AcrossMachines: f.acrossMachines, InTurns: f.against != ""}
	base, err := a.baseOf(f, session, options)
	if err != nil {
		return err
	}
	session.Like = base
	if f.against != "" {
		remove, err := session.Against(ctx, f.against)
		switch {
		case err != nil && ctx.Err() != nil:
			return interruptedEarly()
		case err != nil:
			return err
		}
		defer remove()
	}
	records, err := a.measured(ctx, session)
	if err != nil {
		return err
	}
	if f.against != "" {
		base = records[measure.Base]
	}
	return a.reportBench(f, session, args, base, records[measure.Now], options)
}

// baseOf finds the record to compare with, nil for none, and refuses one of another machine, and one without the counts
// that alone are asked for, before anything is measured.
func (a *app) baseOf(f benchFlags, s *measure.Session, o compare.Options) (*record.Record, error) {
	if f.against != "" {
		return nil, nil
	}
	base, err := a.readBase(f, s)
	if base == nil || err != nil {
		return nil, err
	}
	switch {
	case !f.counts || base.HasCounts():
	case f.count == 0:
		return nil, fmt.Errorf("%s holds no counts; record it with --counts", base.Path)
	default:
		a.say("note: no counts are compared: %s holds none; record it with --counts", base.Path)
	}
	apart := s.Machine.Apart(base.Machine)
	if len(apart) == 0 || o.AcrossMachines || f.counts && base.HasCounts() {
		return base, nil
	}
	advice := "record a base here, or insist with --across-machines"
	if base.HasCounts() {
		advice = "compare exact counts with --counts, " + advice
	}
	return nil, fmt.Errorf("--base %s is of another machine (%s): %s", f.base, strings.Join(apart, ", "), advice)
}

// readBase reads what --base names, or the newest record in bench/ that is of use.
func (a *app) readBase(f benchFlags, s *measure.Session) (*record.Record, error) {
	if f.base != "" {
		return record.Read(f.base)
	}
	base, passed, err := compare.Newest(filepath.Join(s.Root, "bench"), s.Machine, compare.Use{Keys: s.Keys(), Counts: f.count == 0})
	for _, reason := range passed {
		a.say("not compared with: %s", reason)
	}
	if base == nil && err == nil {
		a.say("bench/ has no record of this machine (same processor, cores and sandbox) that can be compared with")
	}
	return base, err
}

// reportBench writes the comparison, or the figures alone, and where they are recorded. A regression beside a recorded
// base may be noise; print how to confirm it.
func (a *app) reportBench(f benchFlags, s *measure.Session, patterns []string, base, now *record.Record, o compare.Options) error {
	defer func() {
		if f.out == "" {
			a.say("not recorded; --out FILE keeps the samples")
		} else {
			a.say("recorded in %s", strings.Join(s.Paths(), " and "))
		}
	}()
	if base == nil {
		return report.Samples(a.stdout, now)
	}
	c, err := compare.Records(base, now, o)
	if f.base == "" && errors.Is(err, compare.ErrNothingInCommon) {
		a.say("nothing to compare with: %v", err)
		return report.Samples(a.stdout, now)
	}
	if err != nil {
		return err
	}
	err = report.Comparison(a.stdout, c, a.colored())
	a.say("compared %s with %s", now.Path, base.Path)
	regressions := c.Regressions()
	if err != nil || len(regressions)+len(c.Lost) == 0 {
		return err
	}
	measured := slices.ContainsFunc(regressions, func(t compare.Table) bool { return !t.Unit.Exact() })
	if f.against == "" && measured && base.Run.Commit != "" && !base.Run.Dirty {
		a.say("confirm it with: judge bench --against %s%s", base.Run.Name(), quoted(patterns))
	}
	return exitError{status: statusUnexpected}
}

// quoted are arguments as a shell takes them, each behind a blank.
func quoted(args []string) string {
	var b strings.Builder
	for _, arg := range args {
		b.WriteByte(' ')
		if !plainWord.MatchString(arg) {
			arg = "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
		}
		b.WriteString(arg)
	}
	return b.String()
}

var plainWord = regexp.MustCompile(`^[a-zA-Z0-9/:_.-]+$`)
