package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"dlxjudge/solutions/solutiontest"
)

// hard is a board on which the search restarts several times.
const hard = "42 0 17 27 0 0 0 0 41 30 0 21 0 25 0 0 0 0 0 0 23 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n"

// A search that restarts finds a solution, or that there is none.
func TestBeginAnew(t *testing.T) {
	b := new(board)
	queens := solutiontest.Queens(hard)
	b.queens = queens
	if b.begin(0); b.searchFor(4*len(queens)) || b.nodes >= 0 {
		t.Fatal("the first search is not cut short: this board tests nothing")
	}
	if !b.solve(queens) {
		t.Fatal("no solution")
	}
	if err := solutiontest.CheckQueens([]string{hard}, strings.Trim(fmt.Sprint(queens), "[]")+"\n"); err != nil {
		t.Error(err)
	}
	for _, board := range []string{"28 20 11 21 0 0 27 0 0 0 17 12 2 0 28 0 0 13 0 0 0 24 19 3 0 14 26 5 0",
		"34 6 20 9 4 30 0 0 3 0 34 18 21 14 0 31 0 28 0 12 0 0 32 0 13 17 0 0 0 27 0 0 7 0 2"} {
		if b.solve(solutiontest.Queens(board)) {
			t.Errorf("%s has no solution, but one was found", board)
		}
	}
}

// Counting for all columns at once has the same result as counting square by square.
func TestLeastHarm(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		n := 21 + random.IntN(maxN-21+1)
		b, p := new(board), &position{open: random.IntN(21)}
		rows := random.Perm(n)
		row := rows[p.open]
		for i := range p.open {
			b.rows[i] = rows[i]
			p.free[i] = random.Uint64() & random.Uint64() % (1 << n)
		}
		p.try = random.Uint64() % (1 << n)
		best, want := 1000, uint64(0)
		for column := range n {
			if p.try>>column&1 == 0 {
				continue
			}
			harm := 0
			for i, r := range b.rows[:p.open] {
				for c := range n {
					if p.free[i]>>c&1 == 1 && (c == column || c-column == r-row || column-c == r-row) {
						harm++
					}
				}
			}
			if harm < best {
				best, want = harm, 0
			}
			if harm == best {
				want |= 1 << column
			}
		}
		if got := b.leastHarm(p, row); got != want {
			t.Fatalf("N = %d, row %d, rows %v, free %x, try %x: got %x, want %x", n, row, b.rows[:p.open],
				p.free[:p.open], p.try, got, want)
		}
	}
}
