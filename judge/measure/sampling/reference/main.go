// This program does the same work in every run, about 10 ms of it. Records hold its time beside those of the solutions: what
// the machine does to both is divided out when records of two days are compared. It must not change: another program needs
// another number in its key.
package main

import "fmt"

const (
	size  = 12      // of the board of queens
	cells = 1 << 17 // of the table, 512 KiB
	steps = 1 << 17 // of the walk through the table
)

// queens counts the ways to fill the rows that are left: work for the processor alone.
func queens(columns, rising, falling uint32) int {
	if columns == 1<<size-1 {
		return 1
	}
	found := 0
	for free := (1<<size - 1) &^ (columns | rising | falling); free != 0; free &= free - 1 {
		square := free & -free
		found += queens(columns|square, (rising|square)<<1, (falling|square)>>1)
	}
	return found
}

// table is shuffled to a single cycle, so that a walk reads it in an order that no processor foresees.
var table [cells]uint32

func shuffle() {
	for i := range table {
		table[i] = uint32(i)
	}
	random := uint64(1)
	for i := cells - 1; i > 0; i-- {
		random = random*6364136223846793005 + 1442695040888963407
		j := int(random>>33) % i
		table[i], table[j] = table[j], table[i]
	}
}

func main() {
	shuffle()
	at := uint32(0)
	for i := 0; i < steps; i++ {
		at = table[at]
	}
	fmt.Println(queens(0, 0, 0), at)
}
