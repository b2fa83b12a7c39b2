// Command solver solves 16×16 sudokus by search with sets of letters, without Dancing Links, to check the answers. It
// branches on the cell with the fewest letters left, or on the letter with the fewest places left in a row, column or
// box, whichever has fewer.
//
//	solver < input > answer
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"strings"
)

const (
	side  = 4           // rows and columns of a box
	size  = side * side // rows, columns, boxes and letters
	cells = size * size
	empty = '-'
)

// unitsOf has the row, the column and the box of each cell: three of the 48 units.
var unitsOf [cells][3]int

func init() {
	for cell := range cells {
		row, col := cell/size, cell%size
		unitsOf[cell] = [3]int{row, size + col, 2*size + row/side*side + col/side}
	}
}

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "solver:", err)
		os.Exit(1)
	}
}

// run solves all puzzles of an input that the validator has accepted. It allows any number of empty lines.
func run(in io.Reader, out io.Writer) error {
	text, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	letters := strings.Join(strings.Fields(string(text)), "")
	if len(letters)%cells != 0 {
		return fmt.Errorf("%d cells are not a multiple of %d", len(letters), cells)
	}
	w := bufio.NewWriter(out)
	for at := 0; at < len(letters); at += cells {
		var g grid
		if err := g.set(letters[at : at+cells]); err != nil {
			return fmt.Errorf("puzzle %d: %w", at/cells+1, err)
		}
		if !g.fill() {
			return fmt.Errorf("puzzle %d: no solution", at/cells+1)
		}
		if at > 0 {
			w.WriteByte('\n')
		}
		for row := 0; row < cells; row += size {
			w.Write(g.letters[row : row+size])
			w.WriteByte('\n')
		}
	}
	return w.Flush()
}

// A grid holds the cells, and the set of letters in each unit: bit k for 'A' + k.
type grid struct {
	letters [cells]byte
	used    [3 * size]uint16
}

func (g *grid) set(letters string) error {
	for cell := range g.letters {
		c := letters[cell]
		g.letters[cell] = empty
		switch {
		case c == empty:
		case c < 'A' || c >= 'A'+size:
			return fmt.Errorf("bad character %q", c)
		case g.open(cell)>>(c-'A')&1 == 0:
			return errors.New("the givens contradict each other")
		default:
			g.toggle(cell, c)
		}
	}
	return nil
}

// open returns the letters that no unit of the cell holds.
func (g *grid) open(cell int) uint16 {
	u := &unitsOf[cell]
	return ^(g.used[u[0]] | g.used[u[1]] | g.used[u[2]])
}

// toggle puts the letter into the empty cell, or takes it out again.
func (g *grid) toggle(cell int, letter byte) {
	g.letters[cell] ^= letter ^ empty
	for _, unit := range unitsOf[cell] {
		g.used[unit] ^= 1 << (letter - 'A')
	}
}

// A step puts a letter into a cell.
type step struct {
	cell   int
	letter byte
}

// fill fills the empty cells and reports whether it could.
func (g *grid) fill() bool {
	steps, done := g.fewest()
	if done {
		return true
	}
	for _, s := range steps {
		g.toggle(s.cell, s.letter)
		if g.fill() {
			return true
		}
		g.toggle(s.cell, s.letter)
	}
	return false
}

// fewest returns the shortest list of steps with exactly one right step, and whether the grid is full. The list is
// empty if there is no solution.
func (g *grid) fewest() (steps []step, done bool) {
	var places [3 * size][size]int // by unit and letter
	best, cell, done := size+1, 0, true
	for c, letter := range g.letters {
		if letter != empty {
			continue
		}
		done = false
		open := g.open(c)
		if n := bits.OnesCount16(open); n < best {
			best, cell = n, c
		}
		for ; open != 0; open &= open - 1 {
			for _, unit := range unitsOf[c] {
				places[unit][bits.TrailingZeros16(open)]++
			}
		}
	}
	unit, letter := -1, 0
	for u := range places {
		for k, n := range places[u] {
			if n < best && g.used[u]>>k&1 == 0 {
				best, unit, letter = n, u, k
			}
		}
	}
	if unit < 0 {
		for open := g.open(cell); !done && open != 0; open &= open - 1 {
			steps = append(steps, step{cell, 'A' + byte(bits.TrailingZeros16(open))})
		}
		return steps, done
	}
	for c := range g.letters {
		if g.letters[c] == empty && g.open(c)>>letter&1 == 1 && onUnit(c, unit) {
			steps = append(steps, step{c, 'A' + byte(letter)})
		}
	}
	return steps, false
}

func onUnit(cell, unit int) bool {
	u := &unitsOf[cell]
	return u[0] == unit || u[1] == unit || u[2] == unit
}
