package dlx

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
