package parcel

import (
	"context"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

// receive fetches the contents of a parcel that the store does not have.
func (s *Store) receive(ctx context.Context, blocks jetstream.KeyValue, l list, ofParcel map[string]bool) error {
	wanted := make([]bool, len(l.files)) // one file of each content
	seen := make(map[string]bool, len(l.files))
	bytes := int64(0)
	for i, f := range l.files {
		if !seen[f.stored()] && !s.has(f) {
			wanted[i] = true
			bytes += f.size
		}
		seen[f.stored()] = true
	}
	if bytes < 0 || bytes > s.most {
		return fmt.Errorf("it has %d bytes, and %s may have %d; let it have more", l.size(), s.contents, s.most)
	}
	if err := s.room(bytes, ofParcel); err != nil {
		return err
	}
	parts := l.parts()
	var needed []int // blocks
	for i, of := range parts {
		for _, p := range of {
			if wanted[p.file] {
				needed = append(needed, i)
				break
			}
		}
	}
	for i, f := range l.files {
		if wanted[i] && f.size == 0 { // it is in no block
			in, err := s.begin(f)
			if err == nil {
				err = in.finish()
			}
			if err != nil {
				return err
			}
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var in *incoming
	defer func() {
		if in != nil {
			in.drop()
		}
	}()
	next := 0
	for arriving := range ahead(ctx, blocks, l, needed) {
		a := <-arriving
		if a.err != nil {
			return a.err
		}
		for _, p := range parts[needed[next]] {
			content, f := a.content[:p.size], l.files[p.file]
			a.content = a.content[p.size:]
			if !wanted[p.file] {
				continue
			}
			var err error
			if p.from == 0 {
				if in, err = s.begin(f); err != nil {
					return err
				}
			}
			if err = in.add(content); err != nil {
				return err
			}
			if p.from+p.size == f.size {
				err, in = in.finish(), nil
				if err != nil {
					return err
				}
			}
		}
		next++
	}
	if next < len(needed) {
		return ctx.Err()
	}
	return nil
}

// arrival is a block, or why there is none.
type arrival struct {
	content []byte
	err     error
}

// ahead fetches some blocks of a parcel, a few at a time, and gives them in order. It ends with ctx.
func ahead(ctx context.Context, blocks jetstream.KeyValue, l list, needed []int) <-chan chan arrival {
	arrivals := make(chan chan arrival, sideBySide)
	go func() {
		defer close(arrivals)
		for _, i := range needed {
			arriving := make(chan arrival, 1)
			select {
			case arrivals <- arriving:
			case <-ctx.Done():
				return
			}
			go func() {
				content, err := getBlock(ctx, blocks, l.blocks[i].digest)
				if err == nil && int64(len(content)) != l.blocks[i].size {
					err = fmt.Errorf("block %s has %d bytes, and its list says %d: that list is no judge's", l.blocks[i].digest, len(content), l.blocks[i].size)
				}
				arriving <- arrival{content, err}
			}()
		}
	}()
	return arrivals
}
