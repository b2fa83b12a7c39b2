// does: deadlocks
// end: exited 2
// stderr: all goroutines are asleep
// limits: memory=256MiB processes=64
package main

func main() {
	var mutex = make(chan int)
	<-mutex
}
