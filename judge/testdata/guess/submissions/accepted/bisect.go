// Halves the numbers that are left.
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	low, high := 1, 1000
	for {
		guess := (low + high) / 2
		fmt.Println(guess)
		var answer string
		if _, err := fmt.Fscan(in, &answer); err != nil {
			os.Exit(3)
		}
		switch answer {
		case "correct":
			return
		case "lower":
			high = guess - 1
		default:
			low = guess + 1
		}
	}
}
