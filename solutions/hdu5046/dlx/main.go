// HDU 5046 Airport, https://acm.hdu.edu.cn/showproblem.php?pid=5046
//
// Are K airports enough for every city to have one within d? This is a repeated cover. The N items are the cities, each
// to be covered at least once. An option is an airport in one of the cities: it covers (serves) all cities within d.
// Superfluous cities and sites are left out. solutions/README.md explains this page.
// The answer is 0 or the distance between two cities. Farthest-first placement finds a distance D that is enough, and
// at most twice the answer. A binary search over the few distances from D/2 to D finds the answer.
// References: Knuth, TAOCP 7.2.2.1; Gonzalez, Clustering to Minimize the Maximum Intercluster Distance.
package main

import (
	"bufio"
	"fmt"
	"io"
	"math/bits"
	"os"
	"sort"
	"strconv"
	"strings"
)

const (
	maxCount   = 1<<31 - 1 // the largest T and K; no array has this size
	maxCities  = 60
	maxCoord   = 1<<61 - 1 // four times this, the greatest distance, fits 64 bits
	maxItems   = maxCities
	maxEntries = maxCities * maxCities
)

type city struct{ x, y int64 } // up to 4·10⁹ apart, too far for 32 bits

func (a city) distance(b city) int64 {
	dx, dy := a.x-b.x, a.y-b.y
	x, y := dx>>63, dy>>63 // -1 if negative, else 0; a branch would often be mispredicted
	return (dx ^ x) - x + (dy ^ y) - y
}

// A plan holds the cities of a case, and which of them are near each other. Every case reuses its memory.
type plan struct {
	cities [maxCities]city
	near   [maxCities]uint64                // of each city: all cities within the distance being tried, itself included
	pairs  [maxCities * maxCities / 2]*pair // sorted as pointers, which are fast to swap
	memory [maxCities * maxCities / 2]pair
	cover  repeatedCover
}

// A pair is two different cities.
type pair struct {
	distance int64
	i, j     uint8
}

// solve returns the least d such that k airports serve every city within d.
func (p *plan) solve(cities []city, k int) int64 {
	enough := farthestFirst(cities, k)
	doubt := p.pairs[:0] // the pairs whose distance, less than enough, may be the answer
	for i, a := range cities {
		p.near[i] = 1 << uint(i)
		for j, b := range cities[:i] {
			if d := a.distance(b); d < enough-d {
				p.near[i] |= 1 << uint(j) // nearer than the answer, which is enough/2 or more
				p.near[j] |= 1 << uint(i)
			} else if d < enough {
				p.memory[len(doubt)] = pair{d, uint8(i), uint8(j)}
				doubt = append(doubt, &p.memory[len(doubt)])
			}
		}
	}
	sort.Slice(doubt, func(i, j int) bool { return doubt[i].distance < doubt[j].distance })
	certain := p.near
	for low, high := 0, len(doubt); low < high; {
		last := low + (high-low)*2/3 // the answer tends to be in the upper part
		p.near = certain
		for _, pair := range doubt[:last+1] {
			p.near[pair.i] |= 1 << pair.j
			p.near[pair.j] |= 1 << pair.i
		}
		p.build(len(cities))
		if p.cover.search(k) {
			enough, high = doubt[last].distance, last
		} else {
			low = last + 1
		}
	}
	return enough
}

// farthestFirst places k airports, each in the city that is farthest from the earlier airports. It returns the distance
// D of the next such city. These k+1 cities are at least D apart: no site is less than D/2 from two of them.
func farthestFirst(cities []city, k int) int64 {
	var nearest [maxCities]int64 // of each city: the distance to the nearest airport
	for i := range cities {
		nearest[i] = 4 * maxCoord
	}
	for far := 0; ; k-- {
		site, most := cities[far], int64(-1)
		for i, a := range cities {
			if d := a.distance(site); d < nearest[i] {
				nearest[i] = d
			}
			if nearest[i] > most {
				far, most = i, nearest[i]
			}
		}
		if k == 1 || most == 0 { // all airports are placed, or every city has one
			return most
		}
	}
}

// build makes a cover problem of n cities. It leaves out a site if another site serves all its cities, and a city if
// all sites of some other city serve it, too. Each removal may allow more, so it repeats.
func (p *plan) build(n int) {
	cities := uint64(1)<<uint(n) - 1 // a set of cities is a word: bit i is city i
	sites := cities
	for oldSites, oldCities := uint64(0), uint64(0); sites != oldSites || cities != oldCities; {
		oldSites, oldCities = sites, cities
		for rest := sites; rest != 0; rest &= rest - 1 {
			site := rest & -rest
			if p.common(p.near[bits.TrailingZeros64(rest)]&cities, sites) != site {
				sites &^= site
			}
		}
		for rest := cities; rest != 0; rest &= (rest - 1) & cities {
			city := rest & -rest
			cities &^= p.common(p.near[bits.TrailingZeros64(rest)]&sites, cities) &^ city
		}
	}
	p.cover.init(bits.OnesCount64(cities))
	var items [maxCities]int
	for ; sites != 0; sites &= sites - 1 {
		site := bits.TrailingZeros64(sites)
		option := items[:0]
		for rest := p.near[site] & cities; rest != 0; rest &= rest - 1 {
			option = append(option, 1+bits.OnesCount64(cities&(rest&-rest-1)))
		}
		p.cover.addOption(option...)
	}
}

// common(others, among) returns the cities of among that are near all cities of others. There is always one or more.
func (p *plan) common(others, among uint64) uint64 {
	for ; others != 0 && among&(among-1) != 0; others &= others - 1 {
		among &= p.near[bits.TrailingZeros64(others)]
	}
	return among
}

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run writes a line for every case, up to the first invalid one. It ignores any input after the last case.
func run(in io.Reader, out io.Writer) error {
	r := reader{words: bufio.NewScanner(in)}
	r.words.Split(bufio.ScanWords)
	w, p := bufio.NewWriter(out), new(plan)
	for t, cases := 1, int(r.number("T", 0, maxCount)); t <= cases && r.err == nil; t++ {
		r.place = fmt.Sprintf("case %d: ", t)
		n, k := r.number("N", 1, maxCities), r.number("K", 1, maxCount)
		cities := p.cities[:n]
		for i := range cities {
			cities[i] = city{r.number("x", -maxCoord, maxCoord), r.number("y", -maxCoord, maxCoord)}
		}
		if r.err == nil {
			fmt.Fprintf(w, "Case #%d: %d\n", t, p.solve(cities, int(k)))
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return r.err
}

// A reader reads integers with any white space between them, and keeps the first error.
type reader struct {
	words *bufio.Scanner
	place string // "case 3: "
	err   error
}

// number returns the next integer, which must be in low..high. After an error, it returns low. Messages use the name.
func (r *reader) number(name string, low, high int64) int64 {
	if r.err != nil {
		return low
	}
	if !r.words.Scan() && r.words.Err() == nil {
		r.err = fmt.Errorf("%sthe input ends where %s should be", r.place, name)
	} else if err := r.words.Err(); err != nil {
		r.err = fmt.Errorf("%s%s: %v", r.place, name, err)
	} else if v, err := strconv.Atoi(strings.Trim(r.words.Text(), "\x1a")); err == nil &&
		low <= int64(v) && int64(v) <= high {
		return int64(v) // Ctrl-Z, which ends old DOS files, may follow the integer
	} else {
		r.err = fmt.Errorf("%s%s is %.20q, not an integer from %d to %d", r.place, name, r.words.Text(), low, high)
	}
	return low
}

// --- Dancing Links: repeated cover (the same in every solution) ---

// A repeatedCover has items, and options that have a few items each. search(limit) reports whether limit options can
// cover every item: pick the item with the fewest options, try each of its options, and search on. Choosing an option
// covers its items: their nodes leave all other options. Those options stay, since they may still cover other items. A
// node that leaves a list keeps its own links. Uncovering returns the nodes in the opposite order, each between its old
// neighbours: the links dance. Knuth's paper has exact cover only. This form, and its lower bound on the number of
// options still needed, are folklore of programming contests.
//
// Every node is in two circular lists. Node i is the header of item i. The links up and down join the header and one
// node for every option that has the item. The links left and right join the nodes of an option, or the root (node 0)
// and the headers of all uncovered items. The program declares two bounds: maxItems, and maxEntries for the number of
// items of all options together.
type repeatedCover struct {
	left, right, up, down, item [1 + maxItems + maxEntries]int32 // of each node: its neighbours, its item
	size                        [1 + maxItems]int32              // of each item: how many options have it
	marked                      [1 + maxItems]int64              // of each item: the value of round at its last mark
	round                       int64
	nodes                       int32
}

// init begins a new problem without options. Items are numbered from 1.
func (c *repeatedCover) init(items int) {
	n := int32(items)
	for i := int32(0); i <= n; i++ {
		c.left[i], c.right[i], c.up[i], c.down[i] = i-1, i+1, i, i
		c.item[i], c.size[i] = i, 0
	}
	c.left[0], c.right[n], c.nodes = n, 0, n+1
}

// addOption adds an option of one or more different items.
func (c *repeatedCover) addOption(items ...int) {
	first := c.nodes
	for _, i := range items {
		x := c.nodes
		c.left[x], c.right[x], c.up[x], c.down[x] = x-1, x+1, c.up[i], int32(i)
		c.down[c.up[i]], c.up[i] = x, x
		c.item[x] = int32(i)
		c.size[i]++
		c.nodes++
	}
	c.left[first], c.right[c.nodes-1] = c.nodes-1, first
}

// search looks for a cover of limit options or fewer, and reports whether there is one. If not, it restores all links.
// Every call is a node of the search tree.
func (c *repeatedCover) search(limit int) bool {
	if c.right[0] == 0 {
		return true // nothing is left to cover
	}
	best := c.right[0]
	for i := c.right[best]; i != 0; i = c.right[i] {
		if c.size[i] < c.size[best] {
			best = i
		}
	}
	if c.needed(best) > limit {
		return false
	}
	for x := c.down[best]; x != best; x = c.down[x] {
		c.cover(x)
		for q := c.right[x]; q != x; q = c.right[q] {
			c.cover(q)
		}
		if c.search(limit - 1) {
			return true
		}
		for q := c.left[x]; q != x; q = c.left[q] {
			c.uncover(q)
			c.down[c.up[q]], c.up[c.down[q]] = c.down[q], c.up[q] // x is not tried again with later options
			c.size[c.item[q]]--
		}
		c.uncover(x)
	}
	for x := c.up[best]; x != best; x = c.up[x] {
		for q := c.right[x]; q != x; q = c.right[q] {
			c.down[c.up[q]], c.up[c.down[q]] = q, q
			c.size[c.item[q]]++
		}
	}
	return false
}

// needed returns a lower bound on the number of options still to be chosen. It counts an item, marks all items that
// share an option with it, and goes on to the next unmarked item. No option has two counted items, so each counted item
// needs its own. It starts with fewest, the item with the fewest options, which tends to leave the most items unmarked.
func (c *repeatedCover) needed(fewest int32) int {
	c.round++
	c.marked[0] = c.round // the root is not an item
	for i, count := fewest, 0; ; i = c.right[i] {
		if c.marked[i] != c.round {
			count++
			for x := c.down[i]; x != i; x = c.down[x] {
				for q := c.right[x]; q != x; q = c.right[q] {
					c.marked[c.item[q]] = c.round
				}
			}
		}
		if c.right[i] == fewest {
			return count
		}
	}
}

// cover takes the item of node q off the list of uncovered items, and out of all options except that of q.
func (c *repeatedCover) cover(q int32) {
	for p := c.down[q]; p != q; p = c.down[p] {
		c.right[c.left[p]], c.left[c.right[p]] = c.right[p], c.left[p]
	}
}

// uncover undoes cover.
func (c *repeatedCover) uncover(q int32) {
	for p := c.up[q]; p != q; p = c.up[p] {
		c.right[c.left[p]], c.left[c.right[p]] = p, p
	}
}
