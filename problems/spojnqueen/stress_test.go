package spojnqueen_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"dlxjudge/problems/programtest"
)

var cases = flag.Int("cases", 3000, "how many random boards TestStress asks everyone")

// TestStress asks every solution the same random boards, 100 at a time, half of them small, and one more board for
// every ten of these that may have no solution. For as many as it takes to be sure:
//
//	go test ./problems/spojnqueen -run Stress -cases 100000
func TestStress(t *testing.T) {
	solutions := programtest.Solutions(t, "spojnqueen")
	without := 0
	programtest.Repeat(t, 2, (*cases+99)/100, func(t *testing.T, seed int) {
		flags, asked, sizes := "-n 4..13 -kept 0..100 -count 10", solutions, 13
		if seed%2 == 0 {
			flags, sizes = "-n 4..50 -kept 0..100 -count 2", 40
			// takes ages
			asked = slices.DeleteFunc(slices.Clone(solutions), func(name string) bool { return name == "backtrack" })
		}
		flags = fmt.Sprintf("-seed %d %s", seed, flags)
		boards, message, code := programtest.Run(t, "", "queens", strings.Fields(flags)...)
		if code != 0 {
			t.Fatalf("queens %s: %s", flags, message)
		}
		for _, solution := range asked {
			if answers, message, code := programtest.Run(t, boards, solution); code != 0 {
				t.Errorf("queens %s: %s exits with %d: %s", flags, solution, code, message)
			} else if wrong := check(t, boards, answers); wrong != "" {
				t.Errorf("queens %s: %s: %s", flags, solution, wrong)
			}
		}
		random := rand.New(rand.NewPCG(uint64(seed), 0))
		for range 10 {
			if board := scatter(4+random.IntN(sizes-3), random); !sameForAll(t, asked, board) {
				without++
			}
		}
	})
	if without == 0 {
		t.Error("every board had a solution, so nobody was asked to find none")
	}
}

// sameForAll asks everyone for one board, and reports whether it has a solution. The input validator knows, too.
func sameForAll(t *testing.T, solutions []string, board string) (solvable bool) {
	t.Helper()
	const none = "line 1: the board has no solution\n"
	_, message, code := programtest.Run(t, board, "boards")
	if solvable = code == 42; !solvable && message != none {
		t.Fatalf("%q: the validator says %q", board, message)
	}
	for _, solution := range solutions {
		answer, message, code := programtest.Run(t, board, solution)
		if !solvable && (code != 1 || answer != "" || message != none) {
			t.Errorf("%q has no solution, but %s exits with %d and says %q and %q", board, solution, code, answer,
				message)
		}
		if solvable && code != 0 {
			t.Errorf("%q has a solution, but %s exits with %d: %s", board, solution, code, message)
		} else if solvable {
			if wrong := check(t, board, answer); wrong != "" {
				t.Errorf("%q: %s: %s", board, solution, wrong)
			}
		}
	}
	return solvable
}

// scatter writes a board of n rows, up to about half of them with a queen, none of which attacks another. There need
// not be a solution.
func scatter(n int, random *rand.Rand) string {
	queens := make([]int, n)
	for _, row := range random.Perm(n)[:n/3+random.IntN(n/4+1)] {
		column := random.IntN(n)
		free := true
		for other, queen := range queens {
			if c := queen - 1; c >= 0 && (c == column || c-column == other-row || c-column == row-other) {
				free = false
			}
		}
		if free {
			queens[row] = column + 1
		}
	}
	return fmt.Sprintln(n, strings.Trim(fmt.Sprint(queens), "[]"))
}

// check says what the output validator has against the answers to boards, "" if nothing.
func check(t *testing.T, boards, answers string) string {
	t.Helper()
	feedback := t.TempDir() + "/"
	input, answer := feedback+"in", feedback+"ans"
	for _, path := range []string{input, answer} { // any answer that is there will do
		if err := os.WriteFile(path, []byte(boards), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	_, message, code := programtest.Run(t, answers, "output_validator", input, answer, feedback)
	switch code {
	case 42:
		return ""
	case 43:
		return programtest.Read(t, feedback+"judgemessage.txt")
	}
	t.Fatalf("the output validator exits with %d: %s", code, message)
	return ""
}
