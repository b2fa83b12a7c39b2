// HDU 5046 Airport, https://acm.hdu.edu.cn/showproblem.php?pid=5046
//
// Can K airports leave no city farther than d from the nearest one? This is repeated cover: the N items are the cities,
// each to be served at least once, and the options, N at most, are the same cities as sites of an airport, each with all
// cities within d of it. Cities and sites that others make superfluous are left out before the search.
//
// The answer is 0 or the distance of two cities. Farthest-first placement finds one that is enough, and at most twice the
// answer, so that few pairs of cities remain in doubt; sorted by distance, they are halved until none is left.
//
// References: Knuth, The Art of Computer Programming 7.2.2.1, Dancing Links; T. Gonzalez, Clustering to Minimize the
// Maximum Intercluster Distance, 1985.
package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"math/bits"
	"os"
	"sort"
	"strconv"
	"strings"
)

const (
	maxCount  = 1<<31 - 1 // of cases and of airports, which are no sizes of arrays
	maxCities = 60
	maxCoord  = 1<<61 - 1 // four times this, the greatest distance, fits 64 bits

	maxItems   = maxCities
	maxEntries = maxCities * maxCities
)

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run writes a line for every case of in, and ignores what follows the last. When a case is broken, the answers before
// it are written all the same.
func run(in io.Reader, out io.Writer) error {
	words := bufio.NewScanner(in)
	words.Split(bufio.ScanWords)
	r := reader{words: words}
	w := bufio.NewWriter(out)
	p := new(plan)
	cases := int(r.number("T", 0, maxCount))
	for t := 1; t <= cases && r.err == nil; t++ {
		r.place = fmt.Sprintf("case %d: ", t)
		n := r.number("N", 1, maxCities)
		k := r.number("K", 1, maxCount)
		if k > n {
			k = n // more cannot be of use
		}
		cities := p.cities[:n]
		for i := range cities {
			cities[i].x = r.number("x", -maxCoord, maxCoord)
			cities[i].y = r.number("y", -maxCoord, maxCoord)
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

// A city lies up to 4·10⁹ from another, too far for 32 bits.
type city struct{ x, y int64 }

func (a city) distance(b city) int64 {
	dx, dy := a.x-b.x, a.y-b.y
	if dx < 0 {
		dx = -dx
	}
	if dy < 0 {
		dy = -dy
	}
	return dx + dy
}

// A plan holds the cities of a case, and which of them are near to each other. Every case uses its memory again.
type plan struct {
	cities [maxCities]city
	near   [maxCities]uint64 // of each city: those within the distance that is being tried, itself among them
	pairs  [maxCities * maxCities / 2]pair
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
	doubt := p.pairs[:0] // the pairs whose distance may still be the answer, if it is not enough itself
	for i, a := range cities {
		p.near[i] = 1 << uint(i)
		for j, b := range cities[:i] {
			if d := a.distance(b); d < enough-d {
				p.join(uint8(i), uint8(j)) // nearer than any answer
			} else if d < enough {
				doubt = append(doubt, pair{d, uint8(i), uint8(j)})
			}
		}
	}
	sort.Slice(doubt, func(i, j int) bool { return doubt[i].distance < doubt[j].distance })
	for len(doubt) > 0 {
		middle := len(doubt) / 2
		before := p.near
		for _, pair := range doubt[:middle+1] {
			p.join(pair.i, pair.j)
		}
		p.build(len(cities))
		if p.cover.search(k) {
			enough, doubt, p.near = doubt[middle].distance, doubt[:middle], before
		} else {
			doubt = doubt[middle+1:]
		}
	}
	return enough
}

// join notes that cities i and j are near to each other.
func (p *plan) join(i, j uint8) {
	p.near[i] |= 1 << j
	p.near[j] |= 1 << i
}

// farthestFirst returns how far a city is from the nearest of k airports, each placed in the city that is farthest from
// those before. That city and the k airports lie so far apart that no airport serves two of them within less than half.
func farthestFirst(cities []city, k int) int64 {
	var nearest [maxCities]int64 // of each city: the distance to the nearest airport
	for i := range cities {
		nearest[i] = math.MaxInt64
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
		if k == 1 {
			return most
		}
	}
}

// build makes a cover problem of n cities, without what is superfluous: a site, if another serves all that it does; a city,
// if it is served by every site that serves some other city. Leaving out one may make another superfluous.
func (p *plan) build(n int) {
	cities := uint64(1)<<uint(n) - 1 // sets are words, and the numbers of their members bits
	sites := cities
	for again := true; again; {
		again = false
		for rest := sites; rest != 0; rest &= rest - 1 {
			site := rest & -rest
			if p.common(p.near[bits.TrailingZeros64(rest)]&cities, sites) != site {
				sites, again = sites&^site, true
			}
		}
		for rest := cities; rest != 0; rest &= (rest - 1) & cities {
			city := rest & -rest
			if served := p.common(p.near[bits.TrailingZeros64(rest)]&sites, cities); served != city {
				cities, again = cities&^served|city, true
			}
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
		p.cover.addOption(site, option...)
	}
}

// common returns those among the given cities that are near to all the others. One is, always: the search ends with it.
func (p *plan) common(others, among uint64) uint64 {
	for ; others != 0 && among&(among-1) != 0; others &= others - 1 {
		among &= p.near[bits.TrailingZeros64(others)]
	}
	return among
}

const ctrlZ = "\x1a" // which ends old files

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
	} else if v, err := strconv.ParseInt(strings.TrimRight(r.words.Text(), ctrlZ), 10, 64); err == nil && low <= v && v <= high {
		return v
	} else {
		r.err = fmt.Errorf("%s%s is %.20q, not an integer from %d to %d", r.place, name, r.words.Text(), low, high)
	}
	return low
}

// --- Dancing Links: repeated cover (the same in every solution) ---

// A repeatedCover is a set of items and a set of options, each option a few of the items. search chooses at most a given
// number of options so that every item is in at least one of them. This is Knuth's Algorithm X for repeated cover: pick
// the item with the fewest options, try each of them, and search on. To choose an option is to cover its items, whose
// nodes leave their options. The options stay, since their other items may need them. A node that leaves a list keeps its
// own links. To uncover, the nodes return in the opposite order, each between the neighbours it had: the links dance.
// Added to this are a lower bound on the options still needed, and the hiding of an option that has failed while the
// others of its item are tried: all covers with it have failed, and without it the items have fewer options.
//
// Every node is in two circular lists. Item i has the node i for its header. The list up/down runs through the header
// and one node for every option that has the item. The list left/right runs through the nodes of an option, and for the
// headers through the items still to be covered and node 0, the root.
//
// The file above gives the sizes: maxItems, and maxEntries, the items of all options added up.
type repeatedCover struct {
	left, right, up, down [1 + maxItems + maxEntries]int32
	item, option          [1 + maxItems + maxEntries]int32 // of each node
	size                  [1 + maxItems]int32              // of each item: how many nodes are in its list
	marked                [1 + maxItems]int64              // of each item: the last round of needed that came to it
	round                 int64
	nodes                 int32
	chosen                []int32 // after a search: the names of the options that cover all items
}

// init begins a new problem of items 1 to items that has no options yet.
func (c *repeatedCover) init(items int) {
	n := int32(items)
	for i := int32(0); i <= n; i++ {
		c.left[i], c.right[i], c.up[i], c.down[i] = i-1, i+1, i, i
		c.item[i], c.size[i] = i, 0
	}
	c.left[0], c.right[n] = n, 0
	c.nodes = n + 1
	c.chosen = c.chosen[:0]
}

// addOption adds an option of one or more different items. Its name is what chosen will say.
func (c *repeatedCover) addOption(name int, items ...int) {
	first := c.nodes
	for _, i := range items {
		x := c.nodes
		c.left[x], c.right[x], c.up[x], c.down[x] = x-1, x+1, c.up[i], int32(i)
		c.down[c.up[i]], c.up[i] = x, x
		c.item[x], c.option[x] = int32(i), int32(name)
		c.size[i]++
		c.nodes++
	}
	c.left[first], c.right[c.nodes-1] = c.nodes-1, first
}

// search finds a cover of at most limit options. If there is none, all links are again as they were. Every call is a
// node of the search tree.
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
		c.chosen = append(c.chosen, c.option[x])
		c.cover(x)
		for q := c.right[x]; q != x; q = c.right[q] {
			c.cover(q)
		}
		if c.search(limit - 1) {
			return true
		}
		for q := c.left[x]; q != x; q = c.left[q] {
			c.uncover(q)
		}
		c.uncover(x)
		c.chosen = c.chosen[:len(c.chosen)-1]
		c.hide(x)
	}
	for x := c.up[best]; x != best; x = c.up[x] {
		c.unhide(x)
	}
	return false
}

// needed returns a lower bound on the options still to be chosen. It counts an item, marks all that share an option with
// it, and goes on to the next item without a mark. So no option has two of the items counted, and each needs its own. It
// begins with the item that has the fewest options, since that leaves the most without a mark.
func (c *repeatedCover) needed(fewest int32) int {
	c.round++
	c.mark(fewest)
	count := 1
	for i := c.right[0]; i != 0; i = c.right[i] {
		if c.marked[i] != c.round {
			c.mark(i)
			count++
		}
	}
	return count
}

// mark marks item i and all that share an option with it.
func (c *repeatedCover) mark(i int32) {
	c.marked[i] = c.round
	for x := c.down[i]; x != i; x = c.down[x] {
		for q := c.right[x]; q != x; q = c.right[q] {
			c.marked[c.item[q]] = c.round
		}
	}
}

// cover takes the item of node q off the list of items to be covered and out of all options but q's own.
func (c *repeatedCover) cover(q int32) {
	for p := c.down[q]; p != q; p = c.down[p] {
		l, r := c.left[p], c.right[p]
		c.right[l], c.left[r] = r, l
	}
}

// uncover undoes cover.
func (c *repeatedCover) uncover(q int32) {
	for p := c.up[q]; p != q; p = c.up[p] {
		l, r := c.left[p], c.right[p]
		c.right[l], c.left[r] = p, p
	}
}

// hide takes the option of node x out of the lists of its other items. x itself stays: it is the way back.
func (c *repeatedCover) hide(x int32) {
	for q := c.right[x]; q != x; q = c.right[q] {
		u, d := c.up[q], c.down[q]
		c.down[u], c.up[d] = d, u
		c.size[c.item[q]]--
	}
}

// unhide undoes hide.
func (c *repeatedCover) unhide(x int32) {
	for q := c.left[x]; q != x; q = c.left[q] {
		u, d := c.up[q], c.down[q]
		c.down[u], c.up[d] = q, q
		c.size[c.item[q]]++
	}
}
