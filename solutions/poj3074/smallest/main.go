// POJ 3074, Sudoku (9×9): http://poj.org/problem?id=3074
//
// This is Algorithm X with the same choices as the solution "knuth", but with counts in plain arrays instead of links.
// The 324 items are what a solved board has exactly once: a digit in each cell, and each digit in each row, column and
// box. An option is a digit in a cell: a filled cell has one option, an empty cell nine. See solutions/README.md.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
)

const capacity = 4*81 + 1 + 4*9*81 // room for all items, one more, and four for each option
var cover exactArrays

// solve fills the empty cells of a board, if possible. A character other than a dot and 1 to 9 gets no option.
func solve(board []byte) bool {
	var options []int
	for cell, given := range board {
		row, column, box := cell/9, cell%9, cell/27*3+cell%9/3
		for digit := 0; digit < 9; digit++ {
			if given == '.' || given == byte('1'+digit) {
				options = append(options, cell, 81+9*row+digit, 2*81+9*column+digit, 3*81+9*box+digit)
			}
		}
	}
	cover.init(4*81, 4*81, options)
	found := cover.search()
	for _, o := range cover.chosen {
		board[options[4*o]] = byte('1' + options[4*o+1]%9)
	}
	return found
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

// --- Plain arrays: Algorithm X without links (the same in every solution) ---

// exactArrays has items 0, 1 and so on, the primary ones first, and options of four items each. Algorithm X chooses
// options so that each primary item is in exactly one chosen option, and each secondary item in at most one. An option
// is open if none of its items is covered. The lists never change during the search; counts say which options are open,
// and how many open options each item has.
type exactArrays struct {
	options []int           // the items of all options, four for each option
	lists   [capacity][]int // of each item: the options that have it
	size    [capacity]int   // of each item: how many of its options are open
	covered [capacity]bool  // of each item: whether it is covered
	closed  [capacity]int   // of each option: how many of its items are covered; 0 if it is open
	primary int             // how many items are primary
	chosen  []int           // the options of the solution, as numbers
}

// init begins a new problem. options has four items for each option.
func (a *exactArrays) init(primary, items int, options []int) {
	a.primary, a.options, a.chosen = primary, options, a.chosen[:0]
	for i := 0; i < items; i++ {
		a.lists[i], a.size[i], a.covered[i] = a.lists[i][:0], 0, false
	}
	for k, i := range options {
		a.lists[i] = append(a.lists[i], k/4)
		a.size[i]++
		a.closed[k/4] = 0
	}
}

// search covers the remaining items, and reports whether it could. Each call is a node of the search tree.
func (a *exactArrays) search() bool {
	i := -1
	for j := 0; j < a.primary; j++ {
		if !a.covered[j] && (i < 0 || a.size[j] < a.size[i]) {
			i = j // the first item with the fewest options
		}
	}
	if i < 0 {
		return true
	}
	for _, o := range a.lists[i] {
		if a.closed[o] > 0 {
			continue
		}
		for _, j := range a.options[4*o : 4*o+4] {
			a.cover(j, 1)
		}
		if a.search() {
			a.chosen = append(a.chosen, o)
			return true
		}
		for _, j := range a.options[4*o : 4*o+4] {
			a.cover(j, -1)
		}
	}
	return false
}

// cover(i, 1) marks item i as covered, which closes its options. cover(i, -1) undoes that.
func (a *exactArrays) cover(i, by int) {
	a.covered[i] = by > 0
	for _, o := range a.lists[i] {
		before := a.closed[o]
		a.closed[o] += by
		if before == 0 || a.closed[o] == 0 {
			for _, j := range a.options[4*o : 4*o+4] {
				a.size[j] -= by
			}
		}
	}
}
