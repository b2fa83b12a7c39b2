package cores

// --- Dancing Links: exact cover (the same in every solution) ---

// An exactCover has items, and options of four items each. solve chooses options so that every primary item is in
// exactly one chosen option and every secondary item in at most one. This is Knuth's Algorithm X: pick an item, try
// each of its options, and search on. Choosing an option covers its items and hides all other options that share an
// item with it. A hidden option stays only in the list of the shared item; its other nodes keep their links. Uncovering
// returns them in reverse order, each between its old neighbours: the links dance. Three ideas are added. Before each
// branch, unit propagation covers items with one option left. Weights make the search branch on items where it failed
// before (dom/wdeg: Boussemart et al., Boosting systematic search by weighting constraints, 2004). The search restarts
// after more failures each time (Walsh, Search in a small world, 1999): a bad first choice can take long to disprove.
//
// Node i is the header of item i. Links up and down join it, in a circle, to one node of each option that has the item.
// An option has four consecutive nodes, the first a multiple of four, so x shares its option with x^1, x^2 and x^3.
type exactCover struct {
	up, down, item        [maxNodes]uint16
	size                  [maxNodes]uint16 // of each item: how many options are left, + 1<<14 if covered or secondary
	weight                [maxNodes]uint32 // of each item: 1 + how often it ran out of options
	failed                []uint16         // the items of weight 2 or more
	units, trail          [maxNodes]uint16 // stacks: items that had one option left; a node of each hidden option
	unit, hidden          uint             // the lengths of units and trail
	chosen                []uint16         // the first node of each chosen option
	failures              int              // how many more failures are allowed before a restart
	saved                 []uint16         // a stack: at each branch, the sizes of all items, which uncover restores
	primary, items, nodes uint             // how many primary items, headers (a multiple of four) and nodes there are
}

const (
	// A uint16 index needs no bounds check. With 1<<16 alone, up[i] and down[i] would be 32*4096 bytes apart: slow.
	maxNodes = 1<<16 + 808
	covered  = 1 << 14 // more than any item's number of options
)

// init begins a new problem without options. Primary items are numbered from 0; secondary items follow.
func (e *exactCover) init(primary, secondary uint) {
	e.primary, e.items = primary, (primary+secondary+3)&^3
	e.nodes = e.items
	for i := range e.up[:e.nodes] {
		e.up[i], e.down[i], e.size[i], e.weight[i] = uint16(i), uint16(i), covered, 1
	}
	for i := range e.size[:primary] {
		e.size[i] = 0
	}
	e.failed, e.hidden, e.chosen = e.failed[:0], 0, e.chosen[:0]
}

// addOption adds an option of four different items. Pad a shorter option with secondary items that no other option has.
func (e *exactCover) addOption(items *[4]uint16) {
	x := uint16(e.nodes)
	e.link(x, items[0])
	e.link(x+1, items[1])
	e.link(x+2, items[2])
	e.link(x+3, items[3])
	e.nodes += 4
}

// link puts node x at the end of item i's list.
func (e *exactCover) link(x, i uint16) {
	e.item[x], e.up[x], e.down[x], e.down[e.up[i]], e.up[i] = i, e.up[i], i, x, x
	e.size[i]++
}

// solve looks for a solution. If there is none, it restores all links.
func (e *exactCover) solve() bool {
	e.saved = append(e.saved[:0], e.size[:e.items]...)
	for limit := 1000; ; limit += limit / 2 {
		e.failures, e.unit = limit, 0
		for i, size := range e.size[:e.primary] {
			if size <= 1 {
				e.units[uint16(e.unit)] = uint16(i)
				e.unit++
			}
		}
		if e.propagate() && e.search() {
			return true
		}
		e.uncover(0, 0, 0)
		if e.failures >= 0 {
			return false
		}
	}
}

// search covers the item with the fewest options for its weight, then the rest, if it can. Each call is a search node.
func (e *exactCover) search() bool {
	item, least, weight := uint16(0), uint32(covered), uint32(1)
	for _, i := range e.failed {
		if size := uint32(e.size[i]); size*weight < least*e.weight[i] && size < covered {
			item, least, weight = i, size, e.weight[i]
		}
	}
	if least > 2*weight { // or else no other item is better: they have weight 1, and two options or more
		for i, s := range e.size[:e.primary] {
			if size := uint32(s); size*weight < least {
				if item, least, weight = uint16(i), size, 1; size == 2 {
					break
				}
			}
		}
	}
	if least == covered {
		return true // nothing is left to cover
	}
	hidden, depth, saved := e.hidden, len(e.chosen), len(e.saved)
	e.saved = append(e.saved, e.size[:e.items]...)
	for x := uint(e.down[item]); x != uint(item) && e.failures >= 0; x = uint(e.down[x]) {
		if e.cover(x) && e.propagate() && e.search() {
			return true
		}
		e.uncover(hidden, depth, saved)
		e.failures--
	}
	e.saved = e.saved[:saved]
	return false
}

// propagate covers items with one option left until no such item remains. It reports false if an item has no options.
func (e *exactCover) propagate() bool {
	for e.unit > 0 {
		e.unit--
		i := e.units[uint16(e.unit)]
		if e.size[i] == 0 || e.size[i] == 1 && !e.cover(uint(e.down[i])) {
			return false
		}
	}
	return true
}

// cover chooses the option of node x, covers its items, and hides the other options in the lists of these items. If an
// item runs out of options, cover stops and reports false.
func (e *exactCover) cover(x uint) bool {
	x &= 0xfffc
	e.chosen = append(e.chosen, uint16(x))
	items := e.item[x : x+4]
	for _, i := range items {
		e.size[i] += covered
	}
	hidden, unit := e.hidden, e.unit
	for _, i := range items {
		for p := uint(e.down[i]); p != uint(i); p = uint(e.down[p]) {
			e.trail[uint16(hidden)] = uint16(p)
			hidden++
			a, n := e.hide(p^1, unit)
			b, n := e.hide(p^2, n)
			c, n := e.hide(p^3, n)
			unit = n
			if a == 0 || b == 0 || c == 0 {
				e.hidden, e.unit = hidden, 0
				e.addWeight(p)
				return false
			}
		}
	}
	e.hidden, e.unit = hidden, unit
	return true
}

// hide unlinks node x from its item's list, adds the item to units if one option is left, and returns both lengths.
func (e *exactCover) hide(x, unit uint) (size uint16, units uint) {
	x &= 0xffff
	u, d, i := e.up[x], e.down[x], e.item[x]
	e.down[u], e.up[d] = d, u
	size = e.size[i] - 1
	e.size[i] = size
	e.units[uint16(unit)] = i // written even if size is not 1: faster than a branch
	if size == 1 {
		unit++
	}
	return size, unit
}

// addWeight raises the weight of each item that ran out of options when cover hid the option of node p.
func (e *exactCover) addWeight(p uint) {
	for k := uint(1); k < 4; k++ {
		if i := e.item[uint16(p^k)]; e.size[i] == 0 {
			if e.weight[i]++; e.weight[i] == 2 {
				e.failed = append(e.failed, i)
			}
		}
	}
}

// uncover goes back to when trail and chosen had the lengths hidden and depth, and the sizes were e.saved[saved:].
func (e *exactCover) uncover(hidden uint, depth, saved int) {
	e.chosen = e.chosen[:depth]
	copy(e.size[:e.items], e.saved[saved:])
	for ; e.hidden > hidden; e.hidden-- {
		p := e.trail[uint16(e.hidden-1)]
		a, b, c := p^1, p^2, p^3
		e.down[e.up[c]], e.up[e.down[c]] = c, c
		e.down[e.up[b]], e.up[e.down[b]] = b, b
		e.down[e.up[a]], e.up[e.down[a]] = a, a
	}
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
