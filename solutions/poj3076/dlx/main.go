// POJ 3076, Sudoku (16×16): http://poj.org/problem?id=3076
//
// Sudoku as an exact cover. The 1024 items are what a solved board has exactly once: a letter in each of the 256 cells,
// and each of the 16 letters in each row, in each column and in each box. The 4096 options are the letters in the
// cells, with four items each; of a given cell's 16 options only the given one is there.
//
// Reference: Donald E. Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1.
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
	maxOptions = size * cells
	maxNodes   = 4 * maxOptions
)

// A board is a puzzle or its solution, row by row, with '-' for an empty cell.
type board [cells]byte

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run reads puzzles up to the end of the input and writes them solved, with an empty line between two.
func run(in io.Reader, out io.Writer) (err error) {
	answers := bufio.NewWriter(out)
	defer func() {
		if flushed := answers.Flush(); err == nil {
			err = flushed
		}
	}()
	puzzles := reader{lines: bufio.NewScanner(in)}
	for number := 1; ; number++ {
		var b board
		if more, err := puzzles.next(&b); err != nil || !more {
			return err
		}
		if err := solve(&b); err != nil {
			return fmt.Errorf("puzzle %d, which ends in line %d: %v", number, puzzles.line, err)
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

// A reader reads puzzles, with any number of empty lines before, between and after them.
type reader struct {
	lines *bufio.Scanner
	line  int // number of the last line read
}

// next reads a puzzle and reports whether there was one.
func (r *reader) next(b *board) (bool, error) {
	for row := 0; row < size; {
		if !r.lines.Scan() {
			if err := r.lines.Err(); err != nil {
				return false, fmt.Errorf("line %d: %v", r.line+1, err)
			}
			if row > 0 {
				return false, fmt.Errorf("line %d: the input ends after %d of a puzzle's %d lines", r.line, row, size)
			}
			return false, nil
		}
		r.line++
		text := bytes.TrimSpace(r.lines.Bytes())
		if len(text) == 0 && row == 0 {
			continue
		}
		if len(text) != size {
			return false, fmt.Errorf("line %d: want %d characters, got %d", r.line, size, len(text))
		}
		for column, c := range text {
			if c != '-' && (c < 'A' || c > 'P') {
				return false, fmt.Errorf("line %d: want A to P or - in column %d, got %q", r.line, column+1, c)
			}
		}
		copy(b[row*size:], text)
		row++
	}
	return true, nil
}

var cover exactCover

// solve fills the empty cells of the board.
func solve(b *board) error {
	cover.init(maxItems, 0)
	for cell, given := range b {
		row, column := cell/size, cell%size
		box := row/4*4 + column/4
		for letter := 0; letter < size; letter++ {
			if given == '-' || int(given-'A') == letter {
				cover.addOption(size*cell+letter,
					1+cell,
					1+cells+size*row+letter,
					1+2*cells+size*column+letter,
					1+3*cells+size*box+letter)
			}
		}
	}
	if !cover.search() {
		return fmt.Errorf("the puzzle has no solution")
	}
	for _, option := range cover.chosen {
		b[option/size] = byte('A' + option%size)
	}
	return nil
}

// --- Dancing Links: exact cover (the same in every solution) ---

// An exactCover is a set of items and a set of options, each option a few of the items. search chooses options so that
// every primary item is in exactly one of them and every secondary item in at most one. This is Algorithm X with
// dancing links, as in Knuth, The Art of Computer Programming 7.2.2.1.
//
// Node i is the header of item i, and node 0 the root of the list left/right of the primary items that are still to be
// covered. Each item heads a vertical list up/down of the nodes that stand for it, one in every option that has it. The
// nodes of an option lie side by side between two spacers, so a walk along an option needs no links. Spacers have
// item[x] <= 0: there up is the first node of the option before, down the last node of the option after, and -item the
// name of the option before. The file above gives the sizes; maxNodes is the items of all options added up.
type exactCover struct {
	left, right, size [maxItems + 1]int32 // of the items; size counts the nodes in an item's vertical list
	item, up, down    [maxItems + maxNodes + maxOptions + 2]int32
	last              int32   // the spacer at the end
	chosen            []int32 // the names of the options in the solution
}

// init begins a new problem, still without options. The primary items are numbered from 1, the secondary ones follow.
func (e *exactCover) init(primary, secondary int) {
	for i := int32(0); i <= int32(primary+secondary); i++ {
		e.left[i], e.right[i] = i, i // a list of its own, where a secondary item stays
		e.up[i], e.down[i], e.size[i] = i, i, 0
	}
	for i := int32(1); i <= int32(primary); i++ {
		e.left[i], e.right[i], e.right[i-1], e.left[0] = i-1, 0, i, i
	}
	e.last = int32(primary + secondary + 1)
	e.item[e.last] = 0
	e.chosen = e.chosen[:0]
}

// addOption adds an option of one or more different items. Its name, 0 or more, is what chosen will say.
func (e *exactCover) addOption(name int, items ...int) {
	x := e.last
	for _, i := range items {
		x++
		e.item[x], e.up[x], e.down[x] = int32(i), e.up[i], int32(i) // below all others of its item
		e.down[e.up[i]], e.up[i] = x, x
		e.size[i]++
	}
	e.down[e.last] = x
	e.item[x+1], e.up[x+1] = int32(-name), e.last+1
	e.last = x + 1
}

// search finds the first solution; if there is none, it leaves all links as they were. Each call is a node of the
// search tree. Its branches are the options of one item, since one of them must be chosen: the fewer, the better.
func (e *exactCover) search() bool {
	best := e.right[0]
	if best == 0 {
		return true // every primary item is covered
	}
	for i := e.right[best]; i != 0; i = e.right[i] {
		if e.size[i] < e.size[best] {
			best = i
		}
	}
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

// choose puts the option of node x into the solution: its other items are covered too. The walk starts to the right of
// x, goes by way of the spacer from the option's last node to its first, and ends at x.
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

// unchoose takes choose back: the same walk in the other direction.
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

// cover takes an item off the list of those to be covered and hides all its options: they leave the lists of their
// other items, since none of them can be chosen any more. They stay in the item's own list, which is the way back.
func (e *exactCover) cover(i int32) {
	e.left[e.right[i]], e.right[e.left[i]] = e.left[i], e.right[i]
	for p := e.down[i]; p != i; p = e.down[p] {
		for q := p + 1; q != p; q++ {
			if j := e.item[q]; j > 0 {
				e.up[e.down[q]], e.down[e.up[q]] = e.up[q], e.down[q]
				e.size[j]--
			} else {
				q = e.up[q] - 1
			}
		}
	}
}

// uncover undoes cover. This is the dance: a node that leaves a list keeps its own two links, and they still name the
// neighbours it had. If the nodes come back in the opposite order, the last to leave first, then each finds just these
// two side by side, as it left them, and steps in between. Nothing needs to be copied or looked for.
func (e *exactCover) uncover(i int32) {
	for p := e.up[i]; p != i; p = e.up[p] {
		for q := p - 1; q != p; q-- {
			if j := e.item[q]; j > 0 {
				e.up[e.down[q]], e.down[e.up[q]] = q, q
				e.size[j]++
			} else {
				q = e.down[q] + 1
			}
		}
	}
	e.left[e.right[i]], e.right[e.left[i]] = i, i
}
