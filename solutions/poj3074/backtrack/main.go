// POJ 3074, Sudoku (9×9): http://poj.org/problem?id=3074
//
// Plain backtracking, the baseline for Dancing Links. It goes through the 81 cells row by row and tries the digits 1
// to 9 in each empty one. Bitmasks say which digits each row, column and box still lacks. solutions/README.md explains
// this page.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/bits"
	"os"
)

const (
	size   = 9 // the number of rows, columns, boxes and digits
	cells  = size * size
	digits = 1<<size - 1 // all digits, as bits
)

// A sudoku is a board with the digits that its rows, columns and boxes lack, as bits. The lowest bit is '1'.
type sudoku struct {
	board            []byte // row by row, with '.' for an empty cell
	row, column, box [size]uint16
}

// search fills the empty cells from this cell on, and reports whether it could. If not, the board is unchanged. Each
// call is a node of the search tree.
func (s *sudoku) search(cell int) bool {
	if cell == cells {
		return true
	}
	if s.board[cell] != '.' {
		return s.search(cell + 1)
	}
	for left := s.candidates(cell); left != 0; left &= left - 1 {
		digit := left & -left // the lowest one
		s.board[cell] = byte('1' + bits.TrailingZeros16(left))
		s.toggle(cell, digit)
		if s.search(cell + 1) {
			return true
		}
		s.toggle(cell, digit)
	}
	s.board[cell] = '.'
	return false
}

// candidates returns the digits that are possible in a cell.
func (s *sudoku) candidates(cell int) uint16 {
	return s.row[cell/size] & s.column[cell%size] & s.box[cell/size/3*3+cell%size/3]
}

// toggle takes a digit away from a cell's row, column and box, or gives it back.
func (s *sudoku) toggle(cell int, digit uint16) {
	s.row[cell/size] ^= digit
	s.column[cell%size] ^= digit
	s.box[cell/size/3*3+cell%size/3] ^= digit
}

// solve fills the empty cells of the board, or returns an error that says why it cannot.
func solve(board []byte) error {
	if len(board) != cells {
		return fmt.Errorf("want %d characters, got %d", cells, len(board))
	}
	s := sudoku{board: board}
	for i := range s.row {
		s.row[i], s.column[i], s.box[i] = digits, digits, digits
	}
	for cell, given := range board {
		if given == '.' {
			continue
		}
		if given < '1' || given > '9' {
			return fmt.Errorf("want 1 to 9 or a dot in column %d, got %q", cell+1, given)
		}
		digit := uint16(1) << (given - '1')
		if s.candidates(cell)&digit == 0 {
			return errNoSolution
		}
		s.toggle(cell, digit)
	}
	if !s.search(0) {
		return errNoSolution
	}
	return nil
}

var errNoSolution = fmt.Errorf("the puzzle has no solution")

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

const blanks = " \t\v\f\r\x1a" // allowed at both ends of a line; Ctrl-Z ends old DOS files

// run reads puzzles, one a line, up to the line "end", and writes the solved boards, one a line.
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
		board := bytes.Trim(lines.Bytes(), blanks)
		if string(board) == "end" {
			return nil
		}
		if len(board) == 0 {
			continue
		}
		if err := solve(board); err != nil {
			return fmt.Errorf("line %d: %v", number, err)
		}
		answers.Write(board)
		if err := answers.WriteByte('\n'); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %v", number, err)
	}
	return nil
}
