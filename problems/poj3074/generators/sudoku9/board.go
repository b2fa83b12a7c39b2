package main

import (
	"math/bits"
	"math/rand/v2"
)

// A puzzle holds the digits row by row, 0 for an empty cell.
type puzzle [81]byte

// A board is the set of digits that each cell can still hold: bit d for the digit d.
type board [81]uint16

// units are the cells of the rows, the columns and the boxes; unitsOf are the three units of each cell.
var (
	units   [27][9]int
	unitsOf [81][3]int
)

func init() {
	for cell := range 81 {
		row, column := cell/9, cell%9
		box, place := row/3*3+column/3, row%3*3+column%3
		units[row][column], units[9+column][row], units[18+box][place] = cell, cell, cell
		unitsOf[cell] = [3]int{row, 9 + column, 18 + box}
	}
}

// newBoard returns a board with the givens of the puzzle, and whether it can have a solution.
func newBoard(givens puzzle) (*board, bool) {
	var b board
	for cell := range b {
		b[cell] = 0b11_1111_1110
	}
	for cell, digit := range givens {
		if digit != 0 && !b.keep(cell, 1<<digit) {
			return &b, false
		}
	}
	return &b, true
}

// keep removes every digit but one from a cell. It reports whether the board can still have a solution, as remove does.
func (b *board) keep(cell int, digit uint16) bool {
	if b[cell]&digit == 0 {
		return false
	}
	for others := b[cell] &^ digit; others != 0; others &= others - 1 {
		if !b.remove(cell, others&-others) {
			return false
		}
	}
	return true
}

// remove removes a digit from a cell and propagates: if a cell has a single digit left, the digit is removed from the
// rest of its row, column and box; if a digit has a single place left in one of these, it is put there.
func (b *board) remove(cell int, digit uint16) bool {
	if b[cell]&digit == 0 {
		return true
	}
	b[cell] &^= digit
	if b[cell] == 0 {
		return false
	}
	if last := b[cell]; bits.OnesCount16(last) == 1 {
		for _, unit := range unitsOf[cell] {
			for _, other := range units[unit] {
				if other != cell && !b.remove(other, last) {
					return false
				}
			}
		}
	}
	for _, unit := range unitsOf[cell] {
		places, place := 0, 0
		for _, other := range units[unit] {
			if b[other]&digit != 0 {
				places++
				place = other
			}
		}
		if places == 0 || places == 1 && !b.keep(place, digit) {
			return false
		}
	}
	return true
}

// A search finds solutions of a board.
type search struct {
	limit     int        // the number of solutions at which the search ends
	random    *rand.Rand // the order in which digits are tried; nil for ascending
	solutions []puzzle
	guesses   int // how many digits were tried in cells that could hold others
}

// run finds at most s.limit solutions.
func (s *search) run(b *board) {
	cell, fewest := -1, 10
	for c, digits := range b {
		if n := bits.OnesCount16(digits); n > 1 && n < fewest {
			cell, fewest = c, n
		}
	}
	if cell < 0 {
		var solution puzzle
		for c, digits := range b {
			solution[c] = byte(bits.TrailingZeros16(digits))
		}
		s.solutions = append(s.solutions, solution)
		return
	}
	var digits []uint16
	for left := b[cell]; left != 0; left &= left - 1 {
		digits = append(digits, left&-left)
	}
	if s.random != nil {
		s.random.Shuffle(len(digits), func(i, j int) { digits[i], digits[j] = digits[j], digits[i] })
	}
	for _, digit := range digits {
		if len(s.solutions) == s.limit {
			return
		}
		s.guesses++
		if next := *b; next.keep(cell, digit) {
			s.run(&next)
		}
	}
}

// fill returns a full grid at random.
func fill(random *rand.Rand) puzzle {
	b, _ := newBoard(puzzle{})
	s := search{limit: 1, random: random}
	s.run(b)
	return s.solutions[0]
}

// solve returns the only solution of a puzzle, and how many guesses it took to prove that there is no other solution.
// It returns false if there is no solution, or more than one.
func solve(givens puzzle) (solution puzzle, guesses int, unique bool) {
	b, possible := newBoard(givens)
	if !possible {
		return puzzle{}, 0, false
	}
	s := search{limit: 2}
	s.run(b)
	if len(s.solutions) != 1 {
		return puzzle{}, 0, false
	}
	return s.solutions[0], s.guesses, true
}
