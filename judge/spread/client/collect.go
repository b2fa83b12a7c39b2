package client

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/spread/wire"
)

// collect asks for all work that has no result, and takes in what comes, until every place has a result.
//
// It works in rounds. A round reads the results that the server has, asks for those that are missing, and then takes in
// what comes, for AckWait or until a lost connection is back. So whatever was lost on its way is asked for again.
//
// Several goroutines listen: to results, lost work, progress, and the offers of workers. Each hands what it hears to
// the inbox, as a call that takes it in. This goroutine makes these calls, one at a time, so only it changes the run.
func (r *run) collect(ctx context.Context) error {
	ctx, refuse := context.WithCancelCause(ctx)
	var listeners sync.WaitGroup
	defer listeners.Wait()
	defer refuse(nil)
	in := make(inbox)
	progress, err := r.conn.NC.Subscribe(wire.RunProgress(r.list.Run), func(msg *nats.Msg) {
		in.put(ctx, func() error { r.heard(msg); return nil })
	})
	if err != nil {
		return err
	}
	defer progress.Unsubscribe()
	progress.SetPendingLimits(256, -1) // of messages and bytes; newer progress says more than what is dropped
	listeners.Go(func() {
		r.watchOffers(ctx, func(all []offered) { in.put(ctx, func() error { return r.weigh(ctx, all) }) })
	})
	reconnected := r.conn.NC.StatusChanged(nats.CONNECTED)
	defer r.conn.NC.RemoveStatusListener(reconnected)
	r.tell()
	closed := r.conn.NC.StatusChanged(nats.CLOSED)
	defer r.conn.NC.RemoveStatusListener(closed)
	if r.conn.NC.IsClosed() {
		return r.conn.Closed()
	}
	listeners.Go(func() {
		select {
		case <-closed:
			refuse(r.conn.Closed())
		case <-ctx.Done():
		}
	})
	for r.answers.open() > 0 {
		if err := r.round(ctx, in, reconnected); err != nil {
			return cmp.Or(context.Cause(ctx), err)
		}
	}
	return nil
}

// inbox passes what listeners heard to the goroutine of collect, as calls that take it in.
type inbox chan func() error

// put waits until the call is about to be made, or ctx is done. Calls are made in the order in which they were put.
func (in inbox) put(ctx context.Context, call func() error) {
	select {
	case in <- call:
	case <-ctx.Done():
	}
}

// round is one round of collect.
func (r *run) round(ctx context.Context, in inbox, reconnected <-chan nats.Status) error {
	listening, stop := context.WithCancel(ctx)
	var listeners sync.WaitGroup
	defer listeners.Wait()
	defer stop()
	listen := func(to func(context.Context) error) {
		listeners.Go(func() {
			if err := to(listening); err != nil && listening.Err() == nil { // the next round tries again
				in.put(listening, func() error {
					r.sayOnce("the cluster does not take all work yet: %v; trying again", err)
					return nil
				})
			}
		})
	}
	results := wire.Wanted{Subjects: []string{wire.RunResults(r.list.Run)}, Since: r.read}
	lost := r.lostWork()
	behind := true // the results that the server has are being read
	caughtUp := make(chan struct{})
	listen(func(listening context.Context) error {
		return r.follow(listening, in, wire.ResultStream, results, func(msg jetstream.Msg) error {
			if meta, err := msg.Metadata(); err == nil && behind {
				r.read = &meta.Timestamp
			}
			return r.answered(ctx, msg)
		}, func() { r.read, behind = nil, false; close(caughtUp) })
	})
	listen(func(listening context.Context) error {
		return r.follow(listening, in, wire.LostStream, lost, func(msg jetstream.Msg) error {
			return r.gaveUp(ctx, msg)
		}, func() {})
	})
	listen(func(listening context.Context) error {
		select {
		case <-caughtUp:
			return r.request(listening)
		case <-listening.Done():
			return nil
		}
	})
	over := time.NewTimer(r.conn.Pace.AckWait)
	defer over.Stop()
	again := time.NewTicker(r.conn.Pace.AckWait / 6)
	defer again.Stop()
	for r.answers.open() > 0 {
		select {
		case call := <-in:
			if err := call(); err != nil {
				return err
			}
		case <-again.C:
			r.wakeAgain()
		case <-over.C:
			return nil
		case <-reconnected:
			stop()
			listeners.Wait() // until then r.unsent is theirs
			r.unsent = true  // the server may be another one, which has nothing of what was sent
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// request asks for the work that has no result, and before that sends what the server may not have.
func (r *run) request(ctx context.Context) error {
	if r.unsent {
		if err := r.begin(ctx, func(grade.Progress) {}); err != nil {
			return err
		}
	}
	return r.ask(ctx)
}

// follow puts each message of a stream into the inbox until ctx is done. It calls caughtUp when the messages that were
// there at the beginning are taken in.
//
// The consumer is a plain one: its Next returns when ctx is done. An ordered consumer is made again when the connection
// is back, which is when a round ends. Stop would then stop its old iterator, and Next would wait for ever on the new
// one.
func (r *run) follow(ctx context.Context, in inbox, stream string, wanted wire.Wanted, take func(jetstream.Msg) error,
	caughtUp func()) error {
	wanted.Unused = int(2 * r.conn.Pace.AckWait / time.Second) // a new one is made for each round
	consumer, err := r.conn.Follow(ctx, stream, wanted)
	if err != nil {
		return fmt.Errorf("%s cannot be followed: %w", stream, err)
	}
	messages, err := consumer.Messages()
	if err != nil {
		return fmt.Errorf("%s cannot be followed: %w", stream, err)
	}
	defer messages.Stop()
	there := consumer.CachedInfo().NumPending // at the beginning
	for n := uint64(0); ; n++ {
		if n == there {
			in.put(ctx, func() error { caughtUp(); return nil })
		}
		msg, err := messages.Next(jetstream.NextContext(ctx))
		switch {
		case ctx.Err() != nil || errors.Is(err, jetstream.ErrMsgIteratorClosed):
			return nil
		case err != nil:
			return fmt.Errorf("%s: %w", stream, err)
		}
		in.put(ctx, func() error { return take(msg) })
	}
}
