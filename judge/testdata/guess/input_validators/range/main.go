// Command range accepts one line with a whole number from 1 to 1000.
package main

import (
	"io"
	"os"
	"strconv"
	"strings"
)

func main() {
	text, err := io.ReadAll(os.Stdin)
	line, ended := strings.CutSuffix(string(text), "\n")
	n, wrong := strconv.Atoi(line)
	if err != nil || !ended || wrong != nil || n < 1 || n > 1000 || strconv.Itoa(n) != line {
		os.Exit(43)
	}
	os.Exit(42)
}
