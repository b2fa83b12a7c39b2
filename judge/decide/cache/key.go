package cache

import (
	"dlxjudge/judge/base/store"
)

const schema = "dlxjudge verdict 3" // raised when results of earlier judges must not be used

// Key is a store.Key that knows of files. Nothing is kept under a Key for which a file could not be read.
type Key struct {
	store.Key
	files  *Files
	paths  []string
	broken bool
}

// NewKey begins a key: of a program with its Setting, what all verdicts of a run of the judge depend on; of a result of
// the program with "".
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

// Broken reports whether a file could not be read. Such a key is not used.
func (k *Key) Broken() bool { return k.broken }

// Unchanged reports whether the files in the key still have the contents that were read.
func (k *Key) Unchanged() bool { return k.files.unchanged(k.paths) }
