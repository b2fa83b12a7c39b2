package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"
)

func main() {
	var group sync.WaitGroup
	for range 100 {
		group.Go(func() { time.Sleep(time.Millisecond) })
	}
	group.Wait()
	big := make([]byte, 20<<20)
	for i := range big {
		big[i] = 1
	}
	runtime.GC()
	if err := os.WriteFile("own", big[:9], 0o600); err != nil {
		panic(err)
	}
	if text, err := exec.Command("/bin/echo", "hello").Output(); err != nil {
		panic(fmt.Sprint(string(text), err))
	}
	var n int
	fmt.Scan(&n)
	fmt.Println(2 * n)
}
