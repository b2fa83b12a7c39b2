// POJ 3076 and ZOJ 3122, Sudoku (16×16): http://poj.org/problem?id=3076 https://zoj.pintia.cn/problem-sets/91827364500/problems/91827367537
//
// Plain backtracking, the yardstick for Dancing Links. It goes through the 256 cells row by row and tries the letters A
// to P in each empty one. Three tables say which letters each row, column and box has. See solutions/README.md.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
)

const (
	size  = 16 // the number of rows, columns, boxes and letters
	cells = size * size
)

// A board is a puzzle or its solution, row by row, with '-' for an empty cell.
type board [cells]byte

// solve fills the empty cells of the board, or returns an error that says why it cannot.
func solve(b *board) error {
	s := sudoku{board: b}
	for cell, given := range b {
		if given == '-' {
			continue
		}
		if !s.fits(cell, given) {
			return fmt.Errorf("has no solution: the %c in row %d, column %d contradicts another",
				given, cell/size+1, cell%size+1)
		}
		s.mark(cell, given, true)
	}
	if !s.search(0) {
		return fmt.Errorf("has no solution")
	}
	return nil
}

// A sudoku is a board, with tables that say which letters are in each row, column and box. Rows, columns, boxes and
// letters are counted from 0, so 'A' is 0.
type sudoku struct {
	board            *board
	row, column, box [size][size]bool
}

// search fills the empty cells from this cell on and reports whether it could. If not, the board is unchanged.
func (s *sudoku) search(cell int) bool {
	if cell == cells {
		return true
	}
	if s.board[cell] != '-' {
		return s.search(cell + 1)
	}
	for letter := byte('A'); letter <= 'P'; letter++ {
		if !s.fits(cell, letter) {
			continue
		}
		s.board[cell] = letter
		s.mark(cell, letter, true)
		if s.search(cell + 1) {
			return true
		}
		s.mark(cell, letter, false)
		s.board[cell] = '-'
	}
	return false
}

// fits reports whether the letter is not yet in the cell's row, column and box.
func (s *sudoku) fits(cell int, letter byte) bool {
	row, column, l := cell/size, cell%size, letter-'A'
	return !s.row[row][l] && !s.column[column][l] && !s.box[row/4*4+column/4][l]
}

// mark records in the tables whether the letter is in the cell.
func (s *sudoku) mark(cell int, letter byte, there bool) {
	row, column, l := cell/size, cell%size, letter-'A'
	s.row[row][l], s.column[column][l], s.box[row/4*4+column/4][l] = there, there, there
}

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run writes the solved boards, with an empty line between them.
func run(in io.Reader, out io.Writer) (err error) {
	answers := bufio.NewWriter(out)
	defer func() {
		if flushed := answers.Flush(); err == nil {
			err = flushed
		}
	}()
	puzzles := reader{words: bufio.NewScanner(in)}
	puzzles.words.Split(bufio.ScanWords)
	for number := 1; ; number++ {
		var b board
		if more, err := puzzles.next(&b); err != nil || !more {
			return err
		}
		if err := solve(&b); err != nil {
			return fmt.Errorf("puzzle %d %v", number, err)
		}
		if number > 1 {
			answers.WriteByte('\n')
		}
		for row := 0; row < size; row++ {
			if _, err := fmt.Fprintf(answers, "%s\n", b[row*size:(row+1)*size]); err != nil {
				return err
			}
		}
	}
}

// A reader reads puzzles of 16 words each.
type reader struct {
	words *bufio.Scanner
	row   int // number of the last word read
}

// next reads a puzzle and reports whether there was one.
func (r *reader) next(b *board) (bool, error) {
	for row := 0; row < size; {
		if !r.words.Scan() {
			if err := r.words.Err(); err != nil {
				return false, fmt.Errorf("row %d: %v", r.row+1, err)
			}
			if row > 0 {
				return false, fmt.Errorf("puzzle %d: the input ends after %d of %d rows", r.row/size+1, row, size)
			}
			return false, nil
		}
		text := bytes.TrimRight(r.words.Bytes(), "\x1a") // Ctrl-Z ends old DOS files
		if len(text) == 0 {
			continue
		}
		r.row++
		if len(text) != size {
			return false, fmt.Errorf("row %d: want %d characters, got %d", r.row, size, len(text))
		}
		for column, c := range text {
			if c != '-' && (c < 'A' || c > 'P') {
				return false, fmt.Errorf("row %d: want A to P or - in column %d, got %q", r.row, column+1, c)
			}
		}
		copy(b[row*size:], text)
		row++
	}
	return true, nil
}
