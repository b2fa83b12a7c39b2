package main

import (
	"cmp"
	"context"
	"errors"
	"io"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/decide/failures"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/client"
	"dlxjudge/judge/spread/wire"
	"dlxjudge/judge/tell/outcome"
	"dlxjudge/judge/tell/page"
	"dlxjudge/judge/tell/terminal"
)

// runFlags holds the flags of "cluster run".
type runFlags struct {
	at, keys   string
	pack       string
	reports    outcome.Reports
	all, first bool
	fresh      bool
	failed     bool
	allowSkips bool
	timeLimit  time.Duration
	group      string
	wait       time.Duration
}

func newRunCommand() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run --at URL [PATTERN...]",
		Short: "Judge submissions on the workers of a cluster",
		Long: `Do what "judge run" does, on the machines of a cluster: send the files, ask for
the work, and show the same rows, with the same exit status. All tests of a
submission run on one worker, because the times of different machines are not
comparable. The report names the worker. Ctrl-C cancels the run on all machines.
If a client was killed, the workers continue, and the same command resumes its
run.

What differs from "judge run":
  - there is no --jobs or --backend, because each worker has its own;
  - there is no --shard or --times, because all workers take from one queue;
  - there is no --events, because a worker sends all results of a submission at
    once;
  - every problem needs a time limit, because the times of several machines
    cannot give one.`,
		Example: `  cluster run --at nats://10.0.0.1:4222 --keys keys/client
  cluster run --at nats://10.0.0.1:4222 --group fast 'poj3074/*:secret/hard'`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			return runner{f, cmd.OutOrStdout(), cmd.ErrOrStderr()}.run(cmd.Context(), args)
		},
	}
	flags := cmd.Flags()
	addConnection(cmd, &f.at, &f.keys, wire.Client)
	flags.StringVar(&f.pack, "package", "", "judge the problem package in `DIR` (or a .zip or .kpp file, or a "+
		"folder of packages) instead of this checkout")
	f.reports.AddFlags(cmd)
	f.reports.AddShow(cmd)
	flags.BoolVar(&f.all, "all", false, "run every test, even after a TLE")
	flags.BoolVar(&f.first, "first", false, "stop a submission at its first test that is not accepted")
	flags.BoolVar(&f.failed, "failed", false, "judge only what was not as expected when it was last judged")
	flags.BoolVar(&f.fresh, "fresh", false, "run every test again, even if a worker has its result")
	flags.BoolVar(&f.allowSkips, "allow-skips", false, "do not fail if submissions cannot be judged because no "+
		"worker has the compiler")
	quantity.AddTimeLimit(cmd, &f.timeLimit)
	flags.StringVar(&f.group, "group", "", "judge only on machines of the group `NAME`, whose times are comparable "+
		"(see cluster worker --group)")
	f.wait = time.Minute
	flags.Var(quantity.Seconds(&f.wait, 1e-3, 1e6).OrNone(), "wait", "how many `SECONDS` to wait for a "+
		"worker that offers what a submission needs")
	cmd.MarkFlagsMutuallyExclusive("all", "first")
	return cmd
}

// runner is one call of "cluster run".
type runner struct {
	runFlags
	stdout, stderr io.Writer
}

func (r runner) say(format string, args ...any) { say(r.stderr, format, args...) }

// run is the main pipeline: load → send → ask → collect → report.
func (r runner) run(ctx context.Context, args []string) error {
	if err := r.reports.Check(); err != nil {
		return err
	}
	debug.SetGCPercent(50) // saves memory: tests and results fill most of it, and stay in use
	if err := compile.CheckLanguages(); err != nil {
		return err
	}
	picker := pick.Picker{Say: r.say}
	defer picker.Close()
	picked, err := picker.Pick(ctx, r.pack, picker.Here(r.pack, args), problem.Load)
	if err != nil {
		return err
	}
	entries, err := picker.Judged(picked)
	if err == nil {
		err = r.reports.Prepare(entries)
	}
	if err != nil {
		return err
	}
	cache, err := compile.OpenCache("", nil) // used only for its folders
	if err != nil {
		return exit.Failed(err)
	}
	defer cache.Close()
	folder, _ := cache.Folder("failed") // without this folder, failures are not recorded
	known := failures.Read(folder, cmp.Or(picked.Archive, picked.Root()))
	if r.failed {
		if entries = known.Of(entries); len(entries) == 0 {
			r.say("nothing failed the last time")
			return nil
		}
	}
	conn, err := dial(ctx, r.at, r.keys, wire.Client, "cluster run")
	if err != nil {
		return err
	}
	defer conn.Close()
	options := client.Options{
		Conn: conn, Roots: picked.Roots, Group: r.group, Wait: r.wait, Say: r.say,
		TimeLimit: r.timeLimit, All: r.all, First: r.first, Fresh: r.fresh, Lines: r.reports.Verbose,
		Transcripts: r.reports.Transcripts,
	}
	var clear func()
	options.Observe, clear = terminal.Status(r.stderr)
	results, err := client.Judge(ctx, entries, options)
	clear()
	if err != nil && !results.Interrupted {
		return err
	}
	known.Learn(entries, results)
	known.Save()
	if r.reports.JSON != "" || r.reports.HTML != "" {
		results.Commit, results.Dirty = outcome.Commit(ctx, r.pack)
	}
	r.reports.Package = r.pack
	if err := r.reports.Write(r.stdout, r.stderr, picker.DisplayResults(results)); err != nil {
		return exit.Failed(err)
	}
	if err := r.reports.WritePage(results, page.Beginning); err != nil {
		return err
	}
	if results.Interrupted {
		return exit.Error{Status: exit.Interrupted, Err: errors.New("interrupted; workers keep the results of " +
			"finished tests: the same command continues")}
	}
	if r.reports.Show {
		if err := r.show(ctx, cache, entries, results, options); err != nil {
			return err
		}
	}
	return outcome.Status(results, r.allowSkips)
}

// show runs the first failed test once more. It shows the input, the answer and the output side by side.
func (r runner) show(ctx context.Context, cache *compile.Cache, entries []grade.Entry, results grade.Results,
	o client.Options) error {
	folder, err := cache.Folder("shown")
	if err != nil {
		return exit.Failed(err)
	}
	failed, err := outcome.ShowFailed(ctx, r.stdout, folder, entries, results,
		func(ctx context.Context, e grade.Entry, t problem.Test, printed string) (grade.Test, error) {
			var clear func()
			o.Observe, clear = terminal.Status(r.stderr)
			defer clear()
			return client.JudgeOne(ctx, e, t, printed, o)
		})
	if !failed {
		r.say("no test failed: there is nothing to show")
	}
	return err
}
