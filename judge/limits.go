package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/author/limits"
	"dlxjudge/judge/author/timing"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/execute/sandbox/health"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/lab"
)

// limitsFlags are the flags of judge limits.
type limitsFlags struct {
	pack  string
	count int
	write bool
}

func newLimitsCommand(a *app) *cobra.Command {
	var f limitsFlags
	cmd := &cobra.Command{
		Use:   "limits [PROBLEM...]",
		Short: "Work out time limits from the submissions",
		Long: `Time the submissions of every PROBLEM, and propose the smallest time limit that fits them. It is a
multiple of time_resolution, far enough above the submissions that must be fast enough, and far enough
below those that are meant to be too slow. How far, time_multipliers of the package says: 2 and 1.5 by
default, 5 and 2 in the legacy formats. The median of several runs counts; their spread is shown.

Must be fast enough: submissions in accepted, wrong_answer and run_time_error, and those for which
submissions.yaml permits no TLE; in the legacy formats, those in accepted. Meant to be too slow:
submissions in time_limit_exceeded, and those of which submissions.yaml requires TLE and nothing
else. An
entry of submissions.yaml with use_for_time_limit: false counts for neither.

Exit status: 0 if a limit fits, 1 if none does, if the package's own does not, or if a submission gets
an unexpected verdict.`,
		Example: `  judge limits --package ~/contest/knapsack
  judge limits --package ~/contest/knapsack --count 9 --write
  judge limits hdu5046`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: completeProblems,
		RunE:              func(cmd *cobra.Command, args []string) error { return a.limits(cmd.Context(), f, args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.pack, "package", "", "time the submissions of "+anyPackage)
	flags.IntVar(&f.count, "count", 3, "how often each submission runs")
	flags.BoolVar(&f.write, "write", false, "write the limit into problem.yaml, and leave all else there as it is")
	return cmd
}

// limits times the submissions of each problem, reports, and writes what is asked for.
func (a *app) limits(ctx context.Context, f limitsFlags, args []string) error {
	if f.count < 1 || f.count > 1000 {
		return fmt.Errorf("--count %d: give a number between 1 and 1000", f.count)
	}
	set, err := a.picker.PickProblems(ctx, f.pack, args, problem.Load)
	if err != nil {
		return err
	}
	for _, p := range set.Problems {
		if err := a.writable(f, p); err != nil {
			return err
		}
	}
	tools, close, err := a.open("")
	if err != nil {
		return err
	}
	defer close()
	warnOf(a.stderr, health.Timing())
	var clear func()
	tools.Observe, clear = a.status()
	var all []lab.TimeLimit
	for _, p := range set.Problems {
		got, err := timing.Run(ctx, p, timing.Options{Options: tools, Runs: f.count, Slow: true})
		if err != nil {
			clear()
			if ctx.Err() != nil {
				return a.interrupted(fmt.Sprintf("%d of %s timed, and nothing was written", len(all),
					count(len(set.Problems), "problem")), "start again with: "+a.again("", ""))
			}
			return ended(ctx, err)
		}
		all = append(all, found(p, got))
	}
	clear()
	if err := lab.TimeLimits(a.stdout, all, a.style()); err != nil {
		return judgeFailed(err)
	}
	sound := true
	for i, l := range all {
		if f.write && l.Proposal.Limit > 0 && len(l.Wrong) == 0 {
			if err := a.writeLimit(set.Problems[i], l.Proposal.Limit); err != nil {
				return err
			}
			continue
		}
		sound = sound && l.Sound()
	}
	if !sound {
		return exitError{Status: statusUnexpected}
	}
	return nil
}

// found is the proposal that follows from the times of a problem's submissions, and where its own limit breaks the
// rule.
func found(p *problem.Problem, got timing.Times) lab.TimeLimit {
	rule := limits.RuleOf(p)
	l := lab.TimeLimit{
		Problem: p.Name, Now: p.Limits.Time, Rule: rule, Proposal: limits.Propose(rule, got.Programs), Notes: got.Notes,
		Wrong: got.Wrong,
	}
	if l.Now > 0 {
		l.Breaches = limits.Check(rule, l.Now, got.Programs)
	}
	return l
}

// writable refuses to write limits that are not the package's to choose, before anything is run.
func (a *app) writable(f limitsFlags, p *problem.Problem) error {
	switch {
	case !f.write:
		return nil
	case p.Judge.Key != "":
		return fmt.Errorf("--write: the time limit of %s is that of %s, and not chosen here", p.Name,
			legible.Line(p.Judge.Name))
	case a.picker.Unpacked():
		return errors.New("--write: a package that is an archive cannot be changed; unpack it, and name the folder")
	}
	return nil
}

// writeLimit writes a limit into the package, and says into which file.
func (a *app) writeLimit(p *problem.Problem, limit time.Duration) error {
	path, text, err := p.WithTimeLimit(figures.Decimal(limit))
	if err == nil {
		err = whole.Replace(path, text)
	}
	if err != nil {
		return err
	}
	a.say("%s: time limit %s", path, figures.Exactly(limit))
	return nil
}
