// POJ 3076, Sudoku (16×16): http://poj.org/problem?id=3076
//
// Algorithm X without links: the same choices in the same order as in ../knuth, but on plain arrays. Nothing differs between
// the two but the core at the end.
// The 1024 items are what a solved board has exactly once: a letter in each cell, and each letter in each row, in each
// column and in each box. The options are the letters in the cells: one in a cell that is given, 16 in an empty one.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
)

const (
	size       = 16 // rows, columns, boxes, and letters A to P
	cells      = size * size
	maxItems   = 4 * cells
	maxEntries = 4 * cells * size // the items of all options added up
)

func main() {
	answers := bufio.NewWriter(os.Stdout)
	err := run(os.Stdin, answers)
	if flushed := answers.Flush(); err == nil {
		err = flushed
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run reads puzzles, with any number of empty lines around them, and writes them solved, with one between two.
func run(in io.Reader, out io.Writer) error {
	var board []byte // row by row, with '-' for an empty cell
	lines, line := bufio.NewScanner(in), 1
	for puzzle := 1; lines.Scan(); line++ {
		row := bytes.Trim(lines.Bytes(), " \t\v\f\r\x1a") // Ctrl-Z, too, which ends old files
		if len(row) == 0 && len(board) == 0 {
			continue
		}
		if len(row) != size {
			return fmt.Errorf("line %d: want %d characters, got %d", line, size, len(row))
		}
		for column, c := range row {
			if c != '-' && (c < 'A' || c > 'P') {
				return fmt.Errorf("line %d: want A to P or - in column %d, got %q", line, column+1, c)
			}
		}
		if board = append(board, row...); len(board) < cells {
			continue
		}
		if !solve(board) {
			return fmt.Errorf("puzzle %d, which ends in line %d: the puzzle has no solution", puzzle, line)
		}
		if puzzle++; puzzle > 2 {
			fmt.Fprintln(out)
		}
		for ; len(board) > 0; board = board[size:] {
			fmt.Fprintf(out, "%s\n", board[:size])
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %v", line, err)
	}
	if rows := len(board) / size; rows > 0 {
		return fmt.Errorf("line %d: the input ends after %d of a puzzle's %d lines", line-1, rows, size)
	}
	return nil
}

var cover exactArrays

// solve fills the empty cells of the board, if that can be done.
func solve(board []byte) bool {
	cover.init(4*cells, 0)
	for cell, given := range board {
		row, column := cell/size, cell%size
		box := row/4*4 + column/4
		for letter := 0; letter < size; letter++ {
			if given == '-' || given == byte('A'+letter) {
				in := 1 + letter
				cover.addOption(size*cell+letter, 1+cell, in+cells+size*row, in+2*cells+size*column, in+3*cells+size*box)
			}
		}
	}
	found := cover.search()
	for _, option := range cover.chosen {
		board[option/size] = byte('A' + option%size)
	}
	return found
}

// --- Plain arrays: Algorithm X without links (the same in every solution) ---

// exactArrays are items and options. Algorithm X chooses options so that every primary item is in exactly one of them, and
// every secondary item in at most one. No list changes during the search. Counts say which options are open, that is,
// have no covered item, and how many of these an item has.
type exactArrays struct {
	primary int
	lists   [1 + maxItems][]int // of each item: the options that have it
	size    [1 + maxItems]int   // of each item: how many of them are open
	covered [1 + maxItems]bool  // of each item
	items   [maxEntries]int     // of all options, one after the other
	first   [1 + maxEntries]int // of each option: where its items begin, and those of the one before it end
	closed  [maxEntries]int     // of each option: how many of its items are covered
	names   []int               // of the options
	chosen  []int               // the names of the options of a solution
}

// init begins a new problem of items 1, 2 and so on, the primary ones first, and no options.
func (a *exactArrays) init(primary, secondary int) {
	for i := 0; i <= primary+secondary; i++ {
		a.lists[i], a.size[i], a.covered[i] = a.lists[i][:0], 0, false
	}
	a.primary, a.names, a.chosen = primary, a.names[:0], a.chosen[:0]
}

// addOption adds an option of different items.
func (a *exactArrays) addOption(name int, items ...int) {
	o := len(a.names)
	for _, i := range items {
		a.lists[i] = append(a.lists[i], o)
		a.size[i]++
	}
	a.first[o+1] = a.first[o] + copy(a.items[a.first[o]:], items)
	a.closed[o] = 0
	a.names = append(a.names, name)
}

// search covers the items that are left, and reports whether it could. Each call is a node of the search tree.
func (a *exactArrays) search() bool {
	i := 0
	for j := 1; j <= a.primary; j++ {
		if !a.covered[j] && (i == 0 || a.size[j] < a.size[i]) {
			i = j // the first of the smallest
		}
	}
	if i == 0 {
		return true
	}
	for _, o := range a.lists[i] {
		if a.closed[o] > 0 {
			continue
		}
		items := a.items[a.first[o]:a.first[o+1]]
		for _, j := range items {
			a.cover(j)
		}
		if a.search() {
			a.chosen = append(a.chosen, a.names[o])
			return true
		}
		for _, j := range items {
			a.uncover(j)
		}
	}
	return false
}

// cover notes that item i is covered, which closes its options.
func (a *exactArrays) cover(i int) {
	a.covered[i] = true
	for _, o := range a.lists[i] {
		if a.closed[o]++; a.closed[o] == 1 {
			for _, j := range a.items[a.first[o]:a.first[o+1]] {
				a.size[j]--
			}
		}
	}
}

// uncover undoes cover.
func (a *exactArrays) uncover(i int) {
	a.covered[i] = false
	for _, o := range a.lists[i] {
		if a.closed[o]--; a.closed[o] == 0 {
			for _, j := range a.items[a.first[o]:a.first[o+1]] {
				a.size[j]++
			}
		}
	}
}
