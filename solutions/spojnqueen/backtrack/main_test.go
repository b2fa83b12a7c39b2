package main

import (
	"testing"

	"dlxjudge/solutions/solutiontest"
)

// A search that finds nothing leaves the board as it was.
func TestSearchRestoresTheBoard(t *testing.T) {
	b := board{n: 6}
	b.place(3, 3) // no solution has this queen
	before := b
	if b.search(1) {
		t.Fatalf("found %v", b.queen)
	}
	if b != before {
		t.Errorf("after the search the board is %v, before it was %v", b, before)
	}
}

// Given queens that attack each other are found before the search.
func TestAttacked(t *testing.T) {
	for _, board := range []string{
		"5 1 0 0 0 1", // a column
		"5 1 0 0 0 5", // a falling diagonal
		"5 0 4 0 2 0", // a rising diagonal
		"4 3 1 2 4",   // a falling diagonal, and no row is left
	} {
		if queens := solutiontest.Queens(board); solve(queens) {
			t.Errorf("%s: found %v", board, queens)
		}
	}
}
