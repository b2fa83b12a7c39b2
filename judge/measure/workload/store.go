package workload

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"time"

	"dlxjudge/judge/base/store"
	"dlxjudge/judge/execute/compile"
)

const schema = "dlxjudge workload 2" // raised when entries of earlier judges must not be used

// openStore opens the store of inputs with their answers, in a folder of the judge's cache.
func openStore(cache *compile.Cache) (*store.Store, error) {
	dir, err := cache.Folder("workloads")
	if err != nil {
		return nil, err
	}
	return store.Open(dir, store.Bounds{Each: 2*mostBytes + 1<<10, Bytes: 256 << 20, Unused: 30 * 24 * time.Hour}), nil
}

// joined is an entry: the bytes of the input on a line of their own, the input, and the answer.
func joined(input, answer []byte) []byte {
	return slices.Concat(fmt.Appendln(nil, len(input)), input, answer)
}

// split reads an entry that joined has made.
func split(entry []byte) (input, answer []byte, ok bool) {
	line, text, _ := bytes.Cut(entry, []byte("\n"))
	size, err := strconv.Atoi(string(line))
	if err != nil || size < 0 || size > len(text) {
		return nil, nil, false
	}
	return text[:size], text[size:], true
}
