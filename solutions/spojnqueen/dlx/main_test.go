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

// Lines that no given queen takes are numbered from the middle outwards, and found again by their numbers.
func TestNumber(t *testing.T) {
	numbers, lines := number(0b11111, 5)
	if diff := cmp.Diff([]uint16{8, 4, 0, 2, 6}, numbers[:5]); diff != "" {
		t.Errorf("numbers by line (-want +got):\n%s", diff)
	}
	numbers, lines = number(0b110101, 6)
	for line, want := range map[int]uint16{0: 6, 2: 0, 4: 2, 5: 4} {
		if numbers[line] != want || lines[want] != line {
			t.Errorf("line %d has number %d, and number %d is line %d; want number %[3]d", line, numbers[line], want, lines[want])
		}
	}
}

func TestEveryThird(t *testing.T) {
	tests := []struct {
		lines uint64
		want  []int
	}{
		{0, []int{}},
		{0b10, []int{1}},
		{0b1111111, []int{0, 3, 6, 1, 4, 2, 5}},
		{1<<48 | 1<<49 | 0b1100, []int{3, 48, 49, 2}},
	}
	for _, test := range tests {
		if diff := cmp.Diff(test.want, everyThird(test.lines, new([maxN]int))); diff != "" {
			t.Errorf("everyThird(%b) (-want +got):\n%s", test.lines, diff)
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
				return // searches of boards larger than 8 may last, and brute force does
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
