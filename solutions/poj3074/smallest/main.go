// POJ 3074, Sudoku (9×9): http://poj.org/problem?id=3074
//
// Algorithm X without links: the same choices in the same order as in ../knuth, but on plain arrays. Nothing differs between
// the two but the core at the end.
// The 324 items are what a solved board has exactly once: a digit in each cell, and each digit in each row, in each
// column and in each box. The options are the digits in the cells: one in a cell that is given, nine in an empty one.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
)

const (
	size       = 9 // rows, columns, boxes, and digits 1 to 9
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

// run reads a puzzle a line, up to the line "end", and writes a solved board a line.
func run(in io.Reader, out io.Writer) error {
	lines, number := bufio.NewScanner(in), 1
	for ; lines.Scan(); number++ {
		board := bytes.Trim(lines.Bytes(), " \t\v\f\r\x1a") // Ctrl-Z, too, which ends old files
		if string(board) == "end" {
			return nil
		}
		if len(board) == 0 {
			continue
		}
		if err := solve(board); err != nil {
			return fmt.Errorf("line %d: %v", number, err)
		}
		fmt.Fprintf(out, "%s\n", board)
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %v", number, err)
	}
	return nil
}

var cover exactArrays

// solve fills the empty cells of the board. Its error says why it cannot.
func solve(board []byte) error {
	if len(board) != cells {
		return fmt.Errorf("want %d characters, got %d", cells, len(board))
	}
	cover.init(4*cells, 0)
	for cell, given := range board {
		if given != '.' && (given < '1' || given > '9') {
			return fmt.Errorf("want 1 to 9 or a dot in column %d, got %q", cell+1, given)
		}
		row, column := cell/9, cell%9
		box := row/3*3 + column/3
		for digit := 0; digit < size; digit++ {
			if given == '.' || given == byte('1'+digit) {
				in := 1 + digit
				cover.addOption(size*cell+digit, 1+cell, in+cells+size*row, in+2*cells+size*column, in+3*cells+size*box)
			}
		}
	}
	if !cover.search() {
		return fmt.Errorf("the puzzle has no solution")
	}
	for _, option := range cover.chosen {
		board[option/size] = byte('1' + option%size)
	}
	return nil
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
