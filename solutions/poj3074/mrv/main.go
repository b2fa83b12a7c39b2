// POJ 3074, Sudoku (9×9): http://poj.org/problem?id=3074
//
// Backtracking as contestants write it: bitmasks say which digits each row, column and box still lacks, and the next
// cell is one with the fewest candidates (minimum remaining values). The solution "backtrack" differs only in the order
// of the cells, so it needs no list of those that are empty. A node reads this list, at most 81 cells.
// See solutions/README.md.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/bits"
	"os"
)

// A sudoku is a board with the digits that its rows, columns and boxes lack, as bits. The lowest bit is '1'.
type sudoku struct {
	board            []byte
	row, column, box [9]uint16
	empty            []int // the empty cells
}

// candidates returns the digits that are possible in a cell.
func (s *sudoku) candidates(cell int) uint16 {
	return s.row[cell/9] & s.column[cell%9] & s.box[cell/27*3+cell%9/3]
}

// toggle takes a digit away from a cell's row, column and box, or gives it back.
func (s *sudoku) toggle(cell int, digit uint16) {
	s.row[cell/9] ^= digit
	s.column[cell%9] ^= digit
	s.box[cell/27*3+cell%9/3] ^= digit
}

// search fills the empty cells, and reports whether it could. Each call is a node of the search tree.
func (s *sudoku) search() bool {
	if len(s.empty) == 0 {
		return true
	}
	best, fewest := 0, 10
	for i, cell := range s.empty {
		if n := bits.OnesCount16(s.candidates(cell)); n < fewest {
			best, fewest = i, n
		}
	}
	last := len(s.empty) - 1
	cell := s.empty[best]
	s.empty[best], s.empty = s.empty[last], s.empty[:last]
	for left := s.candidates(cell); left != 0; left &= left - 1 {
		s.board[cell] = byte('1' + bits.TrailingZeros16(left))
		s.toggle(cell, left&-left)
		if s.search() {
			return true
		}
		s.toggle(cell, left&-left)
	}
	s.empty = s.empty[:last+1]
	s.empty[last], s.empty[best] = s.empty[best], cell
	return false
}

// solve fills a board, if possible.
func solve(board []byte) bool {
	s := sudoku{board: board}
	for i := 0; i < 9; i++ {
		s.row[i], s.column[i], s.box[i] = 1<<9-1, 1<<9-1, 1<<9-1
	}
	for cell, given := range board {
		digit := uint16(1) << (given - '1')
		if given == '.' {
			s.empty = append(s.empty, cell)
		} else if s.candidates(cell)&digit == 0 {
			return false // it contradicts another, or is not a digit
		} else {
			s.toggle(cell, digit)
		}
	}
	return s.search()
}

func main() {
	answers := bufio.NewWriter(os.Stdout)
	for _, err := range []error{run(os.Stdin, answers), answers.Flush()} {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// run reads puzzles, one a line, up to the line "end", and writes the solved boards, one a line.
func run(in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	for number := 1; lines.Scan(); number++ {
		board := bytes.Trim(lines.Bytes(), " \t\v\f\r\x1a") // also trims Ctrl-Z, which ends old DOS files
		switch {
		case string(board) == "end":
			return nil
		case len(board) == 0:
			continue
		case len(board) != 81:
			return fmt.Errorf("line %d: want 81 characters, got %d", number, len(board))
		case !solve(board):
			return fmt.Errorf("line %d: the puzzle has no solution", number)
		}
		fmt.Fprintf(out, "%s\n", board)
	}
	return lines.Err()
}
