package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
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
		{"the same digit twice in a row", clash, "", "line 1: the puzzle has no solution"},
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

// Puzzles with few givens have many solutions, those with a wrong given mostly none; brute force knows.
func TestRunAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(30, 74))
	unsolvable := 0
	for range 2000 {
		puzzle := []byte(easySolved)
		for _, cell := range r.Perm(81)[:r.IntN(50)] {
			puzzle[cell] = '.'
		}
		for range r.IntN(3) {
			puzzle[r.IntN(81)] = byte('1' + r.IntN(9))
		}
		var out bytes.Buffer
		err := run(bytes.NewReader(puzzle), &out)
		solvable := bruteForce(bytes.Clone(puzzle))
		if !solvable {
			unsolvable++
		}
		if solvable != (err == nil) {
			t.Fatalf("%s: solvable is %v, got error %v", puzzle, solvable, err)
		}
		if err != nil {
			continue
		}
		if err := solves(strings.TrimSpace(out.String()), string(puzzle)); err != nil {
			t.Fatalf("%s is answered with %s: %v", puzzle, out.String(), err)
		}
	}
	if unsolvable < 100 || unsolvable > 1900 {
		t.Errorf("%d of 2000 puzzles have no solution, which is not a good mixture", unsolvable)
	}
}

// bruteForce fills the first empty cell with all digits in turn, and the rest likewise.
func bruteForce(board []byte) bool {
	for cell, given := range board {
		for other, digit := range board[:cell] {
			if digit == given && digit != '.' && (other/9 == cell/9 || other%9 == cell%9 || other/27 == cell/27 && other%9/3 == cell%9/3) {
				return false
			}
		}
	}
	cell := bytes.IndexByte(board, '.')
	if cell < 0 {
		return true
	}
	for digit := byte('1'); digit <= '9'; digit++ {
		board[cell] = digit
		if bruteForce(board) {
			return true
		}
	}
	board[cell] = '.'
	return false
}

// Without givens the search is at its deepest; one that is impossible in its last row has to be seen through.
func TestRunFewGivens(t *testing.T) {
	for _, puzzle := range []string{
		strings.Repeat(".", 81),
		strings.Repeat(".", 80) + "9",
		"1" + strings.Repeat(".", 79) + "1",
		"123456789" + strings.Repeat(".", 72),
	} {
		var out bytes.Buffer
		if err := run(strings.NewReader(puzzle), &out); err != nil {
			t.Fatalf("%s: %v", puzzle, err)
		}
		if err := solves(strings.TrimSpace(out.String()), puzzle); err != nil {
			t.Errorf("%s is answered with %s: %v", puzzle, out.String(), err)
		}
	}
}

// Whatever comes in, each line that comes out solves the puzzle on its line.
func FuzzRun(f *testing.F) {
	f.Add(easy + "\n" + few + "\nend\n")
	f.Add(almost + "\r\n\r\n" + easySolved)
	f.Add(contradicted)
	f.Add("end\nend\n")
	f.Fuzz(func(t *testing.T, in string) {
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
