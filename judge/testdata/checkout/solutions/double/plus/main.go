package main

import "fmt"

func main() {
	for n := 0; ; {
		if _, err := fmt.Scan(&n); err != nil {
			return
		}
		fmt.Printf("%d\n", n+n)
	}
}
