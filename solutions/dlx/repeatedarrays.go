package dlx

// --- Plain arrays: repeated cover without links (the same in every solution) ---

// repeatedArrays are items and options. search chooses at most a given number of options so that every item is in at least
// one of them. No list changes during the search; all that does is how often an item is covered.
type repeatedArrays struct {
	lists   [1 + maxItems][]int // of each item: the options that have it
	options [][]int             // of each option: its items
	items   int
	covered [1 + maxItems]int // of each item: how many of the chosen options have it
	marked  [1 + maxItems]int // of each item: the last call of needed that came to it
	round   int               // calls of needed
}

// init begins a new problem of items 1 to items, and no options.
func (a *repeatedArrays) init(items int) {
	for i := 1; i <= items; i++ {
		a.lists[i], a.covered[i] = a.lists[i][:0], 0
	}
	a.items, a.options = items, a.options[:0]
}

// addOption adds an option of different items.
func (a *repeatedArrays) addOption(items ...int) {
	for _, i := range items {
		a.lists[i] = append(a.lists[i], len(a.options))
	}
	a.options = append(a.options, items)
}

// search covers the items that are left by at most limit options, and reports whether it could. Each call is a node of the
// search tree.
func (a *repeatedArrays) search(limit int) bool {
	if a.needed() > limit {
		return false
	}
	i := 0
	for j := 1; j <= a.items; j++ {
		if a.covered[j] == 0 && (i == 0 || len(a.lists[j]) < len(a.lists[i])) {
			i = j // the first of the smallest
		}
	}
	if i == 0 {
		return true
	}
	for _, o := range a.lists[i] {
		for _, j := range a.options[o] {
			a.covered[j]++
		}
		if a.search(limit - 1) {
			return true
		}
		for _, j := range a.options[o] {
			a.covered[j]--
		}
	}
	return false
}

// needed returns a lower bound on the options still to be chosen: it counts items no two of which are in one option.
func (a *repeatedArrays) needed() (count int) {
	a.round++
	for i := 1; i <= a.items; i++ {
		if a.covered[i] > 0 || a.marked[i] == a.round {
			continue
		}
		count++
		for _, o := range a.lists[i] {
			for _, j := range a.options[o] {
				a.marked[j] = a.round
			}
		}
	}
	return count
}
