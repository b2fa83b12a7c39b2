package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/spread/wire"
)

// collect repeats rounds until every entry has a result.
func (r *run) collect(ctx context.Context) error {
	nc := r.Conn.NC
	progress := make(chan *nats.Msg, 256) // while this channel is full, messages are dropped
	subscription, err := nc.ChanSubscribe(wire.ProgressSubject(r.name, "*"), progress)
	if err != nil {
		return err
	}
	defer subscription.Unsubscribe()
	changes := nc.StatusChanged(nats.CONNECTED, nats.RECONNECTING, nats.CLOSED)
	defer nc.RemoveStatusListener(changes)
	for r.left > 0 {
		r.awaitServer(ctx, changes)
		err := r.round(ctx, progress, changes)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case nc.IsClosed():
			return r.Conn.Closed()
		case err != nil && nc.IsConnected() && !errors.Is(err, errLost) && !wire.Temporary(err):
			return err
		case err != nil && nc.IsConnected():
			r.sayOnce("the cluster does not take all work yet: %v; trying again", err)
			wire.Pause(ctx, r.Conn.Pace.AckWait/30)
		}
	}
	return nil
}

// awaitServer waits until a lost connection is back. If that takes longer than a second, it prints a message.
func (r *run) awaitServer(ctx context.Context, changes <-chan nats.Status) {
	nc, said := r.Conn.NC, false
	at := strings.Join(nc.Servers(), ",")
	moment := time.NewTimer(time.Second)
	defer moment.Stop()
	for !nc.IsConnected() && !nc.IsClosed() && ctx.Err() == nil {
		select {
		case <-changes:
		case <-ctx.Done():
		case <-moment.C:
			r.Say("waiting for the server at %s: the connection was lost", at)
			said = true
		}
	}
	if said && nc.IsConnected() {
		r.Say("the server at %s is back", at)
	}
}

// errLost means that the server has a result without its outcome, for example after a restart with an empty store.
var errLost = errors.New("the server has lost a result; asking for it again")

// round sends the work that has no result, and takes results. It ends when the connection is lost or comes back: the
// server may then be a new one that has none of the files.
func (r *run) round(ctx context.Context, progress <-chan *nats.Msg, changes <-chan nats.Status) error {
	if err := r.Conn.Ensure(ctx); err != nil {
		return err
	}
	// The server repeats a result until takeResult acknowledges it.
	results, err := r.Conn.JS.CreateConsumer(ctx, wire.ResultStream, jetstream.ConsumerConfig{
		FilterSubject: wire.ResultSubject(r.name, "*"), AckPolicy: jetstream.AckExplicitPolicy, MaxAckPending: -1,
		AckWait: r.Conn.Pace.AckWait, MemoryStorage: true, InactiveThreshold: 2 * r.Conn.Pace.AckWait,
	})
	if err != nil {
		return fmt.Errorf("cannot read results: %w", err)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	came, failed := make(chan jetstream.Msg), make(chan error)
	reader, err := results.Consume(func(msg jetstream.Msg) {
		select {
		case came <- msg:
		case <-ctx.Done():
		}
	}, jetstream.PullExpiry(max(r.Conn.Pace.AckWait, time.Second)), jetstream.ConsumeErrHandler(
		func(_ jetstream.ConsumeContext, err error) {
			select {
			case failed <- err:
			case <-ctx.Done():
			}
		}))
	if err != nil {
		return err
	}
	defer reader.Stop()
	if err := r.send(ctx); err != nil {
		return err
	}
	sent, next := time.Now(), 100*time.Millisecond
	again := time.NewTimer(next)
	defer again.Stop()
	for r.left > 0 {
		select {
		case msg := <-came:
			err = r.takeResult(ctx, msg)
		case msg := <-progress:
			r.updateProgress(msg)
		case <-again.C:
			if err = r.checkWorkers(ctx); err == nil && time.Since(sent) > r.Conn.Pace.AckWait {
				sent, err = time.Now(), r.send(ctx)
			}
			r.Conn.NC.Publish(wire.WakeSubject, nil) // a worker may be new, or may have missed the last wake-up
			next = min(2*next, r.Conn.Pace.AckWait/6)
			again.Reset(next)
		case <-changes:
			return nil
		case err = <-failed:
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// send sends the work that has no result, and the blocks that the server does not have. If some work is already in the
// queue, the server refuses to add it again, which does no harm.
func (r *run) send(ctx context.Context) error {
	for i, p := range r.parcels {
		r.Observe(grade.Progress{Step: "sending", Done: i, Total: len(r.parcels), More: true})
		if err := p.Upload(ctx, r.Conn.Blocks); err != nil {
			return exit.Failed(fmt.Errorf("cannot send files: %w", r.Conn.Explain(err)))
		}
	}
	r.reportProgress()
	made := make(map[string]bool) // maps the ID of needs to whether their queue exists
	for _, i := range r.items {
		if i.known != nil {
			continue
		}
		needs := i.ask.Needs.ID()
		if !made[needs] {
			if err := r.Conn.Consumer(ctx, i.ask.Needs); err != nil {
				return err
			}
			made[needs] = true
		}
		text, err := wire.Encode(i.ask)
		if err != nil {
			return err
		}
		_, err = r.Conn.JS.Publish(ctx, wire.WorkSubject(needs, r.name, i.ask.ID()), text)
		if err != nil && !wire.Exists(err) {
			return r.Conn.Explain(err)
		}
	}
	return r.Conn.NC.Publish(wire.WakeSubject, nil)
}

// end removes this run from the cluster. Workers that still judge its work stop.
func (r *run) end(ctx context.Context) {
	if r.name == "" || r.Conn.NC.IsClosed() {
		return
	}
	if !r.Conn.NC.IsConnected() {
		r.Say("warning: there is no connection to the server, so the workers continue this run")
		return
	}
	ctx = context.WithoutCancel(ctx)
	var err error
	const tries = 5 // what stays would be the results of the same command's next run
	for range tries {
		if err = r.purge(ctx); !wire.Temporary(err) {
			break
		}
		wire.Pause(ctx, r.Conn.Pace.AckWait/30)
	}
	if err != nil {
		r.Say("warning: could not remove this run's results: %v; the same command may show them again", err)
	}
}

// purge removes the work of this run, then stops the workers, and removes the results.
func (r *run) purge(ctx context.Context) error {
	const longest = 2 * time.Second // a request does not notice that its connection was lost
	ctx, stop := context.WithTimeout(ctx, longest)
	defer stop()
	if err := r.Conn.Work.Purge(ctx, jetstream.WithPurgeSubject(wire.RunWork(r.name))); err != nil {
		return err
	}
	r.Conn.NC.Publish(wire.WakeSubject, nil)
	return r.Conn.Results.Purge(ctx, jetstream.WithPurgeSubject(wire.ResultSubject(r.name, "*")))
}

// The steps of judging, as shown in grade.Progress.
const (
	building = "building"
	judging  = "judging"
)

// updateProgress records a submission's progress from a message, and reports the progress of the run.
func (r *run) updateProgress(msg *nats.Msg) {
	var p wire.Progress
	i := r.asked[wire.Last(msg.Subject)]
	if i == nil || i.known != nil || json.Unmarshal(msg.Data, &p) != nil || p.Step != building && p.Step != judging {
		return
	}
	if p.Step == judging {
		p.Total = len(i.Tests)
		p.Done = min(max(p.Done, 0), p.Total)
	}
	i.progress = p
	r.current = fmt.Sprintf("%s/%s on %s", i.Problem.Name, i.Submission.Name, wire.Brief(p.Worker))
	r.reportProgress()
}

// reportProgress reports the progress of the whole run.
func (r *run) reportProgress() {
	sum := grade.Progress{Step: "waiting for a worker", Current: r.current}
	for _, i := range r.items {
		sum.Total += len(i.Tests)
		switch p := i.progress; {
		case i.known != nil:
			sum.Done += len(i.Tests)
			sum.Step = judging
		case p.Step == judging:
			sum.Done += p.Done
			sum.Step = judging
		case p.Step == building && sum.Step != judging:
			sum.Step = building
		}
	}
	r.Observe(sum)
}
