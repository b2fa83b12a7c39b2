// POJ 3074, Sudoku (9×9): http://poj.org/problem?id=3074
//
// Plain backtracking, the yardstick for Dancing Links. It goes through the 81 cells row by row and tries the digits 1 to
// 9 in each empty one. Three tables say which digits are already in each row, each column and each box.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
)

const cells = 81

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run reads a puzzle a line, up to the line "end", and writes a solved board a line.
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
		line := bytes.TrimSpace(lines.Bytes())
		if string(line) == "end" {
			return nil
		}
		if len(line) == 0 {
			continue
		}
		puzzle, err := parse(line)
		if err != nil {
			return fmt.Errorf("line %d: %v", number, err)
		}
		puzzle.solved = func() bool { return true } // the first solution is enough
		if !puzzle.search(0) {
			return fmt.Errorf("line %d: the puzzle has no solution", number)
		}
		if _, err := fmt.Fprintf(answers, "%s\n", puzzle.board); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %v", number, err)
	}
	return nil
}

// A sudoku is a board and what is already on it. Rows, columns and boxes are counted from 0; the tables have the digits
// for their second index, as the characters '1' to '9' less '0'.
type sudoku struct {
	board            []byte // its cells row by row, '.' for an empty one
	row, column, box [9][10]bool
	solved           func() bool // called when the board is full: whether to stop there
}

// parse reads a puzzle. Its error says what is wrong with the line or with the givens.
func parse(line []byte) (*sudoku, error) {
	if len(line) != cells {
		return nil, fmt.Errorf("want %d characters, got %d", cells, len(line))
	}
	s := &sudoku{board: line}
	for cell, given := range line {
		if given == '.' {
			continue
		}
		if given < '1' || given > '9' {
			return nil, fmt.Errorf("want 1 to 9 or a dot in column %d, got %q", cell+1, given)
		}
		if !s.fits(cell, given) {
			return nil, fmt.Errorf("the puzzle has no solution: the %c in column %d contradicts another", given, cell+1)
		}
		s.mark(cell, given, true)
	}
	return s, nil
}

// search fills the cells from this one on, those before it being filled, and reports whether it was told to stop. If
// not, it leaves the board as it was.
func (s *sudoku) search(cell int) bool {
	if s.board[cell] != '.' {
		return s.next(cell)
	}
	for digit := byte('1'); digit <= '9'; digit++ {
		if !s.fits(cell, digit) {
			continue
		}
		s.board[cell] = digit
		s.mark(cell, digit, true)
		if s.next(cell) {
			return true
		}
		s.mark(cell, digit, false)
		s.board[cell] = '.'
	}
	return false
}

// next goes on after a cell that is filled.
func (s *sudoku) next(cell int) bool {
	if cell == cells-1 {
		return s.solved()
	}
	return s.search(cell + 1)
}

// fits says whether the digit is not yet in the cell's row, column and box.
func (s *sudoku) fits(cell int, digit byte) bool {
	row, column, d := cell/9, cell%9, digit-'0'
	return !s.row[row][d] && !s.column[column][d] && !s.box[row/3*3+column/3][d]
}

// mark writes into the tables whether the digit is in the cell.
func (s *sudoku) mark(cell int, digit byte, there bool) {
	row, column, d := cell/9, cell%9, digit-'0'
	s.row[row][d], s.column[column][d], s.box[row/3*3+column/3][d] = there, there, there
}
