// HDU 5046 Airport, https://acm.hdu.edu.cn/showproblem.php?pid=5046
//
// Repeated cover with Dancing Links as published, and no more: see the core at the end.
// Can K airports leave no city farther than d from the nearest one? The N items are the cities, each to be covered at least
// once; the options are the same cities as sites, each with the cities within d. The least d is found by binary search.
//
// Reference: Donald E. Knuth, Dancing Links, in: Millennial Perspectives in Computer Science, 2000.
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

var cover repeatedLinks

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

// --- Dancing Links: repeated cover as published (the same in every solution) ---

// repeatedLinks are items and options. search chooses at most a given number of options so that every item is in at least
// one of them. Node i is item i; the other nodes are the items of the options. All lists are circular: up/down has an item
// and its node in each option that has it; left/right has an option, or the root, node 0, and the items that are still to
// be covered.
type repeatedLinks struct {
	left, right, up, down, item [1 + maxItems + maxEntries]int
	size                        [1 + maxItems]int // of each item: how many options have it
	marked                      [1 + maxItems]int // of each item: the last call of needed that came to it
	round, nodes                int               // calls of needed; nodes
}

// init begins a new problem of items 1 to items, and no options.
func (l *repeatedLinks) init(items int) {
	for i := 0; i <= items; i++ {
		l.left[i], l.right[i], l.up[i], l.down[i], l.size[i] = i-1, i+1, i, i, 0
	}
	l.left[0], l.right[items], l.nodes = items, 0, items+1
}

// addOption adds an option of different items.
func (l *repeatedLinks) addOption(items ...int) {
	first, last := l.nodes, l.nodes+len(items)-1
	for k, i := range items {
		x := first + k
		l.left[x], l.right[x], l.up[x], l.down[x] = x-1, x+1, l.up[i], i
		l.down[l.up[i]], l.up[i] = x, x
		l.item[x] = i
		l.size[i]++
	}
	l.left[first], l.right[last], l.nodes = last, first, last+1
}

// search covers the items that are left by at most limit options, and reports whether it could. Each call is a node of the
// search tree.
func (l *repeatedLinks) search(limit int) bool {
	if l.needed() > limit {
		return false
	}
	i := l.right[0]
	if i == 0 {
		return true
	}
	for j := l.right[i]; j != 0; j = l.right[j] {
		if l.size[j] < l.size[i] {
			i = j // the first of the smallest
		}
	}
	for x := l.down[i]; x != i; x = l.down[x] {
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
	return false
}

// needed returns a lower bound on the options still to be chosen: it counts items no two of which are in one option.
func (l *repeatedLinks) needed() (count int) {
	l.round++
	for i := l.right[0]; i != 0; i = l.right[i] {
		if l.marked[i] == l.round {
			continue
		}
		count++
		for x := l.down[i]; x != i; x = l.down[x] {
			for p := l.right[x]; p != x; p = l.right[p] {
				l.marked[l.item[p]] = l.round
			}
		}
	}
	return count
}

// cover takes the item of node x off the list of items and out of all options but x's own. The options stay.
func (l *repeatedLinks) cover(x int) {
	for p := l.down[x]; p != x; p = l.down[p] {
		l.right[l.left[p]], l.left[l.right[p]] = l.right[p], l.left[p]
	}
}

// uncover undoes cover, backwards: a node that was taken out still knows its neighbours, and the links dance back.
func (l *repeatedLinks) uncover(x int) {
	for p := l.up[x]; p != x; p = l.up[p] {
		l.right[l.left[p]], l.left[l.right[p]] = p, p
	}
}
