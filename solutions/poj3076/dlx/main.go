// POJ 3076, Sudoku (16×16): http://poj.org/problem?id=3076
//
// Sudoku as an exact cover. The 1024 items are what a solved board has exactly once: a letter in each of the 256 cells,
// and each of the 16 letters in each row, in each column and in each box. The 4096 options are the letters in the
// cells, with four items each. What the givens cover is settled beforehand, and only the options that they leave are
// built.
//
// Reference: Donald E. Knuth, The Art of Computer Programming, volume 4B, section 7.2.2.1.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/bits"
	"os"
)

const (
	size    = 16 // rows, columns, boxes, and letters A to P
	cells   = size * size
	letters = 1<<size - 1 // all of them, as bits
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
			answers.Write(b[row*size : (row+1)*size])
			if err := answers.WriteByte('\n'); err != nil {
				return err
			}
		}
	}
}

const blanks = " \t\v\f\r\x1a" // what may stand at the ends of a line: Ctrl-Z, too, which ends old files

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
		text := bytes.Trim(r.lines.Bytes(), blanks)
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
	cover.init(4*cells, 0)
	var used [3 * size]uint16 // the letters that the givens put into each row, column and box, as bits
	for cell, given := range b {
		if given == '-' {
			continue
		}
		letter := int(given) - 'A'
		for _, item := range options[size*cell+letter] {
			if !cover.settle(item) {
				return errNoSolution
			}
		}
		for _, unit := range units[cell] {
			used[unit] |= 1 << uint(letter)
		}
	}
	for cell, given := range b {
		if given != '-' {
			continue
		}
		u := &units[cell]
		for open := uint(letters &^ (used[u[0]] | used[u[1]] | used[u[2]])); open != 0; open &= open - 1 {
			cover.addOption(&options[size*cell+bits.TrailingZeros(open)])
		}
	}
	if !cover.solve() {
		return errNoSolution
	}
	for _, x := range cover.chosen {
		b[cover.item[x]] = byte('A' + cover.item[x+1]%size)
	}
	return nil
}

var errNoSolution = fmt.Errorf("the puzzle has no solution")

// units are the row, the column and the box of each cell, of 48 in all; options are the items of each option.
var (
	units   [cells][3]uint8
	options [size * cells][4]uint16
)

func init() {
	for cell := range units {
		row, column := cell/size, cell%size
		units[cell] = [3]uint8{uint8(row), uint8(size + column), uint8(2*size + row/4*4 + column/4)}
		for letter := 0; letter < size; letter++ {
			items := &options[size*cell+letter]
			items[0] = uint16(cell)
			for k, unit := range units[cell] {
				items[k+1] = uint16(cells + size*int(unit) + letter)
			}
		}
	}
}

// --- Dancing Links: exact cover (the same in every solution) ---

// An exactCover is a set of items and a set of options, each option four of the items. solve chooses options so that
// every primary item is in exactly one of them and every secondary item in at most one. (An option of fewer items is
// filled up with secondary items that no other option has.) This is Algorithm X with dancing links, as in Knuth, The Art
// of Computer Programming 7.2.2.1. New are a queue of the items that have only one option left, and what the search makes
// of its failures: it prefers the items that caused them, and after too many it begins again.
//
// Node i is the header of item i; the items are numbered from 0. Each item heads a circular list up/down of the nodes
// that stand for it, one in every option that has it. The nodes of an option lie side by side, the first at a multiple
// of four, so that the others of node x are x^1, x^2 and x^3.
type exactCover struct {
	up, down, item [reach]uint16
	size           [reach]uint16  // of each item: the options in its list, plus spare if it does not need any
	price          [reach]float32 // of each item: 1 / (1 + how often it was left without options)
	lowest         float32        // the lowest price
	queue          [reach]uint16  // items that had one option left when they were put here
	waiting        uint           // the length of the queue
	trail          [reach]uint16  // a node of each hidden option, in the order of hiding
	steps          uint           // the length of the trail
	chosen         []uint16       // the first nodes of the chosen options
	patience       int            // how many more failures the search takes before it gives up
	primary, nodes uint           // the items below primary are; nodes counts the headers too
}

const (
	// Nodes are stored as uint16, so arrays of 1<<16 need no check of an index that is one, or a uint cut to one. They
	// are longer because links that lie a multiple of 4096 bytes apart get into each other's way in the processor.
	reach = 1<<16 + 808
	spare = 1 << 14 // so much larger are items that are covered or secondary: not empty, not the smallest
)

// init begins a new problem, still without options. The primary items are numbered from 0, the secondary ones follow.
func (e *exactCover) init(primary, secondary uint) {
	items := primary + secondary
	e.primary, e.nodes = primary, (items+3)&^3
	for i := range e.up[:e.nodes] {
		e.up[i] = uint16(i)
	}
	for i := range e.size[:primary] {
		e.size[i] = 0
	}
	for i := range e.price[:primary] {
		e.price[i] = 1
	}
	for i := primary; i < items; i++ {
		e.size[uint16(i)] = spare
	}
	e.lowest, e.waiting, e.steps, e.chosen = 1, 0, 0, e.chosen[:0]
}

// settle says that an item is covered beforehand, so that no option may have it. It reports whether this is news.
//
//lint:ignore U1000 not every solution has such items
func (e *exactCover) settle(i uint16) bool {
	open := e.size[i] < spare
	e.size[i] = spare
	return open
}

// addOption adds an option of four different items.
func (e *exactCover) addOption(items *[4]uint16) {
	x := e.nodes & 0xffff
	e.nodes = x + 4
	e.link(x, items[0])
	e.link(x^1, items[1])
	e.link(x^2, items[2])
	e.link(x^3, items[3])
}

// link puts a node below all others of its item. solve adds the links down.
func (e *exactCover) link(x uint, i uint16) {
	e.item[x], e.up[x], e.up[i] = i, e.up[i], uint16(x)
	e.size[i]++
}

// solve finds a solution. If there is none, all links are again as they were. A search that is unlucky with its first
// choices may be lost for ages among what follows from them. So it is given up after some failures and begun again, with
// other choices, as the prices have changed; and as its patience grows, it comes to an end at last.
func (e *exactCover) solve() bool {
	for x, u := range e.up[:e.nodes] {
		e.down[u] = uint16(x)
	}
	for i, size := range e.size[:e.primary] {
		e.queue[uint16(e.waiting)] = uint16(i)
		if size <= 1 {
			e.waiting++
		}
	}
	open := e.force()
	steps, depth := e.steps, len(e.chosen)
	for patience := 1000; open; patience += patience / 2 {
		e.patience = patience
		if e.search() {
			return true
		}
		open = e.patience < 0
		e.undo(steps, depth)
	}
	e.undo(0, 0)
	return false
}

// search covers the items that are left, and reports whether it could. Each call is a node of the search tree. Its
// branches are the options of the best item, since one of them must be chosen.
func (e *exactCover) search() bool {
	i, found := e.best()
	if !found {
		return true // nothing is left
	}
	steps, depth := e.steps, len(e.chosen)
	for x := uint(e.down[i]); x != uint(i); x = uint(e.down[x]) {
		if e.choose(x) && e.force() && e.search() {
			return true
		}
		e.undo(steps, depth)
		e.patience--
		if e.patience < 0 {
			return false
		}
	}
	return false
}

// best finds the item with the least product of size and price, if there are items left. The fewer its options, the
// fewer the branches; and the more often it was in trouble, the sooner does a search that must fail come to its end.
func (e *exactCover) best() (item uint16, found bool) {
	least := float32(spare)
	prices := e.price[:e.primary]
	for i, size := range e.size[:e.primary] {
		if cost := float32(size) * prices[i]; cost < least && size < spare {
			least, item, found = cost, uint16(i), true
			if cost <= 2*e.lowest {
				break // there is no lower one
			}
		}
	}
	return item, found
}

// force chooses options that are the last of an item, as long as there are any, and reports whether all went well.
func (e *exactCover) force() bool {
	for e.waiting > 0 {
		e.waiting--
		i := e.queue[uint16(e.waiting)]
		if e.size[i] == 0 || e.size[i] == 1 && !e.choose(uint(e.down[i])) {
			return false
		}
	}
	return true
}

// choose puts the option of node x into the solution and covers its items: all options that have one of them, the chosen
// one included, leave the lists of their other items. They stay in the list of this one, which is not used any more.
// It stops short when an item that is still to be covered has no option left.
func (e *exactCover) choose(x uint) bool {
	x &= 0xfffc
	e.chosen = append(e.chosen, uint16(x))
	items := e.item[x : x+4]
	for _, i := range items {
		e.size[i] += spare
	}
	steps, waiting := e.steps, e.waiting
	for _, i := range items {
		for p := uint(e.down[i]); p != uint(i); p = uint(e.down[p]) {
			e.trail[uint16(steps)] = uint16(p)
			steps++
			a, n := e.unlink(p^1, waiting)
			b, n := e.unlink(p^2, n)
			c, n := e.unlink(p^3, n)
			waiting = n
			if a == 0 || b == 0 || c == 0 {
				e.steps, e.waiting = steps, 0
				e.blame(p)
				return false
			}
		}
	}
	e.steps, e.waiting = steps, waiting
	return true
}

// unlink takes node x out of the list of its item, and returns the size of what is left and the length of the queue.
func (e *exactCover) unlink(x, waiting uint) (size uint16, longer uint) {
	x &= 0xffff
	u, d, i := e.up[x], e.down[x], e.item[x]
	e.down[u], e.up[d] = d, u
	size = e.size[i] - 1
	e.size[i] = size
	e.queue[uint16(waiting)] = i // which does not count unless it is the last
	if size == 1 {
		waiting++
	}
	return size, waiting
}

// blame lowers the price of the items that lost their last option with the one that node p hid.
func (e *exactCover) blame(p uint) {
	for k := uint(1); k < 4; k++ {
		i := e.item[(p^k)&0xffff]
		if e.size[i] == 0 {
			e.price[i] /= 1 + e.price[i]
			if e.price[i] < e.lowest {
				e.lowest = e.price[i]
			}
		}
	}
}

// undo takes back all that was done since the trail and the solution had these lengths. This is the dance: a node that
// leaves a list keeps its own two links, and they still name the neighbours it had. If the nodes come back in the
// opposite order, the last to leave first, then each finds just these two side by side, as it left them, and steps in
// between. Nothing needs to be copied or looked for.
func (e *exactCover) undo(steps uint, depth int) {
	for _, x := range e.chosen[depth:] {
		for _, i := range e.item[x : x+4] {
			e.size[i] -= spare
		}
	}
	e.chosen = e.chosen[:depth]
	for ; e.steps > steps; e.steps-- {
		p := uint(e.trail[uint16(e.steps-1)])
		e.relink(p ^ 3)
		e.relink(p ^ 2)
		e.relink(p ^ 1)
	}
}

func (e *exactCover) relink(x uint) {
	x &= 0xffff
	e.down[e.up[x]], e.up[e.down[x]] = uint16(x), uint16(x)
	e.size[e.item[x]]++
}
