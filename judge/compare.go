package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/sampling"
	"dlxjudge/judge/measure/workload"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/chart"
	"dlxjudge/judge/tell/lab"
	"dlxjudge/judge/tell/outcome"
	"dlxjudge/judge/tell/usage"
)

// compareFlags are the flags of judge compare.
type compareFlags struct {
	measureFlags
	record       string
	time         time.Duration
	until        time.Time // by time; the zero time for never
	plot, growth string
}

func newCompareCommand(a *app) *cobra.Command {
	var f compareFlags
	cmd := &cobra.Command{
		Use:   "compare PROBLEM [APPROACH...] | --package DIR [APPROACH...]",
		Short: "Put the solutions of a problem side by side",
		Long: `Measure the solutions of a problem on its workloads, count their search nodes,
and put them side by side as a ladder: each is compared with the one before it,
and with the first. Without approaches, the order is that of
solutions/ladder.yaml. --plot draws what a case of each workload costs, --growth
how nodes and time grow with the size of the input. judge help measuring says
what is measured. If --time is too short for one sample of each, the exit status
is 1.`,
		Example: `  judge compare poj3074
  judge compare poj3074 --time 2m            # what two minutes can decide
  judge compare spojnqueen --growth growth.svg --out queens.txt
  judge compare spojnqueen backtrack dlx --record queens.txt
  judge compare poj3074 --count 40 --out sudoku.txt
  judge compare --package ~/contest/knapsack`,
		Args: func(cmd *cobra.Command, args []string) error {
			if f.pack != "" { // the package is the problem
				return nil
			}
			return usage.Args(1, usage.Any, "name a problem, and the approaches if not all are meant")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.pack == "" {
				return a.compare(cmd.Context(), f, args[0], args[1:])
			}
			name, approaches, err := a.onlyProblem(cmd.Context(), f.pack, args)
			if err != nil {
				return err
			}
			return a.compare(cmd.Context(), f, name, approaches)
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			return completeApproaches(f.pack, args, typed)
		},
	}
	f.measureFlags.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.record, "record", "", "use what the record `FILE` holds instead of measuring")
	flags.StringVar(&f.plot, "plot", "", "draw what a case of each workload costs into `FILE`, SVG or PNG by its name")
	flags.StringVar(&f.growth, "growth", "", "draw growth with the size of the input into `FILE`, SVG or PNG by its "+
		"name")
	flags.Var(quantity.Seconds(&f.time, 1e-3, 1e6), "time", "a budget for the whole command, in `SECONDS` (default: "+
		"as long as it takes); what is not decided by then is shown as undecided")
	cmd.MarkFlagsMutuallyExclusive("record", "out")
	cmd.MarkFlagsMutuallyExclusive("record", "time")
	return cmd
}

// compare measures, or reads, and shows.
func (a *app) compare(ctx context.Context, f compareFlags, name string, approaches []string) error {
	if err := f.check(false); err != nil {
		return err
	}
	if f.time > 0 {
		f.until = time.Now().Add(f.time)
	}
	if err := errors.Join(drawable("--plot", f.plot), drawable("--growth", f.growth)); err != nil {
		return err
	}
	order, err := ladderOrder(f.pack)
	if err != nil {
		return err
	}
	r, size, origin, short := a.recordOf(ctx, f, name, approaches, order)
	if short != nil && r == nil {
		return short
	}
	c, err := compare.Solutions(r, name, approaches, order)
	if err != nil {
		return err
	}
	if err := a.tell(f.json, func(w io.Writer) error { return lab.Ladder(w, c, a.style()) },
		func(w io.Writer) error { return lab.LadderJSON(w, c, origin) }); err != nil {
		return err
	}
	return errors.Join(draw(f, size, r, c), short)
}

// draw writes the charts that are asked for; size is what the size of a growing input is.
func draw(f compareFlags, size string, r *record.Record, c *compare.Ladder) error {
	if err := drawn(f.plot, func(w io.Writer, format chart.Format) error {
		return chart.Ladder(w, format, r, c.Problem, c.Names)
	}); err != nil {
		return err
	}
	return drawn(f.growth, func(w io.Writer, format chart.Format) error {
		return chart.Growth(w, format, r, c.Problem, c.Names, size)
	})
}

// drawable refuses a file that no chart can be drawn into, before anything is measured; "" is none.
func drawable(flag, file string) error {
	if file == "" {
		return nil
	}
	if _, err := chart.FormatOf(file); err != nil {
		return fmt.Errorf("%s %w", flag, err)
	}
	return outcome.Writable(flag, file)
}

// drawn writes a chart into a file, unless it is "".
func drawn(file string, draw func(io.Writer, chart.Format) error) error {
	if file == "" {
		return nil
	}
	format, err := chart.FormatOf(file)
	if err != nil {
		return err
	}
	return whole.Write(file, func(w io.Writer) error { return draw(w, format) })
}

// recordOf reads the record that the flags name, or measures. With --growth, size says what the size of an input is.
func (a *app) recordOf(ctx context.Context, f compareFlags, name string,
	approaches, order []string) (r *record.Record, size string, origin lab.Origin, err error) {
	if f.record != "" && f.growth == "" { // the problem need not be here
		r, err = record.Read(f.record)
		return r, "", origin, err
	}
	selected, err := a.pickOne(ctx, f.pack, name, approaches)
	if err != nil {
		return nil, "", origin, err
	}
	var set *workload.Set
	if f.growth != "" {
		if set, err = workload.Read(selected.Set.Problems[0]); err != nil {
			return nil, "", origin, err
		}
		if set.Growth == nil {
			return nil, "", origin, fmt.Errorf("%s: no growth; it says how to make inputs of growing size; write it "+
				"like those of other problems", workload.File(selected.Set.Problems[0]))
		}
		size = set.Growth.Size
	}
	if f.record != "" {
		r, err = record.Read(f.record)
		return r, size, origin, err
	}
	session, close, err := a.newSession(ctx, f.measureFlags, selected)
	if err != nil {
		return nil, "", origin, err
	}
	defer close()
	made := func(e sampling.Entry) bool { return e.Set != nil && len(e.Set.Workloads) > 0 }
	if f.plot != "" && !slices.ContainsFunc(session.Entries, made) {
		return nil, "", origin, fmt.Errorf("--plot: %s has no workloads to draw; write some in %s", name,
			workload.File(selected.Set.Problems[0]))
	}
	session.All, session.Until = true, f.until
	if session.Ladder = approaches; len(approaches) == 0 {
		for _, e := range session.Entries {
			session.Ladder = append(session.Ladder, e.Submission.Name)
		}
		session.Ladder = compare.Rungs(session.Ladder, order)
	}
	if set != nil {
		for i := range session.Entries {
			e := &session.Entries[i]
			e.Set, e.Inputs = set, slices.Concat(e.Inputs, set.Growth.Inputs)
		}
	}
	records, err := a.measured(ctx, session)
	return records[sampling.Now], size, a.originOf(ctx, f.measureFlags, session), err
}

// ladderOrder is the order of the checkout's solutions. There is none where there is no checkout, as a record can be
// read anywhere.
func ladderOrder(pack string) ([]string, error) {
	roots, err := pick.FindTree()
	if err != nil || pack != "" {
		return nil, nil
	}
	return problem.Ladder(roots)
}
