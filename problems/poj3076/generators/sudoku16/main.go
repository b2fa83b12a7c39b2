// Command sudoku16 makes 16×16 sudokus. Those of kind dig, the default, have exactly one solution. Those of kind keep
// are a random choice of the letters of a full grid, and may have several.
//
//	sudoku16 -seed 1 -count 10 -givens 120
//	sudoku16 -seed 1 -count 10 -givens 60 -most 110 -kind keep
//	sudoku16 -seed 1 -count 900 -givens 120 -distinct 30
//
// A larger -count does not change the first puzzles. The same arguments give the same bytes on every machine: the
// random numbers are those of the PCG generator, and all limits are counted in search nodes, not in seconds.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
)

const (
	attempts   = 200  // grids to try for a puzzle
	fillNodes  = 2000 // search nodes before a random grid is restarted
	proofNodes = 2000 // search nodes before a given counts as needed
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "sudoku16:", err)
		os.Exit(1)
	}
}

// run writes the puzzles that the arguments ask for.
func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("sudoku16", flag.ContinueOnError)
	seed := flags.Uint64("seed", 1, "seed of the random numbers")
	count := flags.Int("count", 1, "number of puzzles")
	givens := flags.Int("givens", 120, "number of givens in each puzzle")
	most := flags.Int("most", 0, "if larger, the number of givens is drawn from -givens to this for each puzzle")
	distinct := flags.Int("distinct", 0, "if not 0, make only this many different puzzles; the others are these, "+
		"with letters renamed and lines moved")
	kind := flags.String("kind", "dig", "dig: one solution; keep: random letters of a full grid, with one solution "+
		"or more")
	gaps := flags.String("gaps", "1", "comma-separated numbers of empty lines between puzzles, repeated as needed")
	trailing := flags.Int("trailing", 0, "number of empty lines at the end")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if *count < 1 || *givens < 0 || *givens > cells || *trailing < 0 {
		return fmt.Errorf("want -count of 1 or more, -givens from 0 to %d and -trailing of 0 or more", cells)
	}
	if *most > cells || *most < 0 || *distinct < 0 {
		return fmt.Errorf("want -most from 0 to %d and -distinct of 0 or more", cells)
	}
	if *kind != "dig" && *kind != "keep" {
		return fmt.Errorf("-kind %s: want dig or keep", *kind)
	}
	var gap []int
	for _, word := range strings.Split(*gaps, ",") {
		n, err := strconv.Atoi(word)
		if err != nil || n < 0 {
			return fmt.Errorf("-gaps %s: %q is not a number of empty lines", *gaps, word)
		}
		gap = append(gap, n)
	}

	random := rand.New(rand.NewPCG(*seed, 0))
	w := bufio.NewWriter(out)
	var made [][]byte
	for i := range *count {
		if i > 0 {
			w.WriteString(strings.Repeat("\n", gap[(i-1)%len(gap)]))
		}
		var puzzle []byte
		if *distinct > 0 && len(made) == *distinct {
			puzzle = rearrange(random, made[i%len(made)])
		} else {
			wanted := *givens
			if *most > wanted {
				wanted += random.IntN(*most - wanted + 1)
			}
			var err error
			if *kind == "keep" {
				puzzle = keep(random, wanted)
			} else if puzzle, err = dig(random, wanted); err != nil {
				return fmt.Errorf("puzzle %d: %w", i+1, err)
			}
			made = append(made, puzzle)
		}
		for row := 0; row < cells; row += size {
			w.Write(puzzle[row : row+size])
			w.WriteByte('\n')
		}
	}
	w.WriteString(strings.Repeat("\n", *trailing))
	return w.Flush()
}

// keep fills a grid at random and keeps this number of its letters, chosen at random.
func keep(random *rand.Rand, givens int) []byte {
	grid := fill(random)
	for _, cell := range random.Perm(cells)[givens:] {
		grid[cell] = empty
	}
	return grid
}

// dig fills a grid at random and removes letters, in random order, as long as the solution is unique. If too many
// givens are left, it tries another grid.
func dig(random *rand.Rand, givens int) ([]byte, error) {
	for range attempts {
		grid, left := fill(random), cells
		for _, cell := range random.Perm(cells) {
			if left == givens {
				break
			}
			if !needed(grid, cell) {
				grid[cell] = empty
				left--
			}
		}
		if left == givens {
			return grid, nil
		}
	}
	return nil, fmt.Errorf("none of %d grids could be dug down to %d givens; ask for more givens", attempts, givens)
}

// fill returns a full grid.
func fill(random *rand.Rand) []byte {
	for {
		s := search{nodes: fillNodes, enough: 1, random: random}
		if s.run(newBoard()) {
			return s.solution
		}
	}
}

// needed reports whether the puzzle without this given has a second solution, with another letter in the cell. It
// returns true if it would take too long to find out.
func needed(grid []byte, cell int) bool {
	b := newBoard()
	for other, c := range grid {
		if c != empty && other != cell {
			b.keep(other, 1<<(c-'A'))
		}
	}
	if !b.remove(cell, 1<<(grid[cell]-'A')) {
		return false
	}
	s := search{nodes: proofNodes, enough: 1}
	return s.run(b) || s.nodes < 0
}
