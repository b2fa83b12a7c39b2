package scratch_test

import (
	"fmt"
	"log"
	"os"
	"slices"

	"dlxjudge/judge/base/scratch"
)

// A folder that a living judge has made is no orphan.
func ExampleMake() {
	dir, err := scratch.Make("")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	fmt.Println(slices.Contains(scratch.Orphans(os.TempDir()), dir))
	// Output: false
}
