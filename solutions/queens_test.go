package solutions_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/solutions/solutiontest"
)

// empty is a board with given queens in the first rows, and none below them.
func empty(n int, given ...int) string {
	line := fmt.Sprint(n)
	for row := range n {
		if row < len(given) {
			line += fmt.Sprint(" ", given[row])
		} else {
			line += " 0"
		}
	}
	return line + "\n"
}

// Every size is solved without a given queen, and with one in the first row, at its ends and in its middle.
func TestEverySize(t *testing.T) {
	for _, solution := range solutiontest.Own("spojnqueen") {
		t.Run(solution, func(t *testing.T) {
			t.Parallel()
			var boards []string
			for n := 1; n <= 50; n++ {
				if n == 2 || n == 3 || n > 20 && isPlain(solution) {
					continue // no solution; or none in a moment
				}
				boards = append(boards, empty(n))
				if isPlain(solution) {
					continue
				}
				boards = append(boards, empty(n, (n+1)/2))
				if n != 4 && n != 6 { // these have no solution with a queen in a corner
					boards = append(boards, empty(n, 1), empty(n, n))
				}
			}
			got := feed(t, solution, strings.Join(boards, ""))
			if err := solutiontest.CheckQueens(boards, got.output); err != nil {
				t.Errorf("%v; %s", err, got.message)
			}
		})
	}
}

// Earlier boards must not influence the answers to later ones, or their searches: each board is answered as if it were
// alone. Large boards come before small ones, and full ones before empty ones.
func TestCasesShareNothing(t *testing.T) {
	boards := []string{
		empty(25), "8 2 6 1 7 4 8 3 5\n", empty(8), "12 0 0 0 7 0 0 0 0 0 0 2 0\n", "8 0 0 0 0 0 0 0 5\n",
		"4 3 0 0 0\n", empty(4),
		empty(1), empty(25),
	}
	// In the last two, a search without restarts takes long.
	large := []string{
		empty(50),
		empty(26),
		"42 0 17 27 0 0 0 0 41 30 0 21 0 25 0 0 0 0 0 0 23 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n",
		"46 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 20 0 0 0 40 46 0 42 0 0 0 0 0 24 0 0 0 0 0 0 0 0 0 0 0\n",
	}
	for _, solution := range solutiontest.Own("spojnqueen") {
		t.Run(solution, func(t *testing.T) {
			t.Parallel()
			boards := boards
			if !isPlain(solution) {
				boards = append(append(large[:4:4], boards...), large...)
			}
			single := ""
			for _, board := range boards {
				single += feed(t, solution, board).output
			}
			together := feed(t, solution, strings.Join(boards, ""))
			if diff := cmp.Diff(single, together.output); diff != "" {
				t.Errorf("%s (-each by itself +one after the other):\n%s", together.message, diff)
			}
			if err := solutiontest.CheckQueens(boards, together.output); err != nil {
				t.Error(err)
			}
		})
	}
}
