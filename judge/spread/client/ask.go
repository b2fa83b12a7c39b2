package client

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/spread/wire"
)

// How often workers are notified of new work, and how often a client checks whether a full queue has room.
const (
	wakeEvery = 100 * time.Millisecond
	roomEvery = 200 * time.Millisecond
)

// ask publishes all work that has no result. The server ignores work that waits already. While the queue is full, ask
// waits.
func (r *run) ask(ctx context.Context) error {
	var woken time.Time
	asked := false
	wake := func() {
		if asked {
			r.conn.NC.Publish(wire.WakeSubject, nil) // a worker that misses it asks by itself, later
			asked, woken = false, time.Now()
		}
	}
	defer wake()
	for place, ask := range r.list.Asks {
		for !r.answers.has(place) {
			_, err := r.conn.JS.Publish(ctx, wire.WorkSubject(ask.Need.ID(), r.list.Run, place), r.texts[place],
				jetstream.WithExpectStream(wire.WorkStream))
			switch {
			case err == nil:
				asked = true
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
		if time.Since(woken) > wakeEvery {
			wake()
		}
	}
	return nil
}

// purge removes the work of some subjects from the queue.
func (r *run) purge(ctx context.Context, subjects string) error {
	stream, err := r.conn.JS.Stream(ctx, wire.WorkStream)
	if err != nil {
		return err
	}
	return stream.Purge(ctx, jetstream.WithPurgeSubject(subjects))
}
