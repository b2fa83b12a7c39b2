// Package short holds a shorter form of a core in dlx.go, for a page with a limit on its bytes. It omits what helps
// only sudokus: many of their items have one option left from the start, and a scan of their thousand items takes long.
// The page sets the weights of primary items to 1 or more, and restarts a search that fails too often.
package short

// --- Dancing Links: exact cover, in short ---

// An exactCover has items, and options of four items each. solve chooses options so that each primary item is in
// exactly one of them, and each secondary item in at most one, by Knuth's Algorithm X. Two ideas are added. Before each
// branch, unit propagation covers items with one option left. Weights make the search branch where it failed before
// (dom/wdeg: Boussemart et al., 2004).
//
// Node i is the header of item i. Links up and down join it, in a circle, to a node of each open option that has the
// item. The four nodes of an option follow each other: x shares its option with x^1, x^2 and x^3.
type exactCover struct {
	primary, nodes uint16 // number of primary items, and of all nodes
	up, down, item [maxNodes]uint16

	size   [maxNodes]uint32 // of each item: how many options are left, + 1<<14 if covered or secondary
	weight [maxNodes]uint32 // of each item: 1 + how often it had none left

	units, trail [maxNodes]uint16 // stacks: items with one option left; a node of each hidden option
	unit, hidden uint16           // their lengths
	chosen       []uint16         // the first node of each option
	failures     int              // how many more are allowed
}

const (
	// Indices of 16 bits need no check. With 1<<16 alone, up[i] and down[i] would be 32*4096 bytes apart: slow.
	maxNodes = 1<<16 + 808
	covered  = 1 << 14 // more than any item's number of options
)

// init begins a problem. Primary items come first, from 0.
func (e *exactCover) init(primary, secondary uint16) {
	e.primary, e.nodes = primary, (primary+secondary+3)&^3
	for i := range e.up[:e.nodes] {
		e.up[i], e.size[i] = uint16(i), covered
	}
	for i := range e.size[:primary] {
		e.size[i] = 0
	}
	e.hidden, e.chosen = 0, e.chosen[:0]
}

// addOption adds an option, without links down.
func (e *exactCover) addOption(items ...uint16) {
	for _, i := range items {
		e.item[e.nodes], e.up[e.nodes], e.up[i] = i, e.up[i], e.nodes
		e.size[i]++
		e.nodes++
	}
}

// solve looks for a solution. Without one, it restores all links.
func (e *exactCover) solve(failures int) bool {
	for x, u := range e.up[:e.nodes] {
		e.down[u] = uint16(x)
	}
	e.failures = failures
	return e.search()
}

// search covers the item with the fewest options for its weight, then the rest.
func (e *exactCover) search() bool {
	i, least, weight := uint16(0), uint32(covered), uint32(1)
	for k, size := range e.size[:e.primary] {
		if size*weight < least*e.weight[k] && size < covered {
			i, least, weight = uint16(k), size, e.weight[k]
		}
	}
	if least == covered {
		return true
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

// hide unlinks node x, and adds its item to units if one option is left.
func (e *exactCover) hide(x, unit uint16) (size uint32, units uint16) {
	u, d, i := e.up[x], e.down[x], e.item[x]
	e.down[u], e.up[d] = d, u
	size = e.size[i] - 1
	e.size[i] = size
	e.units[unit] = i // faster than in the branch
	if size == 1 {
		unit++
	}
	if size == 0 {
		e.weight[i]++
	}
	return size, unit
}

// uncover shortens trail and chosen.
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
