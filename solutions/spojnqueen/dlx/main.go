// SPOJ NQUEEN (1771), Yet Another N-Queen Problem
// https://www.spoj.com/problems/NQUEEN/
//
// The model, an exact cover: the 2N rows and columns are primary items, each has one queen; the 4N-2 diagonals are
// secondary items, each has at most one. An option is a queen on a square: its row, its column and its two diagonals.
// There are N² of them at most. Given queens are out of it, with their rows and columns and the squares they attack.
//
// Reference: D. E. Knuth, The Art of Computer Programming, volume 4B, 7.2.2.1, on the N queens.
package main

import (
	"bufio"
	"fmt"
	"io"
	"math/bits"
	"os"
	"strconv"
)

const maxN = 50

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run answers every case, a line each. At the first that cannot be answered it stops, and returns why.
func run(in io.Reader, out io.Writer) (err error) {
	answers := bufio.NewWriter(out)
	defer func() {
		if flushed := answers.Flush(); err == nil {
			err = flushed
		}
	}()
	lines := bufio.NewScanner(in)
	number := 1
	numbers, answer := make([]int, 0, maxN+1), make([]byte, 0, 3*maxN)
	for ; lines.Scan(); number++ {
		if numbers, err = parse(lines.Bytes(), numbers[:0]); err != nil {
			return fmt.Errorf("line %d: %v", number, err)
		}
		if len(numbers) == 0 {
			continue // an empty line
		}
		if !solve(numbers[1:]) {
			return fmt.Errorf("line %d: the board has no solution", number)
		}
		answer = answer[:0]
		for _, column := range numbers[1:] {
			answer = append(strconv.AppendInt(answer, int64(column), 10), ' ')
		}
		answer[len(answer)-1] = '\n'
		answers.Write(answer) // whatever goes wrong, Flush says it
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %v", number, err)
	}
	return nil
}

// parse appends the numbers of a case: N, then the column of the queen in each row, 0 for none. An empty line has none.
func parse(line []byte, numbers []int) ([]int, error) {
	for i := 0; i < len(line); i++ {
		number, start := 0, i
		for ; i < len(line) && !isBlank(line[i]); i++ {
			number = 10*number + int(line[i]) - '0'
			if number > maxN || line[i] < '0' || line[i] > '9' {
				number = maxN + 1 // and so it stays
			}
		}
		if number > maxN {
			return nil, fmt.Errorf("%.20q is not a number from 0 to %d", line[start:i], maxN)
		}
		if i > start {
			numbers = append(numbers, number)
		}
	}
	if got := len(numbers) - 1; got >= 0 && numbers[0] == 0 {
		return nil, fmt.Errorf("the size N is 0, it must be 1 to %d", maxN)
	} else if got >= 0 && got != numbers[0] {
		return nil, fmt.Errorf("%d numbers must follow N = %d, but there are %d", numbers[0], numbers[0], got)
	}
	for row, column := range numbers {
		if column > numbers[0] {
			return nil, fmt.Errorf("row %d has a queen in column %d of %d", row, column, numbers[0])
		}
	}
	return numbers, nil
}

// isBlank knows Ctrl-Z, too, which ends old files.
func isBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' || c == '\x1a' }

var cover exactCover

// solve puts a queen into every row that has none, if that can be done. In queens, columns are numbered from 1.
func solve(queens []int) bool {
	n := len(queens)
	all := uint64(1)<<uint(n) - 1
	rows, columns := all, all // those without a given queen, a bit each
	var free [maxN]uint64     // by row: the columns where no given queen attacks
	for row := range queens {
		free[row] = all
	}
	for row, column := range queens {
		if column == 0 {
			continue
		}
		queen := uint64(1) << uint(column-1)
		if free[row]&queen == 0 {
			return false
		}
		rows &^= 1 << uint(row)
		columns &^= queen
		for r := range queens {
			distance := uint(row - r)
			if r > row {
				distance = -distance
			}
			free[r] &^= queen | queen<<distance | queen>>distance
		}
	}

	// The search takes the first of the smallest items: the line nearest to the middle, where a queen attacks most.
	rowItem, rowOf := number(rows, n)
	columnItem, columnOf := number(columns, n)
	// And it takes the first of an item's options: these lie three lines apart, where queens hardly attack each other.
	primary := 2 * bits.OnesCount64(rows)
	cover.init(uint(primary), uint(4*n-2))
	var rowOrder, columnOrder [maxN]int
	for _, r := range everyThird(rows, &rowOrder) {
		for _, c := range everyThird(free[r], &columnOrder) {
			cover.addOption(&[4]uint16{rowItem[r], columnItem[c] + 1, uint16(primary + r + c), uint16(primary + 3*n - 2 + r - c)})
		}
	}
	if !cover.solve() {
		return false
	}
	for _, x := range cover.chosen {
		queens[rowOf[cover.item[x]]] = columnOf[cover.item[x+1]-1] + 1
	}
	return true
}

// number gives lines the numbers 0, 2, 4 and so on, from the middle of the board to its edges. It returns the numbers by
// line, and the lines by number.
func number(lines uint64, n int) (numbers [maxN]uint16, byNumber [2 * maxN]int) {
	next := 0
	for i := n - 1; i >= 0; i-- {
		line := [2]int{i / 2, n - 1 - i/2}[i%2]
		if lines>>uint(line)&1 != 0 {
			numbers[line], byNumber[next] = uint16(next), line
			next += 2
		}
	}
	return numbers, byNumber
}

// everyThird lists lines: those that are multiples of three, then the others.
func everyThird(lines uint64, order *[maxN]int) []int {
	list := order[:0]
	for first := uint(0); first < 3; first++ {
		for left := lines & (0x9249249249249249 << first); left != 0; left &= left - 1 {
			list = append(list, bits.TrailingZeros64(left))
		}
	}
	return list
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
