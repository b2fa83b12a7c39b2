package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/author/limits"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/lab"
	"dlxjudge/judge/tell/outcome"
)

// limitsFlags are the flags of judge limits.
type limitsFlags struct {
	pack      string
	runs      int
	stopAfter float64
	write     bool
	backend   string
	json      string
}

func newLimitsCommand(a *app) *cobra.Command {
	var f limitsFlags
	cmd := &cobra.Command{
		Use:   "limits [PROBLEM...]",
		Short: "Work out time limits from the submissions",
		Long: `Time the submissions of every PROBLEM that bound its time limit, and propose the smallest multiple of time_resolution that
is far enough above those that must be fast enough, and far enough below those that are meant to be too slow: by the
package's time_multipliers, 2 and 1.5 unless it gives others (5 and 2 in the legacy formats). The median of several runs
counts, and how far they agree is said.

What is in accepted, wrong_answer and run_time_error must be fast enough, as must what submissions.yaml permits no TLE (in
the legacy formats, what is in accepted). What is in time_limit_exceeded, or of which submissions.yaml requires TLE alone, is
meant to be too slow. An entry of submissions.yaml with use_for_time_limit: false counts for neither.

Exit status: 0 if a limit fits, 1 if none does, if the package's own does not, or if a submission is not as it should be.`,
		Example: `  judge limits --package ~/contest/knapsack
  judge limits --package ~/contest/knapsack --runs 9 --write
  judge limits hdu5046`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: completeProblems,
		RunE:              func(cmd *cobra.Command, args []string) error { return a.limits(cmd.Context(), f, args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.pack, "package", "", "time the submissions of the problem package in `DIR` (or a .zip or "+
		".kpp file) instead of this checkout's")
	flags.IntVar(&f.runs, "runs", 3, "how often each submission runs")
	flags.Var(quantity.Of(&f.stopAfter, "seconds as a number, such as 20 or 0.5"), "stop-after",
		"`SECONDS` of CPU time on a test after which what must be fast enough is stopped (default 20, or the time "+
			"limit if that is longer)")
	flags.BoolVar(&f.write, "write", false, "write the limit into problem.yaml, and leave all else there as it is")
	flags.StringVar(&f.backend, "backend", "", "run programs with this sandbox instead of the best that works here")
	addJSON(cmd, &f.json)
	return cmd
}

// limits times the submissions of each problem, reports, and writes what is asked for.
func (a *app) limits(ctx context.Context, f limitsFlags, args []string) error {
	switch {
	case f.runs < 1 || f.runs > 1000:
		return fmt.Errorf("--runs %d: give a number between 1 and 1000", f.runs)
	case f.stopAfter != 0 && !(f.stopAfter >= 0.01 && f.stopAfter <= 3600): // a NaN is neither
		return fmt.Errorf("--stop-after %g: give seconds as a number between 0.01 and 3600", f.stopAfter)
	}
	if err := outcome.Writable("--json", f.json); err != nil {
		return err
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
	box, cache, close, err := a.open(f.backend)
	if err != nil {
		return err
	}
	defer close()
	warnOf(a.stderr, sandbox.Timing())
	observe, clear := a.status()
	var all []lab.TimeLimit
	var programs []lab.Program
	for _, p := range set.Problems {
		got, err := timed(ctx, p, timing{
			Options: grade.Options{Jobs: 1, Sandbox: box, Cache: cache, Observe: observe},
			stop:    time.Duration(f.stopAfter * float64(time.Second)), runs: f.runs, slow: true,
		})
		if err != nil {
			clear()
			if ctx.Err() != nil {
				return exitError{Status: statusInterrupted}
			}
			return buildFailed(err)
		}
		all = append(all, found(p, got))
		for _, s := range p.Submissions {
			if slices.ContainsFunc(got.programs, func(timed limits.Program) bool { return timed.Name == s.Name }) {
				programs = append(programs, programIn(p, s))
			}
		}
	}
	clear()
	if err := lab.TimeLimits(a.rows(f.json), all); err != nil {
		return judgeFailed(err)
	}
	origin := a.origin(ctx, f.json, f.pack, programs...)
	if err := a.writeJSON(f.json, func(w io.Writer) error {
		return lab.TimeLimitsJSON(w, all, origin)
	}); err != nil {
		return err
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

// found is what the times of a problem's submissions say of its time limit.
func found(p *problem.Problem, got timings) lab.TimeLimit {
	rule := limits.RuleOf(p)
	l := lab.TimeLimit{
		Problem: p.Name, Now: p.Limits.Time, Rule: rule, Proposal: limits.Propose(rule, got.programs), Notes: got.notes,
		Wrong: got.wrong,
	}
	if l.Now > 0 {
		l.Breaches = limits.Check(rule, l.Now, got.programs)
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

// writeLimit writes a limit where the package has it, and says where.
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
