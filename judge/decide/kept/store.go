// Package kept keeps what runs of programs on tests have come to, so that nothing is run twice.
//
// A Book holds the results of one program on its tests. A Key stands for all that they depend on: that of the book for
// what they have in common, and one in the book for the rest. The package knows neither verdicts nor problems: what is
// worth keeping, and what belongs into a key, is for its caller to say.
//
//	of := kept.NewKey(setting, sums)
//	of.File("program", "a.out")
//	book := kept.OpenBook[string](store, of)
//	key := kept.NewKey("", sums)
//	key.File("input", "testdata/sum/sample/1.in")
//	result, kept := book.Load(key)
//	if !kept {
//		book.Put(key, "AC")
//		book.Write(ctx)
//	}
package kept

import "dlxjudge/judge/base/store"

// bounds are those of a store. One book of this project has 30 KB, and one of a thousand tests 400 KB. Earlier judges
// kept a file for each test in the same folder. Nothing finds those now, and they are the first to be removed.
var bounds = store.Bounds{Entries: 1 << 10, Each: mostBytes, Bytes: 1 << 28}

// Store keeps books in a folder, which several judges may use.
type Store struct{ books *store.Store }

// Open opens the store in a folder that only this user can write to. Books beyond 1,024, or 256 MiB, those that nobody
// used for longest, are removed.
func Open(dir string) *Store { return &Store{store.Open(dir, bounds)} }
