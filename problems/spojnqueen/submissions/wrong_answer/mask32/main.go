// Wrong on purpose: its masks have 32 bits, so a queen in column 33 or beyond attacks nothing.
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
	for {
		if _, err := fmt.Fscan(in, &n); err != nil {
			return
		}
		var taken [maxN]uint32
		for row := 0; row < n; row++ {
			fmt.Fscan(in, &queen[row])
			if queen[row] != 0 {
				attack(&taken, row, queen[row]-1)
			}
		}
		fill(taken)
		for row := 0; row < n; row++ {
			fmt.Fprint(out, queen[row], " ")
		}
		fmt.Fprintln(out)
	}
}

// fill puts a queen into every row that has none, the row with the most taken columns first. A row of taken has a bit
// for each column that a queen attacks.
func fill(taken [maxN]uint32) bool {
	best := -1
	for row := 0; row < n; row++ {
		if queen[row] == 0 && (best < 0 || bits.OnesCount32(taken[row]) > bits.OnesCount32(taken[best])) {
			best = row
		}
	}
	if best < 0 {
		return true
	}
	for column := 0; column < n; column++ {
		if taken[best]>>uint(column)&1 != 0 {
			continue
		}
		next := taken
		attack(&next, best, column)
		queen[best] = column + 1
		if fill(next) {
			return true
		}
	}
	queen[best] = 0
	return false
}

// attack adds the columns that a queen attacks to the taken columns of every row.
func attack(taken *[maxN]uint32, row, column int) {
	square := uint32(1) << uint(column)
	for other := 0; other < n; other++ {
		distance := uint(other - row)
		if other < row {
			distance = uint(row - other)
		}
		taken[other] |= square | square<<distance | square>>distance
	}
}
