package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"dlxjudge/judge/build"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/recipe"
	"dlxjudge/judge/sandbox"
)

func newGenCommand(a *app) *cobra.Command {
	var check bool
	cmd := &cobra.Command{
		Use:   "gen [PROBLEM...]",
		Short: "Make the tests again from their recipes",
		Long: `Make the tests of every PROBLEM again from problems/<problem>/generators/tests.yaml, byte for byte.

Each input is what a generator prints, each answer what a solution prints, and a second program that shares no code with
it must agree. Unless all tests of a problem could be made, none of its files is changed.`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: completeProblems,
		RunE:              func(cmd *cobra.Command, args []string) error { return a.gen(cmd.Context(), check, args) },
	}
	cmd.Flags().BoolVar(&check, "check", false, "change nothing; exit with 1 if a test is not what its recipe makes")
	return cmd
}

// gen makes, or with check compares, the tests of the problems named; each problem's are reported as they are done.
func (a *app) gen(ctx context.Context, check bool, args []string) error {
	set, err := a.pickProblems("", args, problem.LoadPrograms)
	if err != nil {
		return err
	}
	box, err := sandbox.Open(sandbox.Options{})
	if err != nil {
		return judgeFailed(err)
	}
	defer box.Close()
	cache, err := build.OpenCache("", box)
	if err != nil {
		return judgeFailed(err)
	}
	defer cache.Close()
	work := recipe.Make
	if check {
		work = recipe.Check
	}
	for _, p := range set.Problems {
		made, err := work(ctx, cache, p)
		for _, m := range made {
			if check {
				fmt.Fprintf(a.stdout, "%s %s: %s as recorded\n", p.Name, m.Group, count(m.Tests, "test"))
			} else {
				fmt.Fprintf(a.stdout, "%s %s: made %s, %d changed, %d removed\n", p.Name, m.Group, count(m.Tests, "test"), m.Changed, m.Removed)
			}
		}
		var stale *recipe.Stale
		switch {
		case ctx.Err() != nil:
			return exitError{status: statusInterrupted}
		case errors.As(err, &stale):
			return exitError{statusUnexpected, fmt.Errorf("%w; make it again with: judge gen %s", err, p.Name)}
		case err != nil:
			return err
		}
	}
	return nil
}
