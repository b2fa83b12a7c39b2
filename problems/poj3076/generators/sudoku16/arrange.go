package main

import "math/rand/v2"

// boxes is the number of rows, or columns, of a band: the width of a box.
const boxes = 4

// rearrange returns an equivalent puzzle. It renames the letters, orders the rows and the columns as lines() does, and
// perhaps transposes the puzzle.
func rearrange(random *rand.Rand, puzzle []byte) []byte {
	name := random.Perm(size)
	rows, columns, exchange := lines(random), lines(random), random.IntN(2) == 1
	moved := make([]byte, cells)
	for cell := range moved {
		row, column := rows[cell/size], columns[cell%size]
		if exchange {
			row, column = column, row
		}
		letter := puzzle[size*row+column]
		if letter != empty {
			letter = 'A' + byte(name[letter-'A'])
		}
		moved[cell] = letter
	}
	return moved
}

// lines returns the rows, or columns, in a random order that keeps the four lines of a band together.
func lines(random *rand.Rand) []int {
	var order []int
	for _, band := range random.Perm(boxes) {
		for _, line := range random.Perm(boxes) {
			order = append(order, boxes*band+line)
		}
	}
	return order
}
