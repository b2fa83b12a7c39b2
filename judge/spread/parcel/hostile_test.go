package parcel

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"dlxjudge/judge/base/judgetest"
)

// stored stores a value under the digest that it should have, or under another one.
func stored(t *testing.T, c cluster, value string) string {
	t.Helper()
	digest := digestOf([]byte(value))
	judgetest.Check(t, put(t.Context(), c.Files, digest, []byte(value)))
	return digest
}

// TestHostileLists: lists that nobody's Pack has written are errors, and nothing of them is laid out.
func TestHostileLists(t *testing.T) {
	c := connect(t)
	abc, none, cut := stored(t, c, "abc"), digestOf([]byte("never sent")), digestOf([]byte("abcdef"))
	wrong := digestOf([]byte("wrong"))
	judgetest.Check(t, put(t.Context(), c.Files, wrong, []byte("other")))
	judgetest.Check(t, put(t.Context(), c.Files, cut, []byte("abc")))
	of := func(block string, size int, digest, path string) string {
		return fmt.Sprintf("%s\npackage sum\nblock %s %d\nfile %s %d - %s\n", listHead, block, size, digest, size, path)
	}
	for name, hostile := range map[string]struct {
		list string
		is   error
		want string
	}{
		"no list":            {"abc", nil, "no list of a parcel"},
		"outside":            {of(abc, 3, abc, "../../outside"), nil, "no path below"},
		"missing block":      {of(none, 3, abc, "file"), ErrMissing, none},
		"wrong block":        {of(wrong, 5, wrong, "file"), ErrDamaged, wrong},
		"block that was cut": {of(cut, 6, cut, "file"), ErrDamaged, cut},
		"block of less":      {of(abc, 4, cut, "file"), nil, "has 3 bytes, and its list says 4"},
		"block of more":      {of(abc, 2, cut, "file"), nil, "has 3 bytes, and its list says 2"},
		"file of another":    {of(abc, 3, none, "file"), nil, "its content has " + abc},
		"empty file, it says": {listHead + "\npackage sum\nfile " + abc + " 0 - file\n", nil, "its content has " +
			digestOf(nil)},
		"more than the store": {listHead + "\npackage sum\n" + strings.Repeat("block "+abc+" 1044480\n", 2) + "file " +
			none + " 2088960 - file\n", nil, "may have"},
	} {
		dir := t.TempDir()
		store := open(t, filepath.Join(dir, "store"), 1<<20)
		_, _, err := store.Fetch(t.Context(), c.Files, stored(t, c, hostile.list))
		if err == nil || hostile.is != nil && !errors.Is(err, hostile.is) || !strings.Contains(err.Error(),
			hostile.want) {
			t.Errorf("%s: %v, want %s", name, err, hostile.want)
		}
		sound(t, store, 0)
		if found, _ := os.ReadDir(dir); len(found) != 1 {
			t.Errorf("%s: %v are beside the store", name, found)
		}
	}
}

// replaced is a bucket in which somebody stores a value under the name of another while that is asked for.
type replaced struct {
	jetstream.KeyValue
	name  string
	value []byte
}

func (r *replaced) Get(ctx context.Context, key string) (jetstream.KeyValueEntry, error) {
	if key == r.name {
		if _, err := r.Put(ctx, key, r.value); err != nil {
			return nil, err
		}
	}
	return r.KeyValue.Get(ctx, key)
}

// TestReplaced: a value that is stored again while it is fetched does no harm, and one that becomes another is an error
// until it is repaired. What had arrived before stays.
func TestReplaced(t *testing.T) {
	c := connect(t)
	roots, p := unpack(t, small)
	judgetest.Write(t, filepath.Join(roots.Package, "data/secret/one.in"), strings.Repeat("0123456789", 200_000))
	parcel := packed(t, roots, p)
	text := parcel.list.encode()
	uploaded(t, c.Files, parcel)
	list, last := parcel.Digest(), parcel.list.blocks[len(parcel.list.blocks)-1].digest
	entry, err := c.Files.Get(t.Context(), last)
	judgetest.Check(t, err)

	store := open(t, t.TempDir(), 1<<30)
	for name, value := range map[string][]byte{last: []byte("other"), list: []byte("no digest")} {
		if _, _, err := store.Fetch(t.Context(), &replaced{c.Files, name, value}, list); !errors.Is(err, ErrDamaged) ||
			!strings.Contains(err.Error(), name) {
			t.Errorf("a value becomes another: %v", err)
		}
		judgetest.Check(t, put(t.Context(), c.Files, last, entry.Value()))
		judgetest.Check(t, put(t.Context(), c.Files, list, text))
	}
	blocks := &counted{KeyValue: &replaced{c.Files, last, entry.Value()}}
	_, release := fetched(t, store, blocks, list)
	release()
	if got := blocks.gets.Load(); got != 2 {
		t.Errorf("%d values are asked for in place of the list and the block that was wrong", got)
	}
}

// TestDeleted: what an operator has removed is missing, and is sent by the next upload.
func TestDeleted(t *testing.T) {
	c := connect(t)
	roots, p := unpack(t, small)
	parcel := packed(t, roots, p)
	uploaded(t, c.Files, parcel)
	judgetest.Check(t, c.Files.Delete(t.Context(), parcel.list.blocks[0].digest))
	store := open(t, t.TempDir(), 1<<20)
	if _, _, err := store.Fetch(t.Context(), c.Files, parcel.Digest()); !errors.Is(err, ErrMissing) {
		t.Error(err)
	}
	if sent := uploaded(t, c.Files, parcel); sent.Blocks != 1 {
		t.Errorf("sent %+v", sent)
	}
	fetched(t, store, c.Files, parcel.Digest())
	judgetest.Check(t, c.Files.Delete(t.Context(), parcel.list.blocks[0].digest))
	judgetest.Write(t, filepath.Join(roots.Package, "data/secret/one.in"), "changed")
	if _, err := Upload(t.Context(), c.Files, parcel, time.Hour); err == nil || !strings.Contains(err.Error(),
		"have changed since they were sent first") {
		t.Error(err)
	}
}
