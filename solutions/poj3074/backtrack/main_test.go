package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	easy         = ".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534."
	easySolved   = "527389416819426735436751829375692184194538267268174593643217958951843672782965341"
	few          = "......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3."
	fewSolved    = "416837529982465371735129468571298643293746185864351297647913852359682714128574936"
	almost       = "52738941681942673543675182937569218419453826726817459364321795895184367278296534."
	clash        = "11..............................................................................."
	contradicted = "12345678.........9..............................................................."
)

func TestRun(t *testing.T) {
	tests := []struct{ name, in, want, err string }{
		{"two puzzles", easy + "\n" + few + "\nend\n", easySolved + "\n" + fewSolved + "\n", ""},
		{"a solved board", easySolved + "\nend\n", easySolved + "\n", ""},
		{"the last cell is empty", almost + "\nend\n", easySolved + "\n", ""},
		{"no puzzle", "end\n", "", ""},
		{"nothing at all", "", "", ""},
		{"no end", easy + "\n", easySolved + "\n", ""},
		{"no final newline", easy + "\nend", easySolved + "\n", ""},
		{"CRLF and empty lines", "\r\n" + easy + "\r\n\r\nend\r\n", easySolved + "\n", ""},
		{"junk after the end is not read", "end\njunk\n", "", ""},
		{"too short", easy + "\n" + few[1:] + "\nend\n", easySolved + "\n", "line 2: want 81 characters, got 80"},
		{"too long", easy + ".\nend\n", "", "line 1: want 81 characters, got 82"},
		{"much too long", strings.Repeat(".", 1<<20), "", "line 1: bufio.Scanner: token too long"},
		{"a zero", "0" + easy[1:], "", "line 1: want 1 to 9 or a dot in column 1, got '0'"},
		{"NUL", easy[:80] + "\x00", "", "line 1: want 1 to 9 or a dot in column 81, got '\\x00'"},
		{"the same digit twice in a row", clash, "", "line 1: the puzzle has no solution: the 1 in column 2 contradicts another"},
		{"a cell without a digit", "\n" + contradicted, "", "line 2: the puzzle has no solution"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			message := ""
			if err := run(strings.NewReader(test.in), &out); err != nil {
				message = err.Error()
			}
			if diff := cmp.Diff(test.want, out.String()); diff != "" {
				t.Errorf("output (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.err, message); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
}

// Whatever comes in, each line that comes out solves the puzzle on its line.
func FuzzRun(f *testing.F) {
	f.Add(easy + "\n" + easySolved + "\nend\n")
	f.Add(almost + "\r\n\r\n" + easySolved)
	f.Add(almost[:72] + ".........")
	f.Add("end\nend\n")
	f.Fuzz(func(t *testing.T, in string) {
		for _, line := range strings.Fields(in) {
			if len(line) == 81 && strings.Count(line, ".") > 45 {
				t.Skip("plain backtracking may take too long on so many empty cells")
			}
		}
		var out bytes.Buffer
		err := run(strings.NewReader(in), &out)
		puzzles := strings.Fields(in)
		boards := strings.Fields(out.String())
		if err == nil && len(boards) < len(puzzles) && puzzles[len(boards)] != "end" {
			t.Errorf("no error, but puzzle %d has no answer", len(boards)+1)
		}
		for i, board := range boards {
			if err := solves(board, puzzles[i]); err != nil {
				t.Errorf("puzzle %d, %s, is answered with %s: %v", i+1, puzzles[i], board, err)
			}
		}
	})
}

// solves says what keeps the board from being a solution of the puzzle.
func solves(board, puzzle string) error {
	if len(board) != 81 || len(puzzle) != 81 {
		return fmt.Errorf("%d characters for %d", len(board), len(puzzle))
	}
	seen := map[string]bool{}
	for i := range board {
		if puzzle[i] != '.' && puzzle[i] != board[i] {
			return fmt.Errorf("the given in cell %d is changed", i)
		}
		row, column := i/9, i%9
		for _, place := range []string{
			fmt.Sprint(board[i:i+1], " in row ", row),
			fmt.Sprint(board[i:i+1], " in column ", column),
			fmt.Sprint(board[i:i+1], " in box ", row/3, column/3),
		} {
			if seen[place] {
				return fmt.Errorf("two of %s", place)
			}
			seen[place] = true
		}
	}
	for _, digit := range board {
		if digit < '1' || digit > '9' {
			return fmt.Errorf("%q is not a digit from 1 to 9", digit)
		}
	}
	return nil
}
