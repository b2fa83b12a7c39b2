package dlx

// --- Dancing Links: exact cover (the same in every solution) ---

// An exactCover is a set of items and a set of options, each of four items. solve chooses options so that every primary
// item is in exactly one of them and every secondary item in at most one. This is Knuth's Algorithm X: pick an item,
// try each of its options, and search on. To choose an option is to cover its items: every other option with one of
// them is hidden, its nodes unlinked from their lists. A node keeps its own links. To uncover, the nodes return in the
// opposite order, each between the neighbours it had: the links dance. Three ideas are added: unit propagation, to
// cover items with one option left before the search branches; weights, to branch where it failed before (dom/wdeg:
// Boussemart, Hemery, Lecoutre, Sais, Boosting systematic search by weighting constraints, 2004); and restarts after
// more and more failures (Walsh, Search in a small world, 1999): a bad first choice can take too long to disprove.
//
// Node i is the header of item i. Its circular list up/down has a node in each option with the item. The nodes of an
// option are side by side, the first at a multiple of four, so the others of node x are x^1, x^2 and x^3.
type exactCover struct {
	up, down, item [maxNodes]uint16
	size           [maxNodes]uint16 // of each item: its options, plus covered if it is covered or secondary
	weight         [maxNodes]uint32 // of each item: 1 + how often it ran out of options
	maxWeight      uint32
	units, trail   [maxNodes]uint16 // stacks: items that had one option left; a node of each hidden option
	unit, hidden   uint             // their lengths
	chosen         []uint16         // the first nodes of the chosen options
	failures       int              // left before the next restart
	primary, nodes uint             // items below primary are primary; nodes counts the headers too
	items          uint             // their headers, a multiple of four
	saved          []uint16         // a stack: the sizes of all items, from before each branch
}

const (
	// A uint16 as index needs no bounds check. 808 spare nodes keep links from being 4096 bytes apart, which is slow.
	maxNodes = 1<<16 + 808
	covered  = 1 << 14 // above the number of any item's options
)

// init begins a new problem, still without options. The primary items are numbered from 0, the secondary ones follow.
func (e *exactCover) init(primary, secondary uint) {
	e.primary, e.items = primary, (primary+secondary+3)&^3
	e.nodes = e.items
	for i := range e.up[:e.nodes] {
		e.up[i], e.down[i], e.size[i], e.weight[i] = uint16(i), uint16(i), covered, 1
	}
	for i := range e.size[:primary] {
		e.size[i] = 0
	}
	e.maxWeight, e.hidden, e.chosen = 1, 0, e.chosen[:0]
}

// addOption adds an option of four different items. Fill up an option of fewer with secondary items of its own.
func (e *exactCover) addOption(items *[4]uint16) {
	x := uint16(e.nodes)
	e.link(x, items[0])
	e.link(x+1, items[1])
	e.link(x+2, items[2])
	e.link(x+3, items[3])
	e.nodes += 4
}

// link puts node x at the end of its item's list.
func (e *exactCover) link(x, i uint16) {
	e.item[x], e.up[x], e.down[x], e.down[e.up[i]], e.up[i] = i, e.up[i], i, x, x
	e.size[i]++
}

// solve finds a solution. If there is none, all links are again as they were.
func (e *exactCover) solve() bool {
	e.saved = append(e.saved[:0], e.size[:e.items]...)
	for limit := 1000; ; limit += limit / 2 {
		e.failures, e.unit = limit, 0
		for i, size := range e.size[:e.primary] {
			if size <= 1 {
				e.units[uint16(e.unit)] = uint16(i)
				e.unit++
			}
		}
		if e.propagate() && e.search() {
			return true
		}
		e.uncover(0, 0, 0)
		if e.failures >= 0 {
			return false
		}
	}
}

// search covers the remaining items, first that with the fewest options per weight, and reports whether it could.
// Each call is a node of the search tree.
func (e *exactCover) search() bool {
	item, least, weight := uint16(0), uint32(covered), uint32(1)
	sizes := e.size[:e.primary]
	weights := e.weight[:len(sizes)]
	for i, s := range sizes {
		if size := uint32(s); size*weight < least*weights[i] && size < covered {
			item, least, weight = uint16(i), size, weights[i]
			if least*e.maxWeight <= 2*weight {
				break // no item has fewer: none has less than two options
			}
		}
	}
	if least == covered {
		return true // nothing is left
	}
	hidden, depth, saved := e.hidden, len(e.chosen), len(e.saved)
	e.saved = append(e.saved, e.size[:e.items]...)
	for x := uint(e.down[item]); x != uint(item) && e.failures >= 0; x = uint(e.down[x]) {
		if e.cover(x) && e.propagate() && e.search() {
			return true
		}
		e.uncover(hidden, depth, saved)
		e.failures--
	}
	e.saved = e.saved[:saved]
	return false
}

// propagate covers items with a single option until there are none. It reports false if an item has no options left.
func (e *exactCover) propagate() bool {
	for e.unit > 0 {
		e.unit--
		i := e.units[uint16(e.unit)]
		if e.size[i] == 0 || e.size[i] == 1 && !e.cover(uint(e.down[i])) {
			return false
		}
	}
	return true
}

// cover chooses the option of node x and covers its items. An option that is hidden stays in the list of the item that
// hid it. cover stops and reports false when an item runs out of options.
func (e *exactCover) cover(x uint) bool {
	x &= 0xfffc
	e.chosen = append(e.chosen, uint16(x))
	items := e.item[x : x+4]
	for _, i := range items {
		e.size[i] += covered
	}
	hidden, unit := e.hidden, e.unit
	for _, i := range items {
		for p := uint(e.down[i]); p != uint(i); p = uint(e.down[p]) {
			e.trail[uint16(hidden)] = uint16(p)
			hidden++
			a, n := e.hide(p^1, unit)
			b, n := e.hide(p^2, n)
			c, n := e.hide(p^3, n)
			unit = n
			if a == 0 || b == 0 || c == 0 {
				e.hidden, e.unit = hidden, 0
				e.addWeight(p)
				return false
			}
		}
	}
	e.hidden, e.unit = hidden, unit
	return true
}

// hide unlinks node x from the list of its item. It returns the size of the list and the length of units.
func (e *exactCover) hide(x, unit uint) (size uint16, units uint) {
	x &= 0xffff
	u, d, i := e.up[x], e.down[x], e.item[x]
	e.down[u], e.up[d] = d, u
	size = e.size[i] - 1
	e.size[i] = size
	e.units[uint16(unit)] = i // written always: faster than a branch
	if size == 1 {
		unit++
	}
	return size, unit
}

// addWeight adds to the weight of the items that ran out of options when the option of node p was hidden.
func (e *exactCover) addWeight(p uint) {
	for k := uint(1); k < 4; k++ {
		if i := e.item[uint16(p^k)]; e.size[i] == 0 {
			e.weight[i]++
			if e.weight[i] > e.maxWeight {
				e.maxWeight = e.weight[i]
			}
		}
	}
}

// uncover undoes all covers since the trail, the solution and the saved sizes had these lengths.
func (e *exactCover) uncover(hidden uint, depth, saved int) {
	e.chosen = e.chosen[:depth]
	copy(e.size[:e.items], e.saved[saved:])
	for ; e.hidden > hidden; e.hidden-- {
		p := e.trail[uint16(e.hidden-1)]
		a, b, c := p^1, p^2, p^3
		e.down[e.up[c]], e.up[e.down[c]] = c, c
		e.down[e.up[b]], e.up[e.down[b]] = b, b
		e.down[e.up[a]], e.up[e.down[a]] = a, a
	}
}
