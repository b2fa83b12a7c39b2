package parcel

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// mostBlock is how many bytes are stored at once: a message may have 1 MiB with its headers.
const mostBlock = 1<<20 - 4<<10

// PutContent stores a content of any size under its digest, and returns that. What is larger than a block is stored in
// blocks, and under the digest a list of theirs.
func PutContent(ctx context.Context, blocks jetstream.KeyValue, content []byte) (digest string, err error) {
	digest, pieces := cut(content)
	for _, piece := range pieces {
		if err := put(ctx, blocks, piece.digest, piece.content); err != nil {
			return "", err
		}
	}
	return digest, nil
}

// GetContent is a content that PutContent has stored, of at most so many bytes. The error is ErrMissing if it is not
// there, or not all of it.
func GetContent(ctx context.Context, blocks jetstream.KeyValue, digest string, most int64) ([]byte, error) {
	if err := checkDigest(digest); err != nil {
		return nil, err
	}
	value, err := get(ctx, blocks, digest)
	if err != nil {
		return nil, err
	}
	if digestOf(value) == digest {
		if int64(len(value)) > most {
			return nil, tooLarge(digest, most)
		}
		return value, nil
	}
	// It may be the list of a larger content, which is one if its blocks have the digest.
	var content []byte
	for line := range strings.Lines(string(value)) {
		line = strings.TrimSuffix(line, "\n")
		if checkDigest(line) != nil {
			return nil, damaged(digest)
		}
		piece, err := getBlock(ctx, blocks, line)
		if err != nil {
			return nil, err
		}
		if content = append(content, piece...); int64(len(content)) > most {
			return nil, tooLarge(digest, most)
		}
	}
	if digestOf(content) != digest {
		return nil, damaged(digest)
	}
	return content, nil
}

// ErrMissing says that a block is not in the cluster: it was never sent, or nobody has used it for too long.
var ErrMissing = errors.New("not in the cluster; ask for the work again, which sends what is missing")

// ErrDamaged says that a block is not what its name says.
var ErrDamaged = errors.New("not what its digest says; an operator has to remove it")

func damaged(digest string) error { return fmt.Errorf("block %s: %w", digest, ErrDamaged) }

func tooLarge(digest string, most int64) error {
	return fmt.Errorf("content %s: larger than %d bytes, which is too large here", digest, most)
}

// piece is a value to be stored.
type piece struct {
	digest  string
	content []byte
}

// cut are the values that a content is stored as. The last one is the one that its digest names.
func cut(content []byte) (digest string, pieces []piece) {
	digest = digestOf(content)
	if len(content) <= mostBlock {
		return digest, []piece{{digest, content}}
	}
	var index []byte
	for len(content) > 0 {
		n := min(len(content), mostBlock)
		p := piece{digestOf(content[:n]), content[:n]}
		pieces, index, content = append(pieces, p), fmt.Appendln(index, p.digest), content[n:]
	}
	return digest, append(pieces, piece{digest, index})
}

// getBlock is a block, which has the digest that names it.
func getBlock(ctx context.Context, blocks jetstream.KeyValue, digest string) ([]byte, error) {
	content, err := get(ctx, blocks, digest)
	if err == nil && digestOf(content) != digest {
		err = damaged(digest)
	}
	return content, err
}

func get(ctx context.Context, blocks jetstream.KeyValue, digest string) (value []byte, err error) {
	err = patiently(ctx, func(ctx context.Context) error {
		entry, err := blocks.Get(ctx, digest)
		if err == nil {
			value = entry.Value()
		}
		return err
	})
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		err = ErrMissing
	}
	if err != nil {
		return nil, fmt.Errorf("block %s: %w", digest, err)
	}
	return value, nil
}

func put(ctx context.Context, blocks jetstream.KeyValue, digest string, content []byte) error {
	err := patiently(ctx, func(ctx context.Context) error {
		_, err := blocks.Put(ctx, digest, content)
		return err
	})
	if err != nil {
		return fmt.Errorf("block %s cannot be stored: %w", digest, err)
	}
	return nil
}

// How long is waited for a block, and how long before each new attempt.
const patience = 30 * time.Second

var pauses = []time.Duration{0, 100 * time.Millisecond, time.Second, 3 * time.Second}

// patiently does something that a lost connection can spoil, some times if need be.
func patiently(ctx context.Context, do func(context.Context) error) (err error) {
	for _, pause := range pauses {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		limited, cancel := context.WithTimeout(ctx, patience)
		err = do(limited)
		cancel()
		if err == nil || ctx.Err() != nil || errors.Is(err, jetstream.ErrKeyNotFound) || final(err) {
			break
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// final reports whether the server has refused something for good, and is not merely busy or without a leader or a disk
// now.
func final(err error) bool {
	var refused *jetstream.APIError
	return errors.As(err, &refused) && refused.Code < 500 && refused.Code != http.StatusTooManyRequests
}
