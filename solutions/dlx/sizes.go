// Package dlx holds the two Dancing Links cores, exact cover (exact.go) and repeated cover (cover.go), as code that is
// tested here and copied from here: every DLX solution ends with the core it needs, word for word from the marker line
// on, because an online judge takes a single file. After a change to a core, repair the copies with
//
//	go test ./solutions/dlx -write
//
// A core imports nothing. That of repeated cover takes its sizes from the file around it; this one gives those of the
// tests.
package dlx

const (
	maxItems   = 60
	maxEntries = maxItems * maxItems // the items of all options added up
)
