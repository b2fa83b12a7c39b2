// Package cache keeps the results of programs on tests, so that nothing runs twice.
//
// Each program has one file, a map from keys to results. A key is the digest of everything that a result depends on.
// The package knows neither verdicts nor problems: the caller chooses what to keep and what belongs in a key.
//
//	files := cache.NewFiles(ctx)
//	of := cache.NewKey(setting, files)
//	of.File("program", "a.out")
//	program := cache.Open[string](cache.OpenFolder(dir), of)
//	key := cache.NewKey("", files)
//	key.File("input", "testdata/sum/sample/1.in")
//	result, kept := program.Load(key)
//	if !kept {
//		program.Put(key, "AC")
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

// maxBytes bounds the file of a program. The files of this project have 30 KB, one of a thousand tests has 400 KB.
const maxBytes = 1 << 23

// Folder holds each program's results. Several judges may use it at once.
type Folder struct{ store *store.Store }

// OpenFolder opens a folder that only this user can write to. Beyond 1,024 programs or 256 MiB, the least recently used
// programs are removed.
func OpenFolder(dir string) *Folder {
	return &Folder{store.Open(dir, store.Bounds{Entries: 1 << 10, Each: maxBytes, Bytes: 1 << 28})}
}

// Program holds the results of one program, by the names of their keys.
type Program[T any] struct {
	folder *Folder
	name   string // of its file

	mu    sync.Mutex
	kept  content[T] // from this run and earlier ones
	fresh content[T] // not yet written
}

// content is what a file holds.
type content[T any] struct {
	Results   map[string]T
	Checksums map[string]string // of files, by their stamps
}

func newContent[T any]() content[T] { return content[T]{make(map[string]T), make(map[string]string)} }

// Open returns the kept results of the program with that key, or nil if a file of the key could not be read. A missing
// or damaged file counts as empty.
func Open[T any](folder *Folder, of *Key) *Program[T] {
	if of.Broken() {
		return nil
	}
	p := &Program[T]{folder: folder, name: of.Name(), fresh: newContent[T]()}
	p.kept = p.read()
	of.files.trust(p.kept.Checksums)
	return p
}

func (p *Program[T]) read() content[T] {
	c := newContent[T]()
	if text, found := p.folder.store.Load(p.name); found && gob.NewDecoder(bytes.NewReader(text)).Decode(&c) != nil {
		return newContent[T]()
	}
	return c
}

// Load returns the result kept under a key.
func (p *Program[T]) Load(key *Key) (result T, kept bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if result, kept = p.kept.Results[key.Name()]; kept {
		p.trust(key)
	}
	return result, kept
}

// Put sets the result under a key, unless a file of the key has changed since it was read: the program may have run on
// the new version. The caller checks the files of the program's own key.
func (p *Program[T]) Put(key *Key, result T) {
	if !key.Unchanged() {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	name := key.Name()
	p.kept.Results[name], p.fresh.Results[name] = result, result
	p.trust(key)
}

// trust saves the lasting checksums of a key's files.
func (p *Program[T]) trust(key *Key) {
	for _, path := range key.paths {
		if known := key.files.of(path); known.lasting && p.kept.Checksums[known.stamp] != known.checksum {
			p.kept.Checksums[known.stamp], p.fresh.Checksums[known.stamp] = known.checksum, known.checksum
		}
	}
}

// Write merges new results into the file, together with what other judges wrote meanwhile. A failed write is not an
// error: the tests run again. Write returns ctx's error, or one from locking or encoding. Load and Put never wait for
// the lock, which another judge may hold for long.
func (p *Program[T]) Write(ctx context.Context) error {
	p.mu.Lock()
	nothing := len(p.fresh.Results)+len(p.fresh.Checksums) == 0
	p.mu.Unlock()
	if nothing {
		return nil
	}
	unlock, err := p.folder.store.Lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	p.mu.Lock()
	fresh := p.fresh
	p.fresh = newContent[T]()
	p.mu.Unlock()
	both := p.read()
	maps.Copy(both.Results, fresh.Results)
	maps.Copy(both.Checksums, fresh.Checksums)
	for _, each := range []content[T]{both, fresh} { // if too large together, old results are dropped
		var text bytes.Buffer
		if err := gob.NewEncoder(&text).Encode(each); err != nil {
			return err
		}
		if text.Len() <= maxBytes {
			p.folder.store.Save(p.name, text.Bytes())
			return nil
		}
	}
	return nil
}

const schema = "dlxjudge verdict 3" // raised when older results must not be used

// Key is a store.Key that can include files. Nothing is kept under a Key with an unreadable file.
type Key struct {
	store.Key
	files  *Files
	paths  []string
	broken bool
}

// NewKey begins a key. setting is from Setting for a program, and "" for its results.
func NewKey(setting string, files *Files) *Key {
	k := &Key{Key: store.NewKey(schema), files: files}
	k.Add("setting", setting)
	return k
}

// File adds the content of a regular file. Its path does not matter.
func (k *Key) File(name, path string) {
	checksum, err := k.files.Checksum(path)
	k.broken = k.broken || err != nil
	k.paths = append(k.paths, path)
	k.Add(name, checksum)
}

// Folders adds the files below some folders, by their names, sizes and times.
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

// Broken reports whether a file could not be read. A broken key is not used.
func (k *Key) Broken() bool { return k.broken }

// Unchanged reports whether the files in the key still have the contents that were read.
func (k *Key) Unchanged() bool { return k.files.unchanged(k.paths) }
