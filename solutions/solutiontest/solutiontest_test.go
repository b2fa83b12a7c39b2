package solutiontest

import (
	"strings"
	"testing"
)

// message is the error's, or "".
func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestCheckSudoku9(t *testing.T) {
	const puzzle = ".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534."
	solved := Sudoku9.Format(Solved9)
	tests := []struct{ name, output, want string }{
		{"right", solved + solved, ""},
		{"one is missing", solved, "1 answers to 2 puzzles"},
		{"one too many", solved + solved + solved, "3 answers to 2 puzzles"},
		{"a given is changed", solved + strings.NewReplacer("5", "2", "2", "5").Replace(solved),
			"answer 2: the given in row 1, column 2 is changed"},
		{"a digit twice", "4" + solved[1:] + solved, "answer 1: the 4 in row 1, column 1 is not the only one"},
		{"a zero", "0" + solved[1:] + solved, "answer 1: '0' in row 1, column 1"},
		{"an empty cell", puzzle + "\n" + solved, "answer 1: '.' in row 1, column 1"},
		{"a short line", solved[:80] + "\n" + solved, "not written as boards are"},
		{"an empty line", solved + "\n" + solved, "not written as boards are"},
		{"no newline", solved + Solved9, "not written as boards are"},
	}
	for _, test := range tests {
		got := message(Sudoku9.Check([]string{puzzle, puzzle}, test.output))
		if got, _, _ = strings.Cut(got, ": \""); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestCheckSudoku16(t *testing.T) {
	puzzle := Sudoku16.Without(Solved16, "FPA")
	solved := Sudoku16.Format(Solved16)
	tests := []struct{ name, output, want string }{
		{"right", solved + "\n" + solved, ""},
		{"one is missing", solved, "1 answers to 2 puzzles"},
		{"a given is changed", solved + "\n" + strings.NewReplacer("H", "M", "M", "H").Replace(solved),
			"answer 2: the given in row 1, column 4 is changed"},
		{"a letter twice in a column", "P" + solved[1:] + "\n" + solved,
			"answer 1: the P in row 1, column 1 is not the only one"},
		{"a letter twice in a row", strings.NewReplacer("F", "A", "A", "F").Replace(solved[:17]) + solved[17:] + "\n" +
			solved,
			"answer 1: the A in row 1, column 1 is not the only one"},
		{"a Q", "Q" + solved[1:] + "\n" + solved, "answer 1: 'Q' in row 1, column 1"},
		{"a short row", solved[1:] + "\n" + solved, "not written as boards are"},
		{"a short answer", solved + "\n" + solved[17:], "answer 2: 240 cells for 256"},
		{"no empty line between", solved + solved, "not written as boards are"},
		{"an empty line at the end", solved + "\n" + solved + "\n", "not written as boards are"},
	}
	for _, test := range tests {
		got := message(Sudoku16.Check([]string{puzzle, puzzle}, test.output))
		if got, _, _ = strings.Cut(got, ": \""); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestSolvable(t *testing.T) {
	tests := []struct {
		puzzle string
		want   bool
	}{
		{Solved9, true},
		{Sudoku9.Without(Solved9, "159"), true},
		{strings.Repeat(".", 81), true},
		{"11" + strings.Repeat(".", 79), false},
		{"12345678.........9" + strings.Repeat(".", 63), false},
	}
	for _, test := range tests {
		if got := Sudoku9.Solvable(test.puzzle); got != test.want {
			t.Errorf("%s: got %v, want %v", test.puzzle, got, test.want)
		}
	}
}

func TestCheckQueens(t *testing.T) {
	boards := []string{"4 0 0 0 0\n", "8 2 0 0 0 4 0 0 0"}
	const right = "2 4 1 3\n2 6 1 7 4 8 3 5\n"
	tests := []struct{ name, output, want string }{
		{"right", right, ""},
		{"another solution", "3 1 4 2" + right[7:], ""},
		{"nothing", "", `2 boards are answered with ""`},
		{"no newline", right[:len(right)-1], `2 boards are answered with "2 4 1 3\n2 6 1 7 4 8 3 5"`},
		{"two spaces", " " + right, `line 1: " 2 4 1 3\n" is not numbers with single spaces between them`},
		{"a number too few", "2 4 1" + right[7:], "line 1: 3 numbers, want 4"},
		{"no such column", "2 4 1 5" + right[7:], "line 1: row 4: no column 5"},
		{"a given queen is moved", right[:8] + "2 4 6 8 3 1 7 5\n", "line 2: row 5: the given queen is moved"},
		{"a shared column", "2 4 1 2" + right[7:], "line 1: rows 1 and 4: the queens attack each other"},
		{"a shared falling diagonal", "1 2 4 3" + right[7:], "line 1: rows 1 and 2: the queens attack each other"},
		{"a shared rising diagonal", "2 4 3 1" + right[7:], "line 1: rows 2 and 3: the queens attack each other"},
	}
	for _, test := range tests {
		if got := message(CheckQueens(boards, test.output)); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
	for board, want := range map[string]bool{boards[0]: true, boards[1]: true, "3 0 0 0": false, "6 1 0 0 0 0 0": false,
		"1 1": true} {
		if got := queensSolvable(board); got != want {
			t.Errorf("%q: solvable is %v, want %v", board, got, want)
		}
	}
}

// The second sample of the problem, and what is not in the samples.
func TestAirports(t *testing.T) {
	const in = "4\n4 2\n0 3\n1 0\n3 0\n8 9\n1 1\n-7 7\n2 9\n0 0\n5 5\n2 1\n-1000000000 -1000000000\n1000000000 " +
		"1000000000\n"
	const want = "Case #1: 4\nCase #2: 0\nCase #3: 0\nCase #4: 4000000000\n"
	if got := Airports(in); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
