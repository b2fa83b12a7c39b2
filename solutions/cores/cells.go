package cores

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
