package dlx

// --- Dancing cells: repeated cover (the same in every solution) ---

// repeatedCells are items and options; some options are chosen so that every item is in at least one. Each option has
// its items still to be covered as a sparse set: an array and a size. What leaves a set changes places with its last
// element; when the size grows again, what left last is back. An item's list of options never changes.
type repeatedCells struct {
	set, cell [maxItems][maxItems]int // of an option: its items; at which place of these an item is
	size      [maxItems]int           // of an option: how many of its items are still to be covered, the first ones
	options   [maxItems][]int         // of an item: those that have it
	covered   [maxItems]bool          // of an item
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

// search covers the items that are left by at most limit options, if that can be done. Each call is a node of its tree.
func (c *repeatedCells) search(limit int) bool {
	i, needed, near := -1, 0, [maxItems]bool{}
	for j := 0; j < c.items; j++ { // in order, on which the bound depends
		if c.covered[j] {
			continue
		}
		if i < 0 || len(c.options[j]) < len(c.options[i]) {
			i = j // the first of the smallest
		}
		if !near[j] {
			needed++ // options, since no two of the items counted here share one
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
		c.size, c.covered = size, covered // and with its size each set has the items back that left it last
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
