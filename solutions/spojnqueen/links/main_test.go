package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The boards of this table have one solution each, or none.
func TestRun(t *testing.T) {
	full := "50" + strings.Repeat(" 0", 50) + "\n"
	tests := []struct{ name, in, want, err string }{
		{"nothing at all", "", "", ""},
		{"the smallest board", "1 0\n", "1\n", ""},
		{"nothing to place", "1 1\n4 2 4 1 3\n", "1\n2 4 1 3\n", ""},
		{"queens to place", "4 0 4 0 0\n4 3 0 0 0\n", "2 4 1 3\n3 1 4 2\n", ""},
		{"a later queen forbids the first columns", "6 0 0 0 0 0 3\n", "4 1 5 2 6 3\n", ""},
		{"no final newline", "4 3 0 0 0", "3 1 4 2\n", ""},
		{"CRLF", "4 3 0 0 0\r\n1 0\r\n", "3 1 4 2\n1\n", ""},
		{"empty lines and blanks", "\n \n 4  3\t0 0 0 \n\n\n1 0\n\n", "3 1 4 2\n1\n", ""},
		{"nothing stays of the case before", "4 3 0 0 0\n4 2 0 0 0\n4 3 0 0 0\n", "3 1 4 2\n2 4 1 3\n3 1 4 2\n", ""},
		{"many cases", strings.Repeat("4 0 4 0 0\n", 5000), strings.Repeat("2 4 1 3\n", 5000), ""},
		{"no solution", "1 0\n2 0 0\n", "1\n", "line 2: the board has no solution"},
		{"no solution on a larger board", "\n3 0 0 0", "", "line 2: the board has no solution"},
		{"no solution with this queen", "4 1 0 0 0\n", "", "line 1: the board has no solution"},
		{"a shared column", "5 1 0 0 0 1\n", "", "line 1: the board has no solution"},
		{"a shared falling diagonal", "5 1 0 0 0 5\n", "", "line 1: the board has no solution"},
		{"a shared rising diagonal", "5 0 4 0 2 0\n", "", "line 1: the board has no solution"},
		{"too few numbers", "1 0\n4 0 0 0\n1 0\n", "1\n", "line 2: 4 numbers must follow N = 4, but there are 3"},
		{"too many numbers", "1 0 0\n", "", "line 1: 1 numbers must follow N = 1, but there are 2"},
		{"far too many numbers", full[:len(full)-1] + " 0 0\n", "", "line 1: 50 numbers must follow N = 50, but there are 52"},
		{"a column past the last", "4 0 5 0 0\n", "", "line 1: row 2 has a queen in column 5 of 4"},
		{"a negative column", "4 0 -1 0 0\n", "", `line 1: "-1" is not a number from 0 to 50`},
		{"N is 0", "0\n", "", "line 1: the size N is 0, it must be 1 to 50"},
		{"N is too large", "51" + full[2:], "", `line 1: "51" is not a number from 0 to 50`},
		{"a huge number", "4 0 0 0 99999999999999999999999\n", "", `line 1: "99999999999999999999" is not a number from 0 to 50`},
		{"no number", "4 0 x 0 0\n", "", `line 1: "x" is not a number from 0 to 50`},
		{"NUL", "4 0 \x00 0 0\n", "", `line 1: "\x00" is not a number from 0 to 50`},
		{"byte order mark", "\ufeff4 0 0 0 0\n", "", `line 1: "\ufeff4" is not a number from 0 to 50`},
		{"a line without end", "1 0\n" + strings.Repeat(" ", 1<<20), "1\n", "line 2: bufio.Scanner: token too long"},
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

// Every size that has a solution, without a queen placed and with one in the first row, at its ends and in its middle.
func TestEverySize(t *testing.T) {
	for n := 1; n <= maxN; n++ {
		if n == 2 || n == 3 {
			continue
		}
		boards := []string{fmt.Sprint(n) + strings.Repeat(" 0", n)}
		for _, column := range []int{1, n, (n + 1) / 2} {
			boards = append(boards, fmt.Sprint(n, column)+strings.Repeat(" 0", n-1))
		}
		for i, board := range boards {
			if (n == 4 || n == 6) && (i == 1 || i == 2) {
				continue // these have no solution with a queen in a corner
			}
			var out bytes.Buffer
			if err := run(strings.NewReader(board), &out); err != nil {
				t.Errorf("%s: %v", board, err)
			} else if err := solves(out.String(), board); err != nil {
				t.Errorf("%s is answered with %q: %v", board, out.String(), err)
			}
		}
	}
}

// What was found for a board must not show in the answers of those after it: each is answered as it is alone.
func TestCasesShareNothing(t *testing.T) {
	boards := []string{
		"8 2 6 1 7 4 8 3 5\n", "4 0 0 0 0\n", "8 0 0 0 0 0 0 0 0\n", "50" + strings.Repeat(" 0", 50) + "\n",
		"8 0 0 0 0 0 0 0 5\n", "1 0\n", hard, "8 0 0 0 0 0 0 0 0\n", "26" + strings.Repeat(" 0", 26) + "\n", hard,
	}
	var alone, together bytes.Buffer
	for _, board := range boards {
		if err := run(strings.NewReader(board), &alone); err != nil {
			t.Errorf("%q: %v", board, err)
		}
	}
	if err := run(strings.NewReader(strings.Join(boards, "")), &together); err != nil {
		t.Error(err)
	}
	if diff := cmp.Diff(alone.String(), together.String()); diff != "" {
		t.Errorf("(-each alone +one after the other):\n%s", diff)
	}
}

// hard is a board on which a search that is not begun anew takes hundreds of times as long.
const hard = "46 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 20 0 0 0 40 46 0 42 0 0 0 0 0 24 0 0 0 0 0 0 0 0 0 0 0\n"

// A search that is begun anew finds a solution, or that there is none.
func TestBeginAnew(t *testing.T) {
	b := new(board)
	queens := numbers(hard)[1:]
	b.queens, b.left = queens, 4*len(queens)
	if b.build(); b.search() || b.left >= 0 {
		t.Fatal("the first search is not cut short: this board tests nothing")
	}
	if !b.solve(queens) {
		t.Fatal("no solution")
	}
	if err := solves(strings.Trim(fmt.Sprint(queens), "[]")+"\n", hard); err != nil {
		t.Error(err)
	}
	for _, board := range []string{"28 20 11 21 0 0 27 0 0 0 17 12 2 0 28 0 0 13 0 0 0 24 19 3 0 14 26 5 0", "34 6 20 9 4 30 0 0 3 0 34 18 21 14 0 31 0 28 0 12 0 0 32 0 13 17 0 0 0 27 0 0 7 0 2"} {
		if b.solve(numbers(board)[1:]) {
			t.Errorf("%s has no solution, but one was found", board)
		}
	}
}

// Squares that come back find the lists as they left them.
func TestUndo(t *testing.T) {
	b := new(board)
	b.queens = numbers("9 0 0 3 0 0 0 0 0 0")[1:]
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

// Of a board's squares, leastHarm finds the one that attacks the fewest, as counting squares does.
func TestLeastHarm(t *testing.T) {
	b := new(board)
	b.queens = numbers("12 0 0 0 7 0 0 0 0 0 0 2 0")[1:]
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

type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }

func TestRunReportsFailedWrites(t *testing.T) {
	full := errors.New("disk full")
	for _, in := range []string{"1 0\n", strings.Repeat("1 0\n", 1<<16)} {
		if err := run(strings.NewReader(in), brokenWriter{full}); err != full {
			t.Errorf("%d bytes of input: got error %v, want %v", len(in), err, full)
		}
	}
}

// Whatever comes in, each line that comes out is a solution of the board it answers, and a board that is said to have
// no solution has none.
func FuzzRun(f *testing.F) {
	f.Add("4 0 0 0 0\n8 2 0 0 0 4 0 0 0\n")
	f.Add("1 0\r\n\r\n5 0 0 3 0 0")
	f.Add("2 0 0\n")
	f.Add("6 1 0 0 0 0 0\n6 0 0 0 0 0 3\n")
	f.Add("4 0 0 0\n4 0 0 0 0 0")
	f.Fuzz(func(t *testing.T, in string) {
		var boards []string
		for _, line := range strings.Split(in, "\n") {
			fields := strings.Fields(line)
			if len(fields) > 9 {
				return // brute force takes long on boards larger than 8
			}
			if len(fields) > 0 {
				boards = append(boards, line)
			}
		}
		var out bytes.Buffer
		err := run(strings.NewReader(in), &out)
		answers := strings.SplitAfter(out.String(), "\n")
		answers = answers[:len(answers)-1]
		if err == nil && len(answers) != len(boards) {
			t.Errorf("%d boards, %d answers and no error", len(boards), len(answers))
		}
		for i, answer := range answers {
			if err := solves(answer, boards[i]); err != nil {
				t.Errorf("%q is answered with %q: %v", boards[i], answer, err)
			}
		}
		if err != nil && strings.HasSuffix(err.Error(), "no solution") {
			if answer := bruteForce(boards[len(answers)]); answer != "" {
				t.Errorf("%v, but %q has %q", err, boards[len(answers)], answer)
			}
		}
	})
}

// solves says what keeps an output line from being a solution of the board on an input line.
func solves(line, board string) error {
	given := numbers(board)[1:]
	queens := numbers(line)
	if line != strings.Trim(fmt.Sprint(queens), "[]")+"\n" {
		return errors.New("not numbers with single spaces between them")
	}
	if len(queens) != len(given) {
		return fmt.Errorf("%d numbers, want %d", len(queens), len(given))
	}
	for row, column := range queens {
		if column < 1 || column > len(given) {
			return fmt.Errorf("row %d: no column %d", row+1, column)
		}
		if given[row] != 0 && given[row] != column {
			return fmt.Errorf("row %d: the given queen is moved", row+1)
		}
		for above, other := range queens[:row] {
			if column == other || row+column == above+other || row-column == above-other {
				return fmt.Errorf("rows %d and %d: the queens attack each other", above+1, row+1)
			}
		}
	}
	return nil
}

// numbers reads the numbers at the start of a line.
func numbers(line string) []int {
	var found []int
	for _, field := range strings.Fields(line) {
		var number int
		if _, err := fmt.Sscan(field, &number); err != nil {
			break
		}
		found = append(found, number)
	}
	return found
}

// bruteForce tries every permutation of the columns and returns the output line of the first that is a solution.
func bruteForce(board string) string {
	n := numbers(board)[0]
	columns := make([]int, n)
	for i := range columns {
		columns[i] = i + 1
	}
	var try func(fixed int) string
	try = func(fixed int) string {
		if fixed == n {
			line := strings.Trim(fmt.Sprint(columns), "[]") + "\n"
			if solves(line, board) != nil {
				return ""
			}
			return line
		}
		for i := fixed; i < n; i++ {
			columns[fixed], columns[i] = columns[i], columns[fixed]
			if line := try(fixed + 1); line != "" {
				return line
			}
			columns[fixed], columns[i] = columns[i], columns[fixed]
		}
		return ""
	}
	return try(0)
}
