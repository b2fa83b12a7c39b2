package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/sampling"
	"dlxjudge/judge/measure/workload"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/chart"
	"dlxjudge/judge/tell/outcome"
	"dlxjudge/judge/tell/reports"
	"dlxjudge/judge/tell/usage"
)

// compareFlags holds the flags of "judge compare".
type compareFlags struct {
	measureFlags
	record       string
	time         time.Duration
	until        time.Time // when the budget of --time ends; zero without --time
	plot, growth string
}

func newCompareCommand(a *app) *cobra.Command {
	var f compareFlags
	cmd := &cobra.Command{
		Use:   "compare PROBLEM [APPROACH...] | --package DIR [APPROACH...]",
		Short: "Put the solutions of a problem side by side",
		Long: `Measure the solutions of a problem on its workloads, and count their search
nodes. The solutions form a ladder: each is compared with the one before it, and
with the first. If you name no approaches, all are measured, in the order of
solutions/ladder.yaml. --plot draws the cost per case of each workload, --growth
how nodes and time grow with the input. "judge help measuring" has the details.
If --time is too short for one sample of each solution, the exit status is 1,
and the report shows what is known. If nothing is known, it shows the record in
bench/charts/; if there is no record, measuring continues.`,
		Example: `  judge compare poj3074 --record bench/charts/poj3074.txt
  judge compare poj3074 knuth-cpp ~/try.cpp  # a program from anywhere
  judge compare poj3074 --time 2m            # what two minutes can decide
  judge compare poj3074
  judge compare spojnqueen --growth growth.svg --out queens.txt
  judge compare spojnqueen backtrack dlx --record queens.txt
  judge compare poj3074 --count 40 --out sudoku.txt
  judge compare --package ~/contest/knapsack`,
		Args: func(cmd *cobra.Command, args []string) error {
			if f.pack != "" { // the package is the problem
				return nil
			}
			return usage.Args(1, usage.Any, "name a problem, and approaches unless you want all of them")(cmd, args)
		},
		RunE:              func(cmd *cobra.Command, args []string) error { return a.compare(cmd.Context(), f, args) },
		ValidArgsFunction: completeApproaches(&f.pack),
	}
	f.measureFlags.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.record, "record", "", "compare the samples in `FILE`; measure nothing")
	flags.StringVar(&f.plot, "plot", "", "draw the figures into `FILE.svg` or FILE.png, too")
	flags.StringVar(&f.growth, "growth", "", "plot nodes and time against the input's size to `FILE` (.svg or .png)")
	flags.Var(quantity.Seconds(&f.time, 1e-3, 1e6), "time", timeUsage)
	cmd.MarkFlagsMutuallyExclusive("record", "out")
	cmd.MarkFlagsMutuallyExclusive("record", "time")
	cmd.MarkFlagsMutuallyExclusive("record", "count")
	return cmd
}

// compare measures solutions, or reads their record, and shows them side by side.
func (a *app) compare(ctx context.Context, f compareFlags, args []string) error {
	if err := f.check(false); err != nil {
		return err
	}
	if f.time > 0 {
		f.until = time.Now().Add(f.time)
	}
	if err := errors.Join(checkChart("--plot", f.plot), checkChart("--growth", f.growth)); err != nil {
		return err
	}
	order, err := ladderOrder(f.pack)
	if err != nil {
		return err
	}
	l, short := a.ladder(ctx, f, args, order)
	if errors.As(short, new(*sampling.ShortError)) && l.record == nil { // fall back to a recorded answer
		l.record, _ = record.Read(l.recorded)
	}
	if short != nil && l.record == nil {
		return short
	}
	c, err := compare.Solutions(l.record, l.problem, l.approaches, order)
	if err != nil {
		return err
	}
	if err := a.writeReport(f.json, func(w io.Writer) error { return reports.Ladder(w, c, a.style()) },
		func(w io.Writer) error { return reports.LadderJSON(w, c, l.origin) }); err != nil {
		return err
	}
	return errors.Join(writeChart(f.plot, func(w io.Writer, format chart.Format) error {
		return chart.Ladder(w, format, c)
	}), writeChart(f.growth, func(w io.Writer, format chart.Format) error {
		return chart.Growth(w, format, l.record, c.Problem, c.Names, l.size)
	}), short)
}

// checkChart returns an error if no chart can be written to file. It is called before anything is measured. If file is
// "", no chart is wanted.
func checkChart(flag, file string) error {
	if file == "" {
		return nil
	}
	if _, err := chart.FormatOf(file); err != nil {
		return fmt.Errorf("%s %w", flag, err)
	}
	return outcome.Writable(flag, file)
}

// writeChart writes a chart to file. If file is "", it does nothing.
func writeChart(file string, draw func(io.Writer, chart.Format) error) error {
	if file == "" {
		return nil
	}
	format, err := chart.FormatOf(file)
	if err != nil {
		return err
	}
	return whole.Write(file, func(w io.Writer) error { return draw(w, format) })
}

// ladder holds the solutions to compare, and their measurements.
type ladder struct {
	record     *record.Record
	problem    string
	approaches []string // empty for all
	recorded   string   // path of the checkout's record of this ladder, which may be missing
	size       string   // what is counted as the size of a growing input, such as "rows of the board"
	origin     reports.Origin
}

// ladder reads the record that the flags name, or measures the solutions.
func (a *app) ladder(ctx context.Context, f compareFlags, args, order []string) (l ladder, err error) {
	if f.record != "" && f.growth == "" && f.pack == "" { // the problem may be missing in this checkout
		l.problem, l.approaches = args[0], args[1:]
		l.record, err = record.Read(f.record)
		return l, err
	}
	selected, approaches, err := a.pickLadder(ctx, f.pack, args)
	if err != nil {
		return l, err
	}
	p := selected.Set.Problems[0]
	l.problem, l.approaches = p.Name, approaches
	var set *workload.Set
	if f.growth != "" {
		if set, err = workload.Read(p); err != nil {
			return l, err
		}
		if set.Growth == nil {
			return l, fmt.Errorf("%s: the key \"growth\" is missing; it says how to make larger and larger inputs; "+
				"see the files of other problems", workload.File(p))
		}
		l.size = set.Growth.Size
	}
	if f.record != "" {
		l.record, err = record.Read(f.record)
		return l, err
	}
	session, err := a.newSession(ctx, f.measureFlags, selected)
	if err != nil {
		return l, err
	}
	made := func(e sampling.Entry) bool { return e.Set != nil && len(e.Set.Workloads) > 0 }
	if f.plot != "" && !slices.ContainsFunc(session.Entries, made) {
		return l, fmt.Errorf("--plot: %s has no workloads to draw; add some to %s", p.Name, workload.File(p))
	}
	if f.pack == "" {
		l.recorded = filepath.Join(session.Root, "bench", "charts", p.Name+".txt")
	}
	if _, err := os.Stat(l.recorded); err == nil {
		a.say("note: there is a record of these solutions; to show it: judge compare%s --record%s",
			legible.Words(args...), legible.Words(l.recorded))
	}
	session.All, session.Until, session.Ladder = true, f.until, approaches
	var names []string
	for i := range session.Entries {
		e := &session.Entries[i]
		names = append(names, e.Submission.Name)
		if set != nil {
			e.Set, e.Inputs = set, slices.Concat(e.Inputs, set.Growth.Inputs)
		}
	}
	if approaches == nil {
		session.Ladder = compare.Rungs(names, order)
	}
	_, unrecorded := os.Stat(l.recorded)
	var short error // of the first attempt
	for budget := f.time; ; {
		records, err := a.measured(ctx, session)
		l.record, l.origin = records[sampling.Now], a.originOf(ctx, f.measureFlags, session)
		err = cmp.Or(err, short)
		if l.record != nil || unrecorded == nil || !errors.As(err, new(*sampling.ShortError)) || ctx.Err() != nil {
			return l, err
		}
		more := max(2*budget, 2*time.Second)
		a.say("note: nothing was measured in %v, and there is no record to show; continuing for %v", budget, more)
		budget, session.Until, short = more, time.Now().Add(more), err
	}
}

// pickLadder picks solutions of the problem that the first argument names, or of the only problem of a package. The
// other arguments name approaches, whose full names pickLadder returns. Without other arguments, it picks all
// solutions.
func (a *app) pickLadder(ctx context.Context, pack string, args []string) (s *pick.Picked, approaches []string,
	err error) {
	named := args[:min(len(args), 1)]
	if pack != "" {
		roots, _, err := a.picker.RootsOf(ctx, pack)
		if err != nil {
			return nil, nil, err
		}
		if !roots.Several() {
			named = nil
		}
	}
	if s, err = a.picker.Pick(ctx, pack, named, problem.Load); err != nil {
		return nil, nil, err
	}
	if len(s.Set.Problems) != 1 {
		return nil, nil, fmt.Errorf("there are %d problems; name one first, and then its approaches",
			len(s.Set.Problems))
	}
	p := s.Set.Problems[0]
	rest := args[len(named):]
	if len(rest) > 0 {
		s.Patterns = nil
	}
	for _, approach := range rest {
		program, err := pick.ProgramOf(p, approach, loose.Options{})
		if err != nil {
			return nil, nil, err
		}
		if program.Stranger() {
			p.Submissions = append(p.Submissions, program)
		}
		pattern, err := pick.ParsePattern(pick.Literal(p.Name) + "/" + pick.Literal(program.Name))
		if err != nil {
			return nil, nil, err
		}
		s.Patterns, approaches = append(s.Patterns, pattern), append(approaches, program.Name)
	}
	return s, approaches, nil
}

// ladderOrder returns the names of solutions in the order of the checkout's ladder. It returns none for a package, and
// outside a checkout.
func ladderOrder(pack string) ([]string, error) {
	roots, err := pick.FindTree()
	if err != nil || pack != "" {
		return nil, nil
	}
	return problem.Ladder(roots)
}
