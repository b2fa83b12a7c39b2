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
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/exit"
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
	// WaitOurs is how long to wait for a worker of this version if all that are running have others. Nobody starts one
	// by accident, so the default is not to wait.
	WaitOurs time.Duration

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
	used     map[wire.Machine]bool
	measured map[sandbox.Measures]bool // how the machines that judged took their figures
	offers   []wire.Offer
	waiting  map[string]time.Time // needs that no worker meets → since when
	said     map[string]bool      // what was said once
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

// collect has everything judged that has no result yet.
func (r *run) collect(ctx context.Context) error {
	nc := r.Conn.NC
	progress := make(chan *nats.Msg, 256) // newer progress says more than what is dropped
	heard, err := nc.ChanSubscribe(wire.ProgressSubject(r.name, "*"), progress)
	if err != nil {
		return err
	}
	defer heard.Unsubscribe()
	changes := nc.StatusChanged(nats.CONNECTED, nats.CLOSED)
	defer nc.RemoveStatusListener(changes)
	for r.left > 0 {
		err := r.round(ctx, progress, changes)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case nc.IsClosed():
			return r.Conn.Closed()
		case err != nil && nc.IsConnected() && !errors.Is(err, errLost) && !wire.Later(err):
			return err
		case err != nil:
			r.sayOnce("the cluster does not take all work yet: %v; trying again", err)
			wire.Pause(ctx, r.Conn.Pace.AckWait/30)
		}
	}
	return nil
}

// errLost means that the server has a result without its outcome, as after it was restarted with an empty store.
var errLost = errors.New("the server has lost a result, which is asked for again")

// round sends what is missing, takes the results that exist, asks for the rest, and takes what comes.
func (r *run) round(ctx context.Context, progress <-chan *nats.Msg, changes <-chan nats.Status) error {
	if err := r.send(ctx); err != nil {
		return err
	}
	results, existing, err := r.follow(ctx)
	if err != nil {
		return err
	}
	defer results.Stop()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	came, failed := make(chan jetstream.Msg), make(chan error, 1)
	go func() {
		for {
			msg, err := results.Next(jetstream.NextContext(ctx))
			if err != nil {
				failed <- err
				return
			}
			select {
			case came <- msg:
			case <-ctx.Done():
				return
			}
		}
	}()
	over := time.NewTimer(r.Conn.Pace.AckWait)
	defer over.Stop()
	const soon = 100 * time.Millisecond
	look := time.NewTicker(soon) // weigh wants a second look before it gives up
	defer look.Stop()
	wake := time.NewTicker(r.Conn.Pace.AckWait / 6)
	defer wake.Stop()
	asked := false
	for looks := 0; r.left > 0; {
		if existing == 0 && !asked {
			if err := r.ask(ctx); err != nil {
				return err
			}
			asked = true
		}
		select {
		case msg := <-came:
			if err := r.answered(ctx, msg); err != nil {
				return err
			}
			existing = max(existing-1, 0)
		case msg := <-progress:
			r.heard(msg)
		case <-look.C:
			if looks++; looks == 2 {
				look.Reset(max(min(r.Conn.Pace.Heartbeat, r.Wait), soon))
			}
			if err := r.weigh(ctx); err != nil {
				return err
			}
		case <-wake.C:
			r.Conn.NC.Publish(wire.WakeSubject, nil) // a worker may have missed it, or have come since
		case <-over.C:
			return nil
		case <-changes: // the server may be another one, which has nothing of what was sent
			return nil
		case err := <-failed:
			return err
		}
	}
	return nil
}

// send makes the streams that are missing, and stores the blocks that are missing.
func (r *run) send(ctx context.Context) error {
	if err := r.Conn.Ensure(ctx); err != nil {
		return err
	}
	bucket, err := r.Conn.JS.KeyValue(ctx, wire.BlockBucket)
	if err != nil {
		return err
	}
	for i, p := range r.parcels {
		r.Observe(grade.Progress{Step: "sending", Done: i, Total: len(r.parcels)})
		if err := p.Upload(ctx, bucket); err != nil {
			return exit.Failed(fmt.Errorf("files cannot be sent: %w", wire.Explain(err)))
		}
	}
	r.tell()
	return nil
}

// follow reads results: first those that exist, and how many they are, and then what comes. A plain consumer ends its
// iterator with its context; an ordered one would make itself again when a connection is back, which ends a round.
func (r *run) follow(ctx context.Context) (results jetstream.MessagesContext, existing uint64, err error) {
	consumer, err := r.Conn.JS.CreateConsumer(ctx, wire.ResultStream, jetstream.ConsumerConfig{
		AckPolicy: jetstream.AckNonePolicy, MemoryStorage: true, InactiveThreshold: 2 * r.Conn.Pace.AckWait,
	})
	if err != nil {
		return nil, 0, fmt.Errorf("results cannot be followed: %w", err)
	}
	results, err = consumer.Messages()
	return results, consumer.CachedInfo().NumPending, err
}

// ask publishes all work that has no result. The server ignores work that waits already.
func (r *run) ask(ctx context.Context) error {
	made := make(map[string]bool) // queues
	for place, ask := range r.asks {
		if r.known[place] != nil {
			continue
		}
		if needs := ask.Needs.ID(); !made[needs] {
			if err := r.Conn.Consumer(ctx, ask.Needs); err != nil {
				return err
			}
			made[needs] = true
		}
		text, err := wire.Encode(ask)
		if err != nil {
			return err
		}
		_, err = r.Conn.JS.Publish(ctx, wire.WorkSubject(ask.Needs, r.name, ask.ID()), text)
		if err != nil && !wire.Exists(err) {
			return wire.Explain(err)
		}
	}
	return r.Conn.NC.Publish(wire.WakeSubject, nil)
}

// end removes what the cluster has of this run. If the run is cancelled, workers drop their work.
func (r *run) end(ctx context.Context, cancelled bool) {
	if r.name == "" || r.Conn.NC.IsClosed() {
		return
	}
	const longest = 5 * time.Second
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), longest)
	defer stop()
	err := r.purge(ctx, wire.WorkStream, wire.RunWork(r.name))
	if cancelled {
		err = errors.Join(err, r.Conn.NC.Publish(wire.CancelSubject(r.name), nil))
	}
	for id := range r.places {
		if err == nil {
			err = r.purge(ctx, wire.ResultStream, wire.ResultSubject(id))
		}
	}
	if err != nil { // what is left of it expires
		r.Say("warning: the cluster does not know that this run has ended: %v", err)
	}
}

// purge removes the messages of some subjects from a stream.
func (r *run) purge(ctx context.Context, name, subjects string) error {
	stream, err := r.Conn.JS.Stream(ctx, name)
	if err != nil {
		return err
	}
	return stream.Purge(ctx, jetstream.WithPurgeSubject(subjects))
}

// The steps of judging, as grade.Progress has them.
const (
	building = "building"
	judging  = "judging"
)

// heard takes in the progress of a submission.
func (r *run) heard(msg *nats.Msg) {
	var p wire.Progress
	place, is := r.places[wire.Last(msg.Subject)]
	if !is || r.known[place] != nil || json.Unmarshal(msg.Data, &p) != nil || p.Step != building && p.Step != judging {
		return
	}
	if p.Step == judging {
		p.Total = len(r.entries[place].Tests)
		p.Done = min(max(p.Done, 0), p.Total)
	}
	p.Worker = brief(p.Worker)
	r.progress[place] = p
	r.tell(fmt.Sprintf("%s/%s on %s", r.blanks[place].Problem, r.blanks[place].Name, p.Worker))
}

// tell reports the progress of the whole run.
func (r *run) tell(current ...string) {
	sum := grade.Progress{Step: "waiting for a worker"}
	for place, e := range r.entries {
		sum.Total += len(e.Tests)
		switch p := r.progress[place]; {
		case r.known[place] != nil:
			sum.Done += len(e.Tests)
			sum.Step = judging
		case p.Step == judging:
			sum.Done += p.Done
			sum.Step = judging
		case p.Step == building && sum.Step != judging:
			sum.Step = building
		}
	}
	for _, text := range current {
		sum.Current = text
	}
	r.Observe(sum)
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

// keepText writes what was said on a test, or returns what was printed.
func (r *run) keepText(place, test int, text []byte) error {
	if r.printed != nil {
		*r.printed = string(text)
		return nil
	}
	e := r.entries[place]
	path := filepath.Join(r.Transcripts, e.Problem.Name, e.Submission.Name, e.Tests[test].Name+".txt")
	err := os.MkdirAll(filepath.Dir(path), 0o777)
	if err == nil {
		err = whole.Replace(path, visible(text))
	}
	if err != nil {
		return exit.Failed(fmt.Errorf("--transcript: what was said cannot be written: %w", err))
	}
	return nil
}

// needs are those of all work, each once.
func (r *run) needs() []wire.Needs {
	var needs []wire.Needs
	for _, ask := range r.asks {
		same := func(n wire.Needs) bool { return n.ID() == ask.Needs.ID() }
		if ask.Parcel != "" && !slices.ContainsFunc(needs, same) {
			needs = append(needs, ask.Needs)
		}
	}
	return needs
}
