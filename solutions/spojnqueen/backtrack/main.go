// SPOJ NQUEEN (1771), Yet Another N-Queen Problem
// https://www.spoj.com/problems/NQUEEN/
//
// Plain backtracking: row by row, each queen goes to the first column where no other attacks it. Three tables say which
// columns, falling diagonals and rising diagonals are taken. Given queens enter these tables before the search begins,
// so that no earlier row can choose a square that they attack.
//
// solutions/README.md explains this page. Reference: N. Wirth, Program Development by Stepwise Refinement,
// Communications of the ACM 14 (4), 1971.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

const maxN = 50

// A board numbers its rows and columns from 1, as the input does.
type board struct {
	n      int
	queen  [maxN + 1]int    // of each row: the column of its queen, 0 for none
	column [maxN + 1]bool   // taken columns
	fall   [2 * maxN]bool   // taken diagonals from the upper left to the lower right, at index n + row - column
	rise   [2*maxN + 1]bool // taken diagonals from the lower left to the upper right, at index row + column
}

// search fills the rows from this row on, and reports whether it could. If not, the board is unchanged.
func (b *board) search(row int) bool {
	if row > b.n {
		return true
	}
	if b.queen[row] != 0 {
		return b.search(row + 1)
	}
	for column := 1; column <= b.n; column++ {
		if b.attacked(row, column) {
			continue
		}
		b.place(row, column)
		if b.search(row + 1) {
			return true
		}
		b.remove(row)
	}
	return false
}

func (b *board) attacked(row, column int) bool {
	return b.column[column] || b.fall[b.n+row-column] || b.rise[row+column]
}

func (b *board) place(row, column int) {
	b.queen[row] = column
	b.mark(row, column, true)
}

func (b *board) remove(row int) {
	b.mark(row, b.queen[row], false)
	b.queen[row] = 0
}

func (b *board) mark(row, column int, taken bool) {
	b.column[column] = taken
	b.fall[b.n+row-column] = taken
	b.rise[row+column] = taken
}

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run answers each case in a line. At the first case without an answer, it stops and returns the reason.
func run(in io.Reader, out io.Writer) (err error) {
	answers := bufio.NewWriter(out)
	defer func() {
		if flushed := answers.Flush(); err == nil {
			err = flushed
		}
	}()
	lines := bufio.NewScanner(in)
	number := 1
	for ; lines.Scan(); number++ {
		fields := strings.FieldsFunc(lines.Text(), isBlank)
		if len(fields) == 0 {
			continue
		}
		b, err := parse(fields)
		if err != nil {
			return fmt.Errorf("line %d: %v", number, err)
		}
		if !b.search(1) {
			return fmt.Errorf("line %d: the board has no solution", number)
		}
		if _, err := fmt.Fprintln(answers, strings.Trim(fmt.Sprint(b.queen[1:b.n+1]), "[]")); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %v", number, err)
	}
	return nil
}

// isBlank includes Ctrl-Z, which ends old DOS files.
func isBlank(c rune) bool { return c == ' ' || '\t' <= c && c <= '\r' || c == '\x1a' }

// parse sets up the board of one case. The fields are N, then for each row the column of its queen, 0 for none.
func parse(fields []string) (*board, error) {
	var numbers [maxN + 1]int
	for i, field := range fields {
		number, err := strconv.Atoi(field)
		if err != nil || number < 0 || number > maxN {
			return nil, fmt.Errorf("%.20q is not a number from 0 to %d", field, maxN)
		}
		if i <= maxN {
			numbers[i] = number
		}
	}
	b := &board{n: numbers[0]}
	if b.n == 0 {
		return nil, fmt.Errorf("the size N is 0, it must be 1 to %d", maxN)
	}
	if got := len(fields) - 1; got != b.n {
		return nil, fmt.Errorf("%d numbers must follow N = %d, but there are %d", b.n, b.n, got)
	}
	for row := 1; row <= b.n; row++ {
		column := numbers[row]
		if column > b.n {
			return nil, fmt.Errorf("row %d has a queen in column %d of %d", row, column, b.n)
		}
		if column == 0 {
			continue
		}
		if b.attacked(row, column) {
			return nil, fmt.Errorf("the queen given in row %d is attacked by one in a row above", row)
		}
		b.place(row, column)
	}
	return b, nil
}
