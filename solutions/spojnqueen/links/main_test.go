package main

import (
	"fmt"
	"strings"
	"testing"

	"dlxjudge/solutions/solutiontest"
)

// hard is a board on which a search without restarts takes hundreds of times as long.
const hard = "46 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 20 0 0 0 40 46 0 42 0 0 0 0 0 24 0 0 0 0 0 0 0 0 0 0 0\n"

// A search that restarts finds a solution, or that there is none.
func TestBeginAnew(t *testing.T) {
	b := new(board)
	queens := solutiontest.Queens(hard)
	b.queens, b.left = queens, 4*len(queens)
	if b.build(); b.search() || b.left >= 0 {
		t.Fatal("the first search is not cut short: this board tests nothing")
	}
	if !b.solve(queens) {
		t.Fatal("no solution")
	}
	if err := solutiontest.CheckQueens([]string{hard}, strings.Trim(fmt.Sprint(queens), "[]")+"\n"); err != nil {
		t.Error(err)
	}
	for _, board := range []string{"28 20 11 21 0 0 27 0 0 0 17 12 2 0 28 0 0 13 0 0 0 24 19 3 0 14 26 5 0",
		"34 6 20 9 4 30 0 0 3 0 34 18 21 14 0 31 0 28 0 12 0 0 32 0 13 17 0 0 0 27 0 0 7 0 2"} {
		if b.solve(solutiontest.Queens(board)) {
			t.Errorf("%s has no solution, but one was found", board)
		}
	}
}

// When squares come back, the lists are as before they left.
func TestUndo(t *testing.T) {
	b := new(board)
	b.queens = solutiontest.Queens("9 0 0 3 0 0 0 0 0 0")
	if !b.build() {
		t.Fatal("a single queen attacks no other")
	}
	nodes, size := b.nodes, b.size
	var squares []int16
	for header := range int16(9) {
		for s := b.nodes[header].after[0]; s != header; s = b.nodes[s].after[0] {
			squares = append(squares, s)
		}
	}
	if len(squares) == 0 {
		t.Fatal("no square is left")
	}
	for _, s := range squares {
		b.place(s)
		if len(b.removed) == 0 {
			t.Errorf("a queen on square %d attacks nothing", s)
		}
		b.undo(0)
		if b.nodes != nodes || b.size != size || len(b.removed) != 0 {
			t.Fatalf("a queen on square %d came and went, and the lists are different", s)
		}
	}
}

// leastHarm finds a square whose queen would attack the fewest squares, as counted one by one.
func TestLeastHarm(t *testing.T) {
	b := new(board)
	b.queens = solutiontest.Queens("12 0 0 0 7 0 0 0 0 0 0 2 0")
	b.build()
	harm := func(square int16) (squares int) {
		for k, h := range b.nodes[square].line {
			for s := b.nodes[h].after[k]; s != h; s = b.nodes[s].after[k] {
				squares++
			}
		}
		return squares
	}
	for _, h := range b.lines {
		best := b.leastHarm(h)
		k := int(h) / 12
		if b.nodes[best].line[k] != h {
			t.Errorf("line %d: square %d is in line %d", h, best, b.nodes[best].line[k])
		}
		for s := b.nodes[h].after[k]; s != h; s = b.nodes[s].after[k] {
			if harm(s) < harm(best) {
				t.Errorf("line %d: square %d attacks %d squares, square %d only %d", h, best, harm(best), s, harm(s))
			}
		}
	}
}
