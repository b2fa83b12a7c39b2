package store

import (
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"strconv"
)

// Key is the digest of everything that an entry is made from.
type Key struct{ sum hash.Hash }

// NewKey begins a key. The schema names the kind of entry and a version. Raise the version when the judge must not
// use entries that earlier releases wrote.
func NewKey(schema string) Key {
	k := Key{sha256.New()}
	k.Add(schema)
	return k
}

// Add adds a list of parts to the digest. It also adds the number of parts and the length of each part, so that
// different lists give different bytes.
func (k Key) Add(parts ...string) {
	text := append(strconv.AppendInt(nil, int64(len(parts)), 10), ';')
	for _, part := range parts {
		text = append(strconv.AppendInt(text, int64(len(part)), 10), ':')
		text = append(append(text, part...), ',')
	}
	k.sum.Write(text)
}

// Name returns the digest in hexadecimal.
func (k Key) Name() string { return hex.EncodeToString(k.sum.Sum(nil)) }
