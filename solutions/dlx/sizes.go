// Package dlx holds the two Dancing Links cores, exact cover (exact.go) and repeated cover (cover.go), as code that is
// tested here and copied from here: every DLX solution ends with the core it needs, word for word from the marker line
// on, because an online judge takes a single file. After a change to a core, repair the copies with
//
//	go test ./solutions/dlx -write
//
// A core imports nothing. The file around it gives its sizes, as this one does for the tests.
package dlx

const (
	maxItems   = 324 // a 9×9 sudoku fits
	maxOptions = 729
	maxNodes   = 4 * maxOptions // the items of all options added up
)
