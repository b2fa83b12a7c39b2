package client

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/spread/wire"
)

// offered is what a worker said last.
type offered struct {
	wire.Offer
	live bool // it was heard of lately, and has not ended
}

// hearing is what a worker said last, and when. The time is this machine's, which runs on evenly when a clock is set: a
// worker says something every few seconds, and that it was new is all that tells that it is there. Of what was said
// before the first look, the server's clock tells the age.
type hearing struct {
	offer    wire.Offer
	revision uint64
	created  time.Time // by the server's clock
	at       time.Time
}

// watchOffers passes on what the workers say of themselves, every few seconds.
func (r *run) watchOffers(ctx context.Context, to func([]offered)) {
	tick := time.NewTicker(min(r.conn.Pace.Heartbeat, max(r.wait, 100*time.Millisecond)))
	defer tick.Stop()
	known := make(map[string]hearing)
	for {
		if err := r.hear(ctx, known); err == nil { // while there is no connection, nobody knows who is there
			to(r.offersOf(known))
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// hear brings up to date what is known of the workers, by their names.
func (r *run) hear(ctx context.Context, known map[string]hearing) error {
	ctx, cancel := context.WithTimeout(ctx, r.conn.Pace.Missing())
	defer cancel()
	ahead, err := r.conn.Ahead(ctx)
	if err != nil {
		return err
	}
	watcher, err := r.conn.Workers.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return err
	}
	defer watcher.Stop()
	listed := make(map[string]bool)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case entry, open := <-watcher.Updates():
			switch {
			case !open:
				return errors.New("the connection was closed")
			case entry == nil: // that was all
				maps.DeleteFunc(known, func(name string, h hearing) bool { return !listed[name] && !r.live(h) })
				return nil
			}
			listed[entry.Key()] = true
			was, is := known[entry.Key()]
			if is && was.revision == entry.Revision() && was.created.Equal(entry.Created()) {
				continue
			}
			offer, err := wire.Decode[wire.Offer](entry.Value())
			if err != nil || offer.Machine.Worker != entry.Key() {
				continue // it is of another version, or speaks for another
			}
			now := hearing{offer, entry.Revision(), entry.Created(), time.Now()}
			if !is {
				now.at = now.at.Add(-max(time.Since(now.created)+ahead, 0))
			}
			known[entry.Key()] = now
		}
	}
}

// offersOf are the workers in order of their names. Those of which a server that was started again knows nothing yet
// are among them, since what workers say of themselves is not on its disk.
func (r *run) offersOf(known map[string]hearing) []offered {
	all := []offered{}
	for _, h := range known {
		all = append(all, offered{h.offer, r.live(h)})
	}
	slices.SortFunc(all, func(a, b offered) int { return strings.Compare(a.Machine.Worker, b.Machine.Worker) })
	return all
}

func (r *run) live(h hearing) bool { return !h.offer.Gone && time.Since(h.at) < r.conn.Pace.Missing() }
