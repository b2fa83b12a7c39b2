package dlx

// --- Dancing Links: Algorithm X (the same in every solution) ---

// exactLinks are items and options. Algorithm X chooses options so that every primary item is in exactly one of them, and
// every secondary item in at most one. Node i is item i; the other nodes are the items of the options. All lists are
// circular: up/down has an item and its node in each option that has it, left/right has an option, or the root, node 0,
// and the primary items that are still to be covered.
type exactLinks struct {
	left, right, up, down [1 + maxItems + maxEntries]int
	item, option          [1 + maxItems + maxEntries]int // of each node of an option; options have names
	size                  [1 + maxItems]int              // of each item: how many options are in its list
	nodes                 int
	chosen                []int // the names of the options of a solution
}

// init begins a new problem of items 1, 2 and so on, the primary ones first, and no options.
func (l *exactLinks) init(primary, secondary int) {
	l.nodes, l.chosen = 1+primary+secondary, l.chosen[:0]
	for i := 0; i < l.nodes; i++ {
		l.left[i], l.right[i], l.up[i], l.down[i], l.size[i] = i, i, i, i, 0
		if i <= primary {
			l.left[i], l.right[i] = i-1, i+1
		}
	}
	l.left[0], l.right[primary] = primary, 0
}

// addOption adds an option of different items.
func (l *exactLinks) addOption(name int, items ...int) {
	first, last := l.nodes, l.nodes+len(items)-1
	for k, i := range items {
		x := first + k
		l.left[x], l.right[x], l.up[x], l.down[x] = x-1, x+1, l.up[i], i
		l.down[l.up[i]], l.up[i] = x, x
		l.item[x], l.option[x] = i, name
		l.size[i]++
	}
	l.left[first], l.right[last], l.nodes = last, first, last+1
}

// search covers the items that are left, and reports whether it could. Each call is a node of the search tree.
func (l *exactLinks) search() bool {
	i := l.right[0]
	if i == 0 {
		return true
	}
	for j := l.right[i]; j != 0; j = l.right[j] {
		if l.size[j] < l.size[i] {
			i = j // the first of the smallest
		}
	}
	l.cover(i)
	for x := l.down[i]; x != i; x = l.down[x] {
		for p := l.right[x]; p != x; p = l.right[p] {
			l.cover(l.item[p])
		}
		if l.search() {
			l.chosen = append(l.chosen, l.option[x])
			return true
		}
		for p := l.left[x]; p != x; p = l.left[p] {
			l.uncover(l.item[p])
		}
	}
	l.uncover(i)
	return false
}

// cover takes item i off the list of items, and every option that has it out of the lists of its other items.
func (l *exactLinks) cover(i int) {
	l.right[l.left[i]], l.left[l.right[i]] = l.right[i], l.left[i]
	for p := l.down[i]; p != i; p = l.down[p] {
		for q := l.right[p]; q != p; q = l.right[q] {
			l.down[l.up[q]], l.up[l.down[q]] = l.down[q], l.up[q]
			l.size[l.item[q]]--
		}
	}
}

// uncover undoes cover, backwards: a node that was taken out still knows its neighbours, and the links dance back.
func (l *exactLinks) uncover(i int) {
	for p := l.up[i]; p != i; p = l.up[p] {
		for q := l.left[p]; q != p; q = l.left[q] {
			l.size[l.item[q]]++
			l.down[l.up[q]], l.up[l.down[q]] = q, q
		}
	}
	l.right[l.left[i]], l.left[l.right[i]] = i, i
}
