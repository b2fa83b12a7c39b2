// SPOJ NQUEEN (1771), Yet Another N-Queen Problem: https://www.spoj.com/problems/NQUEEN/
//
// Algorithm X without links: the same choices in the same order as in ../knuth, but on plain arrays.
// Nothing differs between the two but the core at the end.
// The 2N rows and columns are primary items, each has one queen; the 4N-2 diagonals are secondary items, each has at most
// one. The options are the queens on the squares: one in a row where it is given, N in an empty one.
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
	maxItems   = 2*maxN + 4*maxN - 2
	maxEntries = 4 * maxN * maxN // the items of all options added up
)

func main() {
	answers := bufio.NewWriter(os.Stdout)
	err := run(os.Stdin, answers)
	if flushed := answers.Flush(); err == nil {
		err = flushed
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run answers every case, a line each. At the first that cannot be answered it stops, and returns why.
func run(in io.Reader, out io.Writer) error {
	lines, number := bufio.NewScanner(in), 1
	for ; lines.Scan(); number++ {
		fields := strings.Fields(strings.Trim(lines.Text(), " \t\v\f\r\x1a")) // Ctrl-Z, too, which ends old files
		if len(fields) == 0 {
			continue
		}
		queens, err := parse(fields)
		if err == nil && !solve(queens) {
			err = fmt.Errorf("the board has no solution")
		}
		if err != nil {
			return fmt.Errorf("line %d: %v", number, err)
		}
		fmt.Fprintln(out, strings.Trim(fmt.Sprint(queens), "[]"))
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %v", number, err)
	}
	return nil
}

// parse reads a case: N, then the column of the queen in each row, 0 for none. It returns the columns.
func parse(fields []string) ([]int, error) {
	numbers := make([]int, len(fields))
	for i, field := range fields {
		number, err := strconv.Atoi(field)
		if err != nil || number < 0 || number > maxN {
			return nil, fmt.Errorf("%.20q is not a number from 0 to %d", field, maxN)
		}
		numbers[i] = number
	}
	n, queens := numbers[0], numbers[1:]
	if n == 0 {
		return nil, fmt.Errorf("the size N is 0, it must be 1 to %d", maxN)
	}
	if len(queens) != n {
		return nil, fmt.Errorf("%d numbers must follow N = %d, but there are %d", n, n, len(queens))
	}
	for row, column := range queens {
		if column > n {
			return nil, fmt.Errorf("row %d has a queen in column %d of %d", row+1, column, n)
		}
	}
	return queens, nil
}

var cover exactArrays

// solve puts a queen into every row that has none, if that can be done. In queens, columns are numbered from 1.
func solve(queens []int) bool {
	n := len(queens)
	cover.init(2*n, 4*n-2)
	for r := n - 1; r >= 0; r-- {
		for c := n - 1; c >= 0; c-- {
			row, column := organPipe(r, n), organPipe(c, n)
			if given := queens[row]; given == 0 || given == column+1 {
				cover.addOption(maxN*row+column, 1+2*r, 2+2*c, 2*n+1+row+column, 5*n-1+row-column)
			}
		}
	}
	found := cover.search()
	for _, option := range cover.chosen {
		queens[option/maxN] = option%maxN + 1
	}
	return found
}

// organPipe returns line k of n, counted from the middle of the board to its edges. The items are in this order, since the
// first of several smallest is taken, and a queen in the middle attacks most; the options are in the opposite order.
func organPipe(k, n int) int {
	if k%2 == 0 {
		return n/2 + k/2
	}
	return n/2 - k/2 - 1
}

// --- Plain arrays: Algorithm X without links (the same in every solution) ---

// exactArrays are items and options. Algorithm X chooses options so that every primary item is in exactly one of them, and
// every secondary item in at most one. No list changes during the search. Counts say which options are open, that is,
// have no covered item, and how many of these an item has.
type exactArrays struct {
	primary int
	lists   [1 + maxItems][]int // of each item: the options that have it
	size    [1 + maxItems]int   // of each item: how many of them are open
	covered [1 + maxItems]bool  // of each item
	items   [maxEntries]int     // of all options, one after the other
	first   [1 + maxEntries]int // of each option: where its items begin, and those of the one before it end
	closed  [maxEntries]int     // of each option: how many of its items are covered
	names   []int               // of the options
	chosen  []int               // the names of the options of a solution
}

// init begins a new problem of items 1, 2 and so on, the primary ones first, and no options.
func (a *exactArrays) init(primary, secondary int) {
	for i := 0; i <= primary+secondary; i++ {
		a.lists[i], a.size[i], a.covered[i] = a.lists[i][:0], 0, false
	}
	a.primary, a.names, a.chosen = primary, a.names[:0], a.chosen[:0]
}

// addOption adds an option of different items.
func (a *exactArrays) addOption(name int, items ...int) {
	o := len(a.names)
	for _, i := range items {
		a.lists[i] = append(a.lists[i], o)
		a.size[i]++
	}
	a.first[o+1] = a.first[o] + copy(a.items[a.first[o]:], items)
	a.closed[o] = 0
	a.names = append(a.names, name)
}

// search covers the items that are left, and reports whether it could. Each call is a node of the search tree.
func (a *exactArrays) search() bool {
	i := 0
	for j := 1; j <= a.primary; j++ {
		if !a.covered[j] && (i == 0 || a.size[j] < a.size[i]) {
			i = j // the first of the smallest
		}
	}
	if i == 0 {
		return true
	}
	for _, o := range a.lists[i] {
		if a.closed[o] > 0 {
			continue
		}
		items := a.items[a.first[o]:a.first[o+1]]
		for _, j := range items {
			a.cover(j)
		}
		if a.search() {
			a.chosen = append(a.chosen, a.names[o])
			return true
		}
		for _, j := range items {
			a.uncover(j)
		}
	}
	return false
}

// cover notes that item i is covered, which closes its options.
func (a *exactArrays) cover(i int) {
	a.covered[i] = true
	for _, o := range a.lists[i] {
		if a.closed[o]++; a.closed[o] == 1 {
			for _, j := range a.items[a.first[o]:a.first[o+1]] {
				a.size[j]--
			}
		}
	}
}

// uncover undoes cover.
func (a *exactArrays) uncover(i int) {
	a.covered[i] = false
	for _, o := range a.lists[i] {
		if a.closed[o]--; a.closed[o] == 0 {
			for _, j := range a.items[a.first[o]:a.first[o+1]] {
				a.size[j]++
			}
		}
	}
}
