package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/author/mutate"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/lab"
	"dlxjudge/judge/tell/outcome"
)

// mutantsFlags are the flags of judge mutants.
type mutantsFlags struct {
	pack    string
	sample  int
	seed    uint64
	jobs    int
	backend string
	verbose bool
	json    string
}

func newMutantsCommand(a *app) *cobra.Command {
	var f mutantsFlags
	cmd := &cobra.Command{
		Use:   "mutants PROBLEM/PROGRAM",
		Short: "List small faults in a program that the tests do not catch",
		Long: `Plant small faults in a solution, one at a time: other operators, constants larger
or smaller by one, turned conditions. Each mutant is judged on the tests that the
solution passes, until one catches it. Those that none catches are listed, each
with its change: add a test for it, as judge stress may find one, or mark it in
problems/PROBLEM/mutants.yaml with the reason why it changes nothing.

PROGRAM may also be output_validator, the problem's checker. Its mutants are
caught if an output of a solution is rejected, all outputs of a wrong program are
accepted, or an output in valid_output or invalid_output gets the wrong verdict.

Exit status: 0 if all are caught or marked, 1 if not, or if a mark is stale.`,
		Example: `  judge mutants poj3074/backtrack
  judge mutants poj3076/bits --sample 50
  judge mutants spojnqueen/output_validator`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.mutants(cmd.Context(), f, args[0]) },
		ValidArgsFunction: func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			return completePatterns(f.pack, typed)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.pack, "package", "", "take the problem package in `DIR` (or a .zip or .kpp file) instead of "+
		"this checkout")
	flags.IntVar(&f.sample, "sample", 0, "judge so many mutants, chosen at random (default: all)")
	flags.Uint64Var(&f.seed, "seed", 1, "`NUMBER` that the choice of --sample follows from")
	flags.IntVarP(&f.jobs, "jobs", "j", runtime.NumCPU(), "mutants side by side")
	flags.StringVar(&f.backend, "backend", "", "run programs with this sandbox instead of the best that works here")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "list the mutants that are caught as well, and by which test")
	addJSON(cmd, &f.json)
	return cmd
}

// mutants judges the mutants of one program.
func (a *app) mutants(ctx context.Context, f mutantsFlags, name string) error {
	if f.jobs < 1 || f.jobs > 64 {
		return fmt.Errorf("-j %d: give a number from 1 to 64", f.jobs)
	}
	if f.sample < 0 {
		return fmt.Errorf("--sample %d: give the number of mutants to judge", f.sample)
	}
	if err := outcome.Writable("--json", f.json); err != nil {
		return err
	}
	problemName, program, found := strings.Cut(name, "/")
	if !found || program == "" {
		return fmt.Errorf("%q: name a program of a problem, such as poj3074/backtrack", name)
	}
	s, err := a.picker.Pick(ctx, f.pack, []string{problemName}, problem.Load)
	if err != nil {
		return err
	}
	if len(s.Set.Problems) != 1 {
		return fmt.Errorf("%q names %d problems; give one", problemName, len(s.Set.Problems))
	}
	p := s.Set.Problems[0]
	checker := slices.IndexFunc(p.Checkers, func(c problem.Source) bool { return c.Name == program })
	var submission problem.Submission
	switch {
	case checker >= 0:
		submission = problem.Submission{Source: p.Checkers[checker], Name: program}
	case p.SubmitAnswer:
		return fmt.Errorf("the submissions of %s are outputs, in which no fault can be planted", p.Name)
	default:
		if submission, err = programOf(p, program); err != nil {
			return err
		}
	}
	box, cache, close, err := a.open(f.backend)
	if err != nil {
		return err
	}
	defer close()
	if err := a.derive(ctx, []grade.Entry{{Problem: p}}, grade.Options{Jobs: 1, Sandbox: box,
		Cache: cache}); err != nil {
		return err
	}
	show, clear := a.status()
	options := mutate.Options{Jobs: f.jobs, Sandbox: box}
	if show != nil {
		options.Observe = func(done, total int) { show(grade.Progress{Step: "mutants", Done: done, Total: total}) }
	}
	var result mutate.Report
	if checker >= 0 {
		result, err = mutate.Checker(ctx, options, cache, p, p.Checkers[checker], f.choose)
	} else {
		result, err = mutate.Submission(ctx, options, cache, p, submission, f.choose)
	}
	clear()
	var broken *compile.CompileError
	var unfit *mutate.UnfitError
	switch {
	case ctx.Err() != nil:
		return exitError{Status: statusInterrupted}
	case errors.As(err, &broken), errors.As(err, &unfit):
		return err
	case err != nil:
		return judgeFailed(err)
	}
	if err := lab.Mutants(a.rows(f.json), result, f.verbose); err != nil {
		return judgeFailed(err)
	}
	origin := a.origin(ctx, f.json, f.pack, programIn(p, submission))
	if err := a.writeJSON(f.json, func(w io.Writer) error {
		return lab.MutantsJSON(w, result, origin)
	}); err != nil {
		return err
	}
	if result.Count(mutate.Survived) > 0 || len(result.Stale) > 0 {
		return exitError{Status: statusUnexpected}
	}
	return nil
}

// choose takes a sample of the mutants, in their order.
func (f *mutantsFlags) choose(all []mutate.Mutant) []mutate.Mutant {
	if f.sample == 0 || f.sample >= len(all) {
		return all
	}
	chosen := rand.New(rand.NewPCG(f.seed, 0)).Perm(len(all))[:f.sample]
	slices.Sort(chosen)
	var some []mutate.Mutant
	for _, i := range chosen {
		some = append(some, all[i])
	}
	return some
}
