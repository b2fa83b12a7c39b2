package cores

// --- Plain arrays: Algorithm X without links (the same in every solution) ---

// exactArrays has items 0, 1 and so on, the primary ones first, and options of four items each. Algorithm X chooses
// options so that each primary item is in exactly one chosen option, and each secondary item in at most one. An option
// is open if none of its items is covered. The lists never change during the search; counts say which options are open,
// and how many open options each item has.
type exactArrays struct {
	options []int           // the items of all options, four for each option
	lists   [capacity][]int // of each item: the options that have it
	size    [capacity]int   // of each item: how many of its options are open
	covered [capacity]bool  // of each item: whether it is covered
	closed  [capacity]int   // of each option: how many of its items are covered; 0 if it is open
	primary int             // how many items are primary
	chosen  []int           // the options of the solution, as numbers
}

// init begins a new problem. options has four items for each option.
func (a *exactArrays) init(primary, items int, options []int) {
	a.primary, a.options, a.chosen = primary, options, a.chosen[:0]
	for i := 0; i < items; i++ {
		a.lists[i], a.size[i], a.covered[i] = a.lists[i][:0], 0, false
	}
	for k, i := range options {
		a.lists[i] = append(a.lists[i], k/4)
		a.size[i]++
		a.closed[k/4] = 0
	}
}

// search covers the remaining items, and reports whether it could. Each call is a node of the search tree.
func (a *exactArrays) search() bool {
	i := -1
	for j := 0; j < a.primary; j++ {
		if !a.covered[j] && (i < 0 || a.size[j] < a.size[i]) {
			i = j // the first item with the fewest options
		}
	}
	if i < 0 {
		return true
	}
	for _, o := range a.lists[i] {
		if a.closed[o] > 0 {
			continue
		}
		for _, j := range a.options[4*o : 4*o+4] {
			a.cover(j, 1)
		}
		if a.search() {
			a.chosen = append(a.chosen, o)
			return true
		}
		for _, j := range a.options[4*o : 4*o+4] {
			a.cover(j, -1)
		}
	}
	return false
}

// cover(i, 1) marks item i as covered, which closes its options. cover(i, -1) undoes that.
func (a *exactArrays) cover(i, by int) {
	a.covered[i] = by > 0
	for _, o := range a.lists[i] {
		before := a.closed[o]
		a.closed[o] += by
		if before == 0 || a.closed[o] == 0 {
			for _, j := range a.options[4*o : 4*o+4] {
				a.size[j] -= by
			}
		}
	}
}

// --- Plain arrays: repeated cover without links (the same in every solution) ---

// repeatedArrays has items and options. search chooses options that together cover every item. During the search no
// list changes, only the counts in covered.
type repeatedArrays struct {
	items   [][]int // of each option: its items
	options [][]int // of each item: the options that have it
	covered []int   // of each item: how many of the chosen options have it
}

// init begins a new problem, in which option o has item i if has(o, i), both counted from 0.
func (a *repeatedArrays) init(options, items int, has func(option, item int) bool) {
	a.items, a.options, a.covered = make([][]int, options), make([][]int, items), make([]int, items)
	for o := range a.items {
		for i := range a.options {
			if has(o, i) {
				a.items[o], a.options[i] = append(a.items[o], i), append(a.options[i], o)
			}
		}
	}
}

// search reports whether limit options or fewer can cover the remaining items. Each call is a node of the search tree.
func (a *repeatedArrays) search(limit int) bool {
	i, needed, near := -1, 0, [maxItems]bool{}
	for j, options := range a.options {
		if a.covered[j] > 0 {
			continue
		}
		if i < 0 || len(options) < len(a.options[i]) {
			i = j // the first item with the fewest options
		}
		if !near[j] {
			needed++ // one more option is needed: no option has two of the items counted here
			for _, o := range options {
				for _, k := range a.items[o] {
					near[k] = true
				}
			}
		}
	}
	if needed > limit || needed == 0 {
		return needed == 0
	}
	for _, o := range a.options[i] {
		for _, j := range a.items[o] {
			a.covered[j]++
		}
		if a.search(limit - 1) {
			return true
		}
		for _, j := range a.items[o] {
			a.covered[j]--
		}
	}
	return false
}
