package main

import (
	"context"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"dlxjudge/judge/build"
	"dlxjudge/judge/legible"
)

func newListCommand(a *app) *cobra.Command {
	var pack string
	cmd := &cobra.Command{
		Use:   "list [PATTERN...]",
		Short: "List problems, submissions and how many tests they have",
		Args:  cobra.ArbitraryArgs,
		RunE:  func(cmd *cobra.Command, args []string) error { return a.list(cmd.Context(), pack, args) },
		ValidArgsFunction: func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			return completePatterns(pack, typed)
		},
	}
	cmd.Flags().StringVar(&pack, "package", "", "list the standard problem package in `DIR` instead of this checkout")
	return cmd
}

// list prints each problem with its online judge, and below it a line for each submission.
func (a *app) list(ctx context.Context, pack string, args []string) error {
	entries, err := a.entries(ctx, pack, args)
	if err != nil {
		return err
	}
	out := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	last := ""
	for _, e := range entries {
		p := e.Problem
		if p.Name != last {
			last = p.Name
			limit := "no time limit"
			if p.Limits.Time > 0 {
				limit = p.Limits.Time.String()
			}
			fmt.Fprintf(out, "%s: %s (%s, %d MiB, %s)\n", p.Name, legible.Line(p.Title), limit, p.Limits.Memory>>20, count(len(p.Tests), "test"))
			if p.Judge.Name != "" {
				fmt.Fprintf(out, "  %s %s: %s\n", legible.Line(p.Judge.Name), legible.Line(p.Judge.ID), legible.Line(p.Judge.URL))
			}
		}
		in := "in an unknown language"
		if language, err := build.LanguageOf(e.Submission.Source); err == nil {
			in = language.Display
		}
		fmt.Fprintf(out, "  %s/%s\t%s\n", p.Name, e.Submission.Name, in)
	}
	if err := out.Flush(); err != nil {
		return judgeFailed(err)
	}
	return nil
}
