// Wrong: the box of a cell is row/3 + column/3, so the nine boxes become five strips of different sizes.
package main

import (
	"bufio"
	"fmt"
	"os"
)

// done says which constraints are met: first cells that are filled, then digits in rows, in columns and in boxes.
var done [324]bool

func main() {
	lines := bufio.NewScanner(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for lines.Scan() && lines.Text() != "end" {
		board := lines.Bytes()
		solve(board)
		fmt.Fprintf(out, "%s\n", board)
	}
}

func solve(board []byte) {
	done = [324]bool{}
	for cell, c := range board {
		if c != '.' {
			mark(9*cell+int(c-'1'), true)
		}
	}
	var all []int
	for p := 0; p < 729; p++ {
		all = append(all, p)
	}
	fill(board, all)
}

// constraints returns the four constraints that placement p meets: the digit p%9, counted from 0, in the cell p/9.
func constraints(p int) [4]int {
	cell, digit := p/9, p%9
	row, column := cell/9, cell%9
	box := row/3 + column/3
	return [4]int{cell, 81 + 9*row + digit, 162 + 9*column + digit, 243 + 9*box + digit}
}

func mark(p int, met bool) {
	for _, c := range constraints(p) {
		done[c] = met
	}
}

// fill takes the constraint with the fewest open placements, and tries each of these.
func fill(board []byte, open []int) bool {
	var still []int
	var left [324]int
	for _, p := range open {
		c := constraints(p)
		if !done[c[0]] && !done[c[1]] && !done[c[2]] && !done[c[3]] {
			still = append(still, p)
			for _, i := range c {
				left[i]++
			}
		}
	}
	best := -1
	for c := range left {
		if !done[c] && (best < 0 || left[c] < left[best]) {
			best = c
		}
	}
	if best < 0 {
		return true
	}
	for _, p := range still {
		c := constraints(p)
		if c[0] != best && c[1] != best && c[2] != best && c[3] != best {
			continue
		}
		mark(p, true)
		board[p/9] = byte('1' + p%9)
		if fill(board, still) {
			return true
		}
		board[p/9] = '.'
		mark(p, false)
	}
	return false
}
