// Package dlx holds the cores that solutions share. They are tested here, and copied: every solution with a core ends
// with it, word for word from the marker line on, because an online judge takes a single file. Exact and repeated cover
// have a core for each of these approaches:
//
//   - dlx, tuned Dancing Links: exact.go, short/exact.go, cover.go
//   - knuth, Dancing Links as published: exactlinks.go, repeatedlinks.go
//   - cells, the same search on sparse sets: exactcells.go, repeatedcells.go
//   - smallest, the same search on plain arrays: exactarrays.go, repeatedarrays.go
//
// After a change to a core, repair the copies with
//
//	go test ./solutions/dlx -write
//
// A core imports nothing. All but exact.go take their sizes from the solution; this file has the sizes for the tests.
package dlx

const (
	maxItems   = 60
	maxEntries = maxItems * maxItems // the items of all options added up
	capacity   = 1 + maxItems + maxEntries
)
