// Command number accepts one line with the word encode and a whole number from 0 to 1000000.
package main

import (
	"fmt"
	"io"
	"os"
)

func main() {
	text, err := io.ReadAll(os.Stdin)
	var n int
	_, wrong := fmt.Sscanf(string(text), "encode %d\n", &n)
	if err != nil || wrong != nil || n < 0 || n > 1000000 || string(text) != fmt.Sprintf("encode %d\n", n) {
		os.Exit(43)
	}
	os.Exit(42)
}
