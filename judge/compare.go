package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/compare"
	"dlxjudge/judge/grade"
	"dlxjudge/judge/measure"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/record"
	"dlxjudge/judge/report"
	"dlxjudge/judge/report/chart"
	"dlxjudge/judge/strictyaml"
)

// compareFlags are the flags of judge compare.
type compareFlags struct {
	measureFlags
	from         string
	plot, growth string
}

func newCompareCommand(a *app) *cobra.Command {
	var f compareFlags
	cmd := &cobra.Command{
		Use:   "compare PROBLEM [APPROACH...]",
		Short: "Put the solutions of a problem side by side",
		Long: `Measure the solutions of a problem, count their statements and search nodes, and put them side by side, group by group
of tests. The last approach is the one that the others are compared with; without any, that is backtrack.

A run that is stopped at the time limit gives a bound: ">1.500s", and a speed-up ">350×".

--plot draws how many tests each solves within a time. --growth also measures inputs of growing size, which the problem's
generator makes as generators/growth.yaml says, and draws nodes and time over their size.`,
		Example: `  judge compare poj3074
  judge compare spojnqueen --plot solved.svg --growth growth.svg --out queens.txt
  judge compare spojnqueen dlx backtrack --from queens.txt`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.compare(cmd.Context(), f, args[0], args[1:]) },
		ValidArgsFunction: func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			return completeApproaches(args, typed)
		},
	}
	f.measureFlags.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.from, "from", "", "use what the record `FILE` holds instead of measuring")
	flags.StringVar(&f.plot, "plot", "", "draw tests solved against time into `FILE.svg`")
	flags.StringVar(&f.growth, "growth", "", "draw growth with the size of the input into `FILE.svg`")
	cmd.MarkFlagsMutuallyExclusive("from", "out")
	return cmd
}

// compare measures, or reads, and shows.
func (a *app) compare(ctx context.Context, f compareFlags, name string, approaches []string) error {
	f.counts, f.all = true, true
	if err := f.check(); err != nil {
		return err
	}
	for flag, file := range map[string]string{"plot": f.plot, "growth": f.growth} {
		if file != "" && !isFolder(filepath.Dir(file)) {
			return fmt.Errorf("--%s %s: there is no folder %s", flag, file, filepath.Dir(file))
		}
		if file != "" && filepath.Ext(file) != ".svg" {
			return fmt.Errorf("--%s %s: charts are written as SVG; choose a name that ends in .svg", flag, file)
		}
	}
	var grow *growing
	if f.growth != "" {
		var err error
		if grow, err = growthOf(name); err != nil {
			return err
		}
	}
	r, err := a.recordOf(ctx, f, grow, name, approaches)
	if err != nil {
		return err
	}
	c, err := compare.Solutions(r, name, approaches)
	if err != nil {
		return err
	}
	if err := report.Approaches(a.stdout, c, a.colored()); err != nil {
		return judgeFailed(err)
	}
	return draw(f, grow, r, c)
}

// draw writes the charts that are asked for.
func draw(f compareFlags, grow *growing, r *record.Record, c *compare.Approaches) error {
	if f.plot != "" {
		if err := writeWhole(f.plot, func(w io.Writer) error { return chart.Cactus(w, r, c.Problem, c.Names) }); err != nil {
			return err
		}
	}
	if grow == nil {
		return nil
	}
	return writeWhole(f.growth, func(w io.Writer) error { return chart.Growth(w, r, c.Problem, c.Names, grow.how.Size) })
}

// growing is a problem with how its inputs grow.
type growing struct {
	problem *problem.Problem
	how     *measure.Growth
}

func growthOf(name string) (*growing, error) {
	p, err := problemOf(name)
	if err != nil {
		return nil, err
	}
	how, err := measure.ReadGrowth(p)
	return &growing{p, how}, err
}

// problemOf loads the one problem of that name: globs are for other commands.
func problemOf(name string) (*problem.Problem, error) {
	roots, err := findTree()
	if err != nil {
		return nil, err
	}
	names, err := problem.Names(roots)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(names, name) {
		first, rest, _ := strings.Cut(name, "/")
		if !slices.Contains(names, first) {
			first = "PROBLEM"
		}
		return nil, fmt.Errorf("%s (write it as: judge compare %s)", grade.NoProblem(name, names), strings.TrimSpace(first+" "+rest))
	}
	set, err := problem.Load(roots, func(other string) bool { return other == name })
	if err != nil {
		return nil, err
	}
	return set.Problems[0], nil
}

// recordOf reads the record that the flags name, or measures.
func (a *app) recordOf(ctx context.Context, f compareFlags, grow *growing, name string, approaches []string) (*record.Record, error) {
	if f.from != "" {
		r, err := record.Read(f.from)
		if err == nil && f.verbose {
			fmt.Fprintf(a.stderr, "judge: %s was measured with the %s backend\n", f.from, r.Machine.Backend)
		}
		return r, err
	}
	p, err := problemOf(name)
	if err != nil {
		return nil, err
	}
	var solutions []string
	for _, s := range p.Submissions {
		if s.Solution {
			solutions = append(solutions, s.Name)
		}
	}
	patterns := []string{name}
	for i, approach := range approaches {
		if !slices.Contains(solutions, approach) {
			return nil, fmt.Errorf("no solution %q of %s%s", approach, name, strictyaml.Instead(approach, solutions))
		}
		patterns = append(patterns[:i], name+"/"+approach)
	}
	m, err := a.newMeasuring(ctx, f.measureFlags, patterns)
	if err != nil {
		return nil, err
	}
	defer m.Close()
	if grow != nil {
		dir, err := os.MkdirTemp(m.box.Scratch(), "growing-")
		if err != nil {
			return nil, judgeFailed(err)
		}
		if err := m.grow(ctx, grow, dir); ctx.Err() != nil {
			return nil, interruptedEarly()
		} else if err != nil {
			return nil, err
		}
	}
	records, err := m.record(ctx)
	return records[measure.Now], err
}

// grow adds inputs of growing size to what is measured.
func (m *measuring) grow(ctx context.Context, grow *growing, dir string) error {
	sized, err := grow.how.Make(ctx, m.cache, grow.problem, dir)
	if err != nil {
		return err
	}
	for _, e := range slices.Clone(m.entries) {
		m.entries = append(m.entries, grade.Entry{Problem: sized, Submission: e.Submission, Tests: sized.Tests})
	}
	return nil
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
