// POJ 3074, Sudoku (9×9): http://poj.org/problem?id=3074
//
// Algorithm X with dancing links, and no more: Knuth, Dancing Links, Millennial Perspectives in Computer Science, 2000.
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
var cover exactLinks

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

// --- Dancing Links: Algorithm X (the same in every solution) ---

// exactLinks has items 0, 1 and so on, the primary ones first, and options of four items each. Algorithm X chooses
// options so that each primary item is in exactly one chosen option, and each secondary item in at most one. Node i is
// item i; then come the root and four nodes for each option. All lists are circular. Links left and right join the root
// and the uncovered primary items, or the nodes of an option. Links up and down join an item and its nodes.
type exactLinks struct {
	left, right, up, down, item, option, size [capacity]int // of a node; but size is of an item: its options
	root                                      int           // the number of the root
	chosen                                    []int         // the options of the solution, as numbers
}

// init begins a new problem. options has four items for each option.
func (l *exactLinks) init(primary, items int, options []int) {
	l.root, l.chosen = items, l.chosen[:0]
	for i := 0; i <= items; i++ {
		l.left[i], l.right[i], l.up[i], l.down[i], l.size[i] = i, i, i, i, 0
	}
	for i := 0; i < primary; i++ { // put it before the root
		l.right[l.left[l.root]], l.left[i], l.right[i], l.left[l.root] = i, l.left[l.root], l.root, i
	}
	for k, i := range options {
		x, first := items+1+k, items+1+k/4*4
		l.left[x], l.right[x], l.up[x], l.down[x] = first+(k+3)%4, first+(k+1)%4, l.up[i], i
		l.down[l.up[i]], l.up[i] = x, x
		l.item[x], l.option[x], l.size[i] = i, k/4, l.size[i]+1
	}
}

// search covers the remaining items, and reports whether it could. Each call is a node of the search tree.
func (l *exactLinks) search() bool {
	i := l.right[l.root]
	if i == l.root {
		return true
	}
	for j := i; j != l.root; j = l.right[j] {
		if l.size[j] < l.size[i] {
			i = j // the first item with the fewest options
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

// cover takes item i off the list of items, and each option with item i out of the lists of its other three items.
func (l *exactLinks) cover(i int) {
	l.right[l.left[i]], l.left[l.right[i]] = l.right[i], l.left[i]
	for p := l.down[i]; p != i; p = l.down[p] {
		for q := l.right[p]; q != p; q = l.right[q] {
			l.down[l.up[q]], l.up[l.down[q]] = l.down[q], l.up[q]
			l.size[l.item[q]]--
		}
	}
}

// uncover undoes cover in reverse order. A node that left a list kept its own links, so it returns to its place.
func (l *exactLinks) uncover(i int) {
	for p := l.up[i]; p != i; p = l.up[p] {
		for q := l.left[p]; q != p; q = l.left[q] {
			l.size[l.item[q]]++
			l.down[l.up[q]], l.up[l.down[q]] = q, q
		}
	}
	l.right[l.left[i]], l.left[l.right[i]] = i, i
}
