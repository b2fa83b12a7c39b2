// Package dlx holds the cores that solutions share. They are tested here, and copied: every solution with a core ends
// with it, word for word from the marker line on, because an online judge takes a single file. Each kind of cover has
// four cores: that of dlx (exact.go, cover.go); Dancing Links as published, for knuth (exactlinks.go,
// repeatedlinks.go); and, to compare with it, the same search on sparse sets, for cells (exactcells.go,
// repeatedcells.go), and on plain arrays, for smallest (exactarrays.go, repeatedarrays.go). After a change to a core,
// repair the copies with
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
