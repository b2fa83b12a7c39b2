package solutions_test

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/solutions/solutiontest"
)

// solve runs a solution on puzzles, and returns the answer to each; "" if it has no solution. The program ends at a
// puzzle without a solution, so it is started again with the puzzles after it.
func solve(t *testing.T, solution string, kind solutiontest.Sudoku, puzzles []string) []string {
	t.Helper()
	var answers []string
	for len(answers) < len(puzzles) {
		got := feed(t, solution, kind.Format(puzzles[len(answers):]...))
		answers = append(answers, kind.Parse(got.output)...)
		if got.status == 0 {
			break
		}
		if !strings.Contains(got.message, "no solution") {
			t.Fatalf("exit status %d, %s", got.status, got.message)
		}
		answers = append(answers, "")
	}
	if len(answers) != len(puzzles) {
		t.Fatalf("%d answers to %d puzzles", len(answers), len(puzzles))
	}
	return answers
}

// check fails the test for each wrong answer. Solvable says which puzzles have a solution; nil if that is not known.
func check(t *testing.T, kind solutiontest.Sudoku, puzzles, answers []string, solvable []bool) {
	t.Helper()
	for i, answer := range answers {
		if solvable != nil && solvable[i] != (answer != "") {
			t.Errorf("solvable is %v, but the answer %q to\n%s", solvable[i], answer, kind.Format(puzzles[i]))
		}
		if answer == "" {
			continue
		}
		if err := kind.Check(puzzles[i:i+1], kind.Format(answer)); err != nil {
			t.Errorf("%v to\n%s", err, kind.Format(puzzles[i]))
		}
	}
}

// Puzzles with few givens have many solutions, those with a wrong given mostly none; brute force knows.
func TestSudokuAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(30, 74))
	n := 1000
	if judgetest.Shortened(t, "four of five puzzles") {
		n /= 5
	}
	puzzles, solvable, unsolvable := make([]string, n), make([]bool, n), 0
	for i := range puzzles {
		puzzles[i] = solutiontest.Sudoku9.Spoil(r, r.IntN(50), max(0, r.IntN(10)-7))
		if solvable[i] = solutiontest.Sudoku9.Solvable(puzzles[i]); !solvable[i] {
			unsolvable++
		}
	}
	if unsolvable < n/10 || unsolvable > n-n/10 {
		t.Errorf("%d of %d puzzles have no solution, which is not a good mixture", unsolvable, n)
	}
	for _, solution := range solutiontest.Own("poj3074") {
		t.Run(solution, func(t *testing.T) {
			t.Parallel()
			check(t, solutiontest.Sudoku9, puzzles, solve(t, solution, solutiontest.Sudoku9, puzzles), solvable)
		})
	}
}

// Puzzles with few givens or none have many solutions. They are not valid for these problems, but an answer must obey
// the rules. The search is deepest there; one puzzle is impossible only in its last row. Plain backtracking does not
// finish.
func TestFewGivens(t *testing.T) {
	r := rand.New(rand.NewPCG(30, 76))
	few9 := []string{
		strings.Repeat(".", 81),
		strings.Repeat(".", 80) + "9",
		"1" + strings.Repeat(".", 79) + "1",
		"123456789" + strings.Repeat(".", 72),
	}
	var few16 []string
	for givens := 0; givens < 256; givens += 5 {
		few16 = append(few16, solutiontest.Sudoku16.Spoil(r, 256-givens, 0))
	}
	for _, solution := range solutiontest.Own("poj3074", "poj3076") {
		if isPlain(solution) {
			continue
		}
		t.Run(solution, func(t *testing.T) {
			t.Parallel()
			kind, puzzles := solutiontest.Sudoku9, few9
			if filepath.Dir(solution) == "poj3076" {
				kind, puzzles = solutiontest.Sudoku16, few16
			}
			check(t, kind, puzzles, solve(t, solution, kind, puzzles), nil)
		})
	}
}

// A wrong letter instead of a given makes puzzles that turn out to be impossible late, or have another solution. All
// programs must agree on which puzzles are solvable.
func TestWrongGiven(t *testing.T) {
	r := rand.New(rand.NewPCG(76, 30))
	puzzles := make([]string, 200)
	if judgetest.Shortened(t, "three of four puzzles") {
		puzzles = puzzles[:50]
	}
	for i := range puzzles {
		puzzles[i] = solutiontest.Sudoku16.Spoil(r, 106, 1)
	}
	var solvable []bool
	for _, solution := range solutiontest.Own("poj3076") {
		if isPlain(solution) {
			continue // it does not finish
		}
		t.Run(solution, func(t *testing.T) {
			answers := solve(t, solution, solutiontest.Sudoku16, puzzles)
			check(t, solutiontest.Sudoku16, puzzles, answers, solvable)
			if solvable == nil {
				for _, answer := range answers {
					solvable = append(solvable, answer != "")
				}
			}
		})
	}
	if !slices.Contains(solvable, false) || !slices.Contains(solvable, true) {
		t.Errorf("not a good mixture: %v", solvable)
	}
}
