package main

import (
	"errors"

	"github.com/spf13/cobra"

	"dlxjudge/judge/spread/shard"
	"dlxjudge/judge/tell/outcome"
	"dlxjudge/judge/tell/report"
	"dlxjudge/judge/tell/usage"
)

func newMergeCommand(a *app) *cobra.Command {
	var reports outcome.Reports
	cmd := &cobra.Command{
		Use:   "merge PART.json...",
		Short: "Put the results of shards together",
		Long: `Merge the files that judge run --shard 1/N --json PART.json to N/N wrote on several machines. The rows,
files and exit status are those of one run. Parts that are missing, duplicate, interrupted or from
another run are refused; judge help shards says what must be the same in all.`,
		Example: `  judge merge part1.json part2.json part3.json
  judge merge part*.json --json results.json --junit results.xml`,
		Args:              usage.Args(1, usage.Any, "name the files that judge run --shard --json wrote"),
		RunE:              func(_ *cobra.Command, args []string) error { return a.merge(reports, args) },
		ValidArgsFunction: cobra.FixedCompletions([]string{"json"}, cobra.ShellCompDirectiveFilterFileExt),
	}
	reports.AddFlags(cmd)
	return cmd
}

// merge reads the parts and reports on the run that they make together.
func (a *app) merge(reports outcome.Reports, files []string) error {
	if err := reports.Check(); err != nil {
		return err
	}
	var parts []shard.Part
	var errs []error
	for _, file := range files {
		results, err := report.ReadFile(file)
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
	a.documented = true
	if err := reports.Write(a.stdout, a.stderr, results); err != nil {
		return judgeFailed(err)
	}
	return outcome.Status(results, parts[0].Results.Part.Settings.AllowSkips)
}
