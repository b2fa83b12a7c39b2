// POJ 3076 and ZOJ 3122, Sudoku (16×16): http://poj.org/problem?id=3076 https://zoj.pintia.cn/problem-sets/91827364500/problems/91827367537
//
// Plain backtracking, the baseline for Dancing Links. It goes through the 256 cells row by row and tries the letters A
// to P in each empty one. Bitmasks say which letters each row, column and box still lacks. See solutions/README.md.
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
	size    = 16 // the number of rows, columns, boxes and letters
	cells   = size * size
	letters = 1<<size - 1 // all letters, as bits
)

// A sudoku is a board with the letters that its rows, columns and boxes lack, as bits. The lowest bit is 'A'.
type sudoku struct {
	board            []byte // row by row, with '-' for an empty cell
	row, column, box [size]uint16
}

// search fills the empty cells from this cell on, and reports whether it could. If not, the board is unchanged. Each
// call is a node of the search tree.
func (s *sudoku) search(cell int) bool {
	if cell == cells {
		return true
	}
	if s.board[cell] != '-' {
		return s.search(cell + 1)
	}
	for left := s.candidates(cell); left != 0; left &= left - 1 {
		letter := left & -left // the lowest one
		s.board[cell] = byte('A' + bits.TrailingZeros16(left))
		s.toggle(cell, letter)
		if s.search(cell + 1) {
			return true
		}
		s.toggle(cell, letter)
	}
	s.board[cell] = '-'
	return false
}

// candidates returns the letters that are possible in a cell.
func (s *sudoku) candidates(cell int) uint16 {
	return s.row[cell/size] & s.column[cell%size] & s.box[cell/size/4*4+cell%size/4]
}

// toggle takes a letter away from a cell's row, column and box, or gives it back.
func (s *sudoku) toggle(cell int, letter uint16) {
	s.row[cell/size] ^= letter
	s.column[cell%size] ^= letter
	s.box[cell/size/4*4+cell%size/4] ^= letter
}

// solve fills the empty cells of the board, if possible.
func solve(board []byte) bool {
	s := sudoku{board: board}
	for i := range s.row {
		s.row[i], s.column[i], s.box[i] = letters, letters, letters
	}
	for cell, given := range board {
		if given == '-' {
			continue
		}
		letter := uint16(1) << (given - 'A')
		if s.candidates(cell)&letter == 0 {
			return false
		}
		s.toggle(cell, letter)
	}
	return s.search(0)
}

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run reads puzzles of 16 words each, and writes the solved boards, with an empty line between them.
func run(in io.Reader, out io.Writer) (err error) {
	answers := bufio.NewWriter(out)
	defer func() {
		if flushed := answers.Flush(); err == nil {
			err = flushed
		}
	}()
	words := bufio.NewScanner(in)
	words.Split(bufio.ScanWords)
	number, puzzle := 1, 1
	board := make([]byte, 0, cells) // row by row, with '-' for an empty cell
	for ; words.Scan(); number++ {
		row := bytes.TrimRight(words.Bytes(), "\x1a") // Ctrl-Z ends old DOS files
		if len(row) == 0 {
			continue
		}
		if len(row) != size {
			return fmt.Errorf("row %d: want %d characters, got %d", number, size, len(row))
		}
		for column, c := range row {
			if c != '-' && (c < 'A' || c > 'P') {
				return fmt.Errorf("row %d: want A to P or - in column %d, got %q", number, column+1, c)
			}
		}
		board = append(board, row...)
		if len(board) < cells {
			continue
		}
		if !solve(board) {
			return fmt.Errorf("puzzle %d has no solution", puzzle)
		}
		if puzzle > 1 {
			answers.WriteByte('\n')
		}
		for cell := 0; cell < cells; cell += size {
			answers.Write(board[cell : cell+size])
			answers.WriteByte('\n') // Flush reports any error
		}
		board = board[:0]
		puzzle++
	}
	if err := words.Err(); err != nil {
		return fmt.Errorf("row %d: %v", number, err)
	}
	if len(board) > 0 {
		return fmt.Errorf("puzzle %d: the input ends after %d of %d rows", puzzle, len(board)/size, size)
	}
	return nil
}
