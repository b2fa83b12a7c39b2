// Package client has submissions judged by the workers of a cluster: it sends files and asks for work, collects the
// answers, and puts them together to the same results as grade.Judge on this machine.
//
//	results, err := client.Judge(ctx, entries, client.Options{Conn: conn, Roots: roots, Wait: time.Minute, Say: say})
//
// To send something twice has the same effect as once. So the client asks again for everything that has no answer,
// after a while and whenever the connection was lost. It checks that what a worker sends fits what was asked for; if
// not, the result is JE with the reason.
package client

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/version"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/wire"
)

// Options are how entries are judged.
type Options struct {
	Conn  *wire.Conn
	Roots problem.Roots // that the entries were read from
	Class string        // of the machines that may judge; "" for any
	Wait  time.Duration // for a worker that offers what a submission needs
	// WaitOurs is how long to wait for a worker of this version if all that are running have others. Nobody starts one
	// by accident, so the default is not to wait.
	WaitOurs time.Duration

	TimeLimit time.Duration // in place of the problems' own; 0 keeps those
	All       bool          // run every test, also after a TLE
	First     bool          // stop a submission at its first test that is not accepted
	Fresh     bool          // run tests whose results the worker knows, too
	Told      bool          // keep the last lines of conversations
	// folder that receives what is said on each test, as that of grade.Options; "" for none
	Transcripts string
	printed     *string // receives what is printed on the only test, or said; nil if that is not asked for

	Keep    Lists  // where the list of what was asked is kept, for Resume
	Package string // where the entries are from, for the list: --package as given, and its absolute path
	Origin  string
	Resume  *List // the run to continue, which has these entries; nil for a new one

	Observe func(grade.Progress)             // may be nil; calls do not overlap
	Say     func(format string, args ...any) // receives warnings
}

// Judge has the entries judged. When ctx is done, it cancels the run on all machines and returns the results so far,
// marked as interrupted, and ctx's error. With any other error there are no results.
func Judge(ctx context.Context, entries []grade.Entry, o Options) (grade.Results, error) {
	start := time.Now()
	if o.Observe == nil {
		o.Observe = func(grade.Progress) {}
	}
	r, err := newRun(entries, o)
	if err != nil {
		return grade.Results{}, err
	}
	release, err := r.keepList()
	if err != nil {
		return grade.Results{}, err
	}
	defer release()
	if err = r.begin(ctx, o.Observe); err != nil && ctx.Err() == nil && later(err) {
		o.Say("%v; trying again", err)
		r.unsent, err = true, nil
	}
	if err != nil {
		err = exit.Failed(err)
	} else {
		err = r.collect(ctx)
	}
	switch {
	case err == nil:
		r.finish(ctx)
	case ctx.Err() != nil:
		r.cancel(ctx)
		return r.sum(time.Since(start), true), ctx.Err()
	case errors.Is(err, wire.ErrRefused): // its list is kept
		return grade.Results{}, exit.Failed(fmt.Errorf("%w; workers go on, and with another key --resume continues "+
			"this run", err))
	default:
		r.cancel(ctx)
		return grade.Results{}, err
	}
	return r.sum(time.Since(start), false), nil
}

// keepList writes the list of a new run, and keeps other clients from the run.
func (r *run) keepList() (release func(), err error) {
	if r.keep == "" {
		return func() {}, nil
	}
	if r.resumed == nil {
		err = r.keep.save(r.list, r.conn.Pace.KeepRuns)
	}
	if err == nil {
		release, err = r.keep.hold(r.list.Run)
	}
	switch {
	case err == nil:
		return release, nil
	case r.resumed == nil: // its name is new: no other client can work at it
		r.say("warning: if this client ends early, its run cannot be resumed: %v", err)
		return func() {}, nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("run %s has ended meanwhile", r.list.Run)
	}
	return nil, err
}

// begin sends the files, and announces the run.
func (r *run) begin(ctx context.Context, observe func(grade.Progress)) error {
	if err := r.upload(ctx, observe); err != nil {
		return err
	}
	return r.announce(ctx)
}

// announce publishes that this run is wanted, and what its work needs.
func (r *run) announce(ctx context.Context) error {
	if err := r.state(ctx, wire.Running); err != nil {
		return err
	}
	entry, err := r.conn.Runs.Get(ctx, r.list.Run)
	if err != nil {
		return fmt.Errorf("the run cannot be read again: %w", err)
	}
	if r.began.IsZero() && r.list != r.resumed {
		r.began = entry.Created()
	}
	for _, need := range r.needs() {
		if err := r.conn.Announce(ctx, need); err != nil {
			return err
		}
	}
	return nil
}

// state publishes whether this run is wanted.
func (r *run) state(ctx context.Context, state string) error {
	text, err := wire.Encode(wire.Run{
		State: state, Version: version.Judge(), Client: hostname(), Started: r.list.Started, Asked: len(r.list.Asks),
	})
	if err != nil {
		return err
	}
	if _, err := r.conn.Runs.Put(ctx, r.list.Run, text); err != nil {
		return fmt.Errorf("the run cannot be announced to the workers: %w", wire.Explain(err))
	}
	return nil
}

// lastWordsWait is how long a client tries to publish that its run has ended.
const lastWordsWait = 5 * time.Second

// finish ends a run that has all its results, and removes work that was asked for once too often.
func (r *run) finish(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastWordsWait)
	defer cancel()
	if err := errors.Join(r.state(ctx, wire.Finished), r.purge(ctx, wire.RunWork(r.list.Run))); err != nil {
		r.say("warning: the cluster does not know that this run has ended: %v", err) // what is left of it expires
	}
	r.keep.remove(r.list.Run)
}

// cancel ends a run that is not wanted any more: workers drop its work.
func (r *run) cancel(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastWordsWait)
	defer cancel()
	if err := errors.Join(r.state(ctx, wire.Cancelled), r.purge(ctx, wire.RunWork(r.list.Run))); err != nil {
		r.say("warning: the cluster does not know that this run is cancelled, and goes on with it: %v", err)
	}
	r.keep.remove(r.list.Run)
}
