// POJ 3074, Sudoku (9×9): http://poj.org/problem?id=3074
//
// Plain backtracking, the yardstick for Dancing Links. It goes through the 81 cells row by row and tries the digits 1
// to 9 in each empty one. Three tables say which digits are already in each row, each column and each box.
// solutions/README.md explains this page.
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
	cells  = 81
	last   = cells - 1
	digits = 1<<9 - 1 // all digits, as bits
)

// A sudoku is a board, with tables of the digits already on it. The lowest bit of a table entry stands for '1'.
type sudoku struct {
	board            [cells]byte // the cells row by row, '.' for an empty one
	row, column, box [9]uint16   // the digits in each row, column and box, as bits
	solved           func() bool // called when the board is full; reports whether to stop
}

// search fills the empty cells from this cell on, and reports whether solved() stopped it. If not, the board is
// unchanged.
func (s *sudoku) search(cell int) bool {
	if s.board[cell] != '.' {
		if cell == last {
			return s.solved()
		}
		return s.search(cell + 1)
	}
	row, column, box := s.tables(cell)
	r, c, b := *row, *column, *box
	for open := digits &^ (r | c | b); open != 0; open &= open - 1 {
		digit := open & -open // the lowest open digit
		s.board[cell] = byte('1' + bits.TrailingZeros16(open))
		*row, *column, *box = r|digit, c|digit, b|digit
		if cell == last && s.solved() || cell < last && s.search(cell+1) {
			return true
		}
	}
	*row, *column, *box = r, c, b
	s.board[cell] = '.'
	return false
}

// tables returns the table entries of the cell's row, column and box.
func (s *sudoku) tables(cell int) (row, column, box *uint16) {
	at := &places[cell]
	return &s.row[at.row], &s.column[at.column], &s.box[at.box]
}

// places has the row, column and box of each cell, counted from 0.
var places [cells]struct{ row, column, box uint8 }

func init() {
	for cell := range places {
		at, row, column := &places[cell], cell/9, cell%9
		at.row, at.column, at.box = uint8(row), uint8(column), uint8(row/3*3+column/3)
	}
}

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
		line := bytes.Trim(lines.Bytes(), blanks)
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

// parse reads a puzzle. Its error says what is wrong with the line or with the givens.
func parse(line []byte) (*sudoku, error) {
	if len(line) != cells {
		return nil, fmt.Errorf("want %d characters, got %d", cells, len(line))
	}
	s := &sudoku{}
	copy(s.board[:], line)
	for cell, given := range line {
		if given == '.' {
			continue
		}
		if given < '1' || given > '9' {
			return nil, fmt.Errorf("want 1 to 9 or a dot in column %d, got %q", cell+1, given)
		}
		digit := uint16(1) << (given - '1')
		row, column, box := s.tables(cell)
		if (*row|*column|*box)&digit != 0 {
			return nil, fmt.Errorf("the puzzle has no solution: the %c in column %d contradicts another", given, cell+1)
		}
		*row |= digit
		*column |= digit
		*box |= digit
	}
	return s, nil
}
