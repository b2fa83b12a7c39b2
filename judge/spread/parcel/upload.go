package parcel

import (
	"context"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Sent is what an upload sent.
type Sent struct {
	Blocks int
	Bytes  int64
}

// Upload stores the blocks of a parcel that are not stored yet. Blocks older than half of keep, the time that the
// bucket keeps them, are stored again, so that they do not expire while workers need them. After an error, the next
// upload continues.
func Upload(ctx context.Context, bucket jetstream.KeyValue, of *Parcel, keep time.Duration) (sent Sent, err error) {
	stored, err := storedSince(ctx, bucket, of.digests, time.Now().Add(-keep/2))
	if err != nil {
		return Sent{}, err
	}
	if !slices.ContainsFunc(of.digests, func(digest string) bool { return !stored[digest] }) {
		of.list.files, of.sources = nil, nil
		return Sent{}, nil
	}
	p, err := of.complete()
	if err != nil {
		return Sent{}, err
	}
	list, parts := values(p.list.encode()), p.list.parts()
	var missing []int // blocks
	for i, b := range p.list.blocks {
		if !stored[b.digest] {
			stored[b.digest] = true
			missing = append(missing, i)
		}
	}
	sizes := inOrder(ctx, len(missing), func(ctx context.Context, k int) (int64, error) {
		b := p.list.blocks[missing[k]]
		content, err := p.read(b, parts[missing[k]])
		if err == nil {
			err = put(ctx, bucket, b.digest, content)
		}
		return b.size, err
	})
	for size, err := range sizes {
		if err != nil {
			return sent, err
		}
		sent.Blocks, sent.Bytes = sent.Blocks+1, sent.Bytes+size
	}
	for _, v := range list { // last, so that whoever finds the list finds its blocks
		if stored[v.digest] {
			continue
		}
		if err := put(ctx, bucket, v.digest, v.text); err != nil {
			return sent, err
		}
		sent.Blocks, sent.Bytes = sent.Blocks+1, sent.Bytes+int64(len(v.text))
	}
	of.list.files, of.sources = nil, nil
	return sent, nil
}
