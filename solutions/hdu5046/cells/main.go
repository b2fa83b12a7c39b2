// HDU 5046 Airport: https://acm.hdu.edu.cn/showproblem.php?pid=5046
//
// Like "knuth", but with dancing cells: sparse sets instead of links (Christine Solnon, 2020; Knuth, TAOCP, 7.2.2.3).
// Are K airports enough for every city to have one within d? The items are the N cities, each to be covered at least
// once. An option is an airport in one of the cities: it covers all cities within d. A binary search finds the least
// d. solutions/README.md explains this page.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"sort"
	"strconv"
	"strings"
)

const maxItems, capacity = 60, 1 + 60 + 60*60 // cities; room for these, one more, and the items of all options
var cover repeatedCells

// solve returns the least d such that k airports serve every city within d: the first of all distances that suffices.
func solve(cities [][2]int64, k int) int64 {
	n, distances := len(cities), []int64{}
	distance := func(i, j int) int64 { return abs(cities[i][0]-cities[j][0]) + abs(cities[i][1]-cities[j][1]) }
	for i := range cities {
		for j := range cities[:i+1] {
			distances = append(distances, distance(i, j))
		}
	}
	sort.Slice(distances, func(i, j int) bool { return distances[i] < distances[j] })
	return distances[sort.Search(len(distances), func(d int) bool {
		cover.init(n, n, func(site, city int) bool { return distance(site, city) <= distances[d] })
		return cover.search(k)
	})]
}

func abs(v int64) int64 {
	if v < 0 {
		return -v
	}
	return v
}

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run writes a line for every case, and ignores any input after the last case.
func run(in io.Reader, out io.Writer) (err error) {
	words := bufio.NewScanner(in)
	words.Split(bufio.ScanWords)
	number := func(low, high int64) int64 {
		words.Scan()
		v, wrong := strconv.ParseInt(strings.TrimRight(words.Text(), "\x1a"), 10, 64) // Ctrl-Z ends old DOS files
		if wrong != nil || v < low || v > high {
			v, err = low, fmt.Errorf("want a number from %d to %d, got %.20q", low, high, words.Text())
		}
		return v
	}
	for t, cases := int64(1), number(0, 1<<31-1); t <= cases && err == nil; t++ {
		cities, k := make([][2]int64, number(1, maxItems)), number(1, 1<<31-1)
		for i := range cities {
			cities[i] = [2]int64{number(-1<<61, 1<<61-1), number(-1<<61, 1<<61-1)} // so that distances fit 64 bits
		}
		if err == nil {
			_, err = fmt.Fprintf(out, "Case #%d: %d\n", t, solve(cities, int(k)))
		}
	}
	return err
}

// --- Dancing cells: repeated cover (the same in every solution) ---

// repeatedCells has items and options. search chooses options that together cover every item. The uncovered items of an
// option are a sparse set: the start of an array. An item that leaves swaps places with the last one, and the size
// drops by one. When the size grows again, the item is back. The lists of options never change.
type repeatedCells struct {
	set, cell [maxItems][maxItems]int // of an option: its items; the index of each item in that array
	size      [maxItems]int           // of an option: how many of its items are uncovered; these come first in set
	options   [maxItems][]int         // of an item: the options that have it
	covered   [maxItems]bool          // of an item: whether it is covered
	items     int
}

// init begins a new problem, in which option o has item i if has(o, i), both counted from 0.
func (c *repeatedCells) init(options, items int, has func(option, item int) bool) {
	c.items = items
	for i := range c.options {
		c.options[i], c.covered[i] = c.options[i][:0], false
	}
	for o := 0; o < options; o++ {
		c.size[o] = 0
		for i := 0; i < items; i++ {
			if has(o, i) {
				c.set[o][c.size[o]], c.cell[o][i], c.options[i] = i, c.size[o], append(c.options[i], o)
				c.size[o]++
			}
		}
	}
}

// search reports whether limit options or fewer can cover the remaining items. Each call is a node of the search tree.
func (c *repeatedCells) search(limit int) bool {
	i, needed, near := -1, 0, [maxItems]bool{}
	for j := 0; j < c.items; j++ { // in order, since the bound depends on the order
		if c.covered[j] {
			continue
		}
		if i < 0 || len(c.options[j]) < len(c.options[i]) {
			i = j // the first item with the fewest options
		}
		if !near[j] {
			needed++ // one more option is needed: no option has two of the items counted here
			for _, o := range c.options[j] {
				for _, k := range c.set[o][:c.size[o]] {
					near[k] = true
				}
			}
		}
	}
	if needed > limit || needed == 0 {
		return needed == 0
	}
	size, covered := c.size, c.covered
	for _, o := range c.options[i] {
		for c.size[o] > 0 {
			c.cover(c.set[o][c.size[o]-1])
		}
		if c.search(limit - 1) {
			return true
		}
		c.size, c.covered = size, covered // the old size of a set brings back the items that left it
	}
	return false
}

// cover takes item i out of the set of each option that has it.
func (c *repeatedCells) cover(i int) {
	c.covered[i] = true
	for _, o := range c.options[i] {
		c.size[o]--
		to, from := c.cell[o][i], c.size[o]
		last := c.set[o][from]
		c.set[o][to], c.set[o][from], c.cell[o][last], c.cell[o][i] = last, i, to, from
	}
}
