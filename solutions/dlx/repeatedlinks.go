package dlx

// --- Dancing Links: repeated cover as published (the same in every solution) ---

// repeatedLinks are items and options. search chooses at most a given number of options so that every item is in at least
// one of them. Node i is item i; the other nodes are the items of the options. All lists are circular: up/down has an item
// and its node in each option that has it; left/right has an option, or the root, node 0, and the items that are still to
// be covered.
type repeatedLinks struct {
	left, right, up, down, item [1 + maxItems + maxEntries]int
	size                        [1 + maxItems]int // of each item: how many options have it
	marked                      [1 + maxItems]int // of each item: the last call of needed that came to it
	round, nodes                int               // calls of needed; nodes
}

// init begins a new problem of items 1 to items, and no options.
func (l *repeatedLinks) init(items int) {
	for i := 0; i <= items; i++ {
		l.left[i], l.right[i], l.up[i], l.down[i], l.size[i] = i-1, i+1, i, i, 0
	}
	l.left[0], l.right[items], l.nodes = items, 0, items+1
}

// addOption adds an option of different items.
func (l *repeatedLinks) addOption(items ...int) {
	first, last := l.nodes, l.nodes+len(items)-1
	for k, i := range items {
		x := first + k
		l.left[x], l.right[x], l.up[x], l.down[x] = x-1, x+1, l.up[i], i
		l.down[l.up[i]], l.up[i] = x, x
		l.item[x] = i
		l.size[i]++
	}
	l.left[first], l.right[last], l.nodes = last, first, last+1
}

// search covers the items that are left by at most limit options, and reports whether it could. Each call is a node of the
// search tree.
func (l *repeatedLinks) search(limit int) bool {
	if l.needed() > limit {
		return false
	}
	i := l.right[0]
	if i == 0 {
		return true
	}
	for j := l.right[i]; j != 0; j = l.right[j] {
		if l.size[j] < l.size[i] {
			i = j // the first of the smallest
		}
	}
	for x := l.down[i]; x != i; x = l.down[x] {
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
	return false
}

// needed returns a lower bound on the options still to be chosen: it counts items no two of which are in one option.
func (l *repeatedLinks) needed() (count int) {
	l.round++
	for i := l.right[0]; i != 0; i = l.right[i] {
		if l.marked[i] == l.round {
			continue
		}
		count++
		for x := l.down[i]; x != i; x = l.down[x] {
			for p := l.right[x]; p != x; p = l.right[p] {
				l.marked[l.item[p]] = l.round
			}
		}
	}
	return count
}

// cover takes the item of node x off the list of items and out of all options but x's own. The options stay.
func (l *repeatedLinks) cover(x int) {
	for p := l.down[x]; p != x; p = l.down[p] {
		l.right[l.left[p]], l.left[l.right[p]] = l.right[p], l.left[p]
	}
}

// uncover undoes cover, backwards: a node that was taken out still knows its neighbours, and the links dance back.
func (l *repeatedLinks) uncover(x int) {
	for p := l.up[x]; p != x; p = l.up[p] {
		l.right[l.left[p]], l.left[l.right[p]] = p, p
	}
}
