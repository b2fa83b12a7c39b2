package kept

import (
	"context"
	"maps"
	"slices"
	"sync"
)

// Bounds on one book. What was used longest ago is left out first.
const (
	mostBytes   = 1 << 23
	mostResults = 1 << 14
	mostSums    = 1 << 15
)

// Book holds the results of one program, by key, and the sums of the files in those keys. It is one file of the store.
// Several judges may use and write it at once.
type Book[T any] struct {
	store *Store
	name  string

	mu    sync.Mutex
	now   page[T] // what this judge used or made, the first first; below it what else there was
	rest  page[T]
	dirty bool // now has what was not written
}

// OpenBook opens the book of a key, nil if the key is broken. One that is not there, or is damaged, is empty.
func OpenBook[T any](s *Store, of *Key) *Book[T] {
	if of.Broken() {
		return nil
	}
	b := &Book[T]{store: s, name: of.Name(), now: newPage[T]()}
	b.rest = b.read()
	of.sums.trust(b.rest.sums)
	return b
}

// read is what the file of the book has.
func (b *Book[T]) read() page[T] {
	if content, found := b.store.books.Load(b.name); found {
		if p, err := decode[T](content); err == nil {
			return p
		}
	}
	return newPage[T]()
}

// Load returns what is kept under a key.
func (b *Book[T]) Load(key *Key) (result T, kept bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	name := key.Name()
	if result, kept = b.now.results.get(name); kept {
		return result, true
	}
	if result, kept = b.rest.results.get(name); kept {
		b.now.results.put(name, result)
		b.learn(key)
	}
	return result, kept
}

// Put keeps a result under a key, in place of what is there, unless a file of the key has changed since it was read: a
// program may have been run on another one. Whether those of the book's key have is for the caller to see.
func (b *Book[T]) Put(key *Key, result T) {
	if !key.Unchanged() {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.now.results.put(key.Name(), result)
	b.learn(key)
	b.dirty = true
}

// learn takes in the sums of a key's files, those that can be trusted the next time.
func (b *Book[T]) learn(key *Key) {
	for _, path := range key.files {
		if known := key.sums.of(path); known.lasting {
			b.now.sums.put(known.stamp, known.text)
			if _, written := b.rest.sums.get(known.stamp); !written {
				b.dirty = true
			}
		}
	}
}

// Write writes the book, whole, if this judge has something new, together with what others have written meanwhile. What
// cannot be written is only made again the next time; the error is ctx's, or that of the lock or of an entry. Load and
// Put do not wait for the lock, which another judge may hold for long.
func (b *Book[T]) Write(ctx context.Context) error {
	b.mu.Lock()
	dirty := b.dirty
	b.mu.Unlock()
	if !dirty {
		return nil
	}
	unlock, err := b.store.books.Lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	b.mu.Lock()
	now := b.now.copy()
	b.dirty = false // what is put from here on is written the next time
	b.mu.Unlock()
	all := b.read().under(now)
	content, err := encode(all)
	if err != nil {
		return err
	}
	b.store.books.Save(b.name, content)
	b.mu.Lock()
	b.rest = all
	b.mu.Unlock()
	return nil
}

// A page is the content of a book.
type page[T any] struct {
	results list[T]
	sums    list[string] // of files, by their stamps
}

func newPage[T any]() page[T] { return page[T]{newList[T](), newList[string]()} }

// under is the page with another one above it, whose entries come first and replace those of equal names.
func (p page[T]) under(top page[T]) page[T] {
	return page[T]{p.results.under(top.results, mostResults), p.sums.under(top.sums, mostSums)}
}

func (p page[T]) copy() page[T] { return page[T]{p.results.copy(), p.sums.copy()} }

// A list has entries by name, in order.
type list[V any] struct {
	of    map[string]V
	names []string
}

func newList[V any]() list[V] { return list[V]{of: make(map[string]V)} }

func (l *list[V]) get(name string) (value V, found bool) {
	value, found = l.of[name]
	return value, found
}

func (l *list[V]) put(name string, value V) {
	if _, there := l.of[name]; !there {
		l.names = append(l.names, name)
	}
	l.of[name] = value
}

func (l list[V]) copy() list[V] { return list[V]{maps.Clone(l.of), slices.Clone(l.names)} }

func (l list[V]) under(top list[V], most int) list[V] {
	merged := newList[V]()
	for _, from := range []list[V]{top, l} {
		for _, name := range from.names {
			if _, there := merged.of[name]; !there && len(merged.names) < most {
				merged.put(name, from.of[name])
			}
		}
	}
	merged.names = slices.Clip(merged.names)
	return merged
}
