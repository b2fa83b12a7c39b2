package main

import (
	"fmt"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
)

// A search that finds nothing leaves the board as it was.
func TestSearchRestoresTheBoard(t *testing.T) {
	b, err := parse(strings.Fields("6 0 0 3 0 0 0")) // no solution has this queen
	judgetest.Check(t, err)
	before := *b
	if b.search(1) {
		t.Fatalf("found %v", b.queen)
	}
	if *b != before {
		t.Errorf("after the search the board is %v, before it was %v", *b, before)
	}
}

// Given queens that attack each other are found before the search.
func TestParse(t *testing.T) {
	for board, row := range map[string]int{
		"5 1 0 0 0 1": 5, // a column
		"5 1 0 0 0 5": 5, // a falling diagonal
		"5 0 4 0 2 0": 4, // a rising diagonal
	} {
		want := fmt.Sprintf("the queen given in row %d is attacked by one in a row above", row)
		if _, err := parse(strings.Fields(board)); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", board, err, want)
		}
	}
}
