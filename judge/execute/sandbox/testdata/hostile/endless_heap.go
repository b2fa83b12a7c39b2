// does: allocates 1 MiB at a time, 1024 MiB at most
// end: memory
// limits: processes=64
package main

func main() {
	var kept [][]byte
	for i := 0; i < 1024; i++ {
		block := make([]byte, 1<<20)
		for j := range block {
			block[j] = 1
		}
		kept = append(kept, block)
	}
	println(len(kept))
}
