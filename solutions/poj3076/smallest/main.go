// POJ 3076 and ZOJ 3122, Sudoku (16×16): http://poj.org/problem?id=3076 https://zoj.pintia.cn/problem-sets/91827364500/problems/91827367537
//
// This is Algorithm X with the same choices as the solution "knuth", but with counts in plain arrays instead of links.
// The 1024 items are what a solved board has exactly once: a letter in each cell, and each letter in each row, column
// and box. An option is a letter in a cell: a filled cell has one option, an empty cell 16. See solutions/README.md.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
)

const capacity = 4*256 + 1 + 4*16*256 // room for all items, one more, and four for each option
var cover exactArrays

// solve fills the empty cells of a board, if possible. A character other than - and A to P gets no option.
func solve(board []byte) bool {
	var options []int
	for cell, given := range board {
		row, column, box := cell/16, cell%16, cell/64*4+cell%16/4
		for letter := 0; letter < 16; letter++ {
			if given == '-' || given == byte('A'+letter) {
				options = append(options, cell, 256+16*row+letter, 2*256+16*column+letter, 3*256+16*box+letter)
			}
		}
	}
	cover.init(4*256, 4*256, options)
	found := cover.search()
	for _, o := range cover.chosen {
		board[options[4*o]] = byte('A' + options[4*o+1]%16)
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

// run reads puzzles of 16 words each, and writes boards with an empty line between them.
func run(in io.Reader, out io.Writer) error {
	words, board, between := bufio.NewScanner(in), []byte{}, ""
	words.Split(bufio.ScanWords)
	for number := 1; words.Scan(); number++ {
		row := bytes.TrimRight(words.Bytes(), "\x1a") // Ctrl-Z ends old DOS files
		board = append(board, row...)
		switch {
		case len(row) != 16 && len(row) > 0:
			return fmt.Errorf("row %d: want 16 characters, got %d", number, len(row))
		case len(board) == 256 && !solve(board):
			return fmt.Errorf("row %d: the puzzle has no solution", number)
		case len(board) == 256:
			fmt.Fprint(out, between)
			for between = "\n"; len(board) > 0; board = board[16:] {
				fmt.Fprintf(out, "%s\n", board[:16])
			}
		}
	}
	if err := words.Err(); err != nil || len(board) == 0 {
		return err
	}
	return fmt.Errorf("the input ends after %d of a puzzle's 16 rows", len(board)/16)
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
