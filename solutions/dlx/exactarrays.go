package dlx

// --- Plain arrays: Algorithm X without links (the same in every solution) ---

// exactArrays are items and options. Algorithm X chooses options so that every primary item is in exactly one of them, and
// every secondary item in at most one. No list changes during the search. Counts say which options are open, that is,
// have no covered item, and how many of these an item has.
type exactArrays struct {
	primary int
	lists   [1 + maxItems][]int // of each item: the options that have it
	size    [1 + maxItems]int   // of each item: how many of them are open
	covered [1 + maxItems]bool  // of each item
	items   [maxEntries]int     // of all options, one after the other
	first   [1 + maxEntries]int // of each option: where its items begin, and those of the one before it end
	closed  [maxEntries]int     // of each option: how many of its items are covered
	names   []int               // of the options
	chosen  []int               // the names of the options of a solution
}

// init begins a new problem of items 1, 2 and so on, the primary ones first, and no options.
func (a *exactArrays) init(primary, secondary int) {
	for i := 0; i <= primary+secondary; i++ {
		a.lists[i], a.size[i], a.covered[i] = a.lists[i][:0], 0, false
	}
	a.primary, a.names, a.chosen = primary, a.names[:0], a.chosen[:0]
}

// addOption adds an option of different items.
func (a *exactArrays) addOption(name int, items ...int) {
	o := len(a.names)
	for _, i := range items {
		a.lists[i] = append(a.lists[i], o)
		a.size[i]++
	}
	a.first[o+1] = a.first[o] + copy(a.items[a.first[o]:], items)
	a.closed[o] = 0
	a.names = append(a.names, name)
}

// search covers the items that are left, and reports whether it could. Each call is a node of the search tree.
func (a *exactArrays) search() bool {
	i := 0
	for j := 1; j <= a.primary; j++ {
		if !a.covered[j] && (i == 0 || a.size[j] < a.size[i]) {
			i = j // the first of the smallest
		}
	}
	if i == 0 {
		return true
	}
	for _, o := range a.lists[i] {
		if a.closed[o] > 0 {
			continue
		}
		items := a.items[a.first[o]:a.first[o+1]]
		for _, j := range items {
			a.cover(j)
		}
		if a.search() {
			a.chosen = append(a.chosen, a.names[o])
			return true
		}
		for _, j := range items {
			a.uncover(j)
		}
	}
	return false
}

// cover notes that item i is covered, which closes its options.
func (a *exactArrays) cover(i int) {
	a.covered[i] = true
	for _, o := range a.lists[i] {
		if a.closed[o]++; a.closed[o] == 1 {
			for _, j := range a.items[a.first[o]:a.first[o+1]] {
				a.size[j]--
			}
		}
	}
}

// uncover undoes cover.
func (a *exactArrays) uncover(i int) {
	a.covered[i] = false
	for _, o := range a.lists[i] {
		if a.closed[o]--; a.closed[o] == 0 {
			for _, j := range a.items[a.first[o]:a.first[o+1]] {
				a.size[j]++
			}
		}
	}
}
