package main

import (
	"errors"
	"fmt"
)

// A grid is a puzzle, row by row: letters 'A' to 'P', and '-' for an empty cell.
type grid [cells]byte

// unique returns nil if the puzzle has exactly one solution, else an error with the reason. It gives up after
// this number of search nodes.
func unique(puzzle grid, nodes int) error {
	b := newBoard()
	for cell, c := range puzzle {
		if c != empty && !b.keep(cell, 1<<(c-'A')) {
			return fmt.Errorf("no solution: the given %c in row %d, column %d contradicts others", c, cell/size+1,
				cell%size+1)
		}
	}
	s := search{nodes: nodes, enough: 2}
	s.run(b)
	switch {
	case s.solutions > 1:
		return errors.New("more than one solution")
	case s.nodes < 0:
		return fmt.Errorf("too hard to tell whether there is exactly one solution: gave up after %d search nodes",
			nodes)
	case s.solutions == 0:
		return errors.New("no solution")
	}
	return nil
}
