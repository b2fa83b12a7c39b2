// Queens writes boards with some queens placed. These are part of a random solution, so each board has a solution. The
// first command below writes two boards of each size from 4 to 50, on which 10 to 30 percent of the queens stay. The
// second writes 500 boards, each of a random size in that range. A larger -cases does not change the first boards.
//
//	queens -seed 1 -n 4..50 -kept 10..30 -count 2
//	queens -seed 1 -n 4..50 -kept 10..30 -cases 500
//
// The same arguments always write the same bytes. Sizes 2 and 3 have no solution and are left out of a range.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
)

const maxN = 50

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "queens:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("queens", flag.ExitOnError)
	seed := flags.Uint64("seed", 1, "seed of the random numbers")
	sizes := span{8, 8}
	flags.Var(&sizes, "n", "size of the board, `A or A..B` for each from A to B")
	kept := span{0, 0}
	flags.Var(&kept, "kept", "how many of a board's queens stay, `percent` rounded up, or A..B for a random share "+
		"of those")
	count := flags.Int("count", 1, "boards of each size")
	cases := flags.Int("cases", 0, "if not 0, boards in all, their sizes drawn from -n")
	flags.Parse(args)
	switch {
	case flags.NArg() > 0:
		return fmt.Errorf("%q is not a flag", flags.Arg(0))
	case sizes.low < 1 || sizes.high > maxN:
		return fmt.Errorf("-n %v: a size is 1 to %d", sizes, maxN)
	case sizes.low > 1 && sizes.high < 4:
		return fmt.Errorf("-n %v: boards of size 2 and 3 have no solution", sizes)
	case kept.low < 0 || kept.high > 100:
		return fmt.Errorf("-kept %v: a share is 0 to 100 percent", kept)
	case *count < 1:
		return fmt.Errorf("-count %d: there must be at least one board", *count)
	case *cases < 0:
		return fmt.Errorf("-cases %d: a number of boards is 0 or more", *cases)
	case *cases > 0 && *count > 1:
		return fmt.Errorf("-cases and -count exclude each other")
	}

	random := rand.New(rand.NewPCG(*seed, 0))
	w := bufio.NewWriter(out)
	if *cases > 0 {
		for range *cases {
			n := sizes.draw(random)
			for n == 2 || n == 3 {
				n = sizes.draw(random)
			}
			fmt.Fprintln(w, board(n, kept, random))
		}
		return w.Flush()
	}
	for n := sizes.low; n <= sizes.high; n++ {
		if n == 2 || n == 3 {
			continue
		}
		for range *count {
			fmt.Fprintln(w, board(n, kept, random))
		}
	}
	return w.Flush()
}

// board returns the line of a board of size n: some queens of a random solution.
func board(n int, kept span, random *rand.Rand) string {
	queens := solution(n, random)
	stay := (n*kept.draw(random) + 99) / 100
	for _, row := range random.Perm(n)[stay:] {
		queens[row] = 0
	}
	return fmt.Sprint(n, " ", strings.Trim(fmt.Sprint(queens), "[]"))
}

// solution returns the columns, from 1, of n queens that do not attack each other. It starts from a random permutation
// and swaps the columns of two rows as long as a swap leaves fewer queens on shared diagonals. When no swap does, it
// starts again.
//
// Reference: R. Sosič, J. Gu, A polynomial time algorithm for the N-queens problem, SIGART Bulletin 1 (3), 1990.
func solution(n int, random *rand.Rand) []int {
	for {
		queens := random.Perm(n)
		left := collisions(queens)
		for better := true; better && left > 0; {
			better = false
			for i := range queens {
				for j := range i {
					queens[i], queens[j] = queens[j], queens[i]
					if now := collisions(queens); now < left {
						left, better = now, true
					} else {
						queens[i], queens[j] = queens[j], queens[i]
					}
				}
			}
		}
		if left == 0 {
			for row := range queens {
				queens[row]++
			}
			return queens
		}
	}
}

// collisions counts the queens that share a diagonal with a queen further up, once for each of their two diagonals.
func collisions(queens []int) int {
	var rise, fall [2 * maxN]bool
	total := 0
	for row, column := range queens {
		r, f := row+column, row-column+maxN
		if rise[r] {
			total++
		}
		if fall[f] {
			total++
		}
		rise[r], fall[f] = true, true
	}
	return total
}

// span is a flag's value: "7" or "4..50".
type span struct{ low, high int }

func (s span) draw(random *rand.Rand) int { return s.low + random.IntN(s.high-s.low+1) }

func (s span) String() string { return fmt.Sprintf("%d..%d", s.low, s.high) }

func (s *span) Set(text string) error {
	low, high, isRange := strings.Cut(text, "..")
	if !isRange {
		high = low
	}
	var err, err2 error
	s.low, err = strconv.Atoi(low)
	s.high, err2 = strconv.Atoi(high)
	if err != nil || err2 != nil {
		return errors.New("want a number, or two as in 4..50")
	}
	if s.low > s.high {
		return fmt.Errorf("%d is more than %d", s.low, s.high)
	}
	return nil
}
