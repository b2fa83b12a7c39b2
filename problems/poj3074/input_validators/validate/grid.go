package main

import (
	"math/bits"
	"slices"
)

const (
	cells         = 81
	digits uint16 = 0b11_1111_1110 // a set of digits has bit d for the digit d
)

// A grid is a board that is being filled: the digits in each row, column and box, and the cells that are still empty.
type grid struct {
	row, column, box [9]uint16
	empty            []int // in no particular order
}

// A move puts a digit, as a set of one, into the empty cell grid.empty[at].
type move struct {
	at    int
	digit uint16
}

// count returns the number of ways to fill the empty cells, or limit if there are more. It branches on the cell with
// the fewest digits left, or the digit with the fewest cells left in a row, column or box.
func (g *grid) count(limit int) int {
	if len(g.empty) == 0 {
		return 1
	}
	found := 0
	for _, m := range g.moves() {
		if found == limit {
			break
		}
		last := len(g.empty) - 1
		cell := g.empty[m.at]
		g.empty[m.at] = g.empty[last]
		g.empty = g.empty[:last]
		g.toggle(cell, m.digit)
		found += g.count(limit - found)
		g.toggle(cell, m.digit)
		g.empty = g.empty[:last+1]
		g.empty[last] = g.empty[m.at]
		g.empty[m.at] = cell
	}
	return found
}

// moves returns the shortest list of moves such that every solution makes exactly one of them.
func (g *grid) moves() []move {
	var places [27][10]int // by unit (row, column or box) and digit: how many cells are left
	best := make([]move, 10)
	for at, cell := range g.empty {
		free := g.free(cell)
		if bits.OnesCount16(free) < len(best) {
			best = best[:0]
			for left := free; left != 0; left &= left - 1 {
				best = append(best, move{at, left & -left})
			}
		}
		for left := free; left != 0; left &= left - 1 {
			for _, unit := range unitsOf[cell] {
				places[unit][bits.TrailingZeros16(left)]++
			}
		}
	}
	fewest, where, digit := len(best), -1, 0
	for unit := range places {
		for left := digits &^ g.placed(unit); left != 0; left &= left - 1 {
			if d := bits.TrailingZeros16(left); places[unit][d] < fewest {
				fewest, where, digit = places[unit][d], unit, d
			}
		}
	}
	if where < 0 {
		return best
	}
	best = best[:0]
	for at, cell := range g.empty {
		if slices.Contains(unitsOf[cell][:], where) && g.free(cell)>>digit&1 == 1 {
			best = append(best, move{at, 1 << digit})
		}
	}
	return best
}

// unitsOf are the row, the column and the box of each cell: 0 to 8, 9 to 17 and 18 to 26.
var unitsOf = func() (units [cells][3]int) {
	for cell := range units {
		row, column := cell/9, cell%9
		units[cell] = [3]int{row, 9 + column, 18 + row/3*3 + column/3}
	}
	return units
}()

// placed returns the digits that a row, column or box has.
func (g *grid) placed(unit int) uint16 {
	switch {
	case unit < 9:
		return g.row[unit]
	case unit < 18:
		return g.column[unit-9]
	}
	return g.box[unit-18]
}

// free returns the digits that the row, the column and the box of an empty cell do not have yet.
func (g *grid) free(cell int) uint16 {
	row, column := cell/9, cell%9
	return digits &^ (g.row[row] | g.column[column] | g.box[row/3*3+column/3])
}

// toggle puts a digit, as a set of one, into a cell, or takes it out again.
func (g *grid) toggle(cell int, digit uint16) {
	row, column := cell/9, cell%9
	g.row[row] ^= digit
	g.column[column] ^= digit
	g.box[row/3*3+column/3] ^= digit
}
