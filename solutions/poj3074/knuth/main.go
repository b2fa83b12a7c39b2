// POJ 3074, Sudoku (9×9): http://poj.org/problem?id=3074
//
// Algorithm X with Dancing Links as Knuth published it, and no more: see the core at the end.
// The 324 items are what a solved board has exactly once: a digit in each cell, and each digit in each row, in each
// column and in each box. The options are the digits in the cells: one in a cell that is given, nine in an empty one.
//
// Reference: Donald E. Knuth, Dancing Links, in: Millennial Perspectives in Computer Science, 2000.
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

var cover exactLinks

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

// --- Dancing Links: Algorithm X (the same in every solution) ---

// exactLinks are items and options. Algorithm X chooses options so that every primary item is in exactly one of them, and
// every secondary item in at most one. Node i is item i; the other nodes are the items of the options. All lists are
// circular: up/down has an item and its node in each option that has it, left/right has an option, or the root, node 0,
// and the primary items that are still to be covered.
type exactLinks struct {
	left, right, up, down [1 + maxItems + maxEntries]int
	item, option          [1 + maxItems + maxEntries]int // of each node of an option; options have names
	size                  [1 + maxItems]int              // of each item: how many options are in its list
	nodes                 int
	chosen                []int // the names of the options of a solution
}

// init begins a new problem of items 1, 2 and so on, the primary ones first, and no options.
func (l *exactLinks) init(primary, secondary int) {
	l.nodes, l.chosen = 1+primary+secondary, l.chosen[:0]
	for i := 0; i < l.nodes; i++ {
		l.left[i], l.right[i], l.up[i], l.down[i], l.size[i] = i, i, i, i, 0
		if i <= primary {
			l.left[i], l.right[i] = i-1, i+1
		}
	}
	l.left[0], l.right[primary] = primary, 0
}

// addOption adds an option of different items.
func (l *exactLinks) addOption(name int, items ...int) {
	first, last := l.nodes, l.nodes+len(items)-1
	for k, i := range items {
		x := first + k
		l.left[x], l.right[x], l.up[x], l.down[x] = x-1, x+1, l.up[i], i
		l.down[l.up[i]], l.up[i] = x, x
		l.item[x], l.option[x] = i, name
		l.size[i]++
	}
	l.left[first], l.right[last], l.nodes = last, first, last+1
}

// search covers the items that are left, and reports whether it could. Each call is a node of the search tree.
func (l *exactLinks) search() bool {
	i := l.right[0]
	if i == 0 {
		return true
	}
	for j := l.right[i]; j != 0; j = l.right[j] {
		if l.size[j] < l.size[i] {
			i = j // the first of the smallest
		}
	}
	l.cover(i)
	for x := l.down[i]; x != i; x = l.down[x] {
		for p := l.right[x]; p != x; p = l.right[p] {
			l.cover(l.item[p])
		}
		if l.search() {
			l.chosen = append(l.chosen, l.option[x])
			return true
		}
		for p := l.left[x]; p != x; p = l.left[p] {
			l.uncover(l.item[p])
		}
	}
	l.uncover(i)
	return false
}

// cover takes item i off the list of items, and every option that has it out of the lists of its other items.
func (l *exactLinks) cover(i int) {
	l.right[l.left[i]], l.left[l.right[i]] = l.right[i], l.left[i]
	for p := l.down[i]; p != i; p = l.down[p] {
		for q := l.right[p]; q != p; q = l.right[q] {
			l.down[l.up[q]], l.up[l.down[q]] = l.down[q], l.up[q]
			l.size[l.item[q]]--
		}
	}
}

// uncover undoes cover, backwards: a node that was taken out still knows its neighbours, and the links dance back.
func (l *exactLinks) uncover(i int) {
	for p := l.up[i]; p != i; p = l.up[p] {
		for q := l.left[p]; q != p; q = l.left[q] {
			l.size[l.item[q]]++
			l.down[l.up[q]], l.up[l.down[q]] = q, q
		}
	}
	l.right[l.left[i]], l.left[l.right[i]] = i, i
}
