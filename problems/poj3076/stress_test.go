package poj3076_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/problems/programtest"
)

var cases = flag.Int("cases", 60, "how many random puzzles TestStress asks everyone")

// TestStress asks every solution the same random puzzles, 20 at a time: easy ones that have one solution, hard ones that
// have one, on which all must agree, also with the independent solver, and those with several, on which all must obey the
// rules. These are the ones that take plain Dancing Links for ever now and then. For as many as it takes to be sure:
//
//	go test ./problems/poj3076 -run Stress -timeout 2h -cases 100000
func TestStress(t *testing.T) {
	solutions := programtest.Solutions(t, "poj3076", "backtrack", "bits", "dlx")
	for seed := 1; (seed-1)*20 < *cases; seed++ {
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
			} else if err := obeys(in, got); err != nil {
				t.Errorf("sudoku16 %s: %s: %v", flags, solution, err)
			}
		}
	}
}

// obeys says what keeps the answers from solving the puzzles, if anything does.
func obeys(puzzles, answers string) error {
	in, out := strings.Split(puzzles, "\n\n"), strings.Split(answers, "\n\n")
	if len(in) != len(out) {
		return fmt.Errorf("%d answers to %d puzzles", len(out), len(in))
	}
	for i, answer := range out {
		givens, lines := strings.Fields(in[i]), strings.Fields(answer)
		if len(lines) != 16 {
			return fmt.Errorf("answer %d has %d lines", i+1, len(lines))
		}
		seen := map[string]bool{}
		for row, line := range lines {
			if len(line) != 16 {
				return fmt.Errorf("answer %d: row %d has %d letters", i+1, row+1, len(line))
			}
			for column, letter := range line {
				if letter < 'A' || letter > 'P' {
					return fmt.Errorf("answer %d: %q is not a letter from A to P", i+1, letter)
				}
				if given := rune(givens[row][column]); given != '-' && given != letter {
					return fmt.Errorf("answer %d: the given in row %d, column %d is changed", i+1, row+1, column+1)
				}
				for _, place := range []string{
					fmt.Sprintf("%c in row %d", letter, row+1),
					fmt.Sprintf("%c in column %d", letter, column+1),
					fmt.Sprintf("%c in box %d", letter, row/4*4+column/4+1),
				} {
					if seen[place] {
						return fmt.Errorf("answer %d: two of %s", i+1, place)
					}
					seen[place] = true
				}
			}
		}
	}
	return nil
}

func TestObeys(t *testing.T) {
	puzzle, solved := read(t, "sample/1.in"), read(t, "sample/1.ans")
	tests := []struct{ name, answers, want string }{
		{"right", solved + "\n" + solved, ""},
		{"one is missing", solved, "1 answers to 2 puzzles"},
		{"a given is changed", solved + "\n" + strings.NewReplacer("A", "B", "B", "A").Replace(solved),
			"answer 2: the given in row 1, column 3 is changed"},
		{"a letter twice", solved + "\nB" + solved[1:], "answer 2: two of B in row 1"},
		{"a Q", "Q" + solved[1:] + "\n" + solved, "answer 1: 'Q' is not a letter from A to P"},
		{"a short row", solved[1:] + "\n" + solved, "answer 1: row 1 has 15 letters"},
		{"a short answer", solved + "\n" + solved[17:], "answer 2 has 15 lines"},
	}
	for _, test := range tests {
		message := ""
		if err := obeys(puzzle+"\n"+puzzle, test.answers); err != nil {
			message = err.Error()
		}
		if message != test.want {
			t.Errorf("%s: got %q, want %q", test.name, message, test.want)
		}
	}
}
