package legible_test

import (
	"fmt"

	"dlxjudge/judge/base/legible"
)

// A program's message may hold what clears a terminal. Shown, it is text.
func ExampleLine() {
	fmt.Println(legible.Line("wrong \x1b[2Janswer\n"))
	// Output: wrong \x1b[2Janswer\n
}
