// POJ 3076 and ZOJ 3122, Sudoku (16×16): http://poj.org/problem?id=3076 https://zoj.pintia.cn/problem-sets/91827364500/problems/91827367537
//
// Sudoku with bitsets. For each letter, a plane of 256 bits says where it may still go: four words, one for each band
// of four rows, with 16 bits for each box. So three simple rules of deduction work on many cells at once. First, a cell
// with one letter left gets it: two running words, "one or more" and "two or more", count the letters of 64 cells in a
// pass. Second, a letter with one place left in a row, column or box goes there. Third, if a box can have a letter only
// in one row, no other box has it in that row. A table applies the last two. Its index has the rows and boxes of a band
// in which the letter may be, and its value keeps those that fit a different row for each box. The table also serves
// the columns of a stack.
//
// When deduction finds no more, a search guesses. It remembers the cells in which guesses failed. After many nodes it
// restarts, with those cells and another letter first, since a bad first guess may lead to millions of guesses.
// solutions/README.md explains this page.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/bits"
	"os"
)

const (
	size  = 16 // the number of rows, columns, boxes and letters
	cells = size * size
	width = size + 1 // bytes of a line, with its newline

	accepted = uint64(1 | 0xFFFF<<('A'-'-')) // the characters of a puzzle; c is bit c - '-'
)

// A grid is a puzzle or its solution: lines of letters, with '-' for an empty cell.
type grid [size * width]byte

// A plane is a bitset of cells, a word for each band of four rows. In its word, a cell is bit 16*box + 4*row + column,
// where box, row in the band, and column in the box are 0 to 3.
type plane [4]uint64

const (
	full    = 1<<64 - 1
	corners = 0x0001000100010001 // the first cell of each box
	lasts   = 0x8000800080008000 // the last cell of each box
	lefts   = 0x1111111111111111 // the first column of each box
	tops    = 0x000F000F000F000F // the first row of each box
)

// A board is what is known about a puzzle.
type board struct {
	open   [4][size]uint64 // by band and letter: where the letter may still go; known cells may stay in it
	solved [4][size]uint64 // by band and letter: where the letter is
	known  plane           // the cells whose letter is known
}

var (
	usable    [1 << 16]uint16 // by set of bits 4*box + line: those bits of it that fit a different line for each box
	stretch   [1 << 8]uint64  // by eight bits: each of them repeated four times
	failures  [cells]int32    // how many guesses failed in each place of this puzzle
	nodesLeft int             // how many more nodes the search may visit
	first     uint            // the letter that is tried first; each restart takes another
)

func init() {
	for choice := range usable {
		if c := uint16(choice); bits.OnesCount16(c) == 4 && (c|c>>1|c>>2|c>>3)&0x1111 == 0x1111 &&
			(c|c>>4|c>>8|c>>12)&0xF == 0xF {
			for x := choice; x < len(usable); x = (x + 1) | choice { // all sets that contain this choice
				usable[x] |= c
			}
		}
	}
	for x := 1; x < len(stretch); x++ {
		stretch[x] = stretch[x>>1]<<4 | uint64(x&1*0xF)
	}
}

// place converts a cell's number, counted row by row, to its place in a plane, and a place to the number.
func place(cell uint) uint {
	return cell&0xC3 | cell>>2&0x0C | cell<<2&0x30
}

// solve fills the empty cells and reports whether it could.
func (g *grid) solve() bool {
	var start, b board
	for band := range start.open {
		for letter := range start.open[band] {
			start.open[band][letter] = full
		}
	}
	for cell := uint(0); cell < cells; cell++ {
		c, at := g[cell+cell/size], place(cell)
		given := uint64(c>>6) << (at % 64) // the bit of the place for a letter, 0 for '-'
		start.known[at/64] |= given
		start.solved[at/64][(c-'A')%size] |= given
	}
	failures, first = [cells]int32{}, 0
	for nodes, found := 400, false; !found; nodes += nodes / 2 {
		b, nodesLeft, first = start, nodes, (first+5)%size
		found = b.search()
		if !found && nodesLeft >= 0 {
			return false
		}
	}
	for band := range b.solved {
		for letter, places := range b.solved[band] {
			for ; places != 0; places &= places - 1 {
				cell := place(uint(64*band + bits.TrailingZeros64(places)))
				g[cell+cell/size] = byte('A' + letter)
			}
		}
	}
	return true
}

// search solves the board and reports whether it could. Each call is a node of the search tree.
func (b *board) search() bool {
	nodesLeft--
	if nodesLeft < 0 || !b.deduce() {
		return false
	}
	if b.known == (plane{full, full, full, full}) {
		return true
	}
	var next board // inside the loop it would not stay on the stack
	at, letters := b.choose()
	for letters != 0 {
		letter := (first + uint(bits.TrailingZeros64((letters<<size|letters)>>first))) % size
		letters &^= 1 << letter
		next = *b
		next.known[at/64] |= 1 << (at % 64)
		next.solved[at/64][letter] |= 1 << (at % 64)
		if next.search() {
			*b = next
			return true
		}
		if nodesLeft < 0 {
			return false // cut off: this guess has not failed
		}
		failures[at]++
	}
	return false
}

// deduce applies the rules until they find nothing new. It reports false if there is a contradiction.
func (b *board) deduce() bool {
	var single plane // the cells that became known because they had one letter left
	for changed := uint64(0); ; {
		todo := changed // the letters to look at, as bits
		for l := range b.open[0] {
			stale := b.open[0][l]&b.known[0] | b.open[1][l]&b.known[1] |
				b.open[2][l]&b.known[2] | b.open[3][l]&b.known[3]
			todo |= oneIfAny(stale) << uint(l)
		}
		if todo == 0 {
			return true
		}
		for changed = 0; todo != 0; todo &= todo - 1 {
			l := uint(bits.TrailingZeros64(todo))
			more, possible := b.arrange(l%size, &single)
			if !possible {
				return false
			}
			changed |= more << (l % size)
		}
		for band, known := range b.known {
			one, two := uint64(0), uint64(0) // cells with at least 1 and 2 letters
			for _, open := range &b.open[band] {
				two |= one & open
				one |= open
			}
			if one|known != full {
				return false
			}
			single[band] = one &^ two &^ known
			b.known[band] |= single[band]
		}
	}
}

// arrange limits a letter to places that the rows of each band and the columns of each stack allow, and records where
// it is solved. The result changed is 1 if the stacks excluded places: then the bands may exclude more. The result
// possible is false if a row or column has no place left for the letter.
func (b *board) arrange(letter uint, single *plane) (changed uint64, possible bool) {
	var at plane
	stacks := uint64(0) // bits 16*stack + 4*band + column
	for i := range at {
		open := b.open[i][letter]
		here := b.solved[i][letter] | open&single[i]
		x := open&^b.known[i]&^boxes(here) | here
		rows := (x | x>>1 | x>>2 | x>>3) & lefts // bits 16*box + 4*row, next 16*box + row, then 4*box + row
		band := usable[uint16(rows*(1<<9|1<<6|1<<3|1)>>9&tops*(1<<36|1<<24|1<<12|1)>>36)]
		x &= stretch[band&0xFF] | stretch[band>>8]<<32
		at[i] = x
		stacks |= (x | x>>4 | x>>8 | x>>12) & tops << (4 * uint(i))
	}
	s0, s1, s2, s3 := usable[uint16(stacks)], usable[uint16(stacks>>16)],
		usable[uint16(stacks>>32)], usable[uint16(stacks>>48)]
	if s0 == 0 || s1 == 0 || s2 == 0 || s3 == 0 {
		return 0, false
	}
	stacks = uint64(s0) | uint64(s1)<<16 | uint64(s2)<<32 | uint64(s3)<<48
	lost := uint64(0)
	for i, x := range at {
		columns := stacks >> (4 * uint(i)) & tops * 0x1111 // repeated in all four rows
		lost |= x &^ columns
		x &= columns
		last := x &^ boxes(x&(x-corners)) // the cells that are the only place in their box
		b.known[i] |= last
		b.solved[i][letter] = last
		b.open[i][letter] = x &^ last
	}
	return oneIfAny(lost), true
}

// boxes returns all cells of those boxes of a band that have a cell in x.
func boxes(x uint64) uint64 {
	any := (x&^lasts + ^uint64(lasts) | x) & lasts // adding carries all cells of a box into its last
	return any<<1 - any>>15
}

// oneIfAny returns 0 if the set is empty, and 1 if not.
func oneIfAny(x uint64) uint64 {
	return (x | -x) >> 63
}

// choose picks an unknown cell for a guess, one with two letters if possible, and returns its letters as bits. It
// prefers cells where guesses failed before, and cells whose letters many peers would lose. A peer with as few letters
// counts three times.
func (b *board) choose() (best uint, letters uint64) {
	var few, threes, unknown plane
	for band := range few {
		one, two, three, four := uint64(0), uint64(0), uint64(0), uint64(0) // cells with at least 1 to 4 letters
		for _, open := range &b.open[band] {
			four |= three & open
			three |= two & open
			two |= one & open
			one |= open
		}
		few[band], threes[band], unknown[band] = two&^three, three&^four, ^b.known[band]
	}
	if few == (plane{}) {
		few = threes
	}
	if few == (plane{}) {
		few = unknown
	}
	most := int32(-1)
	for band, left := range few {
		for ; left != 0; left &= left - 1 {
			k := uint(bits.TrailingZeros64(left))
			own := uint64(0)
			for l := size - 1; l >= 0; l-- {
				own += own + b.open[band][l]>>k&1
			}
			column := uint64(0x1111) << (k & 0x33)
			peers := plane{column, column, column, column}
			peers[band] |= tops<<(k&0x0C) | 0xFFFF<<(k&0x30)
			var reach plane
			for rest := own; rest != 0; rest &= rest - 1 {
				l := bits.TrailingZeros64(rest) % size
				for i := range reach {
					reach[i] |= b.open[i][l]
				}
			}
			score := 40 * failures[64*uint(band)+k]
			for i, cells := range reach {
				cells &= peers[i]
				score += int32(bits.OnesCount64(cells) + 2*bits.OnesCount64(cells&few[i]))
			}
			if score > most {
				most, best, letters = score, 64*uint(band)+k, own
			}
		}
	}
	return best, letters
}

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run writes the solved boards, with an empty line between them.
func run(in io.Reader, out io.Writer) (err error) {
	answers := bufio.NewWriter(out)
	defer func() {
		if flushed := answers.Flush(); err == nil {
			err = flushed
		}
	}()
	puzzles := reader{words: bufio.NewScanner(in)}
	puzzles.words.Split(bufio.ScanWords)
	var g grid
	for number := 1; ; number++ {
		if more, err := puzzles.next(&g); err != nil || !more {
			return err
		}
		if !g.solve() {
			return fmt.Errorf("puzzle %d has no solution", number)
		}
		if number > 1 {
			answers.WriteByte('\n')
		}
		if _, err := answers.Write(g[:]); err != nil {
			return err
		}
	}
}

// A reader reads puzzles of 16 words each.
type reader struct {
	words *bufio.Scanner
	row   int // number of the last word read
}

// next reads a puzzle and reports whether there was one.
func (r *reader) next(g *grid) (bool, error) {
	for row := 0; row < size; {
		if !r.words.Scan() {
			if err := r.words.Err(); err != nil {
				return false, fmt.Errorf("row %d: %v", r.row+1, err)
			}
			if row > 0 {
				return false, fmt.Errorf("puzzle %d: the input ends after %d of %d rows", r.row/size+1, row, size)
			}
			return false, nil
		}
		text := bytes.TrimRight(r.words.Bytes(), "\x1a") // Ctrl-Z ends old DOS files
		if len(text) == 0 {
			continue
		}
		r.row++
		if len(text) != size {
			return false, fmt.Errorf("row %d: want %d characters, got %d", r.row, size, len(text))
		}
		for column, c := range text {
			if accepted>>(c-'-')&1 == 0 {
				return false, fmt.Errorf("row %d: want A to P or - in column %d, got %q", r.row, column+1, c)
			}
		}
		copy(g[row*width:], text)
		row++
		g[row*width-1] = '\n'
	}
	return true, nil
}
