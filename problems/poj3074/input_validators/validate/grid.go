package main

import "math/bits"

const (
	cells  = 81
	digits = 0b11_1111_1110 // a set of digits has bit d for the digit d
)

// A grid is a board that is being filled: the digits in each row, column and box, and the cells that are still empty.
type grid struct {
	row, column, box [9]uint16
	empty            []int // in no particular order
}

// count returns the number of ways to fill the empty cells, or limit if there are more. It always goes on in the cell
// with the fewest digits left.
func (g *grid) count(limit int) int {
	if len(g.empty) == 0 {
		return 1
	}
	best, fewest := 0, 10
	for i, cell := range g.empty {
		if n := bits.OnesCount16(g.free(cell)); n < fewest {
			best, fewest = i, n
		}
	}
	last := len(g.empty) - 1
	cell := g.empty[best]
	g.empty[best] = g.empty[last]
	g.empty = g.empty[:last]
	found := 0
	for free := g.free(cell); free != 0 && found < limit; free &= free - 1 {
		g.toggle(cell, free&-free)
		found += g.count(limit - found)
		g.toggle(cell, free&-free)
	}
	g.empty = g.empty[:last+1]
	g.empty[last] = g.empty[best]
	g.empty[best] = cell
	return found
}

// free returns the digits that the row, the column and the box of an empty cell do not have yet.
func (g *grid) free(cell int) uint16 {
	row, column := cell/9, cell%9
	return digits &^ (g.row[row] | g.column[column] | g.box[row/3*3+column/3])
}

// toggle puts a digit, as a set, into a cell, or takes it out again.
func (g *grid) toggle(cell int, digit uint16) {
	row, column := cell/9, cell%9
	g.row[row] ^= digit
	g.column[column] ^= digit
	g.box[row/3*3+column/3] ^= digit
}
