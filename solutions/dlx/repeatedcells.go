package dlx

// --- Dancing cells: repeated cover (the same in every solution) ---

// repeatedCells has items and options. search chooses options that together cover every item. The uncovered items of an
// option are a sparse set: the start of an array. To leave, an item swaps places with the last one, and the size drops
// by one. When the size grows again, the item is back. The lists of options never change.
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
		c.size, c.covered = size, covered // with its old size, each set gets back the items that left it
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
