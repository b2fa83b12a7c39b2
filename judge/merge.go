package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/spread/shard"
	"dlxjudge/judge/tell/outcome"
	"dlxjudge/judge/tell/page"
	"dlxjudge/judge/tell/report"
	"dlxjudge/judge/tell/usage"
)

func newMergeCommand(a *app) *cobra.Command {
	var reports outcome.Reports
	cmd := &cobra.Command{
		Use:   "merge RESULTS.json...",
		Short: "Combine the results of shards, or show those of one run",
		Long: `Merge the files that "judge run --shard I/N --json PART.json" wrote on several
machines. The rows, files and exit status are those of one run. Parts that are
missing, duplicate, interrupted or from another run are refused.
"judge help shards" says what must be the same in all parts. If you name only
one file, and it holds a whole run, that run is shown.`,
		Example: `  judge merge part1.json part2.json part3.json
  judge merge part*.json --json results.json --junit results.xml
  judge merge results.json --html results.html`,
		Args: usage.Args(1, usage.Any, "name the files that judge run --json wrote"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.merge(cmd.Context(), reports, args)
		},
		ValidArgsFunction: cobra.FixedCompletions([]string{"json"}, cobra.ShellCompDirectiveFilterFileExt),
	}
	reports.AddFlags(cmd)
	return cmd
}

// merge reads the parts and reports on the run that they form.
func (a *app) merge(ctx context.Context, reports outcome.Reports, files []string) error {
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
	results, allowSkips, err := merged(parts)
	if err != nil {
		return err
	}
	if err := reports.Write(a.stdout, a.stderr, results); err != nil {
		return judgeFailed(err)
	}
	if err := reports.WritePage(results, page.Named); err != nil {
		return err
	}
	if results.Interrupted { // the only file, since interrupted shards are refused
		return exitError{Status: statusInterrupted, Err: advisedError{fmt.Errorf("%s: the run was interrupted; go on "+
			"with the same judge run", files[0])}}
	}
	return outcome.Status(results, allowSkips)
}

// merged returns the results of all parts or, if the only file holds a whole run, the results of that run. allowSkips
// reports whether the parts were judged with --allow-skips.
func merged(parts []shard.Part) (results grade.Results, allowSkips bool, err error) {
	if len(parts) == 1 && parts[0].Results.Part == nil {
		return parts[0].Results, false, nil
	}
	results, err = shard.Merge(parts)
	return results, err == nil && parts[0].Results.Part.Settings.AllowSkips, err
}
