package client

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/spread/server"
	"dlxjudge/judge/spread/wire"
)

// setBack is a bucket of a server whose clock is behind by some time.
type setBack struct {
	jetstream.KeyValue
	by time.Duration
}

func (b *setBack) WatchFiltered(ctx context.Context, keys []string,
	opts ...jetstream.WatchOpt) (jetstream.KeyWatcher, error) {
	watcher, err := b.KeyValue.WatchFiltered(ctx, keys, opts...)
	if err != nil {
		return nil, err
	}
	entries := make(chan jetstream.KeyValueEntry)
	go func() {
		defer close(entries)
		for entry := range watcher.Updates() {
			if entry != nil {
				entry = oldEntry{entry, b.by}
			}
			select {
			case entries <- entry:
			case <-ctx.Done():
				return
			}
		}
	}()
	return oldWatcher{watcher, entries}, nil
}

type oldWatcher struct {
	jetstream.KeyWatcher
	entries chan jetstream.KeyValueEntry
}

func (w oldWatcher) Updates() <-chan jetstream.KeyValueEntry { return w.entries }

type oldEntry struct {
	jetstream.KeyValueEntry
	by time.Duration
}

func (e oldEntry) Created() time.Time { return e.KeyValueEntry.Created().Add(-e.by) }

// A worker that says something new is there, whatever becomes of the server's clock, and also when a server that was
// started again has heard nothing of it yet. Of what was said before this client came, only the server's clock tells
// the age.
func TestHear(t *testing.T) {
	c := newCluster(t, quick)
	workers := c.server.Dial(server.Worker)
	tell := func(done int) {
		offer := named("m1")
		offer.Done = done
		text, err := wire.Encode(offer)
		judgetest.Check(t, err)
		_, err = workers.Workers.Put(t.Context(), "m1", text)
		judgetest.Check(t, err)
	}
	bucket := &setBack{KeyValue: c.client.Conn.Workers}
	conn := *c.client.Conn
	conn.Workers = bucket
	r := &run{conn: &conn}
	known := make(map[string]hearing)
	live := func(known map[string]hearing) bool {
		t.Helper()
		judgetest.Check(t, r.hear(t.Context(), known))
		all := r.offersOf(known)
		return len(all) == 1 && all[0].live
	}
	tell(1)
	if !live(known) {
		t.Error("a worker that was heard of just now is not there")
	}
	bucket.by = time.Hour
	if live(make(map[string]hearing)) {
		t.Error("a worker that was heard of an hour ago is there for a new client")
	}
	tell(2)
	if !live(known) {
		t.Error("a worker is not there after the server's clock was set back")
	}
	bucket.by = 0
	connected := c.client.Conn.NC.StatusChanged(nats.CONNECTED)
	c.server.Stop()
	c.server.Again()
	select {
	case <-connected:
	case <-time.After(limit):
		t.Fatal("there is no connection again")
	}
	if all, _ := c.client.Conn.Workers.Keys(t.Context()); len(all) > 0 {
		t.Fatalf("the server has kept %s", strings.Join(all, ", "))
	}
	if !live(known) {
		t.Error("a worker is not there after the server was started again")
	}
}
