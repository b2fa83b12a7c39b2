package main

import (
	"context"
	"errors"
	"fmt"

	"dlxjudge/judge/author/mutate"
	"dlxjudge/judge/author/submit"
	"dlxjudge/judge/author/timing"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/measure/workload"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/pipeline"
)

// newRun returns a run of the pipeline on this machine.
func (a *app) newRun(f pipeline.Flags, engine *here) *pipeline.Run {
	engine.app = a
	return &pipeline.Run{Flags: f, Engine: engine, Picker: &a.picker, Stdout: a.stdout, Stderr: a.stderr, Say: a.say}
}

// here is the engine that judges on this machine.
type here struct {
	*app
	backend  string // the name of the sandbox; "" for the best that works here
	jobs     int
	sanitize bool // programs are built with checks, and get larger limits
	watching bool // the command is "judge watch", which leaves out inputs without an answer
}

// Open opens the sandbox, the cache of programs and the results of earlier runs. For a program in any folder, it also
// makes missing answers.
func (h *here) Open(ctx context.Context, r *pipeline.Run) error {
	finish := grade.OpenCached()
	tools, err := h.open(ctx, h.backend)
	if err != nil {
		return err
	}
	o := &r.Options
	o.Sandbox, o.Cache, o.Jobs = tools.Sandbox, tools.Cache, h.jobs
	if o.Sanitize = h.sanitize; o.Sanitize {
		o.Build = compile.Debug
	}
	if o.CachedResults, err = finish(o.Sandbox, o.Cache); err != nil {
		h.say("warning: results cannot be cached (%v), so every run judges every test", err)
	}
	if o.CachedResults != nil {
		o.CachedResults.Fresh = r.Fresh
	}
	folder := r.Picked.Folder
	switch {
	case folder == nil:
		return nil
	case h.watching:
		return h.keepAnswered(ctx, tools, folder, &r.Entries[0])
	}
	if err := h.answer(ctx, tools, folder, &r.Entries[0]); err != nil {
		return err
	}
	return h.sayBuilt(ctx, o.Cache, o.Build, folder.Program, folder.Problem.Limits.Memory)
}

// Judge builds, runs and checks the entries.
func (h *here) Judge(ctx context.Context, r *pipeline.Run) (grade.Results, error) {
	if r.TimeLimit == 0 {
		if err := h.derive(ctx, r.Entries, r.Options); err != nil {
			return grade.Results{}, err
		}
	}
	if h.sanitize {
		h.enlarge(r)
	}
	var clear func()
	r.Options.Observe, clear = h.status()
	results, err := grade.Judge(ctx, r.Entries, r.Options)
	clear()
	if err != nil && !results.Interrupted {
		return results, buildFailed(err)
	}
	for i := range results.Submissions {
		results.Submissions[i].Recorded = submit.Recorded(ctx, r.Entries[i].Submission.Source)
	}
	if folder := r.Picked.Folder; folder != nil && !h.watching {
		h.prepareLater(r.Options.Cache, folder.Problem.Submissions[0].Main())
	}
	return results, err
}

// enlarge gives programs with checks larger limits, and says which programs have none.
func (h *here) enlarge(r *pipeline.Run) {
	r.Options.TimeLimit *= debugTime
	roomier := make(map[*problem.Problem]*problem.Problem)
	said := make(map[string]bool)
	for i, e := range r.Entries {
		if roomier[e.Problem] == nil {
			roomier[e.Problem] = roomy(*e.Problem)
		}
		r.Entries[i].Problem = roomier[e.Problem]
		language, err := compile.LanguageOf(e.Submission.Source)
		if why := undebuggable(language); err == nil && why != "" && !said[why] {
			said[why] = true
			h.say("note: %s, so they run without checks", why)
		}
	}
}

// Again judges one test once more.
func (h *here) Again(ctx context.Context, r *pipeline.Run, e grade.Entry, t problem.Test,
	printed string) (grade.Test, error) {
	again, err := grade.JudgeOne(ctx, e, t, printed, r.Options)
	if err != nil {
		err = buildFailed(err)
	}
	return again, err
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
	if len(unlimited) > 0 && o.CachedResults == nil { // without cached results, the submissions are timed again
		o.CachedResults, _ = grade.OpenCached()(o.Sandbox, o.Cache)
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
		return fmt.Errorf("%s: its package gives no time limit, and none follows from its submissions, because each "+
			"one that must be fast enough was stopped; give one with: --time-limit SECONDS", p.Name)
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
