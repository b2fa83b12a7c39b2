package wire

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/nats-io/nats.go/jetstream"
)

// Announce publishes a need. Clients call it before they ask for work with that need.
func (c *Conn) Announce(ctx context.Context, need Need) error {
	text, err := Encode(need)
	if err != nil {
		return err
	}
	if _, err := c.Needs.Put(ctx, need.ID(), text); err != nil {
		return fmt.Errorf("the need for %v cannot be announced to the workers: %w", need.Languages, Explain(err))
	}
	return nil
}

// Consumer is the queue of the work with a need, for any number of workers. The first of them asks for it: to look for
// it costs the server less, and a thousand workers do.
func (c *Conn) Consumer(ctx context.Context, need Need) (jetstream.Consumer, error) {
	limited, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	consumer, err := c.JS.Consumer(limited, WorkStream, need.ID())
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		consumer, err = c.Follow(ctx, WorkStream, Wanted{Need: &need})
	}
	if err != nil {
		return nil, fmt.Errorf("no queue for work that needs %v: %w", need.Languages, Explain(err))
	}
	return consumer, nil
}

// Full reports whether an error means that the queue of work has no room, and Waits whether it means that this
// submission is in the queue already, or this result is stored already.
func Full(err error) bool  { return refused(err, "maximum messages exceeded") }
func Waits(err error) bool { return refused(err, "maximum messages per subject exceeded") }

func refused(err error, reason string) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.Description == reason
}

// The server's error codes for a store that has reached its bound.
const (
	accountFull jetstream.ErrorCode = 10002
	serverFull  jetstream.ErrorCode = 10023
	memoryFull  jetstream.ErrorCode = 10028
	storeFull   jetstream.ErrorCode = 10047
)

// StoreFull reports whether an error means that the server's store has reached its bound.
func StoreFull(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && slices.Contains([]jetstream.ErrorCode{accountFull, serverFull, memoryFull,
		storeFull}, api.ErrorCode)
}

// Explain adds to an error of the server what would help, if that is known.
func Explain(err error) error {
	if StoreFull(err) {
		return fmt.Errorf("the server's store is full; start it with a larger --max-store, or wait until old files "+
			"and results expire: %w", err)
	}
	return err
}
