// SPOJ NQUEEN (1771), Yet Another N-Queen Problem
// https://www.spoj.com/problems/NQUEEN/
//
// No Dancing Links: each row without a queen has a word, whose bits are the columns where no queen attacks it. A new
// queen takes three bits at most from each word, in its column and on its diagonals, and the same pass over the words
// finds the lines with a single free square left, or none, and the row with the fewest. Four ideas keep the search
// short. Rows in the middle, where queens attack most, get theirs first and without a search: each a knight's move from
// the last, as in the known solutions of the empty board. Then come lines with a single free square, then the row with
// the fewest. Of a row's squares, the one comes first that leaves most to the other rows, which is counted for all of
// them at once. And since an unlucky beginning may cost more than all the rest, a search that takes long is begun anew,
// without the knight's moves, and with the rows first in which it failed most often.
//
// solutions/README.md explains this page. References: Knuth, The Art of Computer Programming 7.1.3; Gomes, Selman,
// Kautz, Boosting Combinatorial Search, 1998.
package main

import (
	"bufio"
	"fmt"
	"io"
	"math/bits"
	"os"
)

const maxN = 50

const searched = 16 // of three more open rows, or more, all but these are first filled without a search

// A board is a case. Rows and columns are numbered from 0, but in queens columns are numbered from 1.
type board struct {
	queens    []int              // by row: the column of its queen, 0 for none
	free      [maxN]uint64       // by row without a queen: the columns where none attacks it, before the search
	open      int                // how many rows are to be filled
	rows      [maxN]int          // the rows to fill; where nothing else decides, the last is filled first
	failed    [maxN]int          // by row: how often the search has come back from it
	nodes     int                // how many more may be searched before the search is begun anew
	positions [maxN + 1]position // by the number of queens placed by the search
}

// A position is the board after some queens have been placed. In its words, bit i is column i.
type position struct {
	open int          // how many rows have no queen; they are the first in board.rows
	free [maxN]uint64 // for each of these rows: the columns where no queen attacks it
	next int          // the row to fill next, by its place in board.rows
	try  uint64       // the columns to try there; none if the position has no solution
}

// solve puts a queen into every row that has none, if that can be done.
func (b *board) solve(queens []int) bool {
	b.queens, b.failed = queens, [maxN]int{}
	if !b.attack() {
		return false
	}
	b.order()
	if open := b.open; open > searched+2 {
		b.nodes = 3 * searched
		if b.open = searched; b.knights(b.rows[searched:open]) && b.attack() && b.begin() {
			return true
		}
		for _, row := range b.rows[searched:open] {
			queens[row] = 0
		}
		b.attack()
		b.open = open
	}
	for nodes := 4 * len(queens); ; nodes *= 2 {
		b.nodes = nodes
		if found := b.begin(); found || b.nodes >= 0 {
			return found
		}
		for i, row := range b.rows[:b.open] { // where the search failed most often, last
			for ; i > 0 && b.failed[b.rows[i-1]] > b.failed[row]; i-- {
				b.rows[i] = b.rows[i-1]
			}
			b.rows[i] = row
		}
	}
}

// attack finds the columns that no given queen attacks. It reports whether none of these attacks another.
func (b *board) attack() bool {
	var columns, left, right uint64 // attacked by the queens above
	for row := range b.queens {
		queen := b.queen(row)
		if queen&(columns|left|right) != 0 {
			return false
		}
		b.free[row] = left | right
		columns, left, right = columns|queen, (left|queen)>>1, (right|queen)<<1
	}
	columns = uint64(1)<<uint(len(b.queens)) - 1 - columns // free from now on
	left, right = 0, 0                                     // by the queens below
	for row := len(b.queens) - 1; row >= 0; row-- {
		queen := b.queen(row)
		b.free[row] = columns &^ (b.free[row] | left | right)
		left, right = (left|queen)>>1, (right|queen)<<1
	}
	return true
}

// queen returns the queen of a row as a set of columns, which is empty if there is none.
func (b *board) queen(row int) uint64 { return uint64(1) << (uint(b.queens[row]) & 63) >> 1 }

// order lists the rows without a queen, from the edges to the middle.
func (b *board) order() {
	b.open = 0
	for i := range b.queens {
		row := [2]int{i / 2, len(b.queens) - 1 - i/2}[i%2]
		b.rows[b.open] = row
		b.open += int(uint(b.queens[row]-1) >> 63) // 1 if it has none, but without a branch
	}
}

// knights puts a queen into each of these rows, if it can: to the right of the last one as long as there is a free
// square, and the first of them, of row r, from column 2r+1 on.
func (b *board) knights(rows []int) bool {
	inner := uint64(0) // the rows as a set
	for _, row := range rows {
		inner |= 1 << uint(row)
	}
	low := bits.TrailingZeros64(inner)
	last := uint64(1) << uint(2*low)
	var columns, left, right uint64 // attacked by the new queens above
	for row := low; inner>>uint(row) != 0; row++ {
		queen := uint64(0)
		if inner>>uint(row)&1 == 1 {
			try := b.free[row] &^ (columns | left | right)
			if further := try &^ (last<<1 - 1); further != 0 {
				try = further
			}
			if try == 0 {
				return false
			}
			queen = try & -try
			b.queens[row] = bits.TrailingZeros64(queen) + 1
			last = queen
		}
		columns, left, right = columns|queen, (left|queen)>>1, (right|queen)<<1
	}
	return true
}

// begin searches from the first position on.
func (b *board) begin() bool {
	p := &b.positions[0]
	p.open = b.open
	for i, row := range b.rows[:b.open] {
		p.free[i] = b.free[row]
	}
	b.place(p, p, 0, 0)
	return b.search(0)
}

// search fills the rows that are still open, and reports whether it could. Each call is a node of the search tree.
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
		if queen&(queen-1) != 0 && p.open <= 20 { // of 3*20 squares at most, the number has six bits
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

// place makes a position after one more queen; its row is no longer open.
func (b *board) place(from, to *position, row int, queen uint64) {
	open, before, after := from.open, from.free[:from.open], to.free[:from.open]
	var once, twice uint64 // the columns that are free in at least one row, in at least two
	best := 1 << 30        // the least number of free columns, times 64, minus the last place in rows where it is found
	for i, r := range b.rows[:open] {
		d := distance(r, row)
		free := before[i] &^ (queen | queen<<d | queen>>d)
		after[i] = free
		twice |= once & free
		once |= free
		less := bits.OnesCount64(free)<<6 - i - best
		best += less & (less >> 63) // if less < 0, but without a branch, which would often be mispredicted
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

// distance returns |a-b|, which is less than 64, without a branch too.
func distance(a, b int) uint {
	d := a - b
	return uint((d^d>>63)-d>>63) & 63
}

// leastHarm returns the columns of p.try from which a queen attacks the fewest free squares of the other rows. Each
// column has a number in binary, its bits in the words p0, p1 and so on, and each row adds to all these numbers at
// once: a free square straight below or above, and those on both diagonals, moved to the column from which they are
// attacked.
func (b *board) leastHarm(p *position, row int) uint64 {
	var p0, p1, p2, p3, p4, p5 uint64
	free := p.free[:p.open]
	for i, r := range b.rows[:p.open] {
		d := distance(r, row)
		x, y, z := free[i], free[i]>>d, free[i]<<d
		sum, carry := x^y^z, y&z|x&(y^z)
		p0, sum = p0^sum, p0&sum // sum is a carry too now
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

// run answers every case, a line each. At the first that cannot be answered it stops, and returns why.
func run(in io.Reader, out io.Writer) (err error) {
	answers := bufio.NewWriter(out)
	defer func() {
		if flushed := answers.Flush(); err == nil {
			err = flushed
		}
	}()
	lines := bufio.NewScanner(in)
	number := 1
	numbers, answer := make([]int, 0, maxN+1), make([]byte, 0, 3*maxN)
	for b := new(board); lines.Scan(); number++ {
		if numbers, err = parse(lines.Bytes(), numbers[:0]); err != nil {
			return fmt.Errorf("line %d: %v", number, err)
		}
		if len(numbers) == 0 {
			continue // an empty line
		}
		if !b.solve(numbers[1:]) {
			return fmt.Errorf("line %d: the board has no solution", number)
		}
		answer = answer[:0]
		for _, column := range numbers[1:] {
			if column >= 10 {
				answer = append(answer, byte('0'+column/10))
			}
			answer = append(answer, byte('0'+column%10), ' ')
		}
		answer[len(answer)-1] = '\n'
		answers.Write(answer) // Flush reports any error
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("line %d: %v", number, err)
	}
	return nil
}

// parse appends the numbers of a case: N, then the column of the queen in each row, 0 for none. An empty line has none.
func parse(line []byte, numbers []int) ([]int, error) {
	for i := 0; i < len(line); i++ {
		number, start := 0, i
		for ; i < len(line) && !isBlank(line[i]); i++ {
			number = 10*number + int(line[i]) - '0'
			if number > maxN || line[i] < '0' || line[i] > '9' {
				number = maxN + 1 // and so it stays
			}
		}
		if number > maxN {
			return nil, fmt.Errorf("%.20q is not a number from 0 to %d", line[start:i], maxN)
		}
		if i > start {
			numbers = append(numbers, number)
		}
	}
	if got := len(numbers) - 1; got >= 0 && numbers[0] == 0 {
		return nil, fmt.Errorf("the size N is 0, it must be 1 to %d", maxN)
	} else if got >= 0 && got != numbers[0] {
		return nil, fmt.Errorf("%d numbers must follow N = %d, but there are %d", numbers[0], numbers[0], got)
	}
	for row, column := range numbers {
		if column > numbers[0] {
			return nil, fmt.Errorf("row %d has a queen in column %d of %d", row, column, numbers[0])
		}
	}
	return numbers, nil
}

// isBlank knows Ctrl-Z, too, which ends old files.
func isBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' || c == '\x1a' }
