// HDU 5046 Airport: https://acm.hdu.edu.cn/showproblem.php?pid=5046
//
// This makes the choices of the solution "knuth", but with counts in plain arrays instead of links. Are K airports
// enough for every city to have one within d? The items are the N cities, each to be covered at least once. An option
// is an airport in one of the cities: it covers all cities within d. A binary search finds the least d.
// solutions/README.md explains this page.
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
var cover repeatedArrays

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

// --- Plain arrays: repeated cover without links (the same in every solution) ---

// repeatedArrays has items and options. search chooses options that together cover every item. During the search no
// list changes, only the counts in covered.
type repeatedArrays struct {
	items   [][]int // of each option: its items
	options [][]int // of each item: the options that have it
	covered []int   // of each item: how many of the chosen options have it
}

// init begins a new problem, in which option o has item i if has(o, i), both counted from 0.
func (a *repeatedArrays) init(options, items int, has func(option, item int) bool) {
	a.items, a.options, a.covered = make([][]int, options), make([][]int, items), make([]int, items)
	for o := range a.items {
		for i := range a.options {
			if has(o, i) {
				a.items[o], a.options[i] = append(a.items[o], i), append(a.options[i], o)
			}
		}
	}
}

// search reports whether limit options or fewer can cover the remaining items. Each call is a node of the search tree.
func (a *repeatedArrays) search(limit int) bool {
	i, needed, near := -1, 0, [maxItems]bool{}
	for j, options := range a.options {
		if a.covered[j] > 0 {
			continue
		}
		if i < 0 || len(options) < len(a.options[i]) {
			i = j // the first item with the fewest options
		}
		if !near[j] {
			needed++ // one more option is needed: no option has two of the items counted here
			for _, o := range options {
				for _, k := range a.items[o] {
					near[k] = true
				}
			}
		}
	}
	if needed > limit || needed == 0 {
		return needed == 0
	}
	for _, o := range a.options[i] {
		for _, j := range a.items[o] {
			a.covered[j]++
		}
		if a.search(limit - 1) {
			return true
		}
		for _, j := range a.items[o] {
			a.covered[j]--
		}
	}
	return false
}
