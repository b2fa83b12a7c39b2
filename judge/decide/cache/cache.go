// Package cache stores the results of programs on tests, so that nothing runs twice.
//
// Each program has one file, a map from keys to results. A key is the digest of everything that a result depends on.
// The package knows neither verdicts nor problems: the caller chooses what to cache and what belongs in a key.
//
//	files := cache.NewFiles(ctx)
//	of := cache.NewKey(setting, files)
//	of.File("program", "a.out")
//	program := cache.Open[string](cache.OpenFolder(dir), of)
//	key := cache.NewKey("", files)
//	key.File("input", "testdata/sum/sample/1.in")
//	result, cached := program.Load(key)
//	if !cached {
//		program.Put(of, key, "AC")
//		program.Write(ctx)
//	}
package cache

import (
	"bytes"
	"context"
	"encoding/gob"
	"maps"
	"sync"

	"dlxjudge/judge/base/store"
)

// maxBytes bounds the file of one program's results. Ours have 30 KB; with a thousand tests, a file has 400 KB.
const maxBytes = 1 << 23

// OpenFolder opens a folder made by store.MakePrivate, which holds each program's results. Several judges can use it at
// the same time. Beyond 4,096 programs, which is enough for a class, or 256 MiB, the results of the least recently used
// programs are removed.
func OpenFolder(dir string) *store.Store {
	return store.Open(dir, store.Bounds{Entries: 1 << 12, Each: maxBytes, Bytes: 1 << 28})
}

// Results holds the results of one program, keyed by Key.Name.
type Results[T any] struct {
	folder *store.Store
	name   string // the name of the program's file

	mu     sync.Mutex
	cached map[string]T // results of this run and of earlier runs
	fresh  map[string]T // results not yet written
}

// Open returns the cached results of the program with this key. If the file of results is missing or damaged, they are
// empty.
func Open[T any](folder *store.Store, of *Key) *Results[T] {
	p := &Results[T]{folder: folder, name: of.Name(), fresh: make(map[string]T)}
	p.cached = p.read()
	return p
}

func (p *Results[T]) read() map[string]T {
	results := make(map[string]T)
	text, found := p.folder.Load(p.name)
	if found && gob.NewDecoder(bytes.NewReader(text)).Decode(&results) != nil {
		return make(map[string]T)
	}
	return results
}

// Load returns the result cached under a key.
func (p *Results[T]) Load(key *Key) (result T, cached bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	result, cached = p.cached[key.Name()]
	return result, cached
}

// Put stores a result under a key, unless the files of the key or of the program's key have changed: the program may
// have run on a changed file.
func (p *Results[T]) Put(of, key *Key, result T) {
	if !of.unchanged() || !key.unchanged() {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.cached[key.Name()], p.fresh[key.Name()] = result, result
}

// Write adds the new results to the program's file, and keeps what other judges wrote there meanwhile. A write that
// fails is not an error, because the next run repeats the tests. Errors are ctx's, or come from locking or encoding.
// Load and Put never wait for the lock, which another judge may hold for a long time.
func (p *Results[T]) Write(ctx context.Context) error {
	p.mu.Lock()
	nothing := len(p.fresh) == 0
	p.mu.Unlock()
	if nothing {
		return nil
	}
	unlock, err := p.folder.Lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	p.mu.Lock()
	fresh := p.fresh
	p.fresh = make(map[string]T)
	p.mu.Unlock()
	both := p.read()
	maps.Copy(both, fresh)
	// If old and new results together are too large, the file gets only the new ones.
	for _, results := range []map[string]T{both, fresh} {
		var text bytes.Buffer
		if err := gob.NewEncoder(&text).Encode(results); err != nil {
			return err
		}
		if text.Len() <= maxBytes {
			p.folder.Save(p.name, text.Bytes())
			return nil
		}
	}
	return nil
}

const schema = "dlxjudge verdict 4" // raised when older results must not be used

// Key is a store.Key that can include files. Put stores nothing under a Key with an unreadable file or folder.
type Key struct {
	store.Key
	files  *Files
	paths  []string
	broken bool
}

// NewKey begins a key. For a program, setting is a text from Setting. For a result, it is "".
func NewKey(setting string, files *Files) *Key {
	k := &Key{Key: store.NewKey(schema), files: files}
	k.Add("setting", setting)
	return k
}

// File adds the content of a regular file, but not its path.
func (k *Key) File(name, path string) {
	checksum, err := k.files.Checksum(path)
	k.broken = k.broken || err != nil
	k.paths = append(k.paths, path)
	k.Add(name, checksum)
}

// Folders adds the names, sizes and times of the files below some folders.
func (k *Key) Folders(name string, paths []string) {
	for _, path := range paths {
		if path == "" {
			continue
		}
		digest, err := k.files.Folder(path)
		k.broken = k.broken || err != nil
		k.Add(name, digest)
	}
}

// unchanged reports whether the files in the key could be read, and still have the contents that were read.
func (k *Key) unchanged() bool { return !k.broken && k.files.unchanged(k.paths) }
