// Package client judges submissions on the workers of a cluster. It sends files, publishes work, collects the results,
// and combines the results as grade.Judge does on one machine.
//
//	results, err := client.Judge(ctx, entries, client.Options{Conn: conn, Roots: roots, Wait: time.Minute, Say: say})
//
// Sending something twice has the same effect as sending it once. So the client works in rounds: it sends missing
// blocks, asks for the missing results, and takes results, including those of an earlier client. After AckWait, it
// resends work that has no result. A round ends when the connection is lost or comes back. The next round repeats
// whatever was lost. If the client was killed, the same command continues the run. The client checks that each result
// fits its request. If a result does not fit, the submission gets the verdict JE, and its message says why.
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

// Options says how entries are judged.
type Options struct {
	Conn  *wire.Conn
	Roots problem.Roots // the roots from which the entries were read
	Group string        // group of the machines that may judge; "" for any group
	Wait  time.Duration // how long to wait for a worker that offers what a submission needs

	Say func(format string, args ...any) // receives warnings

	grade.Options         // TimeLimit, All, First, Conversations, Transcripts and Observe
	Fresh         bool    // run tests even if their results are cached
	printed       *string // receives the output or conversation of the only test; nil if not requested
}

// run is one call of Judge.
type run struct {
	Options
	name    string
	items   []*item
	asked   map[string]*item // by the ID of the ask
	parcels []*parcel.Parcel

	left        int                       // number of items without a known result
	current     string                    // the submission and the worker that the latest progress is about
	used        map[wire.Machine]bool     // the machines that sent results
	measured    map[sandbox.Measures]bool // the ways in which the machines measured
	waiting     map[string]time.Time      // maps the ID of needs to the time since which no worker meets them
	printedOnce map[string]bool           // messages that must not be printed again
}

// item is an entry of a run.
type item struct {
	grade.Entry
	blank    grade.Submission  // the result before judging
	ask      wire.Ask          // the zero Ask if no machine judges the entry
	known    *grade.Submission // the result; nil if it is not known yet
	progress wire.Progress     // the latest progress
}

func newRun(entries []grade.Entry, o Options) *run {
	if o.Observe == nil {
		o.Observe = func(grade.Progress) {}
	}
	r := &run{
		Options: o, left: len(entries), asked: make(map[string]*item), used: make(map[wire.Machine]bool),
		measured: make(map[sandbox.Measures]bool), waiting: make(map[string]time.Time),
		printedOnce: make(map[string]bool),
	}
	for _, e := range entries {
		r.items = append(r.items, &item{Entry: e})
	}
	return r
}

// Judge has the workers judge the entries. When ctx is done, Judge cancels the run on all machines. It then returns
// the results so far, marked as interrupted, and ctx's error. With any other error, Judge returns no results.
func Judge(ctx context.Context, entries []grade.Entry, o Options) (grade.Results, error) {
	start, r := time.Now(), newRun(entries, o)
	if err := r.plan(ctx); err != nil {
		return grade.Results{}, err
	}
	err := r.collect(ctx)
	if errors.Is(err, wire.ErrRefused) {
		return grade.Results{}, exit.Failed(fmt.Errorf("%w; the workers go on judging; run the same command with "+
			"another key to collect", err))
	}
	r.end(ctx)
	if err != nil && ctx.Err() == nil {
		return grade.Results{}, err
	}
	return r.combine(time.Since(start), err != nil), err
}

// set sets the result of an item, unless it already has a result.
func (r *run) set(i *item, to grade.Submission) {
	if i.known == nil {
		i.known = &to
		r.left--
		r.reportProgress()
	}
}

// sayOnce prints a message once per run.
func (r *run) sayOnce(format string, args ...any) {
	if message := fmt.Sprintf(format, args...); !r.printedOnce[message] {
		r.printedOnce[message] = true
		r.Say("%s", message)
	}
}

// JudgeOne judges one test again, on any suitable machine. printed is the path of a file. JudgeOne writes the program's
// output to this file. If the problem has conversations, it writes the conversation instead.
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

// keepText writes text, the conversation on a test, to a file. If r.printed is not nil, it stores the text there
// instead. It ignores texts that were not requested.
func (r *run) keepText(e grade.Entry, test int, text []byte) error {
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
		return exit.Failed(fmt.Errorf("--transcript: cannot write the conversation: %w", err))
	}
	return nil
}
