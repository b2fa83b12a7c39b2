package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

var empty50 = "50" + strings.Repeat(" 0", 50) + "\n"

func TestCheck(t *testing.T) {
	tests := []struct{ name, input, reason string }{
		{"the samples", "4 0 0 0 0\n8 2 0 0 0 4 0 0 0\n", ""},
		{"the smallest board", "1 0\n1 1\n", ""},
		{"the largest board", empty50, ""},
		{"all queens placed", "4 2 4 1 3\n", ""},

		{"empty", "", "line 1: the input is empty, there must be a case"},
		{"no line end", "4 0 0 0 0\n1 0", "line 2: no line end after the last case"},
		{"an empty line", "1 0\n\n1 0\n", "line 2: no case on this line"},
		{"an empty line at the end", "1 0\n\n", "line 2: no case on this line"},
		{"CRLF", "1 0\r\n", `line 1: "1 0\r" must be written "1 0"`},
		{"two spaces", "1 0\n4 0  0 0 0\n", `line 2: "4 0  0 0 0" must be written "4 0 0 0 0"`},
		{"a space at the end", "1 0 \n", `line 1: "1 0 " must be written "1 0"`},
		{"a space at the start", " 1 0\n", `line 1: " 1 0" must be written "1 0"`},
		{"a tab", "1\t0\n", `line 1: "1\t0" must be written "1 0"`},
		{"a leading zero", "1 01\n", `line 1: "1 01" must be written "1 1"`},
		{"a sign", "1 +1\n", `line 1: "1 +1" must be written "1 1"`},
		{"minus zero", "1 -0\n", `line 1: "1 -0" must be written "1 0"`},
		{"a letter", "1 x\n", `line 1: "x" is not a number`},
		{"NUL", "1 \x00\n", `line 1: "\x00" is not a number`},
		{"byte order mark", "\ufeff1 0\n", `line 1: "\ufeff1" is not a number`},
		{"a line too long", empty50[:len(empty50)-1] + strings.Repeat(" 0", 100) + "\n",
			"line 1: longer than any case"},

		{"N is 0", "0\n", "line 1: the size N is 0, it must be 1 to 50"},
		{"N is 51", "51" + strings.Repeat(" 0", 51) + "\n", "line 1: the size N is 51, it must be 1 to 50"},
		{"N is negative", "-1\n", "line 1: the size N is -1, it must be 1 to 50"},
		{"a number too few", "4 0 0 0\n", "line 1: 4 numbers must follow N = 4, but there are 3"},
		{"a number too many", "4 0 0 0 0 0\n", "line 1: 4 numbers must follow N = 4, but there are 5"},
		{"a column past the last", "4 0 5 0 0\n", "line 1: row 2: column 5 is not 0 to 4"},
		{"a negative column", "4 0 0 -1 0\n", "line 1: row 3: column -1 is not 0 to 4"},

		{"a shared column", "5 1 0 0 0 1\n", "line 1: the queens given in rows 1 and 5 attack each other"},
		{"a shared falling diagonal", "5 0 2 0 4 0\n", "line 1: the queens given in rows 2 and 4 attack each other"},
		{"a shared rising diagonal", "5 5 0 0 0 1\n", "line 1: the queens given in rows 1 and 5 attack each other"},
		{"boards of two rows", "2 0 0\n", "line 1: the board has no solution"},
		{"boards of three rows", "3 0 0 0\n", "line 1: the board has no solution"},
		{"no solution with a queen in the corner", "4 0 0 0 0\n6 1 0 0 0 0 0\n", "line 2: the board has no solution"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			reason, err := check(strings.NewReader(test.input), io.Discard)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.reason, reason); diff != "" {
				t.Errorf("reason (-want +got):\n%s", diff)
			}
		})
	}
}

func TestCheckReportsFailedReads(t *testing.T) {
	want := errors.New("disk on fire")
	if reason, err := check(iotest.ErrReader(want), io.Discard); err != want || reason != "" {
		t.Errorf("got reason %q and error %v, want error %v", reason, err, want)
	}
}

func TestHasSolutionOnEmptyBoards(t *testing.T) {
	for n := 1; n <= maxN; n++ {
		solvable, err := hasSolution(make([]int, n), maxNodes)
		if want := n != 2 && n != 3; err != nil || solvable != want {
			t.Errorf("N = %d: got %v and error %v, want %v", n, solvable, err, want)
		}
	}
}

// A single queen on a board of up to eight rows: on which squares it may stand is known from all solutions.
func TestHasSolutionAgainstBruteForce(t *testing.T) {
	for n := 1; n <= 8; n++ {
		possible := map[string]bool{}
		eachSolution(n, nil, func(queens []int) {
			for row, column := range queens {
				possible[fmt.Sprint(row, column)] = true
			}
		})
		for row := range n {
			for column := 1; column <= n; column++ {
				queens := make([]int, n)
				queens[row] = column
				got, err := hasSolution(queens, maxNodes)
				if want := possible[fmt.Sprint(row, column)]; err != nil || got != want {
					t.Errorf("%v: got %v and error %v, want %v", queens, got, err, want)
				}
			}
		}
	}
}

func eachSolution(n int, queens []int, visit func([]int)) {
	if len(queens) == n {
		visit(queens)
		return
	}
next:
	for column := 1; column <= n; column++ {
		for above, other := range queens {
			distance := len(queens) - above
			if other == column || other-column == distance || column-other == distance {
				continue next
			}
		}
		eachSolution(n, append(queens[:len(queens):len(queens)], column), visit)
	}
}

// A search that is cut short says so, and does not call the board unsolvable.
func TestHasSolutionCannotDecide(t *testing.T) {
	queens := make([]int, 25)
	queens[0] = 1
	if _, err := hasSolution(queens, firstNodes-1); err == nil || !strings.Contains(err.Error(), "cannot decide") {
		t.Errorf("without a node to spend: got error %v, want one that says it cannot decide", err)
	}
	s := &searcher{left: 10, columns: []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}}
	start := position{open: 1<<12 - 1, free: make([]uint64, 12)}
	for row := range start.free {
		start.free[row] = 1<<12 - 1
	}
	if s.search(start) || s.left >= 0 {
		t.Errorf("a search of 10 nodes on 12 rows: found a solution or has %d nodes left", s.left)
	}
}

func FuzzCheck(f *testing.F) {
	f.Add("4 0 0 0 0\n8 2 0 0 0 4 0 0 0\n")
	f.Add("6 1 0 0 0 0 0\n")
	f.Add("1 00\n")
	f.Fuzz(func(t *testing.T, input string) {
		reason, err := check(strings.NewReader(input), io.Discard)
		if err != nil || reason != "" {
			return
		}
		// What is accepted is made of lines that are written back from their numbers as they are.
		for _, line := range strings.SplitAfter(strings.TrimSuffix(input, "\n"), "\n") {
			var n int
			fmt.Sscan(line, &n)
			again := fmt.Sprint(n)
			for _, field := range strings.Fields(line)[1:] {
				var column int
				fmt.Sscan(field, &column)
				again += fmt.Sprintf(" %d", column)
			}
			if again != strings.TrimSuffix(line, "\n") || strings.Count(again, " ") != n {
				t.Errorf("%q is accepted, but its line %q reads as %q", input, line, again)
			}
		}
	})
}
