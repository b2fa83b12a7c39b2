// SPOJ NQUEEN (1771), Yet Another N-Queen Problem
// https://www.spoj.com/problems/NQUEEN/
//
// The board itself is made of links: each square is in four lists, for its row, its column and its two diagonals. A
// queen takes all other squares of her lists off the board. When she leaves, they come back in the opposite order. This
// is the dance of Dancing Links (Knuth, The Art of Computer Programming 7.2.2.1) without its matrix of items and
// options. The search fills the row or column with the fewest squares, and first tries the square that does the least
// harm: the one whose four lines have the fewest squares. Among equal rows and columns, those in the middle come first.
// A long search restarts; then those where it failed most often come first. solutions/README.md explains this page.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strconv"
)

const (
	maxN     = 50
	maxLines = 6*maxN - 2 // N rows, N columns and 2N-1 diagonals in each direction
	filled   = 1 << 14    // added to the size of a line with a queen, so that it never has the fewest squares
)

// A board numbers its rows from 0, its columns from 1, and its nodes from 0. The first nodes are the headers of the
// lines: rows, columns, rising diagonals, falling diagonals. The squares follow.
type board struct {
	queens  []int // by row: the column of its queen, 0 for none
	nodes   [maxLines + maxN*maxN]node
	size    [maxLines]int // by header: how many squares are in its list
	failed  [maxLines]int // by header: how often the search failed in its line
	lines   []int16       // the rows and columns without a given queen
	removed []int16       // the squares off the board, in the order in which they left
	left    int           // how many more calls of search are allowed before a restart
}

// A node is a square or the header of a list. A header is linked only in the direction of its line.
type node struct {
	after, before [4]int16 // the neighbours in the row, the column, the rising and the falling diagonal
	line          [4]int16 // the headers of these four lines
}

// solve puts a queen into every row that has none, if possible.
func (b *board) solve(queens []int) bool {
	b.queens, b.failed = queens, [maxLines]int{}
	for nodes := 4 * len(queens); b.build(); nodes *= 2 {
		b.left = nodes
		if found := b.search(); found || b.left >= 0 {
			return found
		}
	}
	return false
}

// build links the squares that no given queen attacks. It reports false if two given queens attack each other.
func (b *board) build() bool {
	n := len(b.queens)
	var taken [maxLines]int // by header: 1 if a given queen is in the line
	for row, column := range b.queens {
		if column > 0 {
			c, rise, fall := n-1+column, 2*n-1+row+column, 5*n-1+row-column
			if taken[c]+taken[rise]+taken[fall] > 0 {
				return false
			}
			taken[row], taken[c], taken[rise], taken[fall] = 1, 1, 1, 1
		}
	}
	b.lines, b.removed = b.lines[:0], b.removed[:0]
	for i := 2*n - 1; i >= 0; i-- { // rows and columns alternate, from the middle, where queens attack most
		if h := int16([2]int{i / 4, n - 1 - i/4}[i/2%2] + i%2*n); taken[h] == 0 {
			b.lines = append(b.lines, h)
			for at := len(b.lines) - 1; at > 0 && b.failed[h] > b.failed[b.lines[at-1]]; at-- {
				b.lines[at-1], b.lines[at] = h, b.lines[at-1]
			}
		}
	}
	squares := int16(6*n - 2)
	for h := int16(0); h < squares; h++ {
		b.size[h], b.nodes[h].after, b.nodes[h].before = 0, [4]int16{h, h, h, h}, [4]int16{h, h, h, h}
	}
	for row := range b.queens {
		for column := 1; column <= n && b.queens[row] == 0; column++ {
			c, rise, fall := n-1+column, 2*n-1+row+column, 5*n-1+row-column
			if taken[c]+taken[rise]+taken[fall] == 0 {
				b.link(squares, 0, row)
				b.link(squares, 1, c)
				b.link(squares, 2, rise)
				b.link(squares, 3, fall)
				squares++
			}
		}
	}
	return true
}

// link puts a square at the end of a line's list, in direction k.
func (b *board) link(square int16, k, header int) {
	s, h, last := &b.nodes[square], &b.nodes[header], b.nodes[header].before[k]
	s.after[k], s.before[k], s.line[k] = int16(header), last, int16(header)
	b.nodes[last].after[k], h.before[k] = square, square
	b.size[header]++
}

// search fills the rows and columns without a queen, and reports whether it could. Each call is a node of the search
// tree.
func (b *board) search() bool {
	best, fewest := int16(0), filled
	for _, h := range b.lines {
		if b.size[h] < fewest {
			best, fewest = h, b.size[h]
		}
	}
	if fewest == filled {
		return true
	}
	b.left--
	for b.size[best] > 0 && b.left >= 0 {
		square, removed := b.leastHarm(best), len(b.removed)
		row, column := b.nodes[square].line[0], b.nodes[square].line[1]
		b.size[row], b.size[column] = b.size[row]+filled, b.size[column]+filled
		if b.place(square) && b.search() {
			b.queens[row] = int(column) - len(b.queens) + 1
			return true
		}
		b.undo(removed)
		b.size[row], b.size[column] = b.size[row]-filled, b.size[column]-filled
		b.remove(square)
	}
	b.failed[best]++
	return false
}

// leastHarm returns, of the squares in a row or column, the one whose four lines have the fewest squares.
func (b *board) leastHarm(h int16) int16 {
	k, best, fewest := int(h)/len(b.queens), int16(0), filled // k is 0 for a row, 1 for a column
	for s := b.nodes[h].after[k]; s != h; s = b.nodes[s].after[k] {
		line := &b.nodes[s].line
		if harm := b.size[line[0]] + b.size[line[1]] + b.size[line[2]] + b.size[line[3]]; harm < fewest {
			best, fewest = s, harm
		}
	}
	return best
}

// place removes all squares that a queen on this square attacks. It reports false if a row or column runs out.
func (b *board) place(square int16) bool {
	for k, h := range b.nodes[square].line {
		for s := b.nodes[h].after[k]; s != h; s = b.nodes[s].after[k] {
			if s != square && !b.remove(s) {
				return false
			}
		}
	}
	return true
}

// remove takes a square off its lists, but keeps its links. It reports whether its row and column have squares left.
func (b *board) remove(square int16) bool {
	s := &b.nodes[square]
	for k, h := range s.line {
		b.nodes[s.before[k]].after[k], b.nodes[s.after[k]].before[k] = s.after[k], s.before[k]
		b.size[h]--
	}
	b.removed = append(b.removed, square)
	return b.size[s.line[0]] > 0 && b.size[s.line[1]] > 0
}

// undo cuts b.removed to the length removed, and puts those squares back. The last square to leave comes back first. At
// that moment, its old neighbours in each list are side by side, as when it left, and it returns between them.
func (b *board) undo(removed int) {
	for i := len(b.removed) - 1; i >= removed; i-- {
		square, s := b.removed[i], &b.nodes[b.removed[i]]
		for k, h := range s.line {
			b.nodes[s.before[k]].after[k], b.nodes[s.after[k]].before[k] = square, square
			b.size[h]++
		}
	}
	b.removed = b.removed[:removed]
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

// read appends a line's numbers to a case: N, then each row's column, or 0 for none. It answers each complete case.
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
		for row, column := range numbers[1:] {
			if row > 0 {
				out.WriteByte(' ')
			}
			out.WriteString(strconv.Itoa(column))
		}
		out.WriteByte('\n') // Flush reports any error
		numbers = numbers[:0]
	}
	return numbers, nil
}

// isBlank includes Ctrl-Z, which ends old DOS files.
func isBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' || c == '\x1a' }
