package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/measure/workload"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/outcome"
	"dlxjudge/judge/tell/page"
)

// runFlags are the flags of judge run.
type runFlags struct {
	pack       string
	jobs       int
	json       string
	junit      string
	page       string // that judge report writes
	all, first bool
	fresh      bool
	failed     bool
	show       bool
	allowSkips bool
	verbose    bool
	transcript string
	backend    string
	timeLimit  float64
	shard      string
	times      string // by which the shards are split

	// Those of judge watch.
	only    []grade.Pattern // judge what any of these selects, of what the arguments do; nil for all
	quietly bool            // say nothing if nothing had failed
	before  func()          // called before results are shown
}

func newRunCommand(a *app) *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run [PATTERN...]",
		Short: "Judge submissions on their tests",
		Long: `Judge builds the submissions, runs them on their tests under the problem's limits, and compares the verdicts with
what is expected. A PATTERN is problem[/approach[:test]] with shell globs; without one, everything is judged.`,
		Example: `  judge run hdu5046
  judge run -v 'poj3074/*:secret/hard'
  judge run --package ~/contest/knapsack --json results.json`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return a.run(cmd.Context(), f, args) },
	}
	cmd.ValidArgsFunction = func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		return completePatterns(f.pack, typed)
	}
	flags := cmd.Flags()
	flags.StringVar(&f.pack, "package", "", "judge the problem package in `DIR` (or a .zip or .kpp file) instead of "+
		"this checkout")
	flags.IntVarP(&f.jobs, "jobs", "j", defaultJobs(), "tests run side by side")
	flags.StringVar(&f.json, "json", "", "also write the results as JSON to `FILE` (- for standard output, in place "+
		"of the rows)")
	flags.StringVar(&f.junit, "junit", "", "also write the results as a JUnit report to `FILE`, for CI services")
	flags.BoolVar(&f.all, "all", false, "run every test, also after one that was too slow")
	flags.BoolVar(&f.first, "first", false, "stop a submission at its first test that is not accepted")
	flags.BoolVar(&f.failed, "failed", false, "judge only what was not as expected when it was last judged")
	flags.BoolVar(&f.show, "show", false, "set input, answer, output and standard error of the first failed test "+
		"side by side")
	flags.BoolVar(&f.fresh, "fresh", false, "run every test again, also those whose result is known")
	flags.BoolVar(&f.allowSkips, "allow-skips", false, "do not fail if submissions cannot be judged here, for want "+
		"of a compiler")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "show every test, and every wrong program")
	flags.StringVar(&f.transcript, "transcript", "", "write what submissions to interactive and multi-pass problems "+
		"and the judge say to files in `DIR`")
	flags.StringVar(&f.backend, "backend", "", "run programs with this sandbox instead of the best that works here")
	flags.Var(quantity.Of(&f.timeLimit, quantity.Seconds), "time-limit",
		"`SECONDS` in place of the problems' own time limits")
	addShardFlags(cmd, &f)
	cmd.MarkFlagsMutuallyExclusive("all", "first")
	return cmd
}

// defaultJobs keeps half of the cores free: tests side by side disturb each other's times.
func defaultJobs() int { return max(runtime.NumCPU()/2, 1) }

// run is the main job: load → build → run → check → report.
func (a *app) run(ctx context.Context, f runFlags, args []string) error {
	if f.jobs < 1 {
		return fmt.Errorf("-j %d: at least one test must run at a time", f.jobs)
	}
	limit, err := quantity.TimeLimit(f.timeLimit)
	if err != nil {
		return err
	}
	if f.show && f.json == "-" {
		return errors.New("--show and --json -: standard output is for one of them; name a file for the document")
	}
	if err := errors.Join(f.reports().Check(), f.checkShard()); err != nil {
		return err
	}
	picked, err := a.picker.Pick(ctx, f.pack, a.picker.Here(f.pack, args), problem.Load)
	if err != nil {
		return err
	}
	entries, err := picked.Entries()
	if err != nil {
		return err
	}
	if len(f.only) > 0 {
		if entries = grade.Narrow(entries, f.only); len(entries) == 0 {
			a.say("nothing of that is watched")
			return nil
		}
	}
	if err := transcripts(f.transcript, entries); err != nil {
		return err
	}
	entries, part, err := a.cut(f, limit, picked, entries)
	if err != nil {
		return err
	}
	box, cache, close, err := a.open(f.backend)
	if err != nil {
		return err
	}
	defer close()
	known := failuresOf(cache, picked)
	if f.failed {
		if entries = known.Of(entries); len(entries) == 0 {
			if !f.quietly {
				a.say("nothing failed when it was last judged")
			}
			return a.reportNothing(ctx, f, box)
		}
	}
	options := grade.Options{
		Jobs: f.jobs, All: f.all, First: f.first, TimeLimit: limit, Sandbox: box, Cache: cache,
	}
	if limit == 0 {
		if err := a.derive(ctx, entries, options); err != nil {
			return err
		}
	}
	var clear func()
	options.Observe, clear = a.status()
	options.Conversations, options.Transcripts = f.verbose, f.transcript
	options.Kept = a.kept(box, cache, f.fresh)
	results, err := grade.Judge(ctx, entries, options)
	clear()
	if err != nil && !results.Interrupted {
		return buildFailed(err)
	}
	known.Learn(entries, results)
	known.Save()
	if context.Cause(ctx) == errSuperseded {
		return exitError{Status: statusInterrupted}
	}
	if f.before != nil {
		f.before()
	}
	if f.json != "" || f.page != "" {
		results.Commit, results.Dirty = outcome.Commit(ctx, f.pack)
	}
	results.Part = part
	if err := a.report(ctx, f, results); err != nil {
		return unwritten(err)
	}
	if f.show && !results.Interrupted {
		if err := a.show(ctx, entries, results, options); err != nil {
			return err
		}
	}
	return outcome.Status(results, f.allowSkips)
}

// reportNothing writes the files that were asked for, where there was nothing to judge: who reads them finds no older
// ones there.
func (a *app) reportNothing(ctx context.Context, f runFlags, box sandbox.Sandbox) error {
	if f.json == "" && f.junit == "" {
		return nil
	}
	results := grade.Results{Backend: box.Name(), Measures: box.Measures(), Jobs: f.jobs}
	results.Commit, results.Dirty = outcome.Commit(ctx, f.pack)
	if err := a.report(ctx, f, results); err != nil {
		return unwritten(err)
	}
	return nil
}

// transcripts makes the folder for what is said, and refuses it where nobody talks.
func transcripts(dir string, entries []grade.Entry) error {
	if dir == "" {
		return nil
	}
	if !slices.ContainsFunc(entries, func(e grade.Entry) bool { return e.Problem.Talks() }) {
		return fmt.Errorf("--transcript %s: none of the problems is interactive or multi-pass; leave the flag out", dir)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("--transcript %s: no folder can be made there: %w", dir, err)
	}
	return nil
}

// buildFailed tells a checker that does not compile, or a workload that cannot be made, which the user can fix, from
// failures of the judge.
func buildFailed(err error) error {
	var broken *compile.CompileError
	var unmade *workload.Error
	if errors.As(err, &broken) || errors.As(err, &unmade) {
		return err
	}
	return judgeFailed(err)
}

// report writes the rows, and the files that were asked for.
func (a *app) report(ctx context.Context, f runFlags, results grade.Results) error {
	errs := []error{f.reports().Write(a.stdout, a.stderr, a.picker.Told(results))}
	if f.page != "" {
		errs = append(errs, a.writePage(ctx, f.page, page.Page{Results: results, Input: page.Beginning}, f.pack == ""))
	}
	return errors.Join(errs...)
}

// reports are the files that the flags name.
func (f runFlags) reports() outcome.Reports {
	return outcome.Reports{JSON: f.json, JUnit: f.junit, Verbose: f.verbose}
}
