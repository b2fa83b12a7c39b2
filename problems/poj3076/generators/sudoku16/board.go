// This file belongs to the generator sudoku16 and, by a link, to the input validator.

package main

import (
	"math/bits"
	"math/rand/v2"
)

const (
	side  = 4           // rows and columns of a box
	size  = side * side // rows, columns, boxes and letters
	cells = size * size
	empty = '-'
)

// A board is the set of letters that each cell can still hold: bit k for the letter 'A' + k.
type board [cells]uint16

// units are the cells of the rows, the columns and the boxes; unitsOf are the three units of each cell.
var (
	units   [3 * size][size]int
	unitsOf [cells][3]int
)

func init() {
	for cell := range cells {
		row, col := cell/size, cell%size
		box, place := row/side*side+col/side, row%side*side+col%side
		units[row][col], units[size+col][row], units[2*size+box][place] = cell, cell, cell
		unitsOf[cell] = [3]int{row, size + col, 2*size + box}
	}
}

func newBoard() *board {
	var b board
	for cell := range b {
		b[cell] = 1<<size - 1
	}
	return &b
}

// keep removes every letter but one from a cell. It reports whether the board can still have a solution, as remove
// does.
func (b *board) keep(cell int, letter uint16) bool {
	if b[cell]&letter == 0 {
		return false
	}
	for others := b[cell] &^ letter; others != 0; others &= others - 1 {
		if !b.remove(cell, others&-others) {
			return false
		}
	}
	return true
}

// remove removes a letter from a cell and propagates: if a cell has a single letter left, the letter is removed from
// the rest of its row, column and box; if a letter has a single place left in one of these, it is put there.
func (b *board) remove(cell int, letter uint16) bool {
	if b[cell]&letter == 0 {
		return true
	}
	b[cell] &^= letter
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
		count, place := 0, 0
		for _, other := range units[unit] {
			if b[other]&letter != 0 {
				count++
				place = other
			}
		}
		if count == 0 || count == 1 && !b.keep(place, letter) {
			return false
		}
	}
	return true
}

// A move puts a letter into a cell.
type move struct {
	cell   int
	letter uint16
}

// smallest returns the shortest list of moves with exactly one right move: all letters of a cell, or all places of a
// letter in a row, column or box. It is empty when every cell has its letter.
func (b *board) smallest() []move {
	var moves []move
	best := size + 1
	for cell, letters := range b {
		if n := bits.OnesCount16(letters); n > 1 && n < best {
			best, moves = n, moves[:0]
			for ; letters != 0; letters &= letters - 1 {
				moves = append(moves, move{cell, letters & -letters})
			}
		}
	}
	for _, unit := range units {
		for letter := uint16(1); letter != 0; letter <<= 1 {
			n := 0
			for _, cell := range unit {
				n += int(b[cell] & letter)
			}
			if n /= int(letter); n > 1 && n < best {
				best, moves = n, moves[:0]
				for _, cell := range unit {
					if b[cell]&letter != 0 {
						moves = append(moves, move{cell, letter})
					}
				}
			}
		}
	}
	return moves
}

// A search finds solutions.
type search struct {
	nodes     int        // how many boards it may still visit; below 0, it gave up
	enough    int        // how many solutions end the search
	random    *rand.Rand // shuffles the moves, unless it is nil
	solutions int        // how many were found
	solution  []byte     // the last one found
}

// run reports whether it found enough solutions.
func (s *search) run(b *board) bool {
	if s.nodes--; s.nodes < 0 {
		return false
	}
	moves := b.smallest()
	if len(moves) == 0 {
		s.solution = make([]byte, cells)
		for cell, letter := range b {
			s.solution[cell] = byte('A' + bits.TrailingZeros16(letter))
		}
		s.solutions++
		return s.solutions == s.enough
	}
	if s.random != nil {
		s.random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	}
	for _, m := range moves {
		if next := *b; next.keep(m.cell, m.letter) && s.run(&next) {
			return true
		}
	}
	return false
}
