package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"dlxjudge/judge/author/mutate"
	"dlxjudge/judge/author/timing"
	"dlxjudge/judge/base/checkout"
	"dlxjudge/judge/decide/failures"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/measure/workload"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/outcome"
	"dlxjudge/judge/tell/report"
)

// judging holds what "judge run" and "judge watch" share. Both call choose, open and judge, in this order. Then each
// command shows the results in its own way.
type judging struct {
	*app
	picked  *pick.Picked
	root    string // the folder of the checkout, package or program; for an archive, its path
	entries []grade.Entry
	options grade.Options
	known   failures.Failures // what was not as expected when it was last judged

	kept func(sandbox.Sandbox, *compile.Cache) (*grade.Kept, error) // opens the results of earlier runs
}

// choose reads what the arguments name. If folder is not nil, the arguments may also name a program in any folder.
func (a *app) choose(ctx context.Context, f judgeFlags, folder *loose.Options, args []string) (*judging, error) {
	a.picker.Loose = folder
	picked, err := a.picker.Pick(ctx, f.pack, a.picker.Here(f.pack, args), problem.Load)
	if err != nil {
		return nil, err
	}
	entries, err := a.picker.Judged(picked)
	options := grade.Options{Jobs: f.jobs, All: f.all, First: f.first, TimeLimit: f.timeLimit,
		Several: picked.Roots.Several() || slices.ContainsFunc(entries, func(e grade.Entry) bool {
			return e.Problem != entries[0].Problem
		})}
	root := cmp.Or(picked.Archive, picked.Root())
	return &judging{app: a, picked: picked, root: root, entries: entries, options: options}, err
}

// open opens the sandbox and the cache of programs, and reads what failed before.
func (j *judging) open(ctx context.Context, backend string) error {
	j.kept = grade.OpenKept()
	tools, err := j.app.open(ctx, backend)
	if err != nil {
		return err
	}
	j.options.Sandbox, j.options.Cache = tools.Sandbox, tools.Cache
	folder, _ := tools.Cache.Folder("failed") // without this folder, no failures are recorded
	j.known = failures.Read(folder, j.root)
	return nil
}

// onlyFailed keeps only the entries that were not as expected the last time, and reports whether there are any.
func (j *judging) onlyFailed() bool {
	j.entries = j.known.Of(j.entries)
	return len(j.entries) > 0
}

// judge builds, runs and checks what was chosen, and remembers what was not as expected. Cached results are used
// unless fresh is set.
func (j *judging) judge(ctx context.Context, fresh bool) (grade.Results, error) {
	var err error
	if j.options.Kept, err = j.kept(j.options.Sandbox, j.options.Cache); err != nil {
		j.say("warning: results are not kept (%v): every test runs in each run", err)
	}
	if j.options.Kept != nil {
		j.options.Kept.Fresh = fresh
	}
	if j.options.TimeLimit == 0 {
		if err := j.derive(ctx, j.entries, j.options); err != nil {
			return grade.Results{}, err
		}
	}
	var clear func()
	j.options.Observe, clear = j.status()
	results, err := grade.Judge(ctx, j.entries, j.options)
	clear()
	if err != nil && !results.Interrupted {
		return results, buildFailed(err)
	}
	j.known.Learn(j.entries, results)
	j.known.Save()
	return results, nil
}

// ended returns the error of a step, or nil if the step succeeded. If ctx is done, it returns the status of an
// interrupted command instead.
func ended(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return exitError{Status: statusInterrupted}
	case err != nil:
		return buildFailed(err)
	}
	return nil
}

// buildFailed marks an error as the judge's own failure, unless the user can fix it. The user can fix a checker that
// does not compile, a workload that cannot be made, and a program that cannot be mutated.
func buildFailed(err error) error {
	var broken *compile.CompileError
	var unmade *workload.Error
	var unfit *mutate.UnfitError
	if errors.As(err, &broken) || errors.As(err, &unmade) || errors.As(err, &unfit) {
		return err
	}
	return judgeFailed(err)
}

// derive works out a time limit for each problem of the entries that has none, and prints it. If that fails for one of
// several packages, the submissions of that package are not judged, and their entries say why.
func (a *app) derive(ctx context.Context, entries []grade.Entry, o grade.Options) error {
	unlimited := timing.Unlimited(entries)
	if len(unlimited) > 0 && o.Kept == nil { // without kept results, the submissions are timed again
		o.Kept, _ = grade.OpenKept()(o.Sandbox, o.Cache)
	}
	for _, p := range unlimited {
		err := a.deriveOne(ctx, p, o)
		var ended exitError
		if err == nil {
			continue
		}
		failed := errors.As(err, &ended)
		if !o.Several || failed && ended.Status == statusInterrupted {
			return err
		}
		for i := range entries {
			switch e := &entries[i]; {
			case e.Problem != p:
			case failed:
				e.Failed = err
			default:
				e.Submission.Broken = grade.OneLine(err)
			}
		}
	}
	return nil
}

func (a *app) deriveOne(ctx context.Context, p *problem.Problem, o grade.Options) error {
	var clear func()
	o.Observe, clear = a.progress()
	got, notes, err := timing.Derive(ctx, p, o)
	clear()
	switch {
	case ctx.Err() != nil:
		return exitError{Status: statusInterrupted,
			Err: errors.New("interrupted while a time limit was worked out")}
	case err != nil:
		return buildFailed(err)
	}
	for _, note := range notes {
		a.say("%s: for the time limit, %s", p.Name, note)
	}
	switch {
	case got.Limit == 0:
		return fmt.Errorf("%s: its package gives no time limit, and none follows from its submissions: all that "+
			"must be fast enough were stopped; give one with: --time-limit SECONDS", p.Name)
	case got.Fast == nil:
		a.say("%s: time limit %s, the smallest that the format allows: its package gives none, and nothing that "+
			"must be fast enough could be timed, so a TLE says little; give a limit with: --time-limit SECONDS",
			p.Name, figures.Exactly(got.Limit))
	default:
		a.say("%s: time limit %s, because its package gives none: %g times what %s took (%s on %s), rounded up to a "+
			"multiple of %s", p.Name, figures.Exactly(got.Limit), float64(p.Limits.Multipliers.FromAccepted)/1000,
			got.Fast.Name, figures.Seconds(got.Fast.Median), got.Fast.Test, figures.Exactly(p.Limits.Resolution))
	}
	return nil
}

// beginEvents opens the file of --events and writes the first line of a run. If path is "", it returns nil, and no
// events are written.
func (a *app) beginEvents(ctx context.Context, path, pack string, entries []grade.Entry,
	o grade.Options) (*outcome.Events, error) {
	events, err := outcome.OpenEvents(ctx, path, a.stdout, a.picker.Display)
	if events == nil {
		return nil, err
	}
	events.Begin(report.Run{State: checkout.StateOf(outcome.Commit(ctx, pack)),
		Backend: o.Sandbox.Name(), Measures: o.Sandbox.Measures(), Jobs: o.Jobs, Submissions: len(entries)})
	return events, nil
}

// endEvents writes the last line of a run. The parameter judged is the error that judging returned.
func (a *app) endEvents(ctx context.Context, events *outcome.Events, results grade.Results, judged error) error {
	note, err := events.End(ctx, results, judged)
	a.sayAll(note)
	if err != nil {
		return judgeFailed(err)
	}
	return nil
}
