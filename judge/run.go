package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/outcome"
	"dlxjudge/judge/tell/page"
)

// runFlags holds the flags of "judge run".
type runFlags struct {
	judgeFlags
	shardFlags
	reports outcome.Reports
	fresh   bool
	backend string
	failed  bool
}

func newRunCommand(a *app) *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run [PATTERN...]",
		Short: "Judge submissions on their tests",
		Long: `Build the submissions, run them on their tests under the problem's limits, and
compare the verdicts with what is expected. A PATTERN is
problem[/approach][:test] with shell globs; without one, everything is judged.

The problems are those of this checkout. To judge a problem package (a folder or
a ZIP) or a folder of packages instead, pass it first, or with --package. Use
"judge test" for a program that belongs to no problem but has tests beside it.`,
		Example: `  judge run hdu5046
  judge run -v 'poj3074/*:secret/hard'
  judge run ~/contest/knapsack --json results.json`,
		RunE:              func(cmd *cobra.Command, args []string) error { return a.run(cmd.Context(), f, args) },
		ValidArgsFunction: completePatterns(&f.pack),
	}
	f.judgeFlags.add(cmd)
	f.judgeFlags.addOnce(cmd)
	f.reports.AddFlags(cmd)
	f.reports.AddShow(cmd)
	f.reports.AddEvents(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&f.failed, "failed", false, "judge only what was not as expected when it was last judged")
	flags.BoolVar(&f.fresh, "fresh", false, "run every test again, even if its result is cached")
	flags.StringVar(&f.backend, "backend", "", "run programs with this sandbox instead of the best that works here")
	f.shardFlags.add(cmd)
	return cmd
}

// run is the main job: choose → open → judge → report.
func (a *app) run(ctx context.Context, f runFlags, args []string) error {
	if err := errors.Join(f.reports.Check(), f.shardFlags.check(f.failed)); err != nil {
		return err
	}
	j, err := a.choose(ctx, f.judgeFlags, nil, args)
	if err != nil {
		return err
	}
	if err := f.reports.Prepare(j.entries); err != nil {
		return err
	}
	part, err := j.cut(ctx, f)
	if err != nil {
		return err
	}
	if err := j.open(ctx, f.backend); err != nil {
		return err
	}
	failed := !f.failed || j.onlyFailed()
	events, err := a.beginEvents(ctx, f.reports.Events, f.pack, j.entries, j.options)
	if err != nil {
		return err
	}
	if !failed {
		a.say("nothing failed the last time")
		return errors.Join(a.endEvents(ctx, events, grade.Results{}, nil), a.reportNothing(ctx, f, j.options))
	}
	j.options.Conversations, j.options.Transcripts = f.reports.Verbose, f.reports.Transcripts
	j.options.Listener = events.Listener()
	results, err := j.judge(ctx, f.fresh)
	unwritten := a.endEvents(ctx, events, results, err)
	if err != nil {
		return err
	}
	results.Part = part
	if err := a.report(ctx, f, results); err != nil {
		return err
	}
	if unwritten != nil {
		return unwritten
	}
	if f.reports.Show && !results.Interrupted {
		if err := a.show(ctx, j.entries, results, j.options); err != nil {
			return err
		}
	}
	return a.stopped(j.options, outcome.Status(results, f.allowSkips))
}

// report writes the rows, and the requested files.
func (a *app) report(ctx context.Context, f runFlags, results grade.Results) error {
	if f.reports.JSON != "" || f.reports.HTML != "" {
		results.Commit, results.Dirty = outcome.Commit(ctx, f.pack)
	}
	f.reports.Package = f.pack
	if err := f.reports.Write(a.rows(f.reports.Events), a.stderr, a.picker.DisplayResults(results)); err != nil {
		return judgeFailed(err)
	}
	return f.reports.WritePage(results, page.Beginning)
}

// reportNothing writes the requested files when there was nothing to judge, so that no file of an earlier run is left.
func (a *app) reportNothing(ctx context.Context, f runFlags, o grade.Options) error {
	if f.reports.JSON == "" && f.reports.JUnit == "" && f.reports.HTML == "" {
		return nil
	}
	return a.report(ctx, f, grade.Results{Backend: o.Sandbox.Name(), Measures: o.Sandbox.Measures(), Jobs: o.Jobs})
}

// show runs the first failed test again. It shows the input, the answer and the output side by side.
func (a *app) show(ctx context.Context, entries []grade.Entry, results grade.Results, o grade.Options) error {
	folder, err := o.Cache.Folder("shown")
	if err != nil {
		return judgeFailed(err)
	}
	failed, err := outcome.ShowFailed(ctx, a.stdout, folder, entries, results,
		func(ctx context.Context, e grade.Entry, t problem.Test, printed string) (grade.Test, error) {
			again, err := grade.JudgeOne(ctx, e, t, printed, o)
			if err != nil {
				err = buildFailed(err)
			}
			return again, err
		})
	if !failed {
		a.say("no test failed: there is nothing to show")
	}
	return err
}
