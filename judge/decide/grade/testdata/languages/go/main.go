package main

import (
	"bufio"
	"fmt"
	"os"
)

func deep(n int) int {
	if n == 0 {
		return 0
	}
	return n + deep(n-1)
}

func main() {
	switch os.Args[1] {
	case "hello":
		fmt.Println("hello")
	case "sum":
		in, sum, x := bufio.NewReader(os.Stdin), 0, 0
		for {
			if _, err := fmt.Fscan(in, &x); err != nil {
				break
			}
			sum += x
		}
		fmt.Println(sum)
	case "exit":
		os.Exit(3)
	case "loop":
		for {
		}
	case "memory":
		var all [][]byte
		for {
			block := make([]byte, 1<<20)
			for i := range block {
				block[i] = 1
			}
			all = append(all, block)
		}
	case "deep":
		fmt.Println(deep(100000))
	}
}
