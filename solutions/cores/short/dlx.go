// Package short holds a shorter form of a core in dlx.go, for a page with a limit on its bytes. It omits what helps
// only sudokus: many of their items have one option left from the start, and a scan of their thousand items takes long.
package short

// --- Dancing Links: exact cover, in short ---

// An exactCover has items, and options of four items each. solve chooses options so that every primary item is in
// exactly one of them and every secondary item in at most one, by Knuth's Algorithm X: pick an item, try each of its
// options, and search on. Choosing an option covers its items and hides all other options with one of them. A hidden
// option stays only in the list of the shared item; its other nodes keep their links. Uncovering returns them in
// reverse order, each between its old neighbours: the links dance. Three ideas are added. Before each branch, unit
// propagation covers items with one option left. Weights make the search branch where it failed before (dom/wdeg:
// Boussemart et al., 2004). The search restarts after more failures each time (Walsh, 1999).
//
// Node i is the header of item i. Links up and down join it, in a circle, to one node of each option that has the item.
// An option has four consecutive nodes, the first a multiple of four, so x shares its option with x^1, x^2 and x^3.
type exactCover struct {
	primary, nodes uint16 // how many items are primary; how many nodes, with headers
	up, down, item [maxNodes]uint16

	size   [maxNodes]uint32 // of each item: how many options it has left, + 1<<14 if covered or secondary
	weight [maxNodes]uint32 // of each item: 1 + how often it ran out of options

	units, trail [maxNodes]uint16 // stacks: items that had one option left; a node of each hidden option
	unit, hidden uint16           // the lengths of the stacks
	chosen       []uint16         // the first node of each chosen option
	failures     int              // how many more are allowed before a restart
}

const (
	// A uint16 index needs no bounds check. With 1<<16 alone, up[i] and down[i] would be 32*4096 bytes apart: slow.
	maxNodes = 1<<16 + 808
	covered  = 1 << 14 // more than any item's number of options
)

// init begins a new problem without options. Primary items come first, from 0.
func (e *exactCover) init(primary, secondary uint16) {
	e.primary, e.nodes = primary, (primary+secondary+3)&^3
	for i := range e.up[:e.nodes] {
		e.up[i], e.size[i], e.weight[i] = uint16(i), covered, 1
	}
	for i := range e.size[:primary] {
		e.size[i] = 0
	}
	e.hidden, e.chosen = 0, e.chosen[:0]
}

// addOption adds an option of four items.
func (e *exactCover) addOption(a, b, c, d uint16) {
	x := e.nodes
	e.link(x, a)
	e.link(x^1, b)
	e.link(x^2, c)
	e.link(x^3, d)
	e.nodes = x + 4
}

// link puts node x at the end of item i's list. solve sets the down links.
func (e *exactCover) link(x, i uint16) {
	e.item[x], e.up[x], e.up[i] = i, e.up[i], x
	e.size[i]++
}

// solve looks for a solution. Without one, it restores all links.
func (e *exactCover) solve() bool {
	for x, u := range e.up[:e.nodes] {
		e.down[u] = uint16(x)
	}
	e.failures = 1000
	for limit := 1500; !e.search(); limit += limit / 2 {
		if e.failures >= 0 {
			return false
		}
		e.failures = limit
	}
	return true
}

// search covers the item with the fewest options for its weight, then the rest, if possible. Each call is a node.
func (e *exactCover) search() bool {
	i, least, weight := uint16(0), uint32(covered), uint32(1)
	for k, size := range e.size[:e.primary] {
		if size*weight < least*e.weight[k] && size < covered {
			i, least, weight = uint16(k), size, e.weight[k]
		}
	}
	if least == covered {
		return true // nothing is left
	}
	hidden, depth := e.hidden, len(e.chosen)
	for x := e.down[i]; x != i && e.failures >= 0; x = e.down[x] {
		if e.cover(x) && e.search() {
			return true
		}
		e.uncover(hidden, depth)
		e.failures--
	}
	return false
}

// cover chooses the option of node x and covers its items, then those with one option left, until one has none.
func (e *exactCover) cover(x uint16) bool {
	x &^= 3
	e.chosen = append(e.chosen, x)
	items := e.item[x : uint(x)+4]
	for _, i := range items {
		e.size[i] += covered
	}
	hidden, unit := e.hidden, e.unit
	for _, i := range items {
		for p := e.down[i]; p != i; p = e.down[p] {
			e.trail[hidden] = p
			hidden++
			a, n := e.hide(p^1, unit)
			b, n := e.hide(p^2, n)
			c, n := e.hide(p^3, n)
			unit = n
			if a == 0 || b == 0 || c == 0 {
				e.hidden, e.unit = hidden, 0
				return false
			}
		}
	}
	e.hidden, e.unit = hidden, unit
	for e.unit > 0 {
		e.unit--
		if i := e.units[e.unit]; e.size[i] == 1 && !e.cover(e.down[i]) {
			return false
		}
	}
	return true
}

// hide unlinks node x, adds its item to units if one option is left, and returns both lengths.
func (e *exactCover) hide(x, unit uint16) (size uint32, units uint16) {
	u, d, i := e.up[x], e.down[x], e.item[x]
	e.down[u], e.up[d] = d, u
	size = e.size[i] - 1
	e.size[i] = size
	e.units[unit] = i // written even if size is not 1: faster than a branch
	if size == 1 {
		unit++
	}
	if size == 0 {
		e.weight[i]++
	}
	return size, unit
}

// uncover goes back to the lengths hidden and depth of trail and chosen.
func (e *exactCover) uncover(hidden uint16, depth int) {
	for _, x := range e.chosen[depth:] {
		for _, i := range e.item[x : uint(x)+4] {
			e.size[i] -= covered
		}
	}
	e.chosen = e.chosen[:depth]
	for ; e.hidden > hidden; e.hidden-- {
		p := e.trail[e.hidden-1]
		for k := uint16(3); k > 0; k-- {
			x := p ^ k
			e.down[e.up[x]], e.up[e.down[x]] = x, x
			e.size[e.item[x]]++
		}
	}
}
