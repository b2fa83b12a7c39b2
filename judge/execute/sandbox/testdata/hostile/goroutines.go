// does: runs 20,000 goroutines; a program without hostile intent
// end: exited 0
// output: 199990000
// limits: memory=256MiB processes=64
package main

import "fmt"

func main() {
	sums := make(chan int)
	for i := 0; i < 20000; i++ {
		go func(n int) { sums <- n }(i)
	}
	sum := 0
	for i := 0; i < 20000; i++ {
		sum += <-sums
	}
	fmt.Println(sum)
}
