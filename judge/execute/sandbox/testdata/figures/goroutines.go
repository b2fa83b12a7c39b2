// 30 ms, and 50 goroutines that wait in system calls, each in a thread of its own.
package main

import (
	"fmt"
	"os"
	"sync"
	"syscall"
)

func main() {
	var usage syscall.Rusage
	for usage.Utime.Nano()+usage.Stime.Nano() < 30e6 {
		syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	}
	var group sync.WaitGroup
	read, write, _ := os.Pipe()
	for range 50 {
		group.Go(func() {
			var one [1]byte
			syscall.Read(int(read.Fd()), one[:])
		})
	}
	write.Write(make([]byte, 50))
	group.Wait()
	fmt.Println("done")
}
