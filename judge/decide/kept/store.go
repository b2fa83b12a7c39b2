// Package kept keeps what runs of programs on tests have come to, so that nothing is run twice.
//
// A Key stands for all that a verdict depends on. The package keeps a few bytes for each key, and knows neither
// verdicts nor problems: what is worth keeping, and what belongs into a key, is for its caller to say.
//
//	key := kept.NewKey(setting)
//	key.Add("limits", "1s")
//	key.File("input", sums, "testdata/sum/sample/1.in")
//	content, kept := store.Load(key)
package kept

import "dlxjudge/judge/base/store"

// bounds are those of a store. A run of this project makes 1,800 entries. One holds messages and what a program wrote
// to standard error, at most 4 KiB each, and a window.
var bounds = store.Bounds{Entries: 1 << 14, Each: 1 << 15}

// Store keeps entries in a folder, which several judges may use.
type Store struct{ entries *store.Store }

// Open opens the store in a folder that only this user can write to. Entries beyond 16,384, those that nobody used for
// longest, are removed.
func Open(dir string) *Store { return &Store{store.Open(dir, bounds)} }

// Load returns what is kept under a key, if it is there and intact.
func (s *Store) Load(key *Key) (content []byte, kept bool) { return s.entries.Load(key.name()) }

// Save keeps content under a key. What cannot be kept, or is too large, is only made again the next time.
func (s *Store) Save(key *Key, content []byte) { s.entries.Save(key.name(), content) }
