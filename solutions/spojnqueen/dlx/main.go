// SPOJ NQUEEN (1771), Yet Another N-Queen Problem
// https://www.spoj.com/problems/NQUEEN/
//
// The model, an exact cover: the 2N rows and columns are primary items, each has one queen; the 4N-2 diagonals are
// secondary items, each has at most one. An option is a queen on a square: its row, its column and its two diagonals.
// There are N² of them at most, for a row whose queen is given has that single option.
//
// Reference: D. E. Knuth, The Art of Computer Programming, volume 4B, 7.2.2.1, on the N queens.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

const (
	maxN       = 50
	maxItems   = 6*maxN - 2
	maxOptions = maxN * maxN
	maxNodes   = 4 * maxOptions
)

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
	for cover := new(exactCover); lines.Scan(); number++ {
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 {
			continue
		}
		queens, err := parse(fields)
		if err != nil {
			return fmt.Errorf("line %d: %v", number, err)
		}
		if !solve(cover, queens) {
			return fmt.Errorf("line %d: the board has no solution", number)
		}
		if _, err := fmt.Fprintln(answers, strings.Trim(fmt.Sprint(queens[1:]), "[]")); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %v", number, err)
	}
	return nil
}

// parse reads one case, N and then the column of the queen in each row, 0 for none. It returns the columns by row.
// Rows and columns are numbered from 1.
func parse(fields []string) (queens []int, err error) {
	queens = make([]int, len(fields))
	for i, field := range fields {
		queens[i], err = strconv.Atoi(field)
		if err != nil || queens[i] < 0 || queens[i] > maxN {
			return nil, fmt.Errorf("%.20q is not a number from 0 to %d", field, maxN)
		}
	}
	n := queens[0]
	if n == 0 {
		return nil, fmt.Errorf("the size N is 0, it must be 1 to %d", maxN)
	}
	if got := len(fields) - 1; got != n {
		return nil, fmt.Errorf("%d numbers must follow N = %d, but there are %d", n, n, got)
	}
	for row := 1; row <= n; row++ {
		if queens[row] > n {
			return nil, fmt.Errorf("row %d has a queen in column %d of %d", row, queens[row], n)
		}
	}
	return queens, nil
}

// solve puts a queen into every row that has none, if that can be done.
func solve(cover *exactCover, queens []int) bool {
	// The search takes the first of the smallest items, and of its options the first. Lines in the middle, where a
	// queen attacks most, are best filled early, and with queens that attack least, those near the edge.
	n := len(queens) - 1
	lines := outsideIn(n)
	row, column := make([]int, n+1), make([]int, n+1) // the items of the lines, those in the middle first
	for i, line := range lines {
		row[line], column[line] = 2*(n-i)-1, 2*(n-i)
	}
	cover.init(2*n, 4*n-2)
	for _, r := range lines {
		for _, c := range lines {
			if queens[r] == 0 || queens[r] == c {
				rise, fall := 2*n+(r+c-1), 4*n-1+(n+r-c)
				cover.addOption(r*(maxN+1)+c, row[r], column[c], rise, fall)
			}
		}
	}
	if !cover.search() {
		return false
	}
	for _, name := range cover.chosen {
		queens[name/(maxN+1)] = int(name % (maxN + 1))
	}
	return true
}

// outsideIn lists the numbers from 1 to n from both ends towards the middle: 1, n, 2, n-1 and so on.
func outsideIn(n int) []int {
	var order []int
	for low, high := 1, n; low <= high; low, high = low+1, high-1 {
		order = append(order, low)
		if low < high {
			order = append(order, high)
		}
	}
	return order
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
