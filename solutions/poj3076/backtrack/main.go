// POJ 3076, Sudoku 16×16: http://poj.org/problem?id=3076
//
// Plain backtracking. The cells are filled row by row, each with the first letter that its row, column and box do not
// hold yet; when no letter is left for a cell, the cell before it takes its next one. Three tables of 16 × 16 flags say
// which letter a row, a column or a box holds. It is the yardstick for Dancing Links, which chooses its cells.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
)

const (
	side  = 4           // rows and columns of a box
	size  = side * side // rows, columns, boxes and letters
	empty = '-'
)

// A grid is a puzzle as it is read and written: letters 'A' to 'P', and '-' for an empty cell.
type grid [size][size]byte

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run solves the puzzles of in one by one, with an empty line between two solutions on out. The solutions found before
// an error are written all the same.
func run(in io.Reader, out io.Writer) (err error) {
	r := reader{lines: bufio.NewScanner(in)}
	w := bufio.NewWriter(out)
	defer func() {
		if flushed := w.Flush(); err == nil {
			err = flushed
		}
	}()
	for number := 1; ; number++ {
		var g grid
		if more, err := r.next(&g); err != nil || !more {
			return err
		}
		if err := solve(&g); err != nil {
			return fmt.Errorf("puzzle %d, which ends in line %d: %v", number, r.line, err)
		}
		if number > 1 {
			w.WriteByte('\n')
		}
		for _, row := range g {
			w.Write(row[:])
			w.WriteByte('\n')
		}
	}
}

// A reader reads puzzles, with any number of empty lines before, between and after them.
type reader struct {
	lines *bufio.Scanner
	line  int // number of the last line read
}

// next reads a puzzle into g and reports whether there was one.
func (r *reader) next(g *grid) (bool, error) {
	for row := 0; row < size; {
		if !r.lines.Scan() {
			if err := r.lines.Err(); err != nil {
				return false, fmt.Errorf("line %d: %v", r.line+1, err)
			}
			if row > 0 {
				return false, fmt.Errorf("line %d: the input ends after %d of the %d lines of a puzzle", r.line, row, size)
			}
			return false, nil
		}
		r.line++
		text := r.lines.Bytes()
		if row == 0 && len(text) == 0 {
			continue
		}
		if len(text) != size {
			return false, fmt.Errorf("line %d: %d characters instead of %d", r.line, len(text), size)
		}
		for col, c := range text {
			if c != empty && (c < 'A' || c >= 'A'+size) {
				return false, fmt.Errorf("line %d, column %d: %q is neither a letter from A to P nor -", r.line, col+1, c)
			}
			g[row][col] = c
		}
		row++
	}
	return true, nil
}

// solve fills the empty cells of g.
func solve(g *grid) error {
	s := solver{grid: g}
	for row := range g {
		for col, c := range g[row] {
			if c == empty {
				continue
			}
			if !s.allows(row, col, c-'A') {
				return fmt.Errorf("the given %c in row %d, column %d stands twice in a row, column or box", c, row+1, col+1)
			}
			s.set(row, col, c-'A', true)
		}
	}
	if !s.search(0) {
		return fmt.Errorf("no solution")
	}
	return nil
}

// A solver is a grid with what its rows, columns and boxes hold: rows[r][k] says that row r holds the letter 'A' + k.
type solver struct {
	grid              *grid
	rows, cols, boxes [size][size]bool
}

// search fills the empty cells from cell on, counted row by row, and reports whether it could.
func (s *solver) search(cell int) bool {
	if cell == size*size {
		return true
	}
	row, col := cell/size, cell%size
	if s.grid[row][col] != empty {
		return s.search(cell + 1)
	}
	for letter := byte(0); letter < size; letter++ {
		if s.allows(row, col, letter) {
			s.grid[row][col] = 'A' + letter
			s.set(row, col, letter, true)
			if s.search(cell + 1) {
				return true
			}
			s.set(row, col, letter, false)
		}
	}
	s.grid[row][col] = empty
	return false
}

// allows reports whether the cell's row, column and box are without the letter.
func (s *solver) allows(row, col int, letter byte) bool {
	return !s.rows[row][letter] && !s.cols[col][letter] && !s.boxes[box(row, col)][letter]
}

// set notes that the cell's row, column and box hold the letter, or hold it no longer.
func (s *solver) set(row, col int, letter byte, held bool) {
	s.rows[row][letter] = held
	s.cols[col][letter] = held
	s.boxes[box(row, col)][letter] = held
}

// box numbers the boxes row by row.
func box(row, col int) int { return row/side*side + col/side }
