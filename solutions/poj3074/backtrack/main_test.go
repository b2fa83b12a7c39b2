package main

import (
	"strings"
	"testing"
)

// Givens that contradict each other are found before the search.
func TestParse(t *testing.T) {
	_, err := parse([]byte("11" + strings.Repeat(".", 79)))
	if want := "the puzzle has no solution: the 1 in column 2 contradicts another"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
