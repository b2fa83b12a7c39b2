package main

import (
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/solutions/solutiontest"
)

// all finds every solution of a puzzle. While it searches, the program's own search runs on to the end.
func all(t *testing.T, puzzle string) []string {
	t.Helper()
	s, err := parse([]byte(puzzle))
	judgetest.Check(t, err)
	var found []string
	s.solved = func() bool {
		found = append(found, string(s.board[:]))
		return false
	}
	if s.search(0) {
		t.Error("search stopped, although it was not told to")
	}
	if string(s.board[:]) != puzzle {
		t.Errorf("search left the board as %s", s.board)
	}
	return found
}

func TestAllSolutions(t *testing.T) {
	const solved = solutiontest.Solved9
	tests := []struct {
		name, puzzle string
		want         int
	}{
		{"a solved board", solved, 1},
		{"one empty cell", solved[:80] + ".", 1},
		{"one solution", ".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534.", 1},
		{"no solution", "12345678.........9" + strings.Repeat(".", 63), 0},
		{"many calls of search", "6...87......9.57.6.4.....8..3...2.....4...69....41..235...3.17..8..9.2....1.763..", 1},
		{"two digits taken away", solutiontest.Sudoku9.Without(solved, "12"), 4},
		{"three digits taken away", solutiontest.Sudoku9.Without(solved, "123"), 60},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			found := all(t, test.puzzle)
			for _, board := range found {
				if err := solutiontest.Sudoku9.Check([]string{test.puzzle}, board+"\n"); err != nil {
					t.Error(err)
				}
			}
			if len(found) != test.want {
				t.Errorf("%d solutions, want %d", len(found), test.want)
			}
		})
	}
}
