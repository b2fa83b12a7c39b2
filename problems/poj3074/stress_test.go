package poj3074_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/problems/programtest"
)

var cases = flag.Int("cases", 800, "how many random puzzles TestStress asks everyone")

// TestStress asks every solution the same random puzzles, 100 at a time: half of them have one solution, on which all
// must agree with the independent solver, the others have several, on which all must obey the rules. For as many as it
// takes to be sure:
//
//	go test ./problems/poj3074 -run Stress -timeout 2h -cases 100000
func TestStress(t *testing.T) {
	solutions := programtest.Solutions(t, "poj3074", "backtrack", "bits", "dlx")
	for seed := 1; (seed-1)*100 < *cases; seed++ {
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
			} else if err := obeys(in, got); err != nil {
				t.Errorf("sudoku9 %s: %s: %v", flags, solution, err)
			}
		}
	}
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

// obeys says what keeps the answers from solving the puzzles, if anything does.
func obeys(puzzles, answers string) error {
	in, out := strings.Fields(puzzles), strings.Fields(answers)
	if len(in)-1 != len(out) {
		return fmt.Errorf("%d answers to %d puzzles", len(out), len(in)-1)
	}
	for i, answer := range out {
		if len(answer) != 81 {
			return fmt.Errorf("answer %d has %d digits", i+1, len(answer))
		}
		seen := map[string]bool{}
		for cell, digit := range answer {
			if digit < '1' || digit > '9' {
				return fmt.Errorf("answer %d: %q is not a digit from 1 to 9", i+1, digit)
			}
			row, column := cell/9, cell%9
			if given := rune(in[i][cell]); given != '.' && given != digit {
				return fmt.Errorf("answer %d: the given in row %d, column %d is changed", i+1, row+1, column+1)
			}
			for _, place := range []string{
				fmt.Sprintf("%c in row %d", digit, row+1),
				fmt.Sprintf("%c in column %d", digit, column+1),
				fmt.Sprintf("%c in box %d", digit, row/3*3+column/3+1),
			} {
				if seen[place] {
					return fmt.Errorf("answer %d: two of %s", i+1, place)
				}
				seen[place] = true
			}
		}
	}
	return nil
}

func TestObeys(t *testing.T) {
	puzzles, solved := read(t, data+"/sample/1.in"), read(t, data+"/sample/1.ans")
	tests := []struct{ name, answers, want string }{
		{"right", solved, ""},
		{"one is missing", solved[:82], "1 answers to 2 puzzles"},
		{"a given is changed", solved[:82] + strings.NewReplacer("5", "2", "2", "5").Replace(solved[82:]),
			"answer 2: the given in row 1, column 7 is changed"},
		{"a digit twice", "7" + solved[1:], "answer 1: two of 7 in row 1"},
		{"a zero", "0" + solved[1:], "answer 1: '0' is not a digit from 1 to 9"},
		{"a short answer", solved[1:], "answer 1 has 80 digits"},
	}
	for _, test := range tests {
		message := ""
		if err := obeys(puzzles, test.answers); err != nil {
			message = err.Error()
		}
		if message != test.want {
			t.Errorf("%s: got %q, want %q", test.name, message, test.want)
		}
	}
}
