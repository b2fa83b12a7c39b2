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

func TestCheckSudoku(t *testing.T) {
	const puzzle9 = ".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534."
	solved9, solved16 := Sudoku9.Format(Solved9), Sudoku16.Format(Solved16)
	swapped := func(board, a, b string) string { return strings.NewReplacer(a, b, b, a).Replace(board) }
	for _, kind := range []struct {
		Sudoku
		puzzle string
		tests  []struct{ name, output, want string }
	}{
		{Sudoku9, puzzle9, []struct{ name, output, want string }{
			{"right", solved9 + solved9, ""},
			{"one is missing", solved9, "1 answers to 2 puzzles"},
			{"one too many", solved9 + solved9 + solved9, "3 answers to 2 puzzles"},
			{"a given is changed", solved9 + swapped(solved9, "5", "2"),
				"answer 2: the given in row 1, column 2 is changed"},
			{"a digit twice", "4" + solved9[1:] + solved9, "answer 1: the 4 in row 1, column 1 is not the only one"},
			{"a zero", "0" + solved9[1:] + solved9, "answer 1: '0' in row 1, column 1"},
			{"an empty cell", puzzle9 + "\n" + solved9, "answer 1: '.' in row 1, column 1"},
			{"a short line", solved9[:80] + "\n" + solved9, "not written as boards are"},
			{"an empty line", solved9 + "\n" + solved9, "not written as boards are"},
			{"no newline", solved9 + Solved9, "not written as boards are"},
		}},
		{Sudoku16, Sudoku16.Without(Solved16, "FPA"), []struct{ name, output, want string }{
			{"right", solved16 + "\n" + solved16, ""},
			{"a given is changed", solved16 + "\n" + swapped(solved16, "H", "M"),
				"answer 2: the given in row 1, column 4 is changed"},
			{"a letter twice in a column", "P" + solved16[1:] + "\n" + solved16,
				"answer 1: the P in row 1, column 1 is not the only one"},
			{"a letter twice in a row", swapped(solved16[:17], "F", "A") + solved16[17:] + "\n" + solved16,
				"answer 1: the A in row 1, column 1 is not the only one"},
			{"a Q", "Q" + solved16[1:] + "\n" + solved16, "answer 1: 'Q' in row 1, column 1"},
			{"a short answer", solved16 + "\n" + solved16[17:], "answer 2: 240 cells for 256"},
			{"no empty line between", solved16 + solved16, "not written as boards are"},
			{"an empty line at the end", solved16 + "\n" + solved16 + "\n", "not written as boards are"},
		}},
	} {
		for _, test := range kind.tests {
			got := message(kind.Check([]string{kind.puzzle, kind.puzzle}, test.output))
			if got, _, _ = strings.Cut(got, ": \""); got != test.want {
				t.Errorf("%s: got %q, want %q", test.name, got, test.want)
			}
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
