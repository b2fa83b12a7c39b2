package workload

import (
	"time"

	"dlxjudge/judge/base/store"
	"dlxjudge/judge/execute/compile"
)

const schema = "dlxjudge workload 4" // raised when entries of earlier judges must not be used

// openStore opens the store in a folder of the judge's cache. It keeps apart what takes long: what a generator prints,
// that a validator accepts it, and what a solution answers. So a commit that changes the solution finds all inputs
// made.
func openStore(cache *compile.Cache) (*store.Store, error) {
	dir, err := cache.Folder("workloads")
	if err != nil {
		return nil, err
	}
	return store.Open(dir, store.Bounds{Each: mostBytes, Bytes: 512 << 20, Unused: 30 * 24 * time.Hour}), nil
}
