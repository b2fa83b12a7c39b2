// Command solver solves 9×9 sudokus by search with sets of digits, without Dancing Links, to check the answers. It
// branches on the cell with the fewest digits left, or on the digit with the fewest places left in a row, column or
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
)

const digits = 0b1_1111_1111 // a set of digits has bit d for the digit d + 1

// unitsOf has the row, the column and the box of each cell: three of the 27 units.
var unitsOf [81][3]int

func init() {
	for cell := range unitsOf {
		row, column := cell/9, cell%9
		unitsOf[cell] = [3]int{row, 9 + column, 18 + row/3*3 + column/3}
	}
}

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "solver:", err)
		os.Exit(1)
	}
}

// run solves the puzzles of an input that the validator has accepted.
func run(in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	w := bufio.NewWriter(out)
	for number := 1; lines.Scan() && lines.Text() != "end"; number++ {
		var g grid
		if err := g.set(lines.Text()); err != nil {
			return fmt.Errorf("line %d: %w", number, err)
		}
		if !g.fill() {
			return fmt.Errorf("line %d: no solution", number)
		}
		w.Write(g.cells[:])
		w.WriteByte('\n')
	}
	if err := lines.Err(); err != nil {
		return err
	}
	return w.Flush()
}

// A grid holds the cells as characters, and the digits that each unit has.
type grid struct {
	cells [81]byte
	has   [27]uint16
}

func (g *grid) set(text string) error {
	if len(text) != len(g.cells) {
		return fmt.Errorf("%d characters", len(text))
	}
	for cell := range g.cells {
		c := text[cell]
		g.cells[cell] = '.'
		switch {
		case c == '.':
		case c < '1' || c > '9':
			return fmt.Errorf("bad character %q", c)
		case g.open(cell)>>(c-'1')&1 == 0:
			return errors.New("the givens contradict each other")
		default:
			g.put(cell, c)
		}
	}
	return nil
}

// open returns the digits that no unit of the cell has.
func (g *grid) open(cell int) uint16 {
	u := &unitsOf[cell]
	return digits &^ (g.has[u[0]] | g.has[u[1]] | g.has[u[2]])
}

// put writes a digit into the empty cell.
func (g *grid) put(cell int, digit byte) {
	g.cells[cell] = digit
	for _, unit := range unitsOf[cell] {
		g.has[unit] |= 1 << (digit - '1')
	}
}

// A step writes a digit into a cell.
type step struct {
	cell  int
	digit byte
}

// fill fills the empty cells and reports whether it could.
func (g *grid) fill() bool {
	steps, full := g.fewest()
	if full {
		return true
	}
	before := *g
	for _, s := range steps {
		g.put(s.cell, s.digit)
		if g.fill() {
			return true
		}
		*g = before
	}
	return false
}

// fewest returns the shortest list of steps with exactly one right step, and whether the grid is full. The list is
// empty if there is no solution.
func (g *grid) fewest() (steps []step, full bool) {
	var places [27][9][]step // by unit and digit
	full = true
	shortest := 10
	keep := func(list []step) {
		if len(list) < shortest {
			steps, shortest = list, len(list)
		}
	}
	for cell, c := range g.cells {
		if c != '.' {
			continue
		}
		full = false
		var here []step
		for open := g.open(cell); open != 0; open &= open - 1 {
			digit := bits.TrailingZeros16(open)
			s := step{cell, '1' + byte(digit)}
			here = append(here, s)
			for _, unit := range unitsOf[cell] {
				places[unit][digit] = append(places[unit][digit], s)
			}
		}
		keep(here)
	}
	for unit := range places {
		for digit, list := range places[unit] {
			if g.has[unit]>>digit&1 == 0 {
				keep(list)
			}
		}
	}
	return steps, full
}
