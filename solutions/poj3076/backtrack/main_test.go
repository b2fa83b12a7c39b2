package main

import (
	"testing"

	"dlxjudge/solutions/solutiontest"
)

// Without a solution, search tries everything and leaves the board and the tables unchanged.
func TestSearchTidiesUp(t *testing.T) {
	var b board
	copy(b[:], solutiontest.Sudoku16.Without(solutiontest.Solved16, "BC"))
	b[0] = '-' // only F fits there
	b[cells-1] = '-'
	s := sudoku{board: &b}
	for cell, given := range b {
		if given != '-' {
			s.mark(cell, given, true)
		}
	}
	s.mark(cells-1, 'K', true) // so that nothing is left for the last cell
	before, tables := b, s
	if s.search(0) {
		t.Fatal("a solution, although there is none")
	}
	if b != before || s != tables {
		t.Errorf("the board or the tables have changed; the board is %s", b)
	}
}

// Givens that contradict each other are found before the search.
func TestSolveContradiction(t *testing.T) {
	b := board{'F', 'F'}
	for cell := 2; cell < cells; cell++ {
		b[cell] = '-'
	}
	const want = "has no solution: the F in row 1, column 2 contradicts another"
	if err := solve(&b); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
