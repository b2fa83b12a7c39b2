package kept

import "dlxjudge/judge/base/store"

const schema = "dlxjudge verdict 2" // raised when results of earlier judges must not be used

// Key is a store.Key that knows of files. Nothing is kept under a Key for which a file could not be read.
type Key struct {
	store.Key
	sums   *Sums
	files  []string
	broken bool
}

// NewKey begins a key: of a book with its Setting, what all verdicts of a run of the judge depend on; of a result in
// the book with "".
func NewKey(setting string, sums *Sums) *Key {
	k := &Key{Key: store.NewKey(schema), sums: sums}
	k.Add("setting", setting)
	return k
}

// File adds the content of a regular file. Its path does not matter.
func (k *Key) File(name, path string) {
	sum, err := k.sums.Of(path)
	k.broken = k.broken || err != nil
	k.files = append(k.files, path)
	k.Add(name, sum)
}

// Folders adds the files below some folders, by their names, sizes and times.
func (k *Key) Folders(name string, paths []string) {
	for _, path := range paths {
		if path == "" {
			continue
		}
		sum, err := k.sums.Folder(path)
		k.broken = k.broken || err != nil
		k.Add(name, sum)
	}
}

// Broken reports whether a file could not be read. Such a key is not used.
func (k *Key) Broken() bool { return k.broken }

// Unchanged reports whether the files in the key still have the contents that were read.
func (k *Key) Unchanged() bool { return k.sums.Unchanged(k.files) }
