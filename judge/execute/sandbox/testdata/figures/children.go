// 20 ms in each of three child processes, which run this same program. The second one is killed.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == "child" {
		var usage syscall.Rusage
		for usage.Utime.Nano()+usage.Stime.Nano() < 20e6 {
			syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
		}
		fmt.Println("computed")
		os.Stdin.Read(make([]byte, 1)) // until it ends
		return
	}
	read, write, _ := os.Pipe()
	for i := range 3 {
		child := exec.Command("/proc/self/exe", "child")
		child.Stdin = read
		out, _ := child.StdoutPipe()
		if err := child.Start(); err != nil {
			fmt.Println(err)
			return
		}
		out.Read(make([]byte, 9))
		if i == 1 {
			child.Process.Kill()
			child.Wait()
		}
	}
	write.Close()
	fmt.Println("done")
}
