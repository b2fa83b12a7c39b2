package dlx

// --- Dancing Links: exact cover (the same in every solution) ---

// An exactCover is a set of items and a set of options, each option a few of the items. search chooses options so that
// every primary item is in exactly one of them and every secondary item in at most one. This is Algorithm X with
// dancing links as in Knuth, The Art of Computer Programming 7.2.2.1.
//
// Item i has the node i for its header, and node 0 is the root. From it the list left/right runs through the primary
// items that are still to be covered. Each item hangs in a vertical list up/down: its header and one node in every
// option that has it. The nodes of an option lie side by side, and a spacer stands before and after them, so that a walk
// along an option needs no links. Spacers have item[x] <= 0: up is the first node of the option before the spacer, down
// the last node of the option after it, and -item the name of the option before it.
//
// The file above gives the sizes: maxItems, maxOptions, and maxNodes, the items of all options added up.
type exactCover struct {
	left, right, size [maxItems + 1]int32 // of the items; size counts the nodes in an item's vertical list
	item, up, down    [maxItems + maxNodes + maxOptions + 2]int32
	last              int32   // the spacer at the end
	chosen            []int32 // after a search: the names of the options that solve the problem
}

// init begins a new problem of items 1 to primary, then secondary ones, that has no options yet.
func (e *exactCover) init(primary, secondary int) {
	items := int32(primary + secondary)
	for i := int32(0); i <= items; i++ {
		e.left[i], e.right[i] = i, i // a list of its own, where a secondary item stays
		e.up[i], e.down[i], e.size[i] = i, i, 0
	}
	for i := int32(1); i <= int32(primary); i++ {
		e.left[i], e.right[i-1] = i-1, i
	}
	e.left[0], e.right[primary] = int32(primary), 0
	e.last = items + 1
	e.item[e.last] = 0
	e.chosen = e.chosen[:0]
}

// addOption adds an option of one or more different items. Its name, 0 or more, is what chosen will say.
func (e *exactCover) addOption(name int, items ...int) {
	first := e.last + 1
	x := first
	for _, i := range items {
		e.item[x], e.up[x], e.down[x] = int32(i), e.up[i], int32(i) // below all others of its item
		e.down[e.up[x]], e.up[i] = x, x
		e.size[i]++
		x++
	}
	e.down[e.last] = x - 1
	e.item[x], e.up[x] = -int32(name), first
	e.last = x
}

// search finds the first solution. If there is none, all links are again as they were. Every call is a node of the
// search tree, whose branches are the options of one item: one of them must be chosen, and the fewer there are, the
// fewer the branches.
func (e *exactCover) search() bool {
	if e.right[0] == 0 {
		return true // nothing is left to cover
	}
	best := e.smallest()
	e.cover(best)
	for x := e.down[best]; x != best; x = e.down[x] {
		e.choose(x)
		if e.search() {
			return true
		}
		e.unchoose(x)
	}
	e.uncover(best)
	return false
}

// smallest returns the item with the fewest options, the first one of several.
func (e *exactCover) smallest() int32 {
	best := e.right[0]
	for i := e.right[best]; i != 0; i = e.right[i] {
		if e.size[i] < e.size[best] {
			best = i
		}
	}
	return best
}

// choose puts the option of node x into the solution: its other items are covered too. From the last node the walk
// goes by way of the spacer to the first, and ends where it began.
func (e *exactCover) choose(x int32) {
	for q := x + 1; q != x; q++ {
		if i := e.item[q]; i > 0 {
			e.cover(i)
		} else {
			e.chosen = append(e.chosen, -i)
			q = e.up[q] - 1
		}
	}
}

// unchoose takes back choose, the last item first.
func (e *exactCover) unchoose(x int32) {
	for q := x - 1; q != x; q-- {
		if i := e.item[q]; i > 0 {
			e.uncover(i)
		} else {
			q = e.down[q] + 1
		}
	}
	e.chosen = e.chosen[:len(e.chosen)-1]
}

// cover takes an item off the list of those to be covered, and hides every option that has it: none of them can be
// chosen any more.
func (e *exactCover) cover(i int32) {
	for p := e.down[i]; p != i; p = e.down[p] {
		e.hide(p)
	}
	l, r := e.left[i], e.right[i]
	e.right[l], e.left[r] = r, l
}

// uncover undoes cover. This is the dance: a node that leaves a list keeps its own two links, and they still name the
// neighbours it had. As long as the nodes come back in the opposite order, the last to leave first, those neighbours
// are side by side again when their turn comes, and the node steps in between them. Nothing is copied or searched for.
func (e *exactCover) uncover(i int32) {
	l, r := e.left[i], e.right[i]
	e.right[l], e.left[r] = i, i
	for p := e.up[i]; p != i; p = e.up[p] {
		e.unhide(p)
	}
}

// hide takes the other nodes of p's option out of their vertical lists. p itself stays: it is the way back.
func (e *exactCover) hide(p int32) {
	for q := p + 1; q != p; q++ {
		if i := e.item[q]; i > 0 {
			u, d := e.up[q], e.down[q]
			e.down[u], e.up[d] = d, u
			e.size[i]--
		} else {
			q = e.up[q] - 1
		}
	}
}

// unhide undoes hide, again from the last node to the first.
func (e *exactCover) unhide(p int32) {
	for q := p - 1; q != p; q-- {
		if i := e.item[q]; i > 0 {
			u, d := e.up[q], e.down[q]
			e.down[u], e.up[d] = q, q
			e.size[i]++
		} else {
			q = e.down[q] + 1
		}
	}
}
