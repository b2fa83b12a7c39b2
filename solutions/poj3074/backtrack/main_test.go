package main

import (
	"strings"
	"testing"

	"dlxjudge/solutions/solutiontest"
)

// Puzzles with more empty cells may take it long.
func FuzzRun(f *testing.F) { solutiontest.Sudoku9.Fuzz(f, run, 45) }

// Givens that contradict each other are found before the search.
func TestParse(t *testing.T) {
	_, err := parse([]byte("11" + strings.Repeat(".", 79)))
	if want := "the puzzle has no solution: the 1 in column 2 contradicts another"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
