package parcel

import (
	"context"
	"fmt"
	"slices"

	"github.com/nats-io/nats.go/jetstream"
)

// receive fetches the contents of a parcel that the store does not have.
func (s *Store) receive(ctx context.Context, blocks jetstream.KeyValue, l list, ofParcel map[string]bool) error {
	wanted, bytes := s.wanted(l)
	if bytes < 0 || bytes > s.most {
		return fmt.Errorf("it has %d bytes, and %s may have %d; let it have more", l.size(), s.contents, s.most)
	}
	if err := s.room(bytes, ofParcel); err != nil {
		return err
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
	r := &receiving{store: s, list: l, wanted: wanted}
	defer r.drop()
	parts := l.parts()
	var needed []int // blocks
	for i, of := range parts {
		if slices.ContainsFunc(of, func(p part) bool { return wanted[p.file] }) {
			needed = append(needed, i)
		}
	}
	arrivals := ahead(ctx, blocks, l, needed)
	for _, i := range needed {
		arriving, ok := <-arrivals
		if !ok {
			return ctx.Err()
		}
		a := <-arriving
		if a.err != nil {
			return a.err
		}
		if err := r.take(a.content, parts[i]); err != nil {
			return err
		}
	}
	return nil
}

// wanted are the files of a parcel whose contents the store does not have, one for each content, and how many bytes
// they have.
func (s *Store) wanted(l list) (wanted []bool, bytes int64) {
	wanted = make([]bool, len(l.files))
	seen := make(map[string]bool, len(l.files))
	for i, f := range l.files {
		if !seen[f.stored()] && !s.has(f) {
			wanted[i] = true
			bytes += f.size
		}
		seen[f.stored()] = true
	}
	return wanted, bytes
}

// receiving takes the contents of a parcel out of its blocks.
type receiving struct {
	store  *Store
	list   list
	wanted []bool
	in     *incoming // that is not complete yet
}

// take writes what is wanted of a block. Of a file whose blocks are several, they come one after the other.
func (r *receiving) take(content []byte, parts []part) (err error) {
	for _, p := range parts {
		of := content[:p.size]
		content = content[p.size:]
		if !r.wanted[p.file] {
			continue
		}
		f := r.list.files[p.file]
		if p.from == 0 {
			if r.in, err = r.store.begin(f); err != nil {
				return err
			}
		}
		if err := r.in.add(of); err != nil {
			return err
		}
		if p.from+p.size == f.size {
			if err := r.in.finish(); err != nil {
				return err
			}
			r.in = nil
		}
	}
	return nil
}

func (r *receiving) drop() {
	if r.in != nil {
		r.in.drop()
	}
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
					err = fmt.Errorf("block %s has %d bytes, and its list says %d: that list is no judge's",
						l.blocks[i].digest, len(content), l.blocks[i].size)
				}
				arriving <- arrival{content, err}
			}()
		}
	}()
	return arrivals
}
