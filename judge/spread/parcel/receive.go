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
	r := &receiving{store: s, list: l, wanted: wanted}
	defer r.drop()
	var needed []block
	var parts [][]part // of them
	for i, of := range l.parts() {
		if slices.ContainsFunc(of, func(p part) bool { return wanted[p.file] }) {
			needed, parts = append(needed, l.blocks[i]), append(parts, of)
		}
	}
	next := 0
	for content, err := range fetch(ctx, blocks, needed, getBlock) {
		if err != nil {
			return err
		}
		if b := needed[next]; int64(len(content)) != b.size {
			return fmt.Errorf("block %s has %d bytes, and its list says %d: that list is no judge's", b.digest,
				len(content), b.size)
		}
		if err := r.take(content, parts[next]); err != nil {
			return err
		}
		next++
	}
	return nil
}

// wanted are the files whose contents the store does not have, one for each content, and how many bytes they have
// together.
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

// take writes the files in a block that are wanted. The blocks of one file come one after the other.
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
