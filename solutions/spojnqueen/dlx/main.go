// SPOJ NQUEEN, Yet Another N-Queen Problem: https://www.spoj.com/problems/NQUEEN/
//
// An exact cover: the 2N rows and columns are primary items, with one queen each; the 4N-2 diagonals are secondary,
// with at most one. An option is a queen on a square that no queen attacks. See Knuth, TAOCP 7.2.2.1.
package main

import (
	"bufio"
	"fmt"
	"io"
	"math/bits"
	"os"
	"strconv"
)

const maxN = 50

var links exactCover

// A board has the column of each row's queen, from 1; 0: none.
type board struct {
	n               int
	queens          [maxN]int
	columns         uint64    // those with a queen, as bits
	rising, falling [2]uint64 // diagonals with a queen
}

// solve fills the rows that have no queen. A search that fails too often restarts with more rows.
func solve(queens []int) bool {
	n := len(queens)
	given := board{n: n}
	for row, column := range queens {
		links.weight[2*row], links.weight[2*row+1] = 1, 1
		if column > 0 {
			if given.free(row)>>uint(column-1)&1 == 0 {
				return false
			}
			given.put(row, column-1)
		}
	}
	for searched := 10 + bits.OnesCount64(given.columns); ; searched += searched / 3 {
		if b := given; b.fill(searched) {
			copy(queens, b.queens[:])
			return true
		}
		if searched >= n && links.failures >= 0 {
			return false
		}
	}
}

// put places a queen; its column is from 0 on.
func (b *board) put(row, column int) {
	b.queens[row] = column + 1
	b.columns |= 1 << uint(column)
	r, f := uint(row+column), uint(b.n-row+column)
	b.rising[r>>6&1] |= 1 << (r & 63)
	b.falling[f>>6&1] |= 1 << (f & 63)
}

// free returns a row's columns that no queen attacks.
func (b *board) free(row int) uint64 {
	r, f := uint(row), uint(b.n-row)
	return (1<<uint(b.n) - 1) &^ (b.columns |
		b.rising[0]>>r | b.rising[1]<<(64-r) | b.falling[0]>>f | b.falling[1]<<(64-f))
}

// fill puts queens into the middle rows, where they attack most, by knight's moves, each to the right of the last one.
// Then it searches the outer rows.
func (b *board) fill(searched int) bool {
	n, last := b.n, uint64(1)<<uint(searched)
	for row := searched / 2; row < n-(searched+1)/2; row++ {
		if b.queens[row] == 0 {
			try := b.free(row)
			if last = try &^ (last<<1 - 1); last == 0 {
				last = try
			}
			if last &= -last; last == 0 {
				return false
			}
			b.put(row, bits.TrailingZeros64(last))
		}
	}
	links.init(uint16(2*n), uint16(4*n))
	for row, column := range b.queens[:n] {
		if column > 0 {
			links.size[rowItem(row, n)], links.size[rowItem(column-1, n)+1] = covered, covered
			continue
		}
		for free := b.free(row); free != 0; free &= free - 1 {
			column := bits.TrailingZeros64(free)
			links.addOption(rowItem(row, n), rowItem(column, n)+1, uint16(2*n+row+column), uint16(5*n+row-column))
		}
	}
	solved := links.solve(2 * searched)
	for _, x := range links.chosen {
		rising, falling := int(links.item[x+2])-2*n, int(links.item[x+3])-5*n
		b.queens[(rising+falling)/2] = (rising-falling)/2 + 1
	}
	return solved
}

// rowItem returns a row's item: even, smallest in the middle.
func rowItem(row, n int) uint16 {
	from := 2*row - n + 1
	return uint16(2 * (from ^ from>>31))
}

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run answers the cases, up to the first that has no answer.
func run(in io.Reader, out io.Writer) (err error) {
	answers, lines := bufio.NewWriter(out), bufio.NewScanner(in)
	lines.Buffer(nil, 1<<26)
	line, numbers := 0, []int{}
	for ; err == nil && lines.Scan(); line++ {
		numbers, err = read(lines.Bytes(), numbers, answers)
	}
	if err == nil {
		err = lines.Err()
	}
	if err == nil && len(numbers) > 0 {
		err = io.ErrUnexpectedEOF
	}
	if flushed := answers.Flush(); flushed != nil || err == nil {
		return flushed
	}
	return fmt.Errorf("line %d: %v", line, err)
}

// read appends a line's numbers to a case: N, then each row's column. It answers complete cases.
func read(line []byte, numbers []int, out *bufio.Writer) ([]int, error) {
	for i := 0; i < len(line); i++ {
		number, most, start := 0, maxN, i
		if len(numbers) > 0 {
			most = numbers[0]
		}
		for ; i < len(line) && !isBlank(line[i]); i++ {
			number = 10*number + int(line[i]) - '0'
			if number > most || line[i] < '0' || line[i] > '9' {
				return nil, fmt.Errorf("%.20q is not a number from 0 to %d", line[start:], most)
			}
		}
		if i == start {
			continue
		}
		if numbers = append(numbers, number); len(numbers) <= numbers[0] {
			continue
		}
		if numbers[0] == 0 || !solve(numbers[1:]) {
			return nil, fmt.Errorf("the board has no solution")
		}
		for row, column := range numbers[1:] {
			if row > 0 {
				out.WriteByte(' ')
			}
			out.WriteString(strconv.Itoa(column))
		}
		out.WriteByte('\n')
		numbers = numbers[:0]
	}
	return numbers, nil
}

// isBlank includes the Ctrl-Z of old DOS files.
func isBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' || c == '\x1a' }

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
