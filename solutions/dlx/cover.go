package dlx

// --- Dancing Links: repeated cover (the same in every solution) ---

// A repeatedCover has items, and options that have a few items each. search reports whether a given number of options
// can cover every item. This is Knuth's Algorithm X for repeated cover: pick the item with the fewest options, try each
// of them, and search on. Choosing an option covers its items: their nodes leave all other options. These other options
// stay, since other items may need them. A node that leaves a list keeps its own links. To uncover, the nodes return in
// the opposite order, each between the neighbours it had: the links dance. One idea is added: a lower bound on the
// number of options still needed.
//
// Every node is in two circular lists. Node i is the header of item i. The list up/down runs through the header and one
// node for every option that has the item. The list left/right runs through the nodes of an option, or through the root
// (node 0) and the headers of the items still to be covered. The solution declares maxItems, and maxEntries, the total
// length of all options.
type repeatedCover struct {
	left, right, up, down, item [1 + maxItems + maxEntries]int32 // of each node
	size                        [1 + maxItems]int32              // of each item: how many nodes are in its list
	marked                      [1 + maxItems]int64              // of each item: the last round that marked it
	round                       int64
	nodes                       int32
}

// init begins a problem with this number of items and no options.
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

// search looks for a cover of limit options or fewer. If there is none, it restores all links. Every call is a node of
// the search tree.
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
// share an option with it, and goes on to the next unmarked item. So no option has two counted items, and each of these
// needs its own option. The item with the fewest options comes first, since it leaves the most items unmarked.
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

// cover takes the item of node q off the list of items to be covered and out of all options but q's own.
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
