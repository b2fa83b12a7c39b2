// SPOJ NQUEEN (1771), Yet Another N-Queen Problem: https://www.spoj.com/problems/NQUEEN/
//
// Like "knuth", but with dancing cells: sparse sets instead of links (Solnon, 2020; Knuth, TAOCP, 7.2.2.3). The 2N
// rows and columns are primary items, with one queen each; the 4N-2 diagonals are secondary, with at most one. An
// option is a queen on a square: a row with a given queen has one option, others have N. See solutions/README.md.
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
var cover exactCells

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

// --- Dancing cells: Algorithm X (the same in every solution) ---

// exactCells has items 0, 1 and so on, the primary ones first, and options of four items each. Algorithm X chooses
// options so that each primary item is in exactly one chosen option, and each secondary item in at most one. Node 4o+k
// is item k of option o. Sparse sets hold the uncovered items and each item's open options. A sparse set is the start
// of an array. An element that leaves swaps with the last one, and the size drops; a larger size brings it back.
type exactCells struct {
	options, chosen       []int         // the item of each node; the options of the solution, as numbers
	node, cell            [capacity]int // all items' sets, one after another; a node's index in its item's set
	first, size, count    [capacity]int // of an item: the start of its set in node; the set's size; a counter for init
	todo, rank, trail     [capacity]int // uncovered items; an item's index there; a stack of items whose sets shrank
	left, primary, shrunk int           // the size of todo; how many items are primary; the length of trail
}

// init begins a new problem. options has four items for each option.
func (c *exactCells) init(primary, items int, options []int) {
	c.options, c.chosen, c.left, c.primary, c.shrunk = options, c.chosen[:0], primary, primary, 0
	for x, i := range options {
		c.cell[x], c.count[i] = c.count[i], c.count[i]+1
	}
	for i := 0; i < items; i++ {
		c.first[i+1], c.size[i], c.count[i], c.todo[i], c.rank[i] = c.first[i]+c.count[i], c.count[i], 0, i, i
	}
	for x, i := range options {
		c.node[c.first[i]+c.cell[x]] = x
	}
}

// search covers the remaining items, and reports whether it could. Each call is a node of the search tree.
func (c *exactCells) search() bool {
	if c.left == 0 {
		return true
	}
	least := 1 << 30
	for _, j := range c.todo[:c.left] {
		if key := c.size[j]<<16 | j; key < least {
			least = key // the first item with the fewest options; this compiles without a branch
		}
	}
	i := least % (1 << 16)
	nodes := c.node[c.first[i]:][:c.size[i]]
	for k := range nodes { // sort by option, since removals have changed the order
		for ; k > 0 && nodes[k-1] > nodes[k]; k-- {
			nodes[k-1], nodes[k], c.cell[nodes[k]], c.cell[nodes[k-1]] = nodes[k], nodes[k-1], k-1, k
		}
	}
	c.cover(i) // the calling search undoes this and its own covers
	shrunk, left := c.shrunk, c.left
	for _, x := range nodes {
		for k := 1; k < 4; k++ {
			c.cover(c.options[x^k])
		}
		if c.search() {
			c.chosen = append(c.chosen, x/4)
			return true
		}
		for c.left = left; c.shrunk > shrunk; c.shrunk-- {
			c.size[c.trail[c.shrunk-1]]++
		}
	}
	return false
}

// cover takes a primary item i out of todo. Each option with item i leaves the sets of its other three items.
func (c *exactCells) cover(i int) {
	if i < c.primary {
		c.left--
		c.todo[c.rank[i]], c.todo[c.left], c.rank[c.todo[c.left]], c.rank[i] = c.todo[c.left], i, c.rank[i], c.left
	}
	for _, x := range c.node[c.first[i]:][:c.size[i]] {
		for k := 1; k < 4; k++ {
			j := c.options[x^k]
			c.trail[c.shrunk], c.shrunk, c.size[j] = j, c.shrunk+1, c.size[j]-1
			set, to, from := c.node[c.first[j]:], c.cell[x^k], c.size[j]
			set[to], set[from], c.cell[set[from]], c.cell[x^k] = set[from], x^k, to, from
		}
	}
}
