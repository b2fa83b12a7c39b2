package client

import (
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/spread/wire"
)

// offered is what a worker said last.
type offered struct {
	wire.Offer
	live bool // it sent an offer lately, and has not ended
}

// hearing is what a worker said last, and when, by the clock of this process, which goes on evenly when the system's
// clock is set. A worker publishes an offer every few seconds; a new one shows that it is running. The age of offers
// from before the first look follows from the server's clock.
type hearing struct {
	offer    wire.Offer
	revision uint64
	created  time.Time // by the server's clock
	at       time.Time
}

// watchOffers passes on what the workers say of themselves, every few seconds.
func (r *run) watchOffers(ctx context.Context, to func([]offered)) {
	const soon = 100 * time.Millisecond
	tick := time.NewTicker(soon) // weigh wants a second look before it gives up
	defer tick.Stop()
	known := make(map[string]hearing)
	for looks := 0; ; looks++ {
		if looks == 1 {
			tick.Reset(min(r.conn.Pace.Heartbeat, max(r.wait, soon)))
		}
		if err := r.hear(ctx, known); err == nil { // without a connection nobody knows which workers there are
			to(r.offersOf(known))
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// hear updates what is known of the workers, by their names.
func (r *run) hear(ctx context.Context, known map[string]hearing) error {
	ctx, cancel := context.WithTimeout(ctx, r.conn.Pace.Missing())
	defer cancel()
	ahead, err := r.conn.Ahead(ctx)
	if err != nil {
		return err
	}
	listed := make(map[string]bool)
	for entry, err := range wire.Entries(ctx, r.conn.Workers, wire.Offers...) {
		if err != nil {
			return err
		}
		listed[entry.Key()] = true
		was, is := known[entry.Key()]
		if is && was.revision == entry.Revision() && was.created.Equal(entry.Created()) {
			continue
		}
		offer, err := wire.OfferOf(entry)
		if err != nil {
			continue // from another version, or in the name of another worker
		}
		now := hearing{offer, entry.Revision(), entry.Created(), time.Now()}
		if !is {
			now.at = now.at.Add(-max(time.Since(now.created)+ahead, 0))
		}
		known[entry.Key()] = now
	}
	maps.DeleteFunc(known, func(name string, h hearing) bool { return !listed[name] && !r.live(h) })
	return nil
}

// offersOf are the workers in order of their names. After a restart the server has no offers until workers repeat them;
// until then, the known workers stay in the list.
func (r *run) offersOf(known map[string]hearing) []offered {
	all := []offered{}
	for _, h := range known {
		all = append(all, offered{h.offer, r.live(h)})
	}
	slices.SortFunc(all, func(a, b offered) int { return strings.Compare(a.Machine.Worker, b.Machine.Worker) })
	return all
}

func (r *run) live(h hearing) bool { return !h.offer.Gone && time.Since(h.at) < r.conn.Pace.Missing() }
