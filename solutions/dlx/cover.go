package dlx

// --- Dancing Links: repeated cover (the same in every solution) ---

// A repeatedCover has items, and options that have a few items each. search(limit) reports whether limit options can
// cover every item. This is Knuth's Algorithm X for repeated cover: pick the item with the fewest options, try each of
// its options, and search on. Choosing an option covers its items: their nodes leave all other options. Those options
// stay, since they may still cover other items. A node that leaves a list keeps its own links. Uncovering returns the
// nodes in the opposite order, each between its old neighbours: the links dance. One idea is added: a lower bound on
// the number of options still needed.
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
	c.left[0], c.right[n] = n, 0
	c.nodes = n + 1
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
		}
		c.uncover(x)
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
