package worker

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/problem"
)

// Tree is a parcel that is laid out.
type Tree struct {
	Roots problem.Roots
	Dir   string
}

// Parcels are where the files of problems come from.
type Parcels interface {
	Fetch(ctx context.Context, objects jetstream.ObjectStore, digest string) (tree Tree, release func(), err error)
}

// fetch lays out a parcel.
func (j *job) fetch(ctx context.Context, digest string) (tree Tree, release func(), err error) {
	err = j.persist(ctx, func() (err error) {
		tree, release, err = j.Store.Fetch(ctx, j.Conn.Files, digest)
		return err
	})
	return tree, release, err
}

func put(ctx context.Context, objects jetstream.ObjectStore, content []byte) (string, error) {
	sum := sha256.Sum256(content)
	digest := hex.EncodeToString(sum[:])
	_, err := objects.PutBytes(ctx, digest, content)
	return digest, err
}
