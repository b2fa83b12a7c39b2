package parcel

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/spread/wire"
)

// ErrMissing says that a block is not in the cluster: it was never sent, or nobody has used it for too long.
var ErrMissing = errors.New("not in the cluster; ask for the work again, which sends what is missing")

// ErrDamaged says that a block is not what its name says.
var ErrDamaged = errors.New("not what its digest says; an operator has to remove it")

// ErrCut says that a block never passed as a whole: a client with a good network has stored it in one piece.
var ErrCut = errors.New("the network cut the connection again and again before this block had passed, which may have " +
	"1 MiB; connect this machine by a network that keeps connections")

func damaged(digest string) error { return fmt.Errorf("block %s: %w", digest, ErrDamaged) }

// getBlock is a block, with its digest checked.
func getBlock(ctx context.Context, bucket jetstream.KeyValue, digest string) ([]byte, error) {
	content, err := get(ctx, bucket, digest)
	if err == nil && digestOf(content) != digest {
		return join(ctx, bucket, digest, content, mostBlock, getWhole) // it came over a bad network
	}
	return content, err
}

// getWhole is a block that is one value.
func getWhole(ctx context.Context, bucket jetstream.KeyValue, digest string) ([]byte, error) {
	content, err := get(ctx, bucket, digest)
	if err == nil && digestOf(content) != digest {
		err = damaged(digest)
	}
	return content, err
}

func get(ctx context.Context, bucket jetstream.KeyValue, digest string) ([]byte, error) {
	var entry jetstream.KeyValueEntry
	err := patiently(ctx, func(ctx context.Context) (err error) {
		entry, err = bucket.Get(ctx, digest)
		return err
	})
	switch {
	case errors.Is(err, jetstream.ErrKeyNotFound):
		err = ErrMissing
	case errors.Is(err, nats.ErrDisconnected):
		err = fmt.Errorf("%w (%w)", ErrCut, err)
	}
	if err != nil {
		return nil, fmt.Errorf("block %s: %w", digest, err)
	}
	return entry.Value(), nil
}

// put stores a block. One that is lost with its connection is stored in pieces, and their list under its digest: a
// network may cut connections before a large message has passed.
func put(ctx context.Context, bucket jetstream.KeyValue, digest string, content []byte) error {
	lost := errors.New("to be stored in pieces")
	err := patiently(ctx, func(ctx context.Context) error {
		_, err := bucket.Put(ctx, digest, content)
		if errors.Is(err, nats.ErrDisconnected) && len(content) > smallPiece {
			return lost
		}
		return err
	}, lost)
	if errors.Is(err, lost) {
		return putPieces(ctx, bucket, digest, content)
	}
	if err != nil {
		return fmt.Errorf("block %s cannot be stored: %w", digest, err)
	}
	return nil
}

// How long to wait for a block, and how long before each attempt. Together the pauses are longer than replicas need to
// elect another leader: up to ten seconds.
const patience = 30 * time.Second

var pauses = []time.Duration{0, 100 * time.Millisecond, time.Second, 3 * time.Second, 5 * time.Second, 5 * time.Second}

// mostLost is how often something small may be lost with its connection. A connection that is lost again and again is
// no server that does not answer.
const mostLost = 20

// patiently does something that fails when the connection is lost, and tries again a few times, unless it is the error
// that it stops at.
func patiently(ctx context.Context, do func(context.Context) error, stop ...error) (err error) {
	lost := 0
	for i := 0; i < len(pauses); i++ {
		pause := pauses[i]
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		limited, cancel := context.WithTimeout(ctx, patience)
		err = do(limited)
		cancel()
		if err == nil || ctx.Err() != nil || errors.Is(err, jetstream.ErrKeyNotFound) || final(err) ||
			slices.Contains(stop, err) {
			break
		}
		if errors.Is(err, nats.ErrDisconnected) && lost < mostLost {
			lost, i = lost+1, -1
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// final reports whether the server has refused something for good, and is not merely busy or without a leader or disk
// space.
func final(err error) bool {
	var refused *jetstream.APIError
	return errors.As(err, &refused) && refused.Code < 500 && refused.Code != http.StatusTooManyRequests
}

// mostAsked is how many blocks one question names. The answer passes a network that cuts connections after some ten KB.
const mostAsked = 64

// storedSince are those of some blocks that were stored after a time.
func storedSince(ctx context.Context, bucket jetstream.KeyValue, digests []string,
	since time.Time) (map[string]bool, error) {
	stored := make(map[string]bool)
	digests = slices.Compact(slices.Sorted(slices.Values(digests))) // the server refuses to be asked twice
	for some := range slices.Chunk(digests, mostAsked) {
		err := patiently(ctx, func(ctx context.Context) error {
			for entry, err := range wire.Entries(ctx, bucket, some...) {
				if err != nil {
					return err
				}
				if entry.Created().After(since) {
					stored[entry.Key()] = true
				}
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("the cluster does not say which files it has: %w", err)
		}
	}
	return stored, nil
}
