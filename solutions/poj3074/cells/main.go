// POJ 3074, Sudoku (9×9): http://poj.org/problem?id=3074
//
// This makes the choices of "knuth" with dancing cells, sparse sets instead of links (Christine Solnon, 2020; Knuth,
// TAOCP, 7.2.2.3). The 324 items are what a solved board has exactly once: a digit in each cell, and each digit in each
// row, column and box. An option is a digit in a cell: a filled cell has one option, an empty cell nine. See
// solutions/README.md.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
)

const capacity = 4*81 + 1 + 4*9*81 // room for all items, one more, and four for each option
var cover exactCells

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

// --- Dancing cells: Algorithm X (the same in every solution) ---

// exactCells has items 0, 1 and so on, the primary ones first, and options of four items each. Algorithm X chooses
// options so that each primary item is in exactly one chosen option, and each secondary item in at most one. Node 4o+k
// is item k of option o. Sparse sets hold the uncovered items and each item's open options. A sparse set is the start
// of an array. An element that leaves swaps with the last one, and the size drops; a larger size brings it back.
type exactCells struct {
	options, chosen       []int         // the item of each node; the options of the solution, as numbers
	node, cell            [capacity]int // all items' sets, one after another; a node's index in its item's set
	first, size, count    [capacity]int // of an item: the start of its set in node; the set's size; a counter for init
	todo, rank, trail     [capacity]int // uncovered items; an item's index there; a stack of items whose sets shrank
	left, primary, shrunk int           // the size of todo; how many items are primary; the length of trail
}

// init begins a new problem. options has four items for each option.
func (c *exactCells) init(primary, items int, options []int) {
	c.options, c.chosen, c.left, c.primary, c.shrunk = options, c.chosen[:0], primary, primary, 0
	for x, i := range options {
		c.cell[x], c.count[i] = c.count[i], c.count[i]+1
	}
	for i := 0; i < items; i++ {
		c.first[i+1], c.size[i], c.count[i], c.todo[i], c.rank[i] = c.first[i]+c.count[i], c.count[i], 0, i, i
	}
	for x, i := range options {
		c.node[c.first[i]+c.cell[x]] = x
	}
}

// search covers the remaining items, and reports whether it could. Each call is a node of the search tree.
func (c *exactCells) search() bool {
	if c.left == 0 {
		return true
	}
	least := 1 << 30
	for _, j := range c.todo[:c.left] {
		if key := c.size[j]<<16 | j; key < least {
			least = key // the first item with the fewest options; this compiles without a branch
		}
	}
	i := least % (1 << 16)
	nodes := c.node[c.first[i]:][:c.size[i]]
	for k := range nodes { // sort by option, since removals have changed the order
		for ; k > 0 && nodes[k-1] > nodes[k]; k-- {
			nodes[k-1], nodes[k], c.cell[nodes[k]], c.cell[nodes[k-1]] = nodes[k], nodes[k-1], k-1, k
		}
	}
	c.cover(i) // the calling search undoes this and its own covers
	shrunk, left := c.shrunk, c.left
	for _, x := range nodes {
		for k := 1; k < 4; k++ {
			c.cover(c.options[x^k])
		}
		if c.search() {
			c.chosen = append(c.chosen, x/4)
			return true
		}
		for c.left = left; c.shrunk > shrunk; c.shrunk-- {
			c.size[c.trail[c.shrunk-1]]++
		}
	}
	return false
}

// cover takes a primary item i out of todo. Each option with item i leaves the sets of its other three items.
func (c *exactCells) cover(i int) {
	if i < c.primary {
		c.left--
		c.todo[c.rank[i]], c.todo[c.left], c.rank[c.todo[c.left]], c.rank[i] = c.todo[c.left], i, c.rank[i], c.left
	}
	for _, x := range c.node[c.first[i]:][:c.size[i]] {
		for k := 1; k < 4; k++ {
			j := c.options[x^k]
			c.trail[c.shrunk], c.shrunk, c.size[j] = j, c.shrunk+1, c.size[j]-1
			set, to, from := c.node[c.first[j]:], c.cell[x^k], c.size[j]
			set[to], set[from], c.cell[set[from]], c.cell[x^k] = set[from], x^k, to, from
		}
	}
}
