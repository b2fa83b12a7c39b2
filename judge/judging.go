package main

import (
	"cmp"
	"context"
	"errors"

	"dlxjudge/judge/author/mutate"
	"dlxjudge/judge/decide/failures"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/measure/workload"
	"dlxjudge/judge/read/problem"
)

// judging is what judge run, report and watch do with what their arguments name. They take its steps in a row: choose,
// open, judge; what they show in the end is their own.
type judging struct {
	*app
	picked  *pick.Picked
	root    string // of the checkout or the package, or the folder of the program
	entries []grade.Entry
	options grade.Options
	known   failures.Failures // what was not as expected when it was last judged

	kept func(sandbox.Sandbox, *compile.Cache) (*grade.Kept, error) // opens results of earlier runs
}

// choose reads what the arguments name; with folder also a program in any folder.
func (a *app) choose(ctx context.Context, f judgeFlags, folder *loose.Options, args []string) (*judging, error) {
	a.picker.Loose = folder
	picked, err := a.picker.Pick(ctx, f.pack, a.picker.Here(f.pack, args), problem.Load)
	if err != nil {
		return nil, err
	}
	entries, err := a.picker.Judged(picked)
	options := grade.Options{Jobs: f.jobs, All: f.all, First: f.first, TimeLimit: f.timeLimit,
		Several: picked.Roots.Several()}
	root := cmp.Or(picked.Archive, picked.Root())
	return &judging{app: a, picked: picked, root: root, entries: entries, options: options}, err
}

// open opens what programs are built and run with, and reads what failed before.
func (j *judging) open(backend string) error {
	j.kept = grade.OpenKept()
	tools, err := j.app.open(backend)
	if err != nil {
		return err
	}
	j.options.Sandbox, j.options.Cache = tools.Sandbox, tools.Cache
	folder, _ := tools.Cache.Folder("failed") // without one nothing is remembered
	j.known = failures.Read(folder, j.root)
	return nil
}

// onlyFailed keeps only the entries that were not as expected the last time, and reports whether there are any.
func (j *judging) onlyFailed() bool {
	j.entries = j.known.Of(j.entries)
	return len(j.entries) > 0
}

// judge builds, runs and checks what was chosen, and remembers what was not as expected. Known results are taken from
// the cache unless fresh is set.
func (j *judging) judge(ctx context.Context, fresh bool) (grade.Results, error) {
	if j.options.TimeLimit == 0 {
		if err := j.derive(ctx, j.entries, j.options); err != nil {
			return grade.Results{}, err
		}
	}
	var clear func()
	j.options.Observe, clear = j.status()
	var err error
	if j.options.Kept, err = j.kept(j.options.Sandbox, j.options.Cache); err != nil {
		j.say("warning: results are not kept (%v): every test runs in each run", err)
	}
	if j.options.Kept != nil {
		j.options.Kept.Fresh = fresh
	}
	results, err := grade.Judge(ctx, j.entries, j.options)
	clear()
	if err != nil && !results.Interrupted {
		return results, buildFailed(err)
	}
	j.known.Learn(j.entries, results)
	j.known.Save()
	return results, nil
}

// ended is the error of a step that may have been interrupted, nil if it went well.
func ended(ctx context.Context, err error) error {
	switch {
	case ctx.Err() != nil:
		return exitError{Status: statusInterrupted}
	case err != nil:
		return buildFailed(err)
	}
	return nil
}

// buildFailed marks an error as the judge's own failure, unless the user can fix it: a checker that does not compile, a
// workload that cannot be made, a program that cannot be mutated.
func buildFailed(err error) error {
	var broken *compile.CompileError
	var unmade *workload.Error
	var unfit *mutate.UnfitError
	if errors.As(err, &broken) || errors.As(err, &unmade) || errors.As(err, &unfit) {
		return err
	}
	return judgeFailed(err)
}
