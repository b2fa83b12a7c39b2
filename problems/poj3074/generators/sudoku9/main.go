// Command sudoku9 makes 9×9 sudokus that have exactly one solution, in the format of POJ 3074.
//
//	sudoku9 -seed 1 -count 10 -givens 30
//	sudoku9 -seed 2 -count 10 -givens 24 -guesses 20
//	sudoku9 -seed 3 -count 10 -givens 17
//	sudoku9 -seed 4 -count 10 -givens 24 -adverse
//	sudoku9 -seed 5 -count 9000 -givens 28 -most 36 -distinct 300
//
// A larger -count does not change the first puzzles. The same arguments give the same bytes on every machine: the
// random numbers are those of the PCG generator.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
)

// attempts is the number of grids to try before giving up on a puzzle.
const attempts = 5000

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "sudoku9:", err)
		os.Exit(1)
	}
}

// run writes the puzzles that the arguments ask for.
func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("sudoku9", flag.ContinueOnError)
	seed := flags.Uint64("seed", 1, "seed of the random numbers")
	count := flags.Int("count", 1, "number of puzzles")
	givens := flags.Int("givens", 30, "number of givens in each puzzle; 17 rearranges those of a list")
	most := flags.Int("most", 0, "if larger, the number of givens is drawn from -givens to this for each puzzle")
	distinct := flags.Int("distinct", 0, "if not 0, make only this many different puzzles; the others are these, "+
		"with digits renamed and lines moved")
	guesses := flags.Int("guesses", 0, "minimum number of guesses that a puzzle needs, where single candidates do "+
		"not help")
	adverse := flags.Bool("adverse", false, "make puzzles that are slow in row order: the first row is 987654321, "+
		"and none of it is given")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if *count < 1 || *givens < 17 || *givens > 81 || *guesses < 0 {
		return fmt.Errorf("want -count of 1 or more, -givens from 17 to 81 and -guesses of 0 or more")
	}
	if *most < 0 || *most > 81 || *distinct < 0 {
		return fmt.Errorf("want -most from 0 to 81 and -distinct of 0 or more")
	}
	if *adverse && *givens == 17 {
		return fmt.Errorf("-adverse needs more givens: those with 17 come from a list")
	}
	if *adverse && *distinct > 0 {
		return fmt.Errorf("-adverse and -distinct exclude each other: a puzzle that was moved has givens in its " +
			"first row")
	}
	random := rand.New(rand.NewPCG(*seed, 0))
	w := bufio.NewWriter(out)
	var dug []puzzle
	for i := range *count {
		var p puzzle
		if *distinct > 0 && len(dug) == *distinct {
			p = rearrange(random, dug[i%len(dug)])
		} else {
			wanted := *givens
			if *most > wanted {
				wanted += random.IntN(*most - wanted + 1)
			}
			var err error
			if p, err = find(random, wanted, *guesses, *adverse); err != nil {
				return fmt.Errorf("puzzle %d: %w", i+1, err)
			}
			dug = append(dug, p)
		}
		for _, digit := range p {
			if digit == 0 {
				w.WriteByte('.')
			} else {
				w.WriteByte('0' + digit)
			}
		}
		w.WriteByte('\n')
	}
	w.WriteString("end\n")
	return w.Flush()
}

// find makes puzzles until one meets the flags.
func find(random *rand.Rand, givens, guesses int, adverse bool) (puzzle, error) {
	for range attempts {
		var p puzzle
		if givens == 17 {
			p = rearrange(random, seventeen[random.IntN(len(seventeen))])
		} else {
			p = dig(random, givens, adverse)
		}
		if count(p[:]) != givens || adverse && count(p[:9]) > 0 {
			continue
		}
		solution, needed, unique := solve(p)
		if !unique {
			return p, fmt.Errorf("a puzzle with more than one solution: %v", p)
		}
		if needed < guesses {
			continue
		}
		if adverse {
			var name [10]byte
			for column, digit := range solution[:9] {
				name[digit] = byte(9 - column)
			}
			p = rename(p, name)
		}
		return p, nil
	}
	return puzzle{}, fmt.Errorf("none of %d puzzles meets the flags; ask for more givens or fewer guesses", attempts)
}

// dig fills a grid at random and removes digits, in random order, as long as the solution is unique. If adverse is
// true, it goes from row to row, so that most givens are in the last rows.
func dig(random *rand.Rand, givens int, adverse bool) puzzle {
	p, left := fill(random), 81
	order := random.Perm(81)
	if adverse {
		slices.SortStableFunc(order, func(a, b int) int { return a/9 - b/9 })
	}
	for _, cell := range order {
		digit := p[cell]
		if left == givens || digit == 0 {
			continue
		}
		p[cell] = 0
		if _, _, unique := solve(p); unique {
			left--
		} else {
			p[cell] = digit
		}
	}
	return p
}

func count(digits []byte) int {
	n := 0
	for _, digit := range digits {
		if digit != 0 {
			n++
		}
	}
	return n
}
