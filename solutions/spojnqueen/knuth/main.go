// SPOJ NQUEEN (1771), Yet Another N-Queen Problem: https://www.spoj.com/problems/NQUEEN/
//
// Algorithm X with Dancing Links as published, and no more: see the core at the end.
// The 2N rows and columns are primary items, each has one queen; the 4N-2 diagonals are secondary items, each has at most
// one. The options are the queens on the squares: one in a row where it is given, N in an empty one.
//
// Reference: Donald E. Knuth, Dancing Links, in: Millennial Perspectives in Computer Science, 2000.
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

var cover exactLinks

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

// --- Dancing Links: Algorithm X (the same in every solution) ---

// exactLinks are items and options. Algorithm X chooses options so that every primary item is in exactly one of them, and
// every secondary item in at most one. Node i is item i; the other nodes are the items of the options. All lists are
// circular: up/down has an item and its node in each option that has it, left/right has an option, or the root, node 0,
// and the primary items that are still to be covered.
type exactLinks struct {
	left, right, up, down [1 + maxItems + maxEntries]int
	item, option          [1 + maxItems + maxEntries]int // of each node of an option; options have names
	size                  [1 + maxItems]int              // of each item: how many options are in its list
	nodes                 int
	chosen                []int // the names of the options of a solution
}

// init begins a new problem of items 1, 2 and so on, the primary ones first, and no options.
func (l *exactLinks) init(primary, secondary int) {
	l.nodes, l.chosen = 1+primary+secondary, l.chosen[:0]
	for i := 0; i < l.nodes; i++ {
		l.left[i], l.right[i], l.up[i], l.down[i], l.size[i] = i, i, i, i, 0
		if i <= primary {
			l.left[i], l.right[i] = i-1, i+1
		}
	}
	l.left[0], l.right[primary] = primary, 0
}

// addOption adds an option of different items.
func (l *exactLinks) addOption(name int, items ...int) {
	first, last := l.nodes, l.nodes+len(items)-1
	for k, i := range items {
		x := first + k
		l.left[x], l.right[x], l.up[x], l.down[x] = x-1, x+1, l.up[i], i
		l.down[l.up[i]], l.up[i] = x, x
		l.item[x], l.option[x] = i, name
		l.size[i]++
	}
	l.left[first], l.right[last], l.nodes = last, first, last+1
}

// search covers the items that are left, and reports whether it could. Each call is a node of the search tree.
func (l *exactLinks) search() bool {
	i := l.right[0]
	if i == 0 {
		return true
	}
	for j := l.right[i]; j != 0; j = l.right[j] {
		if l.size[j] < l.size[i] {
			i = j // the first of the smallest
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

// cover takes item i off the list of items, and every option that has it out of the lists of its other items.
func (l *exactLinks) cover(i int) {
	l.right[l.left[i]], l.left[l.right[i]] = l.right[i], l.left[i]
	for p := l.down[i]; p != i; p = l.down[p] {
		for q := l.right[p]; q != p; q = l.right[q] {
			l.down[l.up[q]], l.up[l.down[q]] = l.down[q], l.up[q]
			l.size[l.item[q]]--
		}
	}
}

// uncover undoes cover, backwards: a node that was taken out still knows its neighbours, and the links dance back.
func (l *exactLinks) uncover(i int) {
	for p := l.up[i]; p != i; p = l.up[p] {
		for q := l.left[p]; q != p; q = l.left[q] {
			l.size[l.item[q]]++
			l.down[l.up[q]], l.up[l.down[q]] = q, q
		}
	}
	l.right[l.left[i]], l.left[l.right[i]] = i, i
}
