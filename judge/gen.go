package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"dlxjudge/judge/author/recipe"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/terminal"
)

func newGenCommand(a *app) *cobra.Command {
	var pack string
	var check bool
	cmd := &cobra.Command{
		Use:   "gen [PROBLEM...]",
		Short: "Regenerate tests from generators/tests.yaml",
		Long: `Regenerate the tests of every PROBLEM from generators/tests.yaml or, without it,
BAPCtools' generators.yaml. Generators print inputs. A solution prints answers,
and a second program must agree. Files change only if all tests could be made.
In groups of tests.yaml, tests without a recipe are removed. generators.yaml
must list all tests of its folders. "judge help generators" has examples.`,
		Example: `  judge gen poj3074
  judge gen --check`,
		ValidArgsFunction: completePatterns(new(string)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.gen(cmd.Context(), pack, check, args)
		},
	}
	cmd.Flags().StringVar(&pack, "package", "", "make the tests of "+folderPackage)
	cmd.Flags().BoolVar(&check, "check", false, "change nothing; exit with 1 if a test differs from what its recipe "+
		"makes")
	return cmd
}

// gen makes the tests of the named problems. If check is set, it only compares them with their recipes. It reports on
// each problem as soon as that problem is done.
func (a *app) gen(ctx context.Context, pack string, check bool, args []string) error {
	set, err := a.picker.PickProblems(ctx, pack, args, problem.LoadPrograms)
	if err != nil {
		return err
	}
	if !check && a.picker.Unpacked() {
		return errors.New("gen writes the tests into a folder, not into a ZIP file; unpack it first")
	}
	tools, err := a.open(ctx, "")
	if err != nil {
		return err
	}
	out := terminal.NewSheet(a.stdout, a.style())
	for i, p := range set.Problems {
		var made []recipe.Counts
		var stale *problem.Finding
		if check {
			made, stale, err = recipe.Check(ctx, tools.Cache, p)
		} else {
			made, err = recipe.Make(ctx, tools.Cache, p)
		}
		for _, m := range made {
			if check {
				out.Paragraph(2, fmt.Sprintf("%s %s: %s as recorded", p.Name, m.Group, figures.Plural(m.Tests, "test")))
			} else {
				out.Paragraph(2, fmt.Sprintf("%s %s: made %s, %d changed, %d removed", p.Name, m.Group,
					figures.Plural(m.Tests, "test"), m.Changed, m.Removed))
			}
		}
		out.Flush()
		switch {
		case ctx.Err() != nil && err != nil:
			return a.interrupted(fmt.Sprintf("%d of %s done; the tests of %s stay as they were", i,
				figures.Plural(len(set.Problems), "problem"), p.Name), "continue with: "+a.again("", ""))
		case err != nil:
			return err
		case stale != nil:
			return exitError{Status: statusUnexpected, Err: fmt.Errorf("%v; regenerate it with: %s", stale, p.Gen())}
		}
	}
	return nil
}
