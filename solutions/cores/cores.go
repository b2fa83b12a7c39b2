// Package cores holds the cores that solutions share. They are tested here, and copied: every solution with a core ends
// with it, word for word from the marker line on, because an online judge takes a single file. The file of an approach
// has a core for exact cover, then one for repeated cover:
//
//   - dlx.go: tuned Dancing Links; short/dlx.go has a shorter core for exact cover
//   - knuth.go: Dancing Links without further ideas
//   - cells.go: the same search on sparse sets
//   - smallest.go: the same search on plain arrays
//
// After a change to a core, repair the copies with
//
//	go test ./solutions/cores -write
//
// A core imports nothing. All but the first of dlx.go take their sizes from the solution; this file has the sizes for
// the tests.
package cores

const (
	maxItems   = 60
	maxEntries = maxItems * maxItems // the items of all options added up
	capacity   = 1 + maxItems + maxEntries
)
