package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"dlxjudge/judge/shard"
)

func newMergeCommand(a *app) *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "merge PART.json...",
		Short: "Put the results of shards together",
		Long: `Put together what judge run --shard 1/N --json PART.json to N/N wrote on several machines: the rows, files and exit status
are those of one run. Parts that are missing, double, interrupted or of another run are refused: judge help shards says
what all shards must share.`,
		Example: `  judge merge part1.json part2.json part3.json
  judge merge part*.json --json results.json --junit results.xml`,
		Args:              cobra.MinimumNArgs(1),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.merge(cmd.Context(), f, args) },
		ValidArgsFunction: cobra.FixedCompletions([]string{"json"}, cobra.ShellCompDirectiveFilterFileExt),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.json, "json", "", "also write the results as JSON to `FILE` (- for standard output, in place of the rows)")
	flags.StringVar(&f.junit, "junit", "", "also write the results as a JUnit report to `FILE`, for CI services")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "show every test, and every wrong program")
	return cmd
}

// merge reads the parts and reports on the run that they make together.
func (a *app) merge(ctx context.Context, f runFlags, files []string) error {
	if f.junit == "-" {
		return errors.New("--junit -: standard output is for the rows, or for --json -; name a file")
	}
	if err := errors.Join(writable("--json", f.json), writable("--junit", f.junit)); err != nil {
		return err
	}
	var parts []shard.Part
	var errs []error
	for _, file := range files {
		results, err := readResults(file)
		errs = append(errs, err)
		parts = append(parts, shard.Part{File: file, Results: results})
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	results, err := shard.Merge(parts)
	if err != nil {
		return err
	}
	if err := a.report(ctx, f, results); err != nil {
		return judgeFailed(err)
	}
	return statusOf(results, parts[0].Results.Part.Settings.AllowSkips)
}
