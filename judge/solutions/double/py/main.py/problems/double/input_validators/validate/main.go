package main

import (
	"fmt"
	"io"
	"os"
)

func main() {
	for {
		var n int
		if _, err := fmt.Scan(&n); err == io.EOF {
			os.Exit(42)
		} else if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(43)
		}
	}
}
