// POJ 3074, Sudoku (9×9): http://poj.org/problem?id=3074
//
// Each digit has a bitset of the cells that are open to it: 81 bits in two words, so a few instructions handle all
// cells at once. A cell open to only one digit gets that digit. One pass over the nine bitsets finds such cells.
//
// In a band of three boxes, a digit is once in each row, each time in another box. Nine bits, one per row and box, say
// where it may be. Rows match boxes in six ways: a table keeps the bits of the ways that are possible. The columns of a
// stack work alike. This finds hidden singles, and candidates locked in lines and boxes, without visiting any cell.
// When nothing more is found, the search guesses in a cell with two digits, one whose neighbours have the most to lose.
//
// solutions/README.md explains this page. Reference: Knuth, TAOCP 7.1.3, Bitwise Tricks and Techniques.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/bits"
	"os"
)

// A set is a bitset of cells. A box is a lane of ten bits: its cells column by column, and a spare bit for carries. The
// upper six boxes are in lo, the lower three in hi.
type set struct{ lo, hi uint64 }

func (s set) and(t set) set     { return set{s.lo & t.lo, s.hi & t.hi} }
func (s set) or(t set) set      { return set{s.lo | t.lo, s.hi | t.hi} }
func (s set) without(t set) set { return set{s.lo &^ t.lo, s.hi &^ t.hi} }
func (s set) size() int         { return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi) }

const (
	firsts  = 1 + 1<<10 + 1<<20 + 1<<30 + 1<<40 + 1<<50 // the lowest bit of each lane
	nines   = 0777 * firsts                             // the cells of each box
	rows    = 7 * firsts                                // the left column of each box, a bit for each row
	columns = 0111 * firsts                             // the upper row of each box, a bit for each column
	abreast = 1 + 1<<7 + 1<<14                          // a factor to put rows of three lanes side by side, at bit 14
)

var (
	full          = set{nines, nines & (1<<30 - 1)}
	numbers       [81]uint      // by place in the input: the cell's bit; bits from 60 on are in hi
	order         [90]uint8     // of each bit: the place of its cell in the input
	only, near    [90]set       // of each bit: its cell alone; the 20 others in its row, column and box
	keepRow       [512]uint64   // by rows where the digit may be, 3 bits a box: the cells that a band's lanes keep
	keepColumn    [512]set      // by columns where it may be, 3 bits a column: what each band's first lane keeps
	boards        [1 + 81]board // the nodes from the root to the current one, each with more filled cells
	errNoSolution = fmt.Errorf("the puzzle has no solution")
)

func init() {
	for may := range keepRow {
		left := uint64(0)
		for _, match := range [6]int{0124, 0142, 0214, 0241, 0412, 0421} {
			if may&match == match {
				left |= uint64(match)
			}
		}
		keepRow[may] = (left&7 | left>>3&7<<10 | left>>6&7<<20) * 0111
		keepColumn[may] = set{(left&0111 | left>>1&0111<<30) * 7, left >> 2 & 0111 * 7}
	}
	for i := range numbers {
		row, column := uint(i/9), uint(i%9)
		cell := row/3*30 + column/3*10 + column%3*3 + row%3
		numbers[i], order[cell] = cell, uint8(i)
		only[cell] = set{1 << cell & nines, 1 << (cell - 60)} // a shift past 63 leaves 0
	}
	for i, a := range numbers {
		for j, b := range numbers {
			if i != j && (i/9 == j/9 || i%9 == j%9 || a/10 == b/10) {
				near[a] = near[a].or(only[b])
			}
		}
	}
}

// A board has, for each digit from 0 to 8, the other cells that are open to it, and the cells where it is.
type board struct {
	open, filled [9]set
	known        set // all filled cells
}

// solve fills the empty cells of a puzzle, or returns an error that says why it cannot.
func solve(puzzle []byte) error {
	if len(puzzle) != len(numbers) {
		return fmt.Errorf("want %d characters, got %d", len(numbers), len(puzzle))
	}
	b := &boards[0]
	*b = board{open: [9]set{full, full, full, full, full, full, full, full, full}}
	var givens [1 + 81]int // the places of the givens in the puzzle
	n := 0
	for i, c := range puzzle {
		givens[n] = i
		n += int(nonzero(uint64(c ^ '.'))) // without a branch, which could not be predicted
	}
	for _, i := range givens[:n] {
		given := puzzle[i]
		if given < '1' || given > '9' {
			return fmt.Errorf("want 1 to 9 or a dot in column %d, got %q", i+1, given)
		}
		if b.open[given-'1'].and(only[numbers[i]]) == (set{}) {
			return errNoSolution
		}
		b.fill(numbers[i], uint(given-'1'))
	}
	solved := search(0, 1<<9-1)
	if solved == nil {
		return errNoSolution
	}
	for d, s := range &solved.filled {
		for w, m := range [2]uint64{s.lo, s.hi} {
			for ; m != 0; m &= m - 1 {
				puzzle[order[60*w+bits.TrailingZeros64(m)]] = byte('1' + d)
			}
		}
	}
	return nil
}

// fill puts the digit into the cell.
func (b *board) fill(cell, d uint) {
	b.known, b.filled[d] = b.known.or(only[cell]), b.filled[d].or(only[cell])
	b.open[d] = b.open[d].without(near[cell])
}

// search solves boards[depth], and returns the solved board or nil. The set stale has the digits whose cells have
// changed. Each call is a node of the search tree. It branches on the digits of one cell, two if possible.
func search(depth int, stale uint64) *board {
	b := &boards[depth]
	if !b.propagate(stale) {
		return nil
	}
	var one, two, three set // the cells open to at least 1, 2 and 3 digits
	for _, s := range &b.open {
		one, two, three = one.or(s), two.or(one.and(s)), three.or(two.and(s))
	}
	if one == (set{}) {
		return b // all cells are filled
	}
	pairs := two.without(three)
	if pairs == (set{}) {
		pairs = three
	}
	best, bestDigits, most := uint(0), uint64(0), -1000
	for w, m := range [2]uint64{pairs.lo, pairs.hi} {
		for ; m != 0; m &= m - 1 {
			cell := uint(60*w + bits.TrailingZeros64(m))
			ds := b.digits(cell)
			lose := b.open[bits.TrailingZeros64(ds)].or(b.open[bits.TrailingZeros64(ds&(ds-1))]).and(near[cell])
			if score := lose.size() + 2*lose.and(pairs).size() - 100*bits.OnesCount64(ds); score > most {
				best, bestDigits, most = cell, ds, score
			}
		}
	}
	for stale = 0; bestDigits != 0; bestDigits &= bestDigits - 1 {
		d := uint(bits.TrailingZeros64(bestDigits))
		next := &boards[depth+1]
		*next = *b
		next.fill(best, d)
		if solved := search(depth+1, stale|1<<d); solved != nil {
			return solved
		}
		b.open[d] = b.open[d].without(only[best]) // so d has changed for the other branches
		stale |= 1 << d
	}
	return nil
}

// digits returns the digits that the cell is open to, as bits.
func (b *board) digits(cell uint) uint64 {
	o := &b.open
	if i := cell & 63; cell < 60 {
		return o[0].lo>>i&1 | o[1].lo>>i&1<<1 | o[2].lo>>i&1<<2 | o[3].lo>>i&1<<3 | o[4].lo>>i&1<<4 |
			o[5].lo>>i&1<<5 | o[6].lo>>i&1<<6 | o[7].lo>>i&1<<7 | o[8].lo>>i&1<<8
	}
	i := (cell - 60) & 63
	return o[0].hi>>i&1 | o[1].hi>>i&1<<1 | o[2].hi>>i&1<<2 | o[3].hi>>i&1<<3 | o[4].hi>>i&1<<4 |
		o[5].hi>>i&1<<5 | o[6].hi>>i&1<<6 | o[7].hi>>i&1<<7 | o[8].hi>>i&1<<8
}

// propagate fills cells and closes cells to digits until nothing changes. It reports false if there is a contradiction.
func (b *board) propagate(stale uint64) bool {
	known := b.known
	for {
		var one, two set // the cells open to at least 1 and 2 digits
		for _, s := range &b.open {
			one, two = one.or(s), two.or(one.and(s))
		}
		if one.or(known) != full {
			return false
		}
		single := one.without(two).without(known)
		for d := range b.open {
			s := b.open[d].and(known.or(single))
			stale |= nonzero(s.lo|s.hi) << (uint(d) & 63)
		}
		if b.known = known; stale == 0 {
			return true
		}
		again := uint64(0)
		for ; stale != 0; stale &= stale - 1 {
			d := uint(bits.TrailingZeros64(stale))
			s := b.open[d].without(known).or(b.filled[d])
			here := b.open[d].and(single) // the cells that d gets: it is nowhere else in their boxes
			s.lo, s.hi = byRows(s.lo&^(busy(here.lo)&^here.lo), 30), byRows(s.hi&^(busy(here.hi)&^here.hi), 0)
			x := (s.lo | s.lo>>1 | s.lo>>2) & columns
			x |= x>>29 | (s.hi|s.hi>>1|s.hi>>2)&columns<<2 // puts the second and the third band beside the first
			l, m, r := &keepColumn[x&511], &keepColumn[x>>10&511], &keepColumn[x>>20&511]
			if l.lo == 0 || m.lo == 0 || r.lo == 0 {
				return false
			}
			s = s.and(set{l.lo | m.lo<<10 | r.lo<<20, l.hi | m.hi<<10 | r.hi<<20})
			t := set{byRows(s.lo, 30), byRows(s.hi, 0)}
			alone := set{t.lo &^ busy(t.lo&(t.lo-firsts)), t.hi &^ busy(t.hi&(t.hi-firsts))} // d's only cell in a box
			b.open[d], b.filled[d], known = t.without(alone), alone, known.or(alone)
			again |= nonzero((s.lo^t.lo)|(s.hi^t.hi)) << (d & 63)
		}
		known, stale = known.or(single), again // the next round finds the contradiction of two singles in a box
	}
}

// byRows matches rows and boxes in the two bands of a word, and returns the cells that remain. One band starts at bit
// 0. The parameter other is the first bit of the second band.
func byRows(w uint64, other uint) uint64 {
	x := (w | w>>3 | w>>6) & rows * abreast >> 14
	return w & (keepRow[x&511] | keepRow[x>>other&511]<<other)
}

// busy returns all nine bits of each lane that is not empty: only these lanes carry to the tenth bit.
func busy(w uint64) uint64 {
	carries := (w + nines) & (firsts << 9)
	return carries - carries>>9
}

// nonzero returns 1 if any bit is set, or else 0, without a branch, which could not be predicted.
func nonzero(w uint64) uint64 { return (w | -w) >> 63 }

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

const blanks = " \t\v\f\r\x1a" // allowed at both ends of a line; Ctrl-Z ends old DOS files

// run reads puzzles, one a line, up to the line "end", and writes the solved boards, one a line.
func run(in io.Reader, out io.Writer) (err error) {
	answers := bufio.NewWriter(out)
	defer func() {
		if flushed := answers.Flush(); err == nil {
			err = flushed
		}
	}()
	lines := bufio.NewScanner(in)
	number := 1
	for ; lines.Scan(); number++ {
		line := bytes.Trim(lines.Bytes(), blanks)
		if string(line) == "end" {
			return nil
		}
		if len(line) == 0 {
			continue
		}
		if err := solve(line); err != nil {
			return fmt.Errorf("line %d: %v", number, err)
		}
		answers.Write(line)
		if err := answers.WriteByte('\n'); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %v", number, err)
	}
	return nil
}
