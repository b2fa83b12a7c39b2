// does: computes for 30 ms, has 50 goroutines wait in system calls, and prints its CPU time
// limits: memory=256MiB processes=128
// end: exited 0
package main

import (
	"fmt"
	"os"
	"sync"
	"syscall"
)

func used() float64 {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return float64(usage.Utime.Nano()+usage.Stime.Nano()) / 1e6
}

func main() {
	for used() < 30 {
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
	fmt.Printf("cpu %f ms\n", used())
}
