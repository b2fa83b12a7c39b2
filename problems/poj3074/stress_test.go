package poj3074_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/problems/programtest"
	"dlxjudge/solutions/solutiontest"
)

var cases = flag.Int("cases", 800, "how many random puzzles TestStress asks everyone")

// TestStress asks every solution the same random puzzles, 100 at a time: half of them have one solution, on which all
// must agree with the independent solver, the others have several, on which all must obey the rules. For as many as it
// takes to be sure:
//
//	go test ./problems/poj3074 -run Stress -timeout 2h -cases 100000
func TestStress(t *testing.T) {
	solutions := programtest.Solutions(t, "poj3074")
	programtest.Repeat(t, 2, (*cases+99)/100, func(t *testing.T, seed int) {
		givens := []int{17, 40, 26, 34}[seed/2%4]
		flags := fmt.Sprintf("-seed %d -count 100 -givens %d", seed, givens)
		in, message, status := programtest.Run(t, "", "sudoku9", strings.Fields(flags)...)
		if status != 0 {
			t.Fatalf("sudoku9 %s: %s", flags, message)
		}
		want, _, _ := programtest.Run(t, in, "solver")
		unique := seed%2 == 0
		if !unique {
			in = without(in, givens/3, uint64(seed))
		}
		for _, solution := range solutions {
			if solution == "backtrack" && givens < 34 {
				continue // it does not finish
			}
			got, message, status := programtest.Run(t, in, solution)
			if status != 0 {
				t.Errorf("sudoku9 %s: %s exits with %d: %s", flags, solution, status, message)
				continue
			}
			if unique {
				if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
					t.Errorf("sudoku9 %s: the solver and %s differ (-solver +%[2]s):\n%s", flags, solution, diff)
				}
			} else if err := solutiontest.Sudoku9.Check(solutiontest.Sudoku9.Parse(in), got); err != nil {
				t.Errorf("sudoku9 %s: %s: %v", flags, solution, err)
			}
		}
	})
}

// without takes so many givens at random out of each puzzle.
func without(puzzles string, count int, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 3074))
	lines := strings.Fields(puzzles)
	for i, line := range lines[:len(lines)-1] {
		puzzle, left := []byte(line), count
		for _, cell := range r.Perm(81) {
			if left > 0 && puzzle[cell] != '.' {
				puzzle[cell] = '.'
				left--
			}
		}
		lines[i] = string(puzzle)
	}
	return strings.Join(lines, "\n") + "\n"
}
