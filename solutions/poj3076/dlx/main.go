// POJ 3076 and ZOJ 3122, Sudoku (16×16): http://poj.org/problem?id=3076 https://zoj.pintia.cn/problem-sets/91827364500/problems/91827367537
//
// Sudoku as an exact cover. The 1024 items are what a solved board has exactly once: a letter in each of the 256 cells,
// and each of the 16 letters in each row, in each column and in each box. Each of the 4096 options is a letter in a
// cell, and has four items. Items of givens are left out; only options still possible are built.
//
// solutions/README.md explains this page. Reference: Knuth, The Art of Computer Programming, volume 4B, 7.2.2.1.
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
	size    = 16 // the number of rows, columns, boxes and letters
	cells   = size * size
	letters = 1<<size - 1 // all letters, as bits
)

var links exactCover

// solve fills the empty cells of the board, if possible.
func solve(board []byte) bool {
	var taken [4 * cells]uint16 // of each item: 1 if a given covers it, 0 if it is left
	var used [4 * size]uint     // used[i/size]: the given letters, as bits, in the row, column or box of item i
	for cell, given := range board {
		if given != '-' {
			for _, item := range option(uint16(cell), uint16(given-'A')) {
				if taken[item] == 1 {
					return false
				}
				taken[item] = 1
				used[item/size] |= 1 << (given - 'A')
			}
		}
	}
	var number, items [4 * cells]uint16 // of an item that is left: its number, which links uses; of a number: its item
	left := uint16(0)
	for item, t := range taken {
		number[item], items[left] = left, uint16(item)
		left += 1 - t
	}
	links.init(uint(left), 0)
	for cell, given := range board {
		a := option(uint16(cell), 0) // the letter A; the other letters' items follow those of A
		open := letters &^ (used[a[1]/size] | used[a[2]/size] | used[a[3]/size])
		for ; given == '-' && open != 0; open &= open - 1 {
			l := uint16(bits.TrailingZeros(open))
			links.addOption(&[4]uint16{number[a[0]], number[a[1]+l], number[a[2]+l], number[a[3]+l]})
		}
	}
	solved := links.solve()
	for _, x := range links.chosen { // empty if there is no solution
		board[items[links.item[x]]] = byte('A' + items[links.item[x+1]]%size)
	}
	return solved
}

// option returns the items of a letter in a cell: the cell, and the letter in its row, its column and its box.
func option(cell, letter uint16) [4]uint16 {
	row, column, box := cell/size, cell%size, cell/size/4*4+cell%size/4
	return [4]uint16{cell, cells + size*row + letter, 2*cells + size*column + letter, 3*cells + size*box + letter}
}

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run reads puzzles of 16 words each, and writes the solved boards, with an empty line between them.
func run(in io.Reader, out io.Writer) (err error) {
	answers := bufio.NewWriter(out)
	defer func() {
		if flushed := answers.Flush(); err == nil {
			err = flushed
		}
	}()
	words := bufio.NewScanner(in)
	words.Split(bufio.ScanWords)
	number, puzzle := 1, 1
	board := make([]byte, 0, cells) // row by row, with '-' for an empty cell
	for ; words.Scan(); number++ {
		row := bytes.TrimRight(words.Bytes(), "\x1a") // Ctrl-Z ends old DOS files
		if len(row) == 0 {
			continue
		}
		if len(row) != size {
			return fmt.Errorf("row %d: want %d characters, got %d", number, size, len(row))
		}
		for column, c := range row {
			if c != '-' && (c < 'A' || c > 'P') {
				return fmt.Errorf("row %d: want A to P or - in column %d, got %q", number, column+1, c)
			}
		}
		board = append(board, row...)
		if len(board) < cells {
			continue
		}
		if !solve(board) {
			return fmt.Errorf("puzzle %d has no solution", puzzle)
		}
		if puzzle > 1 {
			answers.WriteByte('\n')
		}
		for cell := 0; cell < cells; cell += size {
			answers.Write(board[cell : cell+size])
			answers.WriteByte('\n') // Flush reports any error
		}
		board = board[:0]
		puzzle++
	}
	if err := words.Err(); err != nil {
		return fmt.Errorf("row %d: %v", number, err)
	}
	if len(board) > 0 {
		return fmt.Errorf("puzzle %d: the input ends after %d of %d rows", puzzle, len(board)/size, size)
	}
	return nil
}

// --- Dancing Links: exact cover (the same in every solution) ---

// An exactCover has items, and options of four items each. solve chooses options so that every primary item is in
// exactly one chosen option and every secondary item in at most one. This is Knuth's Algorithm X: pick an item, try
// each of its options, and search on. Choosing an option covers its items and hides all other options that share an
// item with it. A hidden option stays only in the list of the shared item; its other nodes keep their links. Uncovering
// returns them in reverse order, each between its old neighbours: the links dance. Three ideas are added. Before each
// branch, unit propagation covers items with one option left. Weights make the search branch on items where it failed
// before (dom/wdeg: Boussemart et al., Boosting systematic search by weighting constraints, 2004). The search restarts
// after more failures each time (Walsh, Search in a small world, 1999): a bad first choice can take long to disprove.
//
// Node i is the header of item i. Links up and down join it, in a circle, to one node of each option that has the item.
// An option has four consecutive nodes, the first a multiple of four, so x shares its option with x^1, x^2 and x^3.
type exactCover struct {
	up, down, item        [maxNodes]uint16
	size                  [maxNodes]uint16 // of each item: how many options are left, + 1<<14 if covered or secondary
	weight                [maxNodes]uint32 // of each item: 1 + how often it ran out of options
	failed                []uint16         // the items of weight 2 or more
	units, trail          [maxNodes]uint16 // stacks: items that had one option left; a node of each hidden option
	unit, hidden          uint             // the lengths of units and trail
	chosen                []uint16         // the first node of each chosen option
	failures              int              // how many more failures are allowed before a restart
	saved                 []uint16         // a stack: at each branch, the sizes of all items, which uncover restores
	primary, items, nodes uint             // how many primary items, headers (a multiple of four) and nodes there are
}

const (
	// A uint16 index needs no bounds check. With 1<<16 alone, up[i] and down[i] would be 32*4096 bytes apart: slow.
	maxNodes = 1<<16 + 808
	covered  = 1 << 14 // more than any item's number of options
)

// init begins a new problem without options. Primary items are numbered from 0; secondary items follow.
func (e *exactCover) init(primary, secondary uint) {
	e.primary, e.items = primary, (primary+secondary+3)&^3
	e.nodes = e.items
	for i := range e.up[:e.nodes] {
		e.up[i], e.down[i], e.size[i], e.weight[i] = uint16(i), uint16(i), covered, 1
	}
	for i := range e.size[:primary] {
		e.size[i] = 0
	}
	e.failed, e.hidden, e.chosen = e.failed[:0], 0, e.chosen[:0]
}

// addOption adds an option of four different items. Pad a shorter option with secondary items that no other option has.
func (e *exactCover) addOption(items *[4]uint16) {
	x := uint16(e.nodes)
	e.link(x, items[0])
	e.link(x+1, items[1])
	e.link(x+2, items[2])
	e.link(x+3, items[3])
	e.nodes += 4
}

// link puts node x at the end of item i's list.
func (e *exactCover) link(x, i uint16) {
	e.item[x], e.up[x], e.down[x], e.down[e.up[i]], e.up[i] = i, e.up[i], i, x, x
	e.size[i]++
}

// solve looks for a solution. If there is none, it restores all links.
func (e *exactCover) solve() bool {
	e.saved = append(e.saved[:0], e.size[:e.items]...)
	for limit := 1000; ; limit += limit / 2 {
		e.failures, e.unit = limit, 0
		for i, size := range e.size[:e.primary] {
			if size <= 1 {
				e.units[uint16(e.unit)] = uint16(i)
				e.unit++
			}
		}
		if e.propagate() && e.search() {
			return true
		}
		e.uncover(0, 0, 0)
		if e.failures >= 0 {
			return false
		}
	}
}

// search covers the item with the fewest options for its weight, then the rest, if it can. Each call is a search node.
func (e *exactCover) search() bool {
	item, least, weight := uint16(0), uint32(covered), uint32(1)
	for _, i := range e.failed {
		if size := uint32(e.size[i]); size*weight < least*e.weight[i] && size < covered {
			item, least, weight = i, size, e.weight[i]
		}
	}
	if least > 2*weight { // or else no other item is better: they have weight 1, and two options or more
		for i, s := range e.size[:e.primary] {
			if size := uint32(s); size*weight < least {
				if item, least, weight = uint16(i), size, 1; size == 2 {
					break
				}
			}
		}
	}
	if least == covered {
		return true // nothing is left to cover
	}
	hidden, depth, saved := e.hidden, len(e.chosen), len(e.saved)
	e.saved = append(e.saved, e.size[:e.items]...)
	for x := uint(e.down[item]); x != uint(item) && e.failures >= 0; x = uint(e.down[x]) {
		if e.cover(x) && e.propagate() && e.search() {
			return true
		}
		e.uncover(hidden, depth, saved)
		e.failures--
	}
	e.saved = e.saved[:saved]
	return false
}

// propagate covers items with one option left until no such item remains. It reports false if an item has no options.
func (e *exactCover) propagate() bool {
	for e.unit > 0 {
		e.unit--
		i := e.units[uint16(e.unit)]
		if e.size[i] == 0 || e.size[i] == 1 && !e.cover(uint(e.down[i])) {
			return false
		}
	}
	return true
}

// cover chooses the option of node x, covers its items, and hides the other options in the lists of these items. If an
// item runs out of options, cover stops and reports false.
func (e *exactCover) cover(x uint) bool {
	x &= 0xfffc
	e.chosen = append(e.chosen, uint16(x))
	items := e.item[x : x+4]
	for _, i := range items {
		e.size[i] += covered
	}
	hidden, unit := e.hidden, e.unit
	for _, i := range items {
		for p := uint(e.down[i]); p != uint(i); p = uint(e.down[p]) {
			e.trail[uint16(hidden)] = uint16(p)
			hidden++
			a, n := e.hide(p^1, unit)
			b, n := e.hide(p^2, n)
			c, n := e.hide(p^3, n)
			unit = n
			if a == 0 || b == 0 || c == 0 {
				e.hidden, e.unit = hidden, 0
				e.addWeight(p)
				return false
			}
		}
	}
	e.hidden, e.unit = hidden, unit
	return true
}

// hide unlinks node x from its item's list, adds the item to units if one option is left, and returns both lengths.
func (e *exactCover) hide(x, unit uint) (size uint16, units uint) {
	x &= 0xffff
	u, d, i := e.up[x], e.down[x], e.item[x]
	e.down[u], e.up[d] = d, u
	size = e.size[i] - 1
	e.size[i] = size
	e.units[uint16(unit)] = i // written even if size is not 1: faster than a branch
	if size == 1 {
		unit++
	}
	return size, unit
}

// addWeight raises the weight of each item that ran out of options when cover hid the option of node p.
func (e *exactCover) addWeight(p uint) {
	for k := uint(1); k < 4; k++ {
		if i := e.item[uint16(p^k)]; e.size[i] == 0 {
			if e.weight[i]++; e.weight[i] == 2 {
				e.failed = append(e.failed, i)
			}
		}
	}
}

// uncover goes back to when trail and chosen had the lengths hidden and depth, and the sizes were e.saved[saved:].
func (e *exactCover) uncover(hidden uint, depth, saved int) {
	e.chosen = e.chosen[:depth]
	copy(e.size[:e.items], e.saved[saved:])
	for ; e.hidden > hidden; e.hidden-- {
		p := e.trail[uint16(e.hidden-1)]
		a, b, c := p^1, p^2, p^3
		e.down[e.up[c]], e.up[e.down[c]] = c, c
		e.down[e.up[b]], e.up[e.down[b]] = b, b
		e.down[e.up[a]], e.up[e.down[a]] = a, a
	}
}
