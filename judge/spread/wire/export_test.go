package wire

import (
	"context"

	"github.com/nats-io/nats.go/jetstream"
)

// Behind is a bucket of which a replica answers that has nothing yet.
func Behind(c *Conn, kv jetstream.KeyValue) jetstream.KeyValue { return bucket{behind{kv}, c} }

type behind struct{ jetstream.KeyValue }

func (behind) Get(context.Context, string) (jetstream.KeyValueEntry, error) {
	return nil, jetstream.ErrKeyNotFound
}
