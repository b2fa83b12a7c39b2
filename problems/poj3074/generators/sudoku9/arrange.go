package main

import "math/rand/v2"

// rearrange returns an equivalent puzzle. It renames the digits, orders the rows and the columns as lines() does, and
// perhaps transposes the puzzle.
func rearrange(random *rand.Rand, p puzzle) puzzle {
	var name [10]byte
	for i, digit := range random.Perm(9) {
		name[i+1] = byte(digit + 1)
	}
	rows, columns, exchange := lines(random), lines(random), random.IntN(2) == 1
	var moved puzzle
	for cell := range moved {
		row, column := rows[cell/9], columns[cell%9]
		if exchange {
			row, column = column, row
		}
		moved[cell] = p[9*row+column]
	}
	return rename(moved, name)
}

// lines returns the nine rows, or columns, in a random order that keeps the three lines of a band together.
func lines(random *rand.Rand) []int {
	var order []int
	for _, band := range random.Perm(3) {
		for _, line := range random.Perm(3) {
			order = append(order, 3*band+line)
		}
	}
	return order
}

// rename replaces every digit d by name[d].
func rename(p puzzle, name [10]byte) puzzle {
	for cell, digit := range p {
		p[cell] = name[digit]
	}
	return p
}
