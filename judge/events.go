package main

import (
	"context"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/tell/outcome"
	"dlxjudge/judge/tell/report"
)

// beginEvents opens the file of --events and writes the first line of a run. Without a path it returns nil, which
// writes nothing.
func (a *app) beginEvents(ctx context.Context, path, pack string, entries []grade.Entry,
	o grade.Options) (*outcome.Events, error) {
	events, err := outcome.OpenEvents(path, a.stdout, a.picker.Named)
	if events == nil {
		return nil, err
	}
	run := report.Run{Backend: o.Sandbox.Name(), Measures: o.Sandbox.Measures(), Jobs: o.Jobs,
		Submissions: len(entries)}
	run.Commit, run.Dirty = outcome.Commit(context.WithoutCancel(ctx), pack)
	events.Begin(run)
	return events, nil
}

// endEvents writes the last line of a run. Judged is the error of judging.
func (a *app) endEvents(ctx context.Context, events *outcome.Events, results grade.Results, judged error) error {
	note, err := events.End(ctx, results, judged)
	a.sayAll(note)
	if err != nil {
		return judgeFailed(err)
	}
	return nil
}
