package client

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/spread/wire"
)

// How often workers are told of new work, and how often a client checks whether a full queue has room.
const (
	wakeEvery = 100 * time.Millisecond
	roomEvery = 200 * time.Millisecond
)

// ask publishes all work that has no result. The server ignores work that waits already. While the queue is full, ask
// waits.
func (r *run) ask(ctx context.Context) error {
	var woken time.Time
	asked := make(map[string]bool) // needs
	wake := func() {
		if len(asked) > 0 {
			r.wake(slices.Collect(maps.Keys(asked))) // a worker that misses it is told again, later
			woken = time.Now()
			clear(asked)
		}
	}
	defer wake()
	for place, ask := range r.list.Asks {
		for !r.answers.has(place) {
			text, err := wire.Encode(ask.Work)
			if err == nil {
				_, err = r.conn.JS.Publish(ctx, wire.WorkSubject(ask.Need.ID(), r.list.Run, place), text,
					jetstream.WithExpectStream(wire.WorkStream))
			}
			switch {
			case err == nil:
				asked[ask.Need.ID()] = true
				if r.answers.has(place) { // a result has come meanwhile, perhaps that nobody can judge it
					r.purge(ctx, wire.WorkSubject(ask.Need.ID(), r.list.Run, place))
				}
			case wire.Waits(err):
			case wire.Full(err):
				wake()
				select {
				case <-ctx.Done():
					return ctx.Err()
				case <-time.After(roomEvery):
				}
				continue
			default:
				return wire.Explain(err)
			}
			break
		}
		if time.Since(woken) > max(wakeEvery, wire.Within(r.hearers())) {
			wake()
		}
	}
	return nil
}

// wake tells workers that there is, or may be, work with some needs.
func (r *run) wake(needs []string) {
	text := wire.Wake{Needs: needs, Workers: r.hearers()}.Encode()
	r.conn.NC.Publish(wire.WakeSubject, text) // an error is a lost connection: later again
}

// hearers are how many workers there are, as far as is known.
func (r *run) hearers() int { return int(r.alive.Load()) }

// wakeAgain tells workers which work has no result yet. Some may have no worker any more, or no worker has heard of it.
func (r *run) wakeAgain() {
	open := make(map[string]bool)
	for place, ask := range r.list.Asks {
		if ask.asked() && !r.answers.has(place) {
			open[ask.Need.ID()] = true
		}
	}
	r.wake(slices.Collect(maps.Keys(open)))
}

// purge removes the work of some subjects from the queue.
func (r *run) purge(ctx context.Context, subjects string) error {
	stream, err := r.conn.JS.Stream(ctx, wire.WorkStream)
	if err != nil {
		return err
	}
	return stream.Purge(ctx, jetstream.WithPurgeSubject(subjects))
}
