// HDU 5046 Airport: https://acm.hdu.edu.cn/showproblem.php?pid=5046
//
// Repeated cover with dancing links, as contestants know it. Knuth, Dancing Links, 2000, has the links, but exact cover
// only. Are K airports enough for every city to have one within d? The items are the N cities, each to be covered at
// least once. An option is an airport in one of the cities: it covers all cities within d. A binary search finds the
// least d. solutions/README.md explains this page.
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
var cover repeatedLinks

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

// --- Dancing Links: repeated cover (the same in every solution) ---

// repeatedLinks has items and options. search chooses options that together cover every item. Node 0 is the root, node
// i is item i, counted from 1, and then come the items of the options. All lists are circular. Links left and right
// join the root and the uncovered items, or the nodes of an option. Links up and down join an item and its nodes.
type repeatedLinks struct {
	left, right, up, down, item, size [capacity]int // of each node; but size is of each item: how many options have it
}

// init begins a new problem, in which option o has item i if has(o, i), both counted from 0.
func (l *repeatedLinks) init(options, items int, has func(option, item int) bool) {
	for i := 0; i <= items; i++ {
		l.left[i], l.right[i], l.up[i], l.down[i], l.size[i] = i-1, i+1, i, i, 0
	}
	l.left[0], l.right[items] = items, 0
	x := items + 1
	for o := 0; o < options; o++ {
		first := x
		for i := 1; i <= items; i++ {
			if has(o, i-1) {
				l.left[x], l.right[x], l.up[x], l.down[x], l.item[x] = x-1, x+1, l.up[i], i, i
				l.down[l.up[i]], l.up[i] = x, x
				l.size[i]++
				x++
			}
		}
		l.left[first], l.right[x-1] = x-1, first
	}
}

// search reports whether limit options or fewer can cover the remaining items. Each call is a node of the search tree.
func (l *repeatedLinks) search(limit int) bool {
	i, needed, near := l.right[0], 0, [1 + maxItems]bool{}
	for j := i; j != 0; j = l.right[j] {
		if l.size[j] < l.size[i] {
			i = j // the first item with the fewest options
		}
		if !near[j] {
			needed++ // one more option is needed: no option has two of the items counted here
			for x := l.down[j]; x != j; x = l.down[x] {
				for p := l.right[x]; p != x; p = l.right[p] {
					near[l.item[p]] = true
				}
			}
		}
	}
	for x := l.down[i]; x != i && needed <= limit; x = l.down[x] { // no pass if no item is left: i is the root
		l.cover(x)
		for p := l.right[x]; p != x; p = l.right[p] {
			l.cover(p)
		}
		if l.search(limit - 1) {
			return true
		}
		for p := l.left[x]; p != x; p = l.left[p] {
			l.uncover(p)
		}
		l.uncover(x)
	}
	return needed == 0
}

// cover takes the item of node x off the list of items, and out of all options except that of x. These options stay.
func (l *repeatedLinks) cover(x int) {
	for p := l.down[x]; p != x; p = l.down[p] {
		l.right[l.left[p]], l.left[l.right[p]] = l.right[p], l.left[p]
	}
}

// uncover undoes cover in reverse order. A node that left a list kept its own links, so it returns to its place.
func (l *repeatedLinks) uncover(x int) {
	for p := l.up[x]; p != x; p = l.up[p] {
		l.right[l.left[p]], l.left[l.right[p]] = p, p
	}
}
