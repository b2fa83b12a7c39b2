package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"dlxjudge/judge/author/timing"
	"dlxjudge/judge/author/validate"
	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/reports"
)

// validateFlags holds the flags of "judge validate".
type validateFlags struct {
	pack, json string
	allowSkips bool
	untimed    bool
}

func newValidateCommand(a *app) *cobra.Command {
	var f validateFlags
	cmd := &cobra.Command{
		Use:   "validate [PROBLEM...]",
		Short: "Validate the inputs, answers and files of problems",
		Long: `Run the input validators of every PROBLEM on its inputs, and its checker on its
answers and on changed answers. Check its recipes, the bounds that its tests
reach, and its files (by the Problem Package Format 2025-09). If no online judge
sets its time limit, also time its submissions (unless --untimed is given).
"judge help findings" says how to mark a finding as intended.

Exit status: 0 no findings; 1 findings, or something that could not be validated
here; 2 a problem cannot be read.`,
		Example: `  judge validate poj3074
  judge validate --package ~/contest/knapsack
  judge validate --package ~/contest/knapsack --untimed`,
		ValidArgsFunction: completePatterns(new(string)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.validate(cmd.Context(), f, args)
		},
	}
	cmd.Flags().StringVar(&f.pack, "package", "", "validate "+anyPackage)
	cmd.Flags().BoolVar(&f.allowSkips, "allow-skips", false, "do not fail if validators or checkers cannot be built "+
		"here")
	cmd.Flags().BoolVar(&f.untimed, "untimed", false, "do not run the submissions to check the time limit")
	addJSON(cmd, &f.json)
	return cmd
}

// validate prints a line for each problem, the problem's findings below that line, and a closing line.
func (a *app) validate(ctx context.Context, f validateFlags, args []string) error {
	a.picker.Findings = true
	set, err := a.picker.PickProblems(ctx, f.pack, args, problem.Load)
	if err != nil {
		return err
	}
	tools, err := a.open(ctx, "")
	if err != nil {
		return err
	}
	show, clear := a.status()
	sheet := reports.NewValidation(a.rows(f.json), a.style())
	done := len(set.Problems)
	var failed error // of the problems that could not be validated completely
	for i, p := range set.Problems {
		show(grade.Progress{Step: "validating", Done: i, Total: len(set.Problems)})
		tools.Observe = func(progress grade.Progress) {
			progress.Step, progress.More = "timing "+legible.Line(p.Name)+", "+progress.Step, true
			show(progress)
		}
		r, err := validate.Problem(ctx, tools.Cache, p, tools.Jobs)
		if err == nil {
			err = validateTimes(ctx, p, f.untimed, tools, &r)
		}
		switch {
		case err == nil:
		case ctx.Err() != nil:
			r.Ends("interrupted")
		default:
			r.Ends(grade.OneLine(err))
			failed = errors.Join(failed, buildFailed(err))
		}
		r.Mark(p.Intended)
		for i, f := range r.Findings {
			r.Findings[i].Place, r.Findings[i].Message = a.picker.Display(f.Place), a.picker.Display(f.Message)
		}
		clear()
		if sheet.Add(r); err != nil && ctx.Err() != nil {
			done = i
			break
		}
	}
	sheet.Close()
	sheet.State = stateOf(ctx, f.json, f.pack)
	if err := a.writeJSON(f.json, document(sheet.Validation)); err != nil {
		return err
	}
	switch {
	case ctx.Err() != nil:
		return a.interrupted(fmt.Sprintf("%d of %s validated", done, figures.Plural(len(set.Problems), "problem")), "")
	case failed != nil:
		return exit.Decide(false, errors.As(failed, new(exitError)), sheet.Findings > 0, failed)
	}
	if sheet.Unbuilt > 0 && !f.allowSkips {
		wayOut := "--allow-skips allows that" // a skipped program has a message of its own
		if sheet.Missing > 0 {
			wayOut = "install what is missing, or allow it with --allow-skips"
		}
		return exitError{Status: statusUnexpected, Err: fmt.Errorf("%s of the package could not be used, so "+
			"not everything was validated; %s", figures.Plural(sheet.Unbuilt, "program"), wayOut)}
	}
	return findings(sheet.Findings > 0)
}

// validateTimes adds findings if a package's time limit does not fit its submissions by the package's own rule. For a
// package without a limit, it adds a finding if no limit would fit. It does not check the limit of an online judge.
func validateTimes(ctx context.Context, p *problem.Problem, untimed bool, o grade.Options, r *validate.Report) error {
	switch {
	case p.Judge.Key != "":
		return nil
	case untimed:
		r.Skipped = append(r.Skipped, "the time limit: no submission was run, because of --untimed")
		return nil
	}
	breaches, fits, notes, err := timing.Breaches(ctx, p, o)
	if err != nil {
		return err
	}
	r.Skipped = append(r.Skipped, notes...)
	find := func(id, message string) {
		r.Findings = append(r.Findings, problem.Finding{ID: id, Place: filepath.Join(p.Dir, "problem.yaml"),
			Message: message})
	}
	for _, breach := range breaches {
		find("limits.time", "the time limit is "+reports.Breach(breach, p.Limits))
	}
	if p.Limits.Time == 0 && !fits {
		find("limits.missing", "there is no time limit, and none follows from the submissions; judge limits says why")
	}
	return nil
}
