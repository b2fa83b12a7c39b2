// Package dlx holds the cores that solutions share, as code that is tested here and copied from here: every solution
// with a core ends with it, word for word from the marker line on, because an online judge takes a single file. Each
// kind of cover has four: that of dlx (exact.go, cover.go); Dancing Links as published, that of knuth (exactlinks.go,
// repeatedlinks.go); and, to compare with it, the same search on sparse sets, that of cells (exactcells.go,
// repeatedcells.go), and with neither, that of smallest (exactarrays.go, repeatedarrays.go). After a change to a core,
// repair the copies with
//
//	go test ./solutions/dlx -write
//
// A core imports nothing. But for exact.go, they take their sizes from the file around them; this one gives those of
// the tests.
package dlx

const (
	maxItems   = 60
	maxEntries = maxItems * maxItems // the items of all options added up
	capacity   = 1 + maxItems + maxEntries
)
