// HDU 5046 Airport, https://acm.hdu.edu.cn/showproblem.php?pid=5046
//
// Repeated cover without links: the same choices in the same order as in ../knuth, but on plain arrays.
// Nothing differs between the two but the core at the end.
// Can K airports leave no city farther than d from the nearest one? The N items are the cities, each to be covered at least
// once; the options are the same cities as sites, each with the cities within d. The least d is found by binary search.
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

const (
	maxCount   = 1<<31 - 1 // of cases and of airports, which are no sizes of arrays
	maxCoord   = 1<<61 - 1 // four times this, the greatest distance, fits 64 bits
	maxItems   = 60        // the cities
	maxEntries = maxItems * maxItems
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

// run writes a line for every case of in, and ignores what follows the last.
func run(in io.Reader, out io.Writer) error {
	r := reader{words: bufio.NewScanner(in)}
	r.words.Split(bufio.ScanWords)
	cases := r.number("T", 0, maxCount)
	for t := int64(1); t <= cases && r.err == nil; t++ {
		r.place = fmt.Sprintf("case %d: ", t)
		cities, k := make([]city, r.number("N", 1, maxItems)), r.number("K", 1, maxCount)
		for i := range cities {
			cities[i] = city{r.number("x", -maxCoord, maxCoord), r.number("y", -maxCoord, maxCoord)}
		}
		if r.err == nil {
			fmt.Fprintf(out, "Case #%d: %d\n", t, solve(cities, int(k)))
		}
	}
	return r.err
}

// A reader reads integers with any white space between them, and keeps the first error.
type reader struct {
	words *bufio.Scanner
	place string // "case 3: "
	err   error
}

// number returns the next integer, which is called name and lies in low..high, or low once there is an error.
func (r *reader) number(name string, low, high int64) int64 {
	if r.err != nil {
		return low
	}
	if !r.words.Scan() && r.words.Err() == nil {
		r.err = fmt.Errorf("%sthe input ends where %s should be", r.place, name)
	} else if err := r.words.Err(); err != nil {
		r.err = fmt.Errorf("%s%s: %v", r.place, name, err)
	} else if v, err := strconv.ParseInt(strings.TrimRight(r.words.Text(), "\x1a"), 10, 64); err == nil && low <= v && v <= high {
		return v
	} else {
		r.err = fmt.Errorf("%s%s is %.20q, not an integer from %d to %d", r.place, name, r.words.Text(), low, high)
	}
	return low
}

type city struct{ x, y int64 }

func (a city) distance(b city) int64 { return abs(a.x-b.x) + abs(a.y-b.y) }

func abs(v int64) int64 {
	if v < 0 {
		return -v
	}
	return v
}

var cover repeatedArrays

// solve returns the least d such that k airports serve every city within d: of all distances, the first that is enough.
func solve(cities []city, k int) int64 {
	var distances []int64
	for i, a := range cities {
		for _, b := range cities[:i+1] {
			distances = append(distances, a.distance(b))
		}
	}
	sort.Slice(distances, func(i, j int) bool { return distances[i] < distances[j] })
	return distances[sort.Search(len(distances), func(i int) bool {
		cover.init(len(cities))
		for _, site := range cities {
			var served []int
			for item, c := range cities {
				if site.distance(c) <= distances[i] {
					served = append(served, 1+item)
				}
			}
			cover.addOption(served...)
		}
		return cover.search(k)
	})]
}

// --- Plain arrays: repeated cover without links (the same in every solution) ---

// repeatedArrays are items and options. search chooses at most a given number of options so that every item is in at least
// one of them. No list changes during the search; all that does is how often an item is covered.
type repeatedArrays struct {
	lists   [1 + maxItems][]int // of each item: the options that have it
	options [][]int             // of each option: its items
	items   int
	covered [1 + maxItems]int // of each item: how many of the chosen options have it
	marked  [1 + maxItems]int // of each item: the last call of needed that came to it
	round   int               // calls of needed
}

// init begins a new problem of items 1 to items, and no options.
func (a *repeatedArrays) init(items int) {
	for i := 1; i <= items; i++ {
		a.lists[i], a.covered[i] = a.lists[i][:0], 0
	}
	a.items, a.options = items, a.options[:0]
}

// addOption adds an option of different items.
func (a *repeatedArrays) addOption(items ...int) {
	for _, i := range items {
		a.lists[i] = append(a.lists[i], len(a.options))
	}
	a.options = append(a.options, items)
}

// search covers the items that are left by at most limit options, and reports whether it could. Each call is a node of the
// search tree.
func (a *repeatedArrays) search(limit int) bool {
	if a.needed() > limit {
		return false
	}
	i := 0
	for j := 1; j <= a.items; j++ {
		if a.covered[j] == 0 && (i == 0 || len(a.lists[j]) < len(a.lists[i])) {
			i = j // the first of the smallest
		}
	}
	if i == 0 {
		return true
	}
	for _, o := range a.lists[i] {
		for _, j := range a.options[o] {
			a.covered[j]++
		}
		if a.search(limit - 1) {
			return true
		}
		for _, j := range a.options[o] {
			a.covered[j]--
		}
	}
	return false
}

// needed returns a lower bound on the options still to be chosen: it counts items no two of which are in one option.
func (a *repeatedArrays) needed() (count int) {
	a.round++
	for i := 1; i <= a.items; i++ {
		if a.covered[i] > 0 || a.marked[i] == a.round {
			continue
		}
		count++
		for _, o := range a.lists[i] {
			for _, j := range a.options[o] {
				a.marked[j] = a.round
			}
		}
	}
	return count
}
