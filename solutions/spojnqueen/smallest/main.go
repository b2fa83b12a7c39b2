// SPOJ NQUEEN (1771), Yet Another N-Queen Problem: https://www.spoj.com/problems/NQUEEN/
//
// This is Algorithm X with the same choices as the solution "knuth", but with counts in plain arrays instead of links.
// The 2N rows and columns are primary items, with one queen each; the 4N-2 diagonals are secondary, with at most one.
// An option is a queen on a square: a row with a given queen has one option, others have N. See solutions/README.md.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

const capacity = 6*50 + 1 + 4*50*50 // room for all items, one more, and four for each option
var cover exactArrays

// solve puts a queen into every row that has none, if possible. queens[r] is row r's column, from 1; "0" for none.
func solve(queens []string) bool {
	n, options := len(queens), []int{}
	order := make([]int, n) // rows or columns from the middle of the board, where queens attack most, to its edges
	for k := range order {
		order[k] = n/2 + k/2 - k%2*k
	}
	for r := n - 1; r >= 0; r-- { // options go from the edges to the middle
		given, err := strconv.Atoi(queens[order[r]]) // anything but a number from 0 to N gets no option
		for c := n - 1; c >= 0; c-- {
			row, column := order[r], order[c]
			if err == nil && given == 0 || given == column+1 {
				options = append(options, 2*r, 2*c+1, 2*n+row+column, 5*n-2+row-column)
			}
		}
	}
	cover.init(2*n, 6*n-2, options)
	found := cover.search()
	for _, o := range cover.chosen {
		r, c := options[4*o]/2, options[4*o+1]/2
		queens[order[r]] = strconv.Itoa(order[c] + 1)
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

// run answers every case: N, then for each row the column of its queen, or 0 for none.
func run(in io.Reader, out io.Writer) error {
	words := bufio.NewScanner(in)
	words.Split(bufio.ScanWords)
	for words.Scan() && words.Text() != "\x1a" { // Ctrl-Z ends old DOS files
		n, _ := strconv.Atoi(words.Text())
		queens := []string{}
		for len(queens) < n && n <= 50 && words.Scan() {
			queens = append(queens, strings.TrimRight(words.Text(), "\x1a"))
		}
		if n < 1 || len(queens) < n || !solve(queens) {
			return fmt.Errorf("%.99q is not a board of size %d, or has no solution", strings.Join(queens, " "), n)
		}
		fmt.Fprintln(out, strings.Join(queens, " "))
	}
	return words.Err()
}

// --- Plain arrays: Algorithm X without links (the same in every solution) ---

// exactArrays has items 0, 1 and so on, the primary ones first, and options of four items each. Algorithm X chooses
// options so that each primary item is in exactly one chosen option, and each secondary item in at most one. An option
// is open if none of its items is covered. The lists never change during the search; counts say which options are open,
// and how many open options each item has.
type exactArrays struct {
	options []int           // the items of all options, four for each option
	lists   [capacity][]int // of each item: the options that have it
	size    [capacity]int   // of each item: how many of its options are open
	covered [capacity]bool  // of each item: whether it is covered
	closed  [capacity]int   // of each option: how many of its items are covered; 0 if it is open
	primary int             // how many items are primary
	chosen  []int           // the options of the solution, as numbers
}

// init begins a new problem. options has four items for each option.
func (a *exactArrays) init(primary, items int, options []int) {
	a.primary, a.options, a.chosen = primary, options, a.chosen[:0]
	for i := 0; i < items; i++ {
		a.lists[i], a.size[i], a.covered[i] = a.lists[i][:0], 0, false
	}
	for k, i := range options {
		a.lists[i] = append(a.lists[i], k/4)
		a.size[i]++
		a.closed[k/4] = 0
	}
}

// search covers the remaining items, and reports whether it could. Each call is a node of the search tree.
func (a *exactArrays) search() bool {
	i := -1
	for j := 0; j < a.primary; j++ {
		if !a.covered[j] && (i < 0 || a.size[j] < a.size[i]) {
			i = j // the first item with the fewest options
		}
	}
	if i < 0 {
		return true
	}
	for _, o := range a.lists[i] {
		if a.closed[o] > 0 {
			continue
		}
		for _, j := range a.options[4*o : 4*o+4] {
			a.cover(j, 1)
		}
		if a.search() {
			a.chosen = append(a.chosen, o)
			return true
		}
		for _, j := range a.options[4*o : 4*o+4] {
			a.cover(j, -1)
		}
	}
	return false
}

// cover(i, 1) marks item i as covered, which closes its options. cover(i, -1) undoes that.
func (a *exactArrays) cover(i, by int) {
	a.covered[i] = by > 0
	for _, o := range a.lists[i] {
		before := a.closed[o]
		a.closed[o] += by
		if before == 0 || a.closed[o] == 0 {
			for _, j := range a.options[4*o : 4*o+4] {
				a.size[j] -= by
			}
		}
	}
}
