package poj3076_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/problems/programtest"
	"dlxjudge/solutions/solutiontest"
)

var cases = flag.Int("cases", 60, "how many random puzzles TestStress asks everyone")

// TestStress asks every solution the same random puzzles, 20 at a time: easy ones that have one solution, hard ones
// that have one, on which all must agree, also with the independent solver, and those with several, on which all must
// obey the rules. These are the ones that take plain Dancing Links for ever now and then. For as many as it takes to be
// sure:
//
//	go test ./problems/poj3076 -run Stress -timeout 2h -cases 100000
func TestStress(t *testing.T) {
	solutions := programtest.Solutions(t, "poj3076")
	programtest.Repeat(t, 1, (*cases+19)/20, func(t *testing.T, seed int) {
		flags := fmt.Sprintf("-seed %d -count 20 ", seed) + []string{
			"-kind keep -givens 60 -most 140",
			"-givens 170 -most 230",
			"-givens 110 -most 150",
		}[seed%3]
		easy, unique := seed%3 == 1, seed%3 != 0
		in, message, status := programtest.Run(t, "", "sudoku16", strings.Fields(flags)...)
		if status != 0 {
			t.Fatalf("sudoku16 %s: %s", flags, message)
		}
		var want string
		if unique {
			want, _, _ = programtest.Run(t, in, "solver")
		}
		for _, solution := range solutions {
			if solution == "backtrack" && !easy {
				continue // it does not finish
			}
			got, message, status := programtest.Run(t, in, solution)
			if status != 0 {
				t.Errorf("sudoku16 %s: %s exits with %d: %s", flags, solution, status, message)
				continue
			}
			if unique {
				if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
					t.Errorf("sudoku16 %s: the solver and %s differ (-solver +%[2]s):\n%s", flags, solution, diff)
				}
			} else if err := solutiontest.Sudoku16.Check(solutiontest.Sudoku16.Parse(in), got); err != nil {
				t.Errorf("sudoku16 %s: %s: %v", flags, solution, err)
			}
		}
	})
}
