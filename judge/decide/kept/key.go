package kept

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
)

const schema = "dlxjudge verdict 1" // raised when entries of earlier judges must not be used

// Key is built of named parts. Each is preceded by its length, so that different lists of parts have different bytes.
// Nothing is kept under a Key for which a file could not be read.
type Key struct {
	sum    hash.Hash
	files  []string
	broken bool
}

// NewKey begins a key with a Setting: what all verdicts of a run of the judge depend on.
func NewKey(setting string) *Key {
	k := &Key{sum: sha256.New()}
	k.Add("schema", schema)
	k.Add("setting", setting)
	return k
}

// Add adds a part.
func (k *Key) Add(name, part string) {
	fmt.Fprintf(k.sum, "%d:%s,%d:%s,", len(name), name, len(part), part)
}

// File adds the content of a regular file. Its path does not matter.
func (k *Key) File(name string, sums *Sums, path string) {
	sum, err := sums.Of(path)
	k.broken = k.broken || err != nil
	k.files = append(k.files, path)
	k.Add(name, sum)
}

// Folders adds the files below some folders, by their names, sizes and times.
func (k *Key) Folders(name string, sums *Sums, paths []string) {
	for _, path := range paths {
		if path == "" {
			continue
		}
		sum, err := sums.Folder(path)
		k.broken = k.broken || err != nil
		k.Add(name, sum)
	}
}

// Broken reports whether a file could not be read. Such a key is not used.
func (k *Key) Broken() bool { return k.broken }

// Files are the paths of the files in the key.
func (k *Key) Files() []string { return k.files }

func (k *Key) name() string { return hex.EncodeToString(k.sum.Sum(nil)) }
