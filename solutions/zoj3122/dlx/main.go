// ZOJ 3122, Sudoku 16×16: https://zoj.pintia.cn/problem-sets/91827364500/problems/91827367537
//
// An exact cover of 1024 items by 256 of 4096 options. The items are what must happen exactly once: each of the 256
// cells is filled, and each of the 16 rows, 16 columns and 16 boxes gets each of the 16 letters. An option puts a letter
// into a cell, which settles four items; a given cell has a single option, an empty one has 16. Knuth, Dancing Links,
// https://arxiv.org/abs/cs/0011047.
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

	maxItems   = 4 * size * size
	maxOptions = size * size * size
	maxNodes   = 4 * maxOptions
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

var cover exactCover

// solve fills the empty cells of g.
func solve(g *grid) error {
	cover.init(maxItems, 0)
	for row := range g {
		for col, c := range g[row] {
			for letter := 0; letter < size; letter++ {
				if c == empty || c == byte('A'+letter) {
					addOption(row, col, letter)
				}
			}
		}
	}
	if !cover.search() {
		return fmt.Errorf("no solution")
	}
	for _, name := range cover.chosen {
		cell, letter := name/size, name%size
		g[cell/size][cell%size] = byte('A' + letter)
	}
	return nil
}

// addOption adds the option of a letter in a cell: it fills the cell, and gives the letter to a row, a column and a box.
func addOption(row, col, letter int) {
	const family = size * size // items of one kind
	cell, box := row*size+col, row/side*side+col/side
	cover.addOption(cell*size+letter,
		1+cell,
		1+family+row*size+letter,
		1+2*family+col*size+letter,
		1+3*family+box*size+letter)
}

// --- Dancing Links: exact cover (the same in every solution) ---

// An exactCover is a set of items and a set of options, each option a few of the items. search chooses options so that
// every primary item is in exactly one of them and every secondary item in at most one. This is Algorithm X with
// dancing links as in Knuth, The Art of Computer Programming 7.2.2.1.
//
// Item i has the node i for its header, and node 0 is the root. From it the list left/right runs through the primary
// items that are still to be covered. Each item hangs in a vertical list up/down: its header and one node in every
// option that has it. The nodes of an option lie side by side, and a spacer stands before and after them, so that a walk
// along an option needs no links. Spacers have item[x] <= 0: up is the first node of the option before the spacer, down
// the last node of the option after it, and -item the name of the option before it.
//
// The file above gives the sizes: maxItems, maxOptions, and maxNodes, the items of all options added up.
type exactCover struct {
	left, right, size [maxItems + 1]int32 // of the items; size counts the nodes in an item's vertical list
	item, up, down    [maxItems + maxNodes + maxOptions + 2]int32
	last              int32   // the spacer at the end
	chosen            []int32 // after a search: the names of the options that solve the problem
}

// init begins a new problem of items 1 to primary, then secondary ones, that has no options yet.
func (e *exactCover) init(primary, secondary int) {
	items := int32(primary + secondary)
	for i := int32(0); i <= items; i++ {
		e.left[i], e.right[i] = i, i // a list of its own, where a secondary item stays
		e.up[i], e.down[i], e.size[i] = i, i, 0
	}
	for i := int32(1); i <= int32(primary); i++ {
		e.left[i], e.right[i-1] = i-1, i
	}
	e.left[0], e.right[primary] = int32(primary), 0
	e.last = items + 1
	e.item[e.last] = 0
	e.chosen = e.chosen[:0]
}

// addOption adds an option of one or more different items. Its name, 0 or more, is what chosen will say.
func (e *exactCover) addOption(name int, items ...int) {
	first := e.last + 1
	x := first
	for _, i := range items {
		e.item[x], e.up[x], e.down[x] = int32(i), e.up[i], int32(i) // below all others of its item
		e.down[e.up[x]], e.up[i] = x, x
		e.size[i]++
		x++
	}
	e.down[e.last] = x - 1
	e.item[x], e.up[x] = -int32(name), first
	e.last = x
}

// search finds the first solution. If there is none, all links are again as they were. Every call is a node of the
// search tree, whose branches are the options of one item: one of them must be chosen, and the fewer there are, the
// fewer the branches.
func (e *exactCover) search() bool {
	if e.right[0] == 0 {
		return true // nothing is left to cover
	}
	best := e.smallest()
	e.cover(best)
	for x := e.down[best]; x != best; x = e.down[x] {
		e.choose(x)
		if e.search() {
			return true
		}
		e.unchoose(x)
	}
	e.uncover(best)
	return false
}

// smallest returns the item with the fewest options, the first one of several.
func (e *exactCover) smallest() int32 {
	best := e.right[0]
	for i := e.right[best]; i != 0; i = e.right[i] {
		if e.size[i] < e.size[best] {
			best = i
		}
	}
	return best
}

// choose puts the option of node x into the solution: its other items are covered too. From the last node the walk
// goes by way of the spacer to the first, and ends where it began.
func (e *exactCover) choose(x int32) {
	for q := x + 1; q != x; q++ {
		if i := e.item[q]; i > 0 {
			e.cover(i)
		} else {
			e.chosen = append(e.chosen, -i)
			q = e.up[q] - 1
		}
	}
}

// unchoose takes back choose, the last item first.
func (e *exactCover) unchoose(x int32) {
	for q := x - 1; q != x; q-- {
		if i := e.item[q]; i > 0 {
			e.uncover(i)
		} else {
			q = e.down[q] + 1
		}
	}
	e.chosen = e.chosen[:len(e.chosen)-1]
}

// cover takes an item off the list of those to be covered, and hides every option that has it: none of them can be
// chosen any more.
func (e *exactCover) cover(i int32) {
	for p := e.down[i]; p != i; p = e.down[p] {
		e.hide(p)
	}
	l, r := e.left[i], e.right[i]
	e.right[l], e.left[r] = r, l
}

// uncover undoes cover. This is the dance: a node that leaves a list keeps its own two links, and they still name the
// neighbours it had. As long as the nodes come back in the opposite order, the last to leave first, those neighbours
// are side by side again when their turn comes, and the node steps in between them. Nothing is copied or searched for.
func (e *exactCover) uncover(i int32) {
	l, r := e.left[i], e.right[i]
	e.right[l], e.left[r] = i, i
	for p := e.up[i]; p != i; p = e.up[p] {
		e.unhide(p)
	}
}

// hide takes the other nodes of p's option out of their vertical lists. p itself stays: it is the way back.
func (e *exactCover) hide(p int32) {
	for q := p + 1; q != p; q++ {
		if i := e.item[q]; i > 0 {
			u, d := e.up[q], e.down[q]
			e.down[u], e.up[d] = d, u
			e.size[i]--
		} else {
			q = e.up[q] - 1
		}
	}
}

// unhide undoes hide, again from the last node to the first.
func (e *exactCover) unhide(p int32) {
	for q := p - 1; q != p; q-- {
		if i := e.item[q]; i > 0 {
			u, d := e.up[q], e.down[q]
			e.down[u], e.up[d] = q, q
			e.size[i]++
		} else {
			q = e.down[q] + 1
		}
	}
}
