package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"dlxjudge/judge/author/timing"
	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/execute/sandbox/health"
	"dlxjudge/judge/read/legacy"
	"dlxjudge/judge/read/polygon"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/reports"
	"dlxjudge/judge/tell/terminal"
)

// limitsFlags holds the flags of "judge limits".
type limitsFlags struct {
	pack  string
	count int
}

func newLimitsCommand(a *app) *cobra.Command {
	var f limitsFlags
	cmd := &cobra.Command{
		Use:   "limits [PROBLEM...]",
		Short: "Work out time limits from the submissions",
		Long: `Time the submissions of every PROBLEM, and propose the smallest time limit that
fits them. A limit fits if it is far enough above the times of submissions that
must be fast, and far enough below the times of those that should be too slow.
The median of several runs counts; the spread of the runs is shown.
"judge help findings" explains which submissions count.

Exit status: 0 if a limit fits; 1 if none does, if the package's own limit does
not, or if a submission gets an unexpected verdict; 3 if a checker failed.`,
		Example: `  judge limits --package ~/contest/knapsack
  judge limits --package ~/contest/knapsack --count 9
  judge limits hdu5046`,
		ValidArgsFunction: completePatterns(new(string)),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.limits(cmd.Context(), f, args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.pack, "package", "", "time the submissions of "+anyPackage)
	flags.IntVar(&f.count, "count", 3, "runs of each submission")
	return cmd
}

// limits measures the times of each problem's submissions, and reports which time limit fits them.
func (a *app) limits(ctx context.Context, f limitsFlags, args []string) error {
	if f.count < 1 || f.count > 1000 {
		return fmt.Errorf("--count %d: give a number between 1 and 1000", f.count)
	}
	set, err := a.picker.PickProblems(ctx, f.pack, args, problem.Load)
	if err != nil {
		return err
	}
	tools, err := a.open(ctx, "")
	if err != nil {
		return err
	}
	warnOf(a.stderr, health.Timing())
	var clear func()
	tools.Observe, clear = a.status()
	var all []reports.TimeLimit
	var timed []*problem.Problem // the problems of all
	var failed error             // of the problems that could not be timed; the others are shown
	for _, p := range set.Problems {
		got, err := timing.Run(ctx, p, timing.Options{Options: tools, Runs: f.count, Slow: true})
		switch {
		case ctx.Err() != nil:
		case err != nil:
			failed = errors.Join(failed, fmt.Errorf("%s: %w", p.Name, err))
		default:
			all, timed = append(all, reports.TimeLimitOf(p, got)), append(timed, p)
		}
	}
	clear()
	if len(all) > 0 {
		reports.TimeLimits(a.stdout, all, a.style())
	}
	sound, crashed := true, false
	for i, l := range all {
		sound, crashed = sound && l.Sound(), crashed || l.Crashed
		if p := timed[i]; l.Proposal.Limit > 0 && l.Proposal.Limit != l.Limits.Time && p.Judge.Key == "" {
			seconds := figures.Decimal(l.Proposal.Limit)
			switch p.Format {
			case "2025-09":
				a.say("%s: as lines of problem.yaml:", p.Name)
				terminal.Message(a.stderr, "limits:\n  time_limit: "+seconds)
			case polygon.Format:
				a.say("%s: set it on Polygon, and download the package again", p.Name)
			default: // the legacy formats have no time limit in problem.yaml
				a.say("%s: as a line of %s:", p.Name, legacy.Settings)
				terminal.Message(a.stderr, "timelimit = "+seconds)
			}
		}
	}
	switch {
	case ctx.Err() != nil:
		return a.interrupted(fmt.Sprintf("%d of %s timed", len(all), figures.Plural(len(set.Problems), "problem")), "")
	case failed != nil:
		failed = buildFailed(failed)
	}
	crashed = crashed || errors.As(failed, new(exitError))
	return exit.Decide(false, crashed, !sound, failed)
}
