// SPOJ NQUEEN (1771), Yet Another N-Queen Problem
// https://www.spoj.com/problems/NQUEEN/
//
// No Dancing Links: each row without a queen has a bitset of its free squares. A new queen clears at most three bits in
// each. The same pass finds the rows and columns with one free square or none, and the row with the fewest. Four ideas
// keep the search short. Rows in the middle, where queens attack most, get queens first, by knight's moves. Then lines
// with a single free square come first. A row's first try is the square that leaves the most to the other rows. A long
// search restarts without the knight's moves, and prefers rows where it failed often.
//
// See solutions/README.md; Knuth, TAOCP 7.1.3; Gomes, Selman, Kautz, Boosting Combinatorial Search, 1998.
package main

import (
	"bufio"
	"fmt"
	"io"
	"math/bits"
	"os"
)

const maxN, searched = 50, 16 // if 19 rows or more are open, all but 16 first get queens without a search

// A board is a case. Rows and columns are numbered from 0, but columns in queens from 1.
type board struct {
	queens    []int              // by row: the column of its queen, 0 for none
	free      [maxN]uint64       // by row: the columns that no queen attacks before the search
	rows      [maxN]int          // the rows to fill, the last first among equals
	failed    [maxN]int          // by row: how often the search failed there
	nodes     int                // how many more may be searched
	positions [maxN + 1]position // by the number of queens the search placed
	text      [3 * maxN]byte     // the answer
}

// A position is the board with some queens. In its words, bit i is column i.
type position struct {
	open int          // how many rows have no queen; they are the first in board.rows
	free [maxN]uint64 // for each of these rows: the columns where no queen attacks it
	next int          // the index in board.rows of the row to fill next
	try  uint64       // the columns to try there; none if the position has no solution
}

// solve puts a queen into every row, if possible.
func (b *board) solve(queens []int) bool {
	b.queens, b.failed = queens, [maxN]int{}
	if !b.begin(0) {
		return false
	}
	if open := b.positions[0].open; open > searched+2 {
		var given [maxN]int
		copy(given[:], queens)
		inner := uint64(0)
		for _, row := range b.rows[searched:open] {
			inner |= 1 << uint(row)
		}
		if b.begin(inner) && b.searchFor(3*searched) {
			return true
		}
		copy(queens, given[:])
		b.begin(0)
	}
	for nodes := 4 * len(queens); ; nodes *= 2 {
		if found := b.searchFor(nodes); found || b.nodes >= 0 {
			return found
		}
		b.begin(0)
	}
}

// begin makes the first position, if it can. Rows in the set inner get queens now, each to the right of the inner queen
// before it, if possible. The first one, in row r, is in column 2r+1 or after.
func (b *board) begin(inner uint64) bool {
	last := uint64(1) << uint(2*bits.TrailingZeros64(inner))
	var columns, left, right uint64 // attacked by the queens above
	for row := range b.queens {
		if inner>>uint(row)&1 == 1 {
			try := b.free[row] &^ (columns | left | right)
			if last = try &^ (last<<1 - 1); last == 0 {
				last = try
			}
			last &= -last
			b.queens[row] = bits.TrailingZeros64(last) + 1
		}
		queen := b.queen(row)
		if queen&(columns|left|right) != 0 || b.queens[row] > maxN {
			return false
		}
		b.free[row] = left | right
		columns, left, right = columns|queen, (left|queen)>>1, (right|queen)<<1
	}
	columns = 1<<uint(len(b.queens)) - 1 - columns
	left, right = 0, 0 // attacked by the queens below; columns now has the free ones
	for row := len(b.queens) - 1; row >= 0; row-- {
		queen := b.queen(row)
		b.free[row] = columns &^ (b.free[row] | left | right)
		left, right = (left|queen)>>1, (right|queen)<<1
	}
	if inner != 0 {
		b.positions[0].open = searched
		return true
	}
	open := 0
	for i := range b.queens {
		row := [2]int{i / 2, len(b.queens) - 1 - i/2}[i%2] // from the edges to the middle
		b.rows[open] = row
		open += int(uint(b.queens[row]-1) >> 63) // 1 if the row has no queen, without a branch
	}
	b.positions[0].open = open
	for i, row := range b.rows[:open] {
		for ; i > 0 && b.failed[b.rows[i-1]] > b.failed[row]; i-- {
			b.rows[i] = b.rows[i-1]
		}
		b.rows[i] = row
	}
	return true
}

// queen returns the column of a row's queen as a set.
func (b *board) queen(row int) uint64 { return uint64(1) << (uint(b.queens[row]) & 63) >> 1 }

// searchFor searches the first position within some nodes.
func (b *board) searchFor(nodes int) bool {
	p := &b.positions[0]
	for i, row := range b.rows[:p.open] {
		p.free[i] = b.free[row]
	}
	b.nodes = nodes
	b.place(p, p, 0, 0)
	return b.search(0)
}

// search fills the open rows, if it can. Each call is a node of the search tree.
func (b *board) search(placed int) bool {
	p := &b.positions[placed]
	if p.open == 0 {
		return true
	}
	b.nodes--
	row := b.rows[p.next]
	p.open--
	b.rows[p.next], p.free[p.next] = b.rows[p.open], p.free[p.open]
	for p.try != 0 && b.nodes >= 0 {
		queen := p.try
		if queen&(queen-1) != 0 && p.open <= 20 { // a queen attacks up to 3*20 squares: six bits
			queen = b.leastHarm(p, row)
		}
		queen &= -queen
		p.try &^= queen
		b.place(p, &b.positions[placed+1], row, queen)
		if b.search(placed + 1) {
			b.queens[row] = bits.TrailingZeros64(queen) + 1
			return true
		}
	}
	b.rows[p.open], b.rows[p.next] = b.rows[p.next], row
	b.failed[row]++
	return false
}

// place fills *to: the position *from with one more queen, whose row is not open.
func (b *board) place(from, to *position, row int, queen uint64) {
	open, before, after := from.open, from.free[:from.open], to.free[:from.open]
	var once, twice uint64 // the columns that are free in at least one row, in at least two
	best := 1 << 30        // 64 times the fewest free columns, minus the last index of a row with so few
	for i, r := range b.rows[:open] {
		d := distance(r, row)
		free := before[i] &^ (queen | queen<<d | queen>>d)
		after[i] = free
		twice |= once & free
		once |= free
		if fewer := bits.OnesCount64(free)<<6 - i; fewer < best {
			best = fewer
		}
	}
	to.open, to.next, to.try = open, -best&63, 0
	fewest := (best + 63) >> 6
	if fewest == 0 || bits.OnesCount64(once) < open {
		return // there is a row or a column without a free square
	}
	to.try = to.free[to.next]
	if single := once &^ twice; fewest > 1 && single != 0 {
		to.try = single & -single
		for to.next = 0; after[to.next]&to.try == 0; to.next++ {
		}
	}
}

// distance returns |a-b|.
func distance(a, b int) uint {
	d := a - b
	return uint((d^d>>63)-d>>63) & 63
}

// leastHarm returns the columns of p.try from which a queen attacks the fewest free squares of the other rows. Bit c of
// p0, p1, ... is a digit of column c's number, to which each row adds its free squares that a queen there attacks.
func (b *board) leastHarm(p *position, row int) uint64 {
	var p0, p1, p2, p3, p4, p5 uint64
	free := p.free[:p.open]
	for i, r := range b.rows[:p.open] {
		d := distance(r, row)
		x, y, z := free[i], free[i]>>d, free[i]<<d
		sum, carry := x^y^z, y&z|x&(y^z)
		p0, sum = p0^sum, p0&sum // now sum is a carry, too
		p1, carry = p1^sum^carry, sum&carry|p1&(sum^carry)
		p2, carry = p2^carry, p2&carry
		p3, carry = p3^carry, p3&carry
		p4, carry = p4^carry, p4&carry
		p5 ^= carry
	}
	try := p.try
	for _, digit := range [...]uint64{p5, p4, p3, p2, p1, p0} {
		if less := try &^ digit; less != 0 {
			try = less
		}
	}
	return try
}

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run answers the cases, up to the first that has no answer.
func run(in io.Reader, out io.Writer) (err error) {
	answers, lines, b := bufio.NewWriter(out), bufio.NewScanner(in), new(board)
	lines.Buffer(nil, 1<<26)
	line, numbers := 0, []int{}
	for ; err == nil && lines.Scan(); line++ {
		numbers, err = b.read(lines.Bytes(), numbers, answers)
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

// read appends a line's numbers to a case: N, then each row's column (0 for none). It answers complete cases.
func (b *board) read(line []byte, numbers []int, out *bufio.Writer) ([]int, error) {
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
		if numbers[0] == 0 || !b.solve(numbers[1:]) {
			return nil, fmt.Errorf("the board has no solution")
		}
		text := b.text[:0]
		for _, column := range numbers[1:] {
			if column > 9 {
				text = append(text, byte('0'+column/10))
			}
			text = append(text, byte('0'+column%10), ' ')
		}
		text[len(text)-1] = '\n'
		out.Write(text) // Flush reports any error
		numbers = numbers[:0]
	}
	return numbers, nil
}

// isBlank includes the Ctrl-Z of old DOS files.
func isBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' || c == '\x1a' }
