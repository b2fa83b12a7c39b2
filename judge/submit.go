package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/build"
	"dlxjudge/judge/grade"
	"dlxjudge/judge/legible"
	"dlxjudge/judge/sandbox"
	"dlxjudge/judge/submit"
)

func newSubmitCommand(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "submit SUBMISSION",
		Short: "Check a submission by its online judge's rules, then print it, ready to paste",
		Long: `Check that the online judge of its problem will take a SUBMISSION (problem/approach): its language, one file of the right
size, nothing that an old compiler lacks, accepted on all tests, and at most half of the time and memory limits.

The checks and the address of the page go to standard error; the file, byte for byte, goes to standard output. Rules marked
"unverified" are not confirmed by any document. If a check fails, the file is not printed and the exit status is 1.`,
		Example: `  judge submit spojnqueen/dlx
  judge submit spojnqueen/dlx | xclip -selection clipboard`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.submit(cmd.Context(), args[0]) },
		ValidArgsFunction: func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			return completePatterns("", typed)
		},
	}
}

// submit checks one submission, and prints it if all checks pass.
func (a *app) submit(ctx context.Context, name string) error {
	entry, err := a.toSubmit(ctx, name)
	if err != nil {
		return err
	}
	box, err := sandbox.Open(sandbox.Options{})
	if err != nil {
		return err
	}
	a.warnUncontained(box)
	defer box.Close()
	cache, err := build.OpenCache("", box)
	if err != nil {
		return judgeFailed(err)
	}
	defer cache.Close()
	a.warnCache(cache)
	options := grade.Options{Jobs: 1, Sandbox: box, Cache: cache}
	if err := a.derive(ctx, []grade.Entry{entry}, options); err != nil {
		return err
	}
	var clear func()
	options.Observe, clear = a.status()
	preflight, err := submit.Inspect(ctx, entry, options)
	clear()
	switch {
	case ctx.Err() != nil:
		return exitError{status: statusInterrupted}
	case err != nil:
		return buildFailed(err)
	}
	for _, c := range preflight.Checks {
		mark := map[submit.State]string{submit.Passed: "✓", submit.Failed: "✖", submit.Skipped: "∅"}[c.State]
		fmt.Fprintf(a.stderr, "  %s %-8s  %s\n", mark, c.Name, legible.Line(c.Said))
		for _, line := range c.Details {
			fmt.Fprintf(a.stderr, "      %s\n", legible.Lines(line))
		}
	}
	switch {
	case preflight.Results.JudgeFailed():
		return exitError{status: statusJudge}
	case preflight.Failed() > 0:
		return exitError{statusUnexpected, fmt.Errorf("%s is not ready for %s: %s of %d failed",
			name, entry.Problem.Judge.Name, count(preflight.Failed(), "check"), len(preflight.Checks))}
	}
	fmt.Fprintf(a.stderr, "paste it at %s\n", legible.Line(preflight.Page))
	if _, err := a.stdout.Write(preflight.Source); err != nil {
		return judgeFailed(err)
	}
	return nil
}

// toSubmit loads the one submission of that name.
func (a *app) toSubmit(ctx context.Context, name string) (grade.Entry, error) {
	if strings.Count(name, "/") == 0 || strings.ContainsAny(name, ":*?[") {
		return grade.Entry{}, fmt.Errorf("%q names no submission; give one as problem/approach", name)
	}
	entries, err := a.entries(ctx, "", []string{name})
	if err != nil {
		return grade.Entry{}, err
	}
	e := entries[0]
	switch {
	case e.Problem.Name+"/"+e.Submission.Name != name:
		return grade.Entry{}, fmt.Errorf("%q names %s; give one as problem/approach", name, count(len(entries), "submission"))
	case !e.Submission.Solution:
		return grade.Entry{}, fmt.Errorf("%s is wrong on purpose: only solutions are submitted", name)
	case e.Problem.Judge.Key == "":
		return grade.Entry{}, fmt.Errorf("%s comes from no online judge that is known here; name one in problems/%s/judge.yaml", e.Problem.Name, e.Problem.Name)
	}
	return e, nil
}
