package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"dlxjudge/judge/tell/reports"
)

func newListCommand(a *app) *cobra.Command {
	var pack, json string
	var facts bool
	cmd := &cobra.Command{
		Use:   "list [PATTERN...]",
		Short: "List problems, submissions and how many tests they have",
		Example: `  judge list
  judge list -v poj3074`,
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.list(cmd.Context(), pack, json, facts, args)
		},
		ValidArgsFunction: completePatterns(&pack),
	}
	cmd.Flags().StringVar(&pack, "package", "", "list "+anyPackage)
	cmd.Flags().BoolVarP(&facts, "verbose", "v", false,
		"also list what is known about each problem's online judge, and its recorded answers")
	addJSON(cmd, &json)
	return cmd
}

// list prints each problem with its online judge and, below the problem, a line for each submission.
func (a *app) list(ctx context.Context, pack, json string, facts bool, args []string) error {
	entries, err := a.entries(ctx, pack, args)
	if err != nil {
		return err
	}
	listing := reports.ListingOf(ctx, entries, a.picker.Display)
	listing.State, listing.Refused = stateOf(ctx, json, pack), a.picker.Refused
	return a.writeReport(json, func(w io.Writer) error { return listing.Text(w, facts, a.style()) }, document(listing))
}
