// Wrong on purpose: it notices the end of the file only after a read has failed, and then solves the last case again.
package main

import (
	"bufio"
	"fmt"
	"math/bits"
	"os"
)

const maxN = 50

var (
	n     int
	queen [maxN]int
)

func main() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for more := true; more; {
		_, err := fmt.Fscan(in, &n)
		more = err == nil
		var free [maxN]uint64
		for row := 0; row < n; row++ {
			free[row] = 1<<uint(n) - 1
		}
		for row := 0; row < n; row++ {
			fmt.Fscan(in, &queen[row])
			if queen[row] != 0 {
				attack(&free, row, queen[row]-1)
			}
		}
		fill(free)
		for row := 0; row < n; row++ {
			fmt.Fprint(out, queen[row], " ")
		}
		fmt.Fprintln(out)
	}
}

// fill puts a queen into every row that has none, the row with the fewest free columns first. A row of free has a bit
// for each column that no queen attacks.
func fill(free [maxN]uint64) bool {
	best := -1
	for row := 0; row < n; row++ {
		if queen[row] == 0 && (best < 0 || bits.OnesCount64(free[row]) < bits.OnesCount64(free[best])) {
			best = row
		}
	}
	if best < 0 {
		return true
	}
	for columns := free[best]; columns != 0; columns &= columns - 1 {
		column := bits.TrailingZeros64(columns)
		next := free
		attack(&next, best, column)
		queen[best] = column + 1
		if fill(next) {
			return true
		}
	}
	queen[best] = 0
	return false
}

// attack removes the columns that a queen attacks from the free columns of every row.
func attack(free *[maxN]uint64, row, column int) {
	square := uint64(1) << uint(column)
	for other := 0; other < n; other++ {
		distance := uint(other - row)
		if other < row {
			distance = uint(row - other)
		}
		free[other] &^= square | square<<distance | square>>distance
	}
}
