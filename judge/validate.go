package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/author/limits"
	"dlxjudge/judge/author/timing"
	"dlxjudge/judge/author/validate"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/lab"
)

// validateFlags are the flags of judge validate.
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
answers and on changed ones. Check its files by the Problem Package Format
2025-09, its recipes, the bounds that its tests reach and, where a package
chooses its time limit, what its submissions take (--untimed leaves that out).
judge help findings says how a finding is marked as intended.

Exit status: 0 no findings, 1 findings, or something that could not be validated
here, 2 a problem cannot be read.`,
		Example: `  judge validate poj3074
  judge validate --package ~/contest/knapsack
  judge validate --package ~/contest/knapsack --untimed`,
		Args:              cobra.ArbitraryArgs,
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

// The document of judge validate.
type (
	validateDocument struct {
		heading
		Findings int                `json:"findings"`
		Problems []validatedProblem `json:"problems"`
	}
	validatedProblem struct {
		Problem  string   `json:"problem"`
		Tests    int      `json:"tests"`
		Inputs   int      `json:"inputs_valid"`
		Answers  int      `json:"answers_accepted"`
		None     int      `json:"unanswered"`
		Aside    []aside  `json:"aside"`
		Findings []string `json:"findings"`
		Skipped  []string `json:"skipped"`
	}
	aside struct {
		Folder string `json:"folder"`
		Tests  int    `json:"tests"`
		Right  int    `json:"right"`
	}
)

// validate prints a line a problem with its findings below it, and a closing line.
func (a *app) validate(ctx context.Context, f validateFlags, args []string) error {
	out, document := a.sheet(f.json), validateDocument{heading: headingOf(ctx, f.json, f.pack),
		Problems: []validatedProblem{}}
	a.picker.Findings = true
	set, err := a.picker.PickProblems(ctx, f.pack, args, problem.Load)
	if err != nil {
		return err
	}
	tools, close, err := a.open("")
	if err != nil {
		return err
	}
	defer close()
	show, clear := a.status()
	tests, found, skipped, unbuilt, missing := 0, 0, 0, 0, 0
	for i, p := range set.Problems {
		show(grade.Progress{Step: "validating", Done: i, Total: len(set.Problems)})
		tools.Observe = func(progress grade.Progress) {
			progress.Step = "timing " + legible.Line(p.Name) + ", " + progress.Step
			show(progress)
		}
		r, err := validate.Problem(ctx, tools.Cache, p, tools.Jobs)
		if err == nil {
			err = validateTimes(ctx, p, f.untimed, tools, &r)
		}
		r.Mark(p.Intended)
		clear()
		switch {
		case ctx.Err() != nil:
			return a.interrupted(fmt.Sprintf("%d of %s validated", i, figures.Plural(len(set.Problems), "problem")),
				"start again with: "+a.again("", ""))
		case err != nil:
			return judgeFailed(err)
		}
		one := validatedProblem{Problem: r.Problem, Tests: r.Tests, Inputs: r.Inputs, Answers: r.Answers,
			None: r.None, Aside: []aside{}, Findings: []string{},
			Skipped: append([]string{}, r.Skipped...)}
		for _, folder := range r.Aside {
			one.Aside = append(one.Aside, aside(folder))
		}
		mark := "✓"
		if len(r.Findings) > 0 {
			mark = "✖"
		} else if r.Unbuilt > 0 {
			mark = "∅"
		}
		answers := fmt.Sprintf("%d/%d answers accepted", r.Answers, r.Tests-r.None)
		switch {
		case r.Unknown:
			answers = "answers not checked"
		case r.None > 0:
			answers += fmt.Sprintf(", %s without an answer", figures.Plural(r.None, "test"))
		}
		out.Paragraph(6, fmt.Sprintf("  %s %s  %d/%d inputs valid, %s%s", mark, r.Problem, r.Inputs, r.Tests, answers,
			asides(r.Aside)))
		for _, f := range r.Findings {
			for line := range strings.SplitSeq(legible.Lines(f.String()), "\n") {
				out.Paragraph(8, "      "+line)
			}
			one.Findings = append(one.Findings, f.String())
		}
		for _, s := range r.Skipped {
			out.Paragraph(8, "      skipped: "+legible.Line(s))
		}
		if err := out.Flush(); err != nil {
			return judgeFailed(err)
		}
		document.Problems = append(document.Problems, one)
		tests, found, skipped = tests+r.Tests, found+len(r.Findings), skipped+len(r.Skipped)
		unbuilt, missing = unbuilt+r.Unbuilt, missing+r.Missing
	}
	fmt.Fprintf(out, "DONE %s, %s, %s", figures.Plural(len(set.Problems), "problem"), figures.Plural(tests, "test"),
		figures.Plural(found, "finding"))
	if skipped > 0 {
		fmt.Fprintf(out, ", %d skipped", skipped)
	}
	fmt.Fprintln(out)
	if err := out.Flush(); err != nil {
		return judgeFailed(err)
	}
	document.Findings = found
	if err := a.writeDocument(f.json, document); err != nil {
		return err
	}
	switch {
	case unbuilt > 0 && !f.allowSkips:
		wayOut := "--allow-skips allows that" // what is skipped says its own
		if missing > 0 {
			wayOut = "install what is missing, or allow it with --allow-skips"
		}
		return exitError{Status: statusUnexpected, Err: fmt.Errorf("%s of the package could not be used, so that "+
			"not all was validated; %s", figures.Plural(unbuilt, "program"), wayOut)}
	}
	return findings(found > 0)
}

// asides ends the row of a problem with what its own programs said to the tests that are for them: ", 7 invalid outputs
// rejected", or ", 6/7 …" if that is not as it should be.
func asides(all []validate.Aside) (said string) {
	for _, one := range all {
		does := " rejected"
		if one.Folder == problem.ValidOutput {
			does = " accepted"
		}
		what := figures.Plural(one.Tests, strings.ReplaceAll(one.Folder, "_", " "))
		if one.Right < one.Tests {
			what = fmt.Sprintf("%d/%s", one.Right, what)
		}
		said += ", " + what + does
	}
	return said
}

// validateTimes reports whether the time limit of a package fits its submissions by its own rule, or whether any does
// if it gives none. A limit that an online judge dictates is not checked.
func validateTimes(ctx context.Context, p *problem.Problem, untimed bool, o grade.Options, r *validate.Report) error {
	switch {
	case p.Judge.Key != "":
		return nil
	case untimed:
		r.Skipped = append(r.Skipped, "the time limit: no submission was run, as --untimed asks")
		return nil
	}
	breaches, fits, notes, err := timing.Breaches(ctx, p, o)
	if err != nil {
		return err
	}
	r.Skipped = append(r.Skipped, notes...)
	find := func(message string) {
		r.Findings = append(r.Findings, problem.Finding{Place: filepath.Join(p.Dir, "problem.yaml"), Message: message})
	}
	for _, breach := range breaches {
		find("the time limit is " + lab.Breach(breach, p.Limits.Time, limits.RuleOf(p)))
	}
	if p.Limits.Time == 0 && !fits {
		find("there is no time limit, and none follows from the submissions; judge limits says why")
	}
	return nil
}
