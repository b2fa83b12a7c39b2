// Package client has submissions judged by the workers of a cluster: it sends files and asks for work, collects the
// results, and puts them together to the same results as grade.Judge on this machine.
//
//	results, err := client.Judge(ctx, entries, client.Options{Conn: conn, Roots: roots, Wait: time.Minute, Say: say})
//
// To send something twice has the same effect as once. So the client works in rounds: send the blocks that are missing,
// take the results that exist, ask for the rest, and take what comes, for AckWait or until a lost connection is back.
// Whatever was lost is repeated by the next round, and a client that was killed is continued by the same command. The
// client checks that what a worker sends fits what was asked for; if not, the result is JE with the reason.
package client

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/whole"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/spread/parcel"
	"dlxjudge/judge/spread/wire"
)

// Options are how entries are judged.
type Options struct {
	Conn  *wire.Conn
	Roots problem.Roots // that the entries were read from
	Group string        // of the machines that may judge; "" for any
	Wait  time.Duration // for a worker that offers what a submission needs

	TimeLimit   time.Duration // instead of the problems' own; 0 keeps those
	All         bool          // run every test, also after a TLE
	First       bool          // stop a submission at its first test that is not accepted
	Fresh       bool          // run tests whose results the worker knows, too
	Lines       bool          // keep the last lines of conversations
	Transcripts string        // folder that receives what is said on each test, as that of grade.Options; "" for none
	printed     *string       // receives what is printed on the only test, or said; nil if that is not asked for

	Observe func(grade.Progress)             // may be nil; calls do not overlap
	Say     func(format string, args ...any) // receives warnings
}

// run is one call of Judge. What is at an index belongs to the entry of that index: its place.
type run struct {
	Options
	name    string
	entries []grade.Entry
	blanks  []grade.Submission // what is known of each before it is judged
	asks    []wire.Ask         // without a parcel if no machine judges it
	places  map[string]int     // of the asks, by their names
	parcels []*parcel.Parcel

	known    []*grade.Submission // results so far
	left     int
	progress []wire.Progress // the last that was heard
	current  string          // the submission that it was about
	used     map[wire.Machine]bool
	measured map[sandbox.Measures]bool // how the machines that judged took their figures
	waiting  map[string]time.Time      // needs that no worker meets → since when
	said     map[string]bool           // what was said once
}

// Judge has the entries judged. When ctx is done, it cancels the run on all machines and returns the results so far,
// marked as interrupted, and ctx's error. With any other error there are no results.
func Judge(ctx context.Context, entries []grade.Entry, o Options) (grade.Results, error) {
	start := time.Now()
	if o.Observe == nil {
		o.Observe = func(grade.Progress) {}
	}
	r := &run{
		Options: o, entries: entries, places: make(map[string]int), known: make([]*grade.Submission, len(entries)),
		left: len(entries), progress: make([]wire.Progress, len(entries)), used: make(map[wire.Machine]bool),
		measured: make(map[sandbox.Measures]bool), waiting: make(map[string]time.Time), said: make(map[string]bool),
	}
	if err := r.plan(ctx); err != nil {
		return grade.Results{}, err
	}
	err := r.collect(ctx)
	switch {
	case err == nil:
		r.end(ctx, false)
		return r.sum(time.Since(start), false), nil
	case ctx.Err() != nil:
		r.end(ctx, true)
		return r.sum(time.Since(start), true), ctx.Err()
	case errors.Is(err, wire.ErrRefused):
		return grade.Results{}, exit.Failed(fmt.Errorf("%w; workers go on, and with another key the same command "+
			"continues this run", err))
	}
	r.end(ctx, true)
	return grade.Results{}, err
}

// set sets a result unless there is one.
func (r *run) set(place int, to grade.Submission) {
	if r.known[place] == nil {
		r.known[place] = &to
		r.left--
		r.tell()
	}
}

// sayOnce prints something once in a run.
func (r *run) sayOnce(format string, args ...any) {
	if said := fmt.Sprintf(format, args...); !r.said[said] {
		r.said[said] = true
		r.Say("%s", said)
	}
}

// JudgeOne has one test judged once more, on any machine that may. What the program prints on it or, if its problem
// talks, what is said, is written to the file printed.
func JudgeOne(ctx context.Context, e grade.Entry, t problem.Test, printed string, o Options) (grade.Test, error) {
	var text string
	o.Transcripts, o.printed = "", &text
	e.Tests = []problem.Test{t}
	results, err := Judge(ctx, []grade.Entry{e}, o)
	if err != nil {
		return grade.Test{}, err
	}
	s := results.Submissions[0]
	if len(s.Tests) == 0 {
		return grade.Test{}, exit.Failed(fmt.Errorf("%s/%s cannot be shown on %s: %s", s.Problem, s.Name, t.Name,
			s.Message))
	}
	if err := whole.Replace(printed, []byte(text)); err != nil {
		return grade.Test{}, exit.Failed(err)
	}
	return s.Tests[0], nil
}

// keepText writes what was said on a test, or returns what was printed. It ignores what was not asked for.
func (r *run) keepText(place, test int, text []byte) error {
	e := r.entries[place]
	if r.printed != nil {
		*r.printed = string(text)
		return nil
	}
	if r.Transcripts == "" || test < 0 || test >= len(e.Tests) {
		return nil
	}
	path := filepath.Join(r.Transcripts, e.Problem.Name, e.Submission.Name, e.Tests[test].Name+".txt")
	err := os.MkdirAll(filepath.Dir(path), 0o777)
	if err == nil {
		err = whole.Replace(path, []byte(legible.Lines(string(text))))
	}
	if err != nil {
		return exit.Failed(fmt.Errorf("--transcript: what was said cannot be written: %w", err))
	}
	return nil
}
