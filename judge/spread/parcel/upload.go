package parcel

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Sent is what an upload sent.
type Sent struct {
	Blocks int
	Bytes  int64
}

// sideBySide is how many blocks are on their way at a time. They bound the memory: some MiB.
const sideBySide = 4

// Upload stores a parcel, what is not stored yet. Blocks older than half of keep, how long the bucket keeps them, are
// stored again, so that they do not vanish while workers need them. What was sent before an error is there the next
// time.
func Upload(ctx context.Context, blocks jetstream.KeyValue, p *Parcel, keep time.Duration) (Sent, error) {
	_, pieces := cut(p.text)
	var digests []string
	for _, b := range p.list.blocks {
		digests = append(digests, b.digest)
	}
	for _, piece := range pieces {
		digests = append(digests, piece.digest)
	}
	stored, err := storedSince(ctx, blocks, digests, time.Now().Add(-keep/2))
	if err != nil {
		return Sent{}, err
	}
	s := &sending{blocks: blocks, stored: stored}
	parts := p.list.parts()
	err = s.sideBySide(ctx, len(p.list.blocks), func(ctx context.Context, i int) error {
		b := p.list.blocks[i]
		return s.send(ctx, b.digest, func() ([]byte, error) { return p.read(b, parts[i]) })
	})
	for _, piece := range pieces { // last, so that whoever finds the list finds its blocks
		if err == nil {
			err = s.send(ctx, piece.digest, func() ([]byte, error) { return piece.content, nil })
		}
	}
	return s.sent, err
}

// sending is an upload.
type sending struct {
	blocks jetstream.KeyValue
	mu     sync.Mutex
	stored map[string]bool
	sent   Sent
}

// sideBySide calls do with 0 to n-1, some at a time, until one fails.
func (s *sending) sideBySide(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	numbers := make(chan int)
	var group sync.WaitGroup
	for range min(sideBySide, n) {
		group.Go(func() {
			for i := range numbers {
				if err := do(ctx, i); err != nil {
					cancel(err)
				}
			}
		})
	}
	for i := 0; i < n && ctx.Err() == nil; i++ {
		select {
		case numbers <- i:
		case <-ctx.Done():
		}
	}
	close(numbers)
	group.Wait()
	return context.Cause(ctx)
}

// send stores a block unless it is there.
func (s *sending) send(ctx context.Context, digest string, read func() ([]byte, error)) error {
	s.mu.Lock()
	known := s.stored[digest]
	s.stored[digest] = true
	s.mu.Unlock()
	if known {
		return nil
	}
	content, err := read()
	if err != nil {
		return err
	}
	if err := put(ctx, s.blocks, digest, content); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sent.Blocks++
	s.sent.Bytes += int64(len(content))
	return nil
}

// mostAsked is how many blocks one question names.
const mostAsked = 256

// storedSince are those of some blocks that were stored after a time.
func storedSince(ctx context.Context, blocks jetstream.KeyValue, digests []string,
	since time.Time) (map[string]bool, error) {
	stored := make(map[string]bool)
	for len(digests) > 0 {
		n := min(len(digests), mostAsked)
		err := patiently(ctx, func(ctx context.Context) error { return ask(ctx, blocks, digests[:n], since, stored) })
		if err != nil {
			return nil, fmt.Errorf("the cluster does not say which files it has: %w", err)
		}
		digests = digests[n:]
	}
	return stored, nil
}

// ask looks some blocks up without their contents.
func ask(ctx context.Context, blocks jetstream.KeyValue, digests []string, since time.Time,
	stored map[string]bool) error {
	keys := make([]string, 0, len(digests))
	once := make(map[string]bool, len(digests))
	for _, digest := range digests {
		if !once[digest] { // the server refuses to be asked twice
			once[digest] = true
			keys = append(keys, digest)
		}
	}
	watcher, err := blocks.WatchFiltered(ctx, keys, jetstream.MetaOnly(), jetstream.IgnoreDeletes())
	if err != nil {
		return err
	}
	defer watcher.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case entry, open := <-watcher.Updates():
			switch {
			case !open:
				return errors.New("the connection was closed")
			case entry == nil:
				return nil
			case entry.Created().After(since):
				stored[entry.Key()] = true
			}
		}
	}
}
