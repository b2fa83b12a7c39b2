// SPOJ NQUEEN (1771), Yet Another N-Queen Problem: https://www.spoj.com/problems/NQUEEN/
//
// Algorithm X with dancing links, and no more: Knuth, Dancing Links, Millennial Perspectives in Computer Science, 2000.
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
var cover exactLinks

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

// --- Dancing Links: Algorithm X (the same in every solution) ---

// exactLinks has items 0, 1 and so on, the primary ones first, and options of four items each. Algorithm X chooses
// options so that each primary item is in exactly one chosen option, and each secondary item in at most one. Node i is
// item i; then come the root and four nodes for each option. All lists are circular. Links left and right join the root
// and the uncovered primary items, or the nodes of an option. Links up and down join an item and its nodes.
type exactLinks struct {
	left, right, up, down, item, option, size [capacity]int // of a node; but size is of an item: its options
	root                                      int           // the number of the root
	chosen                                    []int         // the options of the solution, as numbers
}

// init begins a new problem. options has four items for each option.
func (l *exactLinks) init(primary, items int, options []int) {
	l.root, l.chosen = items, l.chosen[:0]
	for i := 0; i <= items; i++ {
		l.left[i], l.right[i], l.up[i], l.down[i], l.size[i] = i, i, i, i, 0
	}
	for i := 0; i < primary; i++ { // put it before the root
		l.right[l.left[l.root]], l.left[i], l.right[i], l.left[l.root] = i, l.left[l.root], l.root, i
	}
	for k, i := range options {
		x, first := items+1+k, items+1+k/4*4
		l.left[x], l.right[x], l.up[x], l.down[x] = first+(k+3)%4, first+(k+1)%4, l.up[i], i
		l.down[l.up[i]], l.up[i] = x, x
		l.item[x], l.option[x], l.size[i] = i, k/4, l.size[i]+1
	}
}

// search covers the remaining items, and reports whether it could. Each call is a node of the search tree.
func (l *exactLinks) search() bool {
	i := l.right[l.root]
	if i == l.root {
		return true
	}
	for j := i; j != l.root; j = l.right[j] {
		if l.size[j] < l.size[i] {
			i = j // the first item with the fewest options
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

// cover takes item i off the list of items, and each option with item i out of the lists of its other three items.
func (l *exactLinks) cover(i int) {
	l.right[l.left[i]], l.left[l.right[i]] = l.right[i], l.left[i]
	for p := l.down[i]; p != i; p = l.down[p] {
		for q := l.right[p]; q != p; q = l.right[q] {
			l.down[l.up[q]], l.up[l.down[q]] = l.down[q], l.up[q]
			l.size[l.item[q]]--
		}
	}
}

// uncover undoes cover in reverse order. A node that left a list kept its own links, so it returns to its place.
func (l *exactLinks) uncover(i int) {
	for p := l.up[i]; p != i; p = l.up[p] {
		for q := l.left[p]; q != p; q = l.left[q] {
			l.size[l.item[q]]++
			l.down[l.up[q]], l.up[l.down[q]] = q, q
		}
	}
	l.right[l.left[i]], l.left[l.right[i]] = i, i
}
