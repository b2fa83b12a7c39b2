package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/sampling"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/outcome"
	"dlxjudge/judge/tell/reports"
)

// benchFlags holds the flags of "judge bench".
type benchFlags struct {
	measureFlags
	base, against string
	threshold     float64

	strict bool

	// The next two fields apply only to --against and to commands.
	time   time.Duration
	rounds bool // whether --count limits the number of rounds

	commandFlags
}

func newBenchCommand(a *app) *cobra.Command {
	var f benchFlags
	cmd := &cobra.Command{
		Use:   "bench [PATTERN...] | -- COMMAND -- COMMAND...",
		Short: "Measure runtimes, record them, and compare them with earlier ones",
		Long: `Measure the solutions' CPU time and memory, record them (--out), and compare
them with a record (--base; by default this machine's newest in bench/) or, in
turns, with another commit (--against). See "judge help measuring".

With COMMANDs, measure any commands in turns, and compare each with the first.
--prepare, --ignore-failure and --wall are for commands only.

Exit status: 1 after a regression; with --strict, also if a time is undecided.`,
		Example: `  judge bench --out bench/today.txt
  judge bench --against HEAD~1 'poj3074/dlx'
  judge bench poj3074/dlx ~/try.cpp
  judge bench --count 0 --base bench/today.txt   # only exact counts
  judge bench -- ./a -- ./b < in                 # commands of your own`,
		RunE: func(cmd *cobra.Command, args []string) error {
			commands := cmd.ArgsLenAtDash() >= 0
			if f.against != "" || commands {
				f.rounds = cmd.Flags().Changed("count")
				if !cmd.Flags().Changed("threshold") {
					f.threshold = 3
				}
			}
			switch {
			case cmd.ArgsLenAtDash() > 0:
				return fmt.Errorf("%s is before the commands, which begin after the first --; leave it out, or "+
					"leave out the commands", legible.Line(args[0]))
			case commands && (f.base != "" || f.against != "" || f.pack != "" || f.out != ""):
				return errors.New("commands are compared with each other: leave out --base, --against, --package " +
					"and --out")
			case !commands && (f.prepare != "" || f.anyExit || f.wall):
				return errors.New("--prepare, --ignore-failure and --wall are for commands: " + commandsExample)
			case !commands && f.against == "" && cmd.Flags().Changed("time"):
				return errors.New("--time is for --against and for commands, which are measured until it is known " +
					"which is slower; add --against GITREF, or leave --time out")
			case commands:
				return a.benchCommands(cmd.Context(), f, args)
			}
			return a.bench(cmd.Context(), f, args)
		},
		ValidArgsFunction: completePatterns(&f.pack),
	}
	f.measureFlags.add(cmd)
	f.commandFlags.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.base, "base", "", "compare with the record `FILE` (default: the newest of this machine in "+
		"bench/)")
	flags.StringVar(&f.against, "against", "", "measure the solutions in turns with those of another commit, "+
		"`GITREF`, and compare both")
	f.threshold = 2
	flags.Var(quantity.Of(&f.threshold, "a percentage", "2 or 0.5", 0, 1000), "threshold",
		"a rise of time or memory by more than `PERCENT` is a regression; with --against or commands, the rise to "+
			"rule out, by default 3")
	f.time = 3 * time.Minute
	flags.Var(quantity.Seconds(&f.time, 1e-3, 1e6), "time", timeUsage)
	flags.BoolVar(&f.strict, "strict", false, "also end with status 1 if something is undecided")
	cmd.MarkFlagsMutuallyExclusive("base", "against")
	cmd.MarkFlagsMutuallyExclusive("package", "against")
	return cmd
}

// bench measures, records, compares and reports.
func (a *app) bench(ctx context.Context, f benchFlags, args []string) error {
	if err := f.check(f.against != ""); err != nil {
		return err
	}
	a.picker.Strangers = true
	selected, err := a.picker.Pick(ctx, f.pack, args, problem.Load)
	if err != nil {
		return err
	}
	session, err := a.newSession(ctx, f.measureFlags, selected)
	if err != nil {
		return err
	}
	threshold := f.threshold / 100
	if f.against != "" {
		session.Time = f.time
		if f.rounds {
			session.Most = f.count
		}
		session.Decided = a.decided(threshold, func(text string) { session.Note(text) })
		remove, err := session.Against(ctx, f.against)
		if ctx.Err() != nil && err != nil {
			return interruptedEarly()
		}
		if err != nil {
			return err
		}
		defer remove()
	} else if session.Like, err = a.baseOf(f, session); err != nil {
		return err
	}
	records, err := a.measured(ctx, session)
	if err != nil {
		return err
	}
	now, base := records[sampling.Now], cmp.Or(records[sampling.Base], session.Like)
	c, err := f.compared(base, now, threshold)
	if f.base == "" && errors.Is(err, compare.ErrNothingInCommon) {
		a.say("nothing to compare with: %v", err)
		c, err = compare.Summary(now), nil
	}
	if err != nil {
		return err
	}
	origin := a.originOf(ctx, f.measureFlags, session)
	if err := a.writeReport(f.json, func(w io.Writer) error { return reports.Comparison(w, c, a.style()) },
		func(w io.Writer) error { return reports.ComparisonJSON(w, c, origin) }); err != nil {
		return err
	}
	if c.Base != nil {
		a.say("compared %s with %s; the seed was %d", now.Path, base.Path, session.Seed)
	}
	if !c.Paired && c.TimeIsWorse() && f.pack == "" && base.Run.Commit != "" && !base.Run.Dirty { // it may be noise
		a.say("confirm it with: judge bench --against %s%s", base.Run.Name(), legible.Words(args...))
	}
	if f.out == "" {
		a.say("not recorded; --out FILE keeps the samples")
	} else {
		a.say("recorded in %s", strings.Join(session.Paths(), " and "))
	}
	err = f.ended(c)
	if c.Paired {
		err = errors.Join(outcome.Summary(func(w io.Writer) error { return reports.ComparisonMarkdown(w, c) }), err)
	}
	return err
}

// compared compares two records or, without a base, returns the figures of one.
func (f benchFlags) compared(base, now *record.Record, threshold float64) (*compare.Comparison, error) {
	switch {
	case f.against != "":
		return compare.InTurns(base, now, threshold), nil
	case base == nil:
		return compare.Summary(now), nil
	}
	return compare.Records(base, now, threshold)
}

// ended returns the error that ends a comparison, or nil.
func (f benchFlags) ended(c *compare.Comparison) error {
	return findings(c.Worse || f.strict && c.Undecided() > 0)
}

// baseOf returns the record to compare with, or nil. It is called before anything is measured. It refuses a record
// without counts in two cases: only counts are wanted, or the record is from another machine.
func (a *app) baseOf(f benchFlags, s *sampling.Session) (*record.Record, error) {
	base, err := a.readBase(f, s)
	if base == nil || err != nil {
		return nil, err
	}
	counts := base.HasCounts()
	switch {
	case counts:
	case f.count == 0:
		return nil, fmt.Errorf("%s holds no counts; record it again", base.Path)
	default:
		a.say("note: counts are not compared, because %s holds none; record it again", base.Path)
	}
	apart := s.Machine.Apart(base.Machine)
	switch {
	case len(apart) == 0:
	case !counts:
		return nil, fmt.Errorf("--base %s is from another machine (%s): record a base here", f.base,
			strings.Join(apart, ", "))
	case f.count > 0:
		a.say("note: only exact counts will be compared, because %s is from another machine (%s); to skip the timing, "+
			"use --count 0", base.Path, strings.Join(apart, ", "))
	}
	return base, nil
}

// readBase reads the record that --base names, or the newest suitable record in bench/.
func (a *app) readBase(f benchFlags, s *sampling.Session) (*record.Record, error) {
	if f.base != "" {
		return record.Read(f.base)
	}
	base, passed, err := compare.Newest(filepath.Join(s.Root, "bench"), s.Machine, s.Keys(), f.count == 0)
	few := legible.Few(passed, 1)
	switch {
	case base == nil && err == nil:
		a.say("bench/ has no record of this machine (same processor, cores, sandbox and host) that can be compared "+
			"with%s", strings.TrimSuffix(": "+few, ": "))
	case len(passed) > 0:
		a.say("not compared with: %s", few)
	}
	return base, err
}

// decided returns a function that reports whether there are enough samples. If there are too few after 20 s, that
// function calls note once, with what is known so far.
func (a *app) decided(threshold float64, note func(string)) sampling.Decided {
	open := soFar()
	return func(base, now *record.Record, program record.Program) bool {
		enough := compare.Decided(base, now, program, threshold)
		if !enough && open() {
			note(reports.SoFar(program.String(), compare.SoFar(base, now, program)))
		}
		return enough
	}
}

// soFar returns a function that returns true once, more than 20 s after its first call.
func soFar() func() bool {
	var start time.Time
	noted := false
	return func() bool {
		if start.IsZero() {
			start = time.Now()
		}
		if noted || time.Since(start) <= 20*time.Second {
			return false
		}
		noted = true
		return true
	}
}
