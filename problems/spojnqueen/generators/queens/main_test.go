package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func generate(t *testing.T, args string) string {
	t.Helper()
	var out bytes.Buffer
	if err := run(strings.Fields(args), &out); err != nil {
		t.Fatalf("%s: %v", args, err)
	}
	return out.String()
}

// The recorded seeds make the same boards for ever.
func TestSameBytes(t *testing.T) {
	const args = "-seed 3 -n 4..6 -kept 50 -count 2"
	const want = `4 0 1 0 2
4 0 1 4 0
5 4 0 5 3 0
5 0 4 2 5 0
6 0 0 0 6 4 2
6 3 0 0 5 0 4
`
	if diff := cmp.Diff(want, generate(t, args)); diff != "" {
		t.Errorf("queens %s (-want +got):\n%s", args, diff)
	}
	if generate(t, "-seed 4 -n 4..6 -kept 50 -count 2") == want {
		t.Error("another seed makes the same boards")
	}
}

func TestSizesAndCounts(t *testing.T) {
	tests := []struct {
		args  string
		sizes string // N of each board
		kept  string // the least and the most queens on a board
	}{
		{"", "[8]", "0 0"},
		{"-n 1", "[1]", "0 0"},
		{"-n 1..5 -count 2", "[1 1 4 4 5 5]", "0 0"},
		{"-n 2..4", "[4]", "0 0"},
		{"-n 50 -kept 100", "[50]", "50 50"},
		{"-n 50 -kept 1 -count 3", "[50 50 50]", "1 1"},
		{"-n 10 -kept 25 -count 3", "[10 10 10]", "3 3"},
		{"-n 10 -kept 21..40 -count 9", "[10 10 10 10 10 10 10 10 10]", "3 4"},
	}
	for _, test := range tests {
		var sizes []int
		least, most := maxN, 0
		for _, line := range strings.Split(strings.TrimSuffix(generate(t, test.args), "\n"), "\n") {
			var n int
			fmt.Sscan(line, &n)
			fields := strings.Fields(line)[1:]
			if len(fields) != n {
				t.Errorf("queens %s: %d numbers follow N in %q", test.args, len(fields), line)
			}
			queens := 0
			for _, field := range fields {
				if field != "0" {
					queens++
				}
			}
			sizes, least, most = append(sizes, n), min(least, queens), max(most, queens)
		}
		if got := fmt.Sprint(sizes); got != test.sizes {
			t.Errorf("queens %s: sizes %s, want %s", test.args, got, test.sizes)
		}
		if got := fmt.Sprint(least, " ", most); got != test.kept {
			t.Errorf("queens %s: %s queens, want %s", test.args, got, test.kept)
		}
	}
}

func TestSolution(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	for n := 1; n <= maxN; n++ {
		if n == 2 || n == 3 {
			continue
		}
		queens := solution(n, random)
		for row, column := range queens {
			if column < 1 || column > n {
				t.Errorf("N = %d: column %d", n, column)
			}
			for above, other := range queens[:row] {
				if column == other || row+column == above+other || row-column == above-other {
					t.Errorf("N = %d: %v: the queens in rows %d and %d attack each other", n, queens, above+1, row+1)
				}
			}
		}
	}
}

func TestBadArguments(t *testing.T) {
	tests := []struct{ args, err string }{
		{"-n 0", "-n 0..0: a size is 1 to 50"},
		{"-n 40..51", "-n 40..51: a size is 1 to 50"},
		{"-n 2..3", "-n 2..3: boards of size 2 and 3 have no solution"},
		{"-kept 101", "-kept 101..101: a share is 0 to 100 percent"},
		{"-count 0", "-count 0: there must be at least one board"},
		{"-n 4 5", `"5" is not a flag`},
	}
	for _, test := range tests {
		var out bytes.Buffer
		err := run(strings.Fields(test.args), &out)
		if err == nil || err.Error() != test.err {
			t.Errorf("queens %s: got error %v, want %s", test.args, err, test.err)
		}
		if out.Len() > 0 {
			t.Errorf("queens %s: wrote %q", test.args, out.String())
		}
	}
}

func TestSpan(t *testing.T) {
	tests := []struct {
		text string
		want span
		err  string
	}{
		{"7", span{7, 7}, ""},
		{"4..50", span{4, 50}, ""},
		{"", span{}, "want a number, or two as in 4..50"},
		{"x", span{}, "want a number, or two as in 4..50"},
		{"4..", span{}, "want a number, or two as in 4..50"},
		{"4...5", span{}, "want a number, or two as in 4..50"},
		{"5..4", span{}, "5 is more than 4"},
	}
	for _, test := range tests {
		var got span
		err := got.Set(test.text)
		if err == nil && (got != test.want || test.err != "") || err != nil && err.Error() != test.err {
			t.Errorf("%q: got %v and error %v, want %v and %q", test.text, got, err, test.want, test.err)
		}
	}
}
