// POJ 3074, Sudoku (9×9): http://poj.org/problem?id=3074
//
// Sudoku as an exact cover. The 324 items are what a solved board has exactly once: a digit in each of the 81 cells,
// and each of the 9 digits in each row, in each column and in each box. The 729 options are the digits in the cells,
// with four items each; of a given cell's nine options only the given one is there.
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
	cells      = 81
	maxItems   = 4 * cells
	maxOptions = 9 * cells
	maxNodes   = 4 * maxOptions
)

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run reads a puzzle a line, up to the line "end", and writes a solved board a line.
func run(in io.Reader, out io.Writer) (err error) {
	answers := bufio.NewWriter(out)
	defer func() {
		if flushed := answers.Flush(); err == nil {
			err = flushed
		}
	}()
	lines := bufio.NewScanner(in)
	number := 1
	for cover := new(exactCover); lines.Scan(); number++ {
		board := bytes.TrimSpace(lines.Bytes())
		if string(board) == "end" {
			return nil
		}
		if len(board) == 0 {
			continue
		}
		if err := solve(cover, board); err != nil {
			return fmt.Errorf("line %d: %v", number, err)
		}
		if _, err := fmt.Fprintf(answers, "%s\n", board); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %v", number, err)
	}
	return nil
}

// solve fills the empty cells of the board. Its error says why it cannot.
func solve(cover *exactCover, board []byte) error {
	if len(board) != cells {
		return fmt.Errorf("want %d characters, got %d", cells, len(board))
	}
	cover.init(maxItems, 0)
	for cell, given := range board {
		if given != '.' && (given < '1' || given > '9') {
			return fmt.Errorf("want 1 to 9 or a dot in column %d, got %q", cell+1, given)
		}
		row, column := cell/9, cell%9
		box := row/3*3 + column/3
		for digit := 0; digit < 9; digit++ {
			if given == '.' || int(given-'1') == digit {
				cover.addOption(9*cell+digit,
					1+cell,
					1+cells+9*row+digit,
					1+2*cells+9*column+digit,
					1+3*cells+9*box+digit)
			}
		}
	}
	if !cover.search() {
		return fmt.Errorf("the puzzle has no solution")
	}
	for _, option := range cover.chosen {
		board[option/9] = byte('1' + option%9)
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
