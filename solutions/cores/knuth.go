package cores

// --- Dancing Links: Algorithm X (the same in every solution) ---

// exactLinks has items 0, 1 and so on, the primary ones first, and options of four items each. Algorithm X chooses
// options so that each primary item is in exactly one chosen option, and each secondary item in at most one. Node i is
// item i; then come the root and four nodes for each option. All lists are circular. Links left and right join the root
// and the uncovered primary items, or the nodes of an option. Links up and down join an item and its nodes.
type exactLinks struct {
	left, right, up, down, item, option, size [capacity]int // of a node; but size is of an item: its options
	root                                      int           // the number of the root
	chosen                                    []int         // the options of the solution, as numbers
}

// init begins a new problem. options has four items for each option.
func (l *exactLinks) init(primary, items int, options []int) {
	l.root, l.chosen = items, l.chosen[:0]
	for i := 0; i <= items; i++ {
		l.left[i], l.right[i], l.up[i], l.down[i], l.size[i] = i, i, i, i, 0
	}
	for i := 0; i < primary; i++ { // put it before the root
		l.right[l.left[l.root]], l.left[i], l.right[i], l.left[l.root] = i, l.left[l.root], l.root, i
	}
	for k, i := range options {
		x, first := items+1+k, items+1+k/4*4
		l.left[x], l.right[x], l.up[x], l.down[x] = first+(k+3)%4, first+(k+1)%4, l.up[i], i
		l.down[l.up[i]], l.up[i] = x, x
		l.item[x], l.option[x], l.size[i] = i, k/4, l.size[i]+1
	}
}

// search covers the remaining items, and reports whether it could. Each call is a node of the search tree.
func (l *exactLinks) search() bool {
	i := l.right[l.root]
	if i == l.root {
		return true
	}
	for j := i; j != l.root; j = l.right[j] {
		if l.size[j] < l.size[i] {
			i = j // the first item with the fewest options
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

// cover takes item i off the list of items, and each option with item i out of the lists of its other three items.
func (l *exactLinks) cover(i int) {
	l.right[l.left[i]], l.left[l.right[i]] = l.right[i], l.left[i]
	for p := l.down[i]; p != i; p = l.down[p] {
		for q := l.right[p]; q != p; q = l.right[q] {
			l.down[l.up[q]], l.up[l.down[q]] = l.down[q], l.up[q]
			l.size[l.item[q]]--
		}
	}
}

// uncover undoes cover in reverse order. A node that left a list kept its own links, so it returns to its place.
func (l *exactLinks) uncover(i int) {
	for p := l.up[i]; p != i; p = l.up[p] {
		for q := l.left[p]; q != p; q = l.left[q] {
			l.size[l.item[q]]++
			l.down[l.up[q]], l.up[l.down[q]] = q, q
		}
	}
	l.right[l.left[i]], l.left[l.right[i]] = i, i
}

// --- Dancing Links: repeated cover (the same in every solution) ---

// repeatedLinks has items and options. search chooses options that together cover every item. Node 0 is the root, node
// i is item i, counted from 1, and then come the items of the options. All lists are circular. Links left and right
// join the root and the uncovered items, or the nodes of an option. Links up and down join an item and its nodes.
type repeatedLinks struct {
	left, right, up, down, item, size [capacity]int // of each node; but size is of each item: how many options have it
}

// init begins a new problem, in which option o has item i if has(o, i), both counted from 0.
func (l *repeatedLinks) init(options, items int, has func(option, item int) bool) {
	for i := 0; i <= items; i++ {
		l.left[i], l.right[i], l.up[i], l.down[i], l.size[i] = i-1, i+1, i, i, 0
	}
	l.left[0], l.right[items] = items, 0
	x := items + 1
	for o := 0; o < options; o++ {
		first := x
		for i := 1; i <= items; i++ {
			if has(o, i-1) {
				l.left[x], l.right[x], l.up[x], l.down[x], l.item[x] = x-1, x+1, l.up[i], i, i
				l.down[l.up[i]], l.up[i] = x, x
				l.size[i]++
				x++
			}
		}
		l.left[first], l.right[x-1] = x-1, first
	}
}

// search reports whether limit options or fewer can cover the remaining items. Each call is a node of the search tree.
func (l *repeatedLinks) search(limit int) bool {
	i, needed, near := l.right[0], 0, [1 + maxItems]bool{}
	for j := i; j != 0; j = l.right[j] {
		if l.size[j] < l.size[i] {
			i = j // the first item with the fewest options
		}
		if !near[j] {
			needed++ // one more option is needed: no option has two of the items counted here
			for x := l.down[j]; x != j; x = l.down[x] {
				for p := l.right[x]; p != x; p = l.right[p] {
					near[l.item[p]] = true
				}
			}
		}
	}
	for x := l.down[i]; x != i && needed <= limit; x = l.down[x] { // no pass if no item is left: i is the root
		l.cover(x)
		for p := l.right[x]; p != x; p = l.right[p] {
			l.cover(p)
		}
		if l.search(limit - 1) {
			return true
		}
		for p := l.left[x]; p != x; p = l.left[p] {
			l.uncover(p)
		}
		l.uncover(x)
	}
	return needed == 0
}

// cover takes the item of node x off the list of items, and out of all options except that of x. These options stay.
func (l *repeatedLinks) cover(x int) {
	for p := l.down[x]; p != x; p = l.down[p] {
		l.right[l.left[p]], l.left[l.right[p]] = l.right[p], l.left[p]
	}
}

// uncover undoes cover in reverse order. A node that left a list kept its own links, so it returns to its place.
func (l *repeatedLinks) uncover(x int) {
	for p := l.up[x]; p != x; p = l.up[p] {
		l.right[l.left[p]], l.left[l.right[p]] = p, p
	}
}
