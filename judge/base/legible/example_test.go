package legible_test

import (
	"fmt"

	"dlxjudge/judge/base/legible"
)

// A program's message may hold an escape sequence that clears the terminal. Line makes it plain text.
func ExampleLine() {
	fmt.Println(legible.Line("wrong \x1b[2Janswer\n"))
	// Output: wrong \x1b[2Janswer\n
}
