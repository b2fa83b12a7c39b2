package solutions_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/solutions/solutiontest"
)

// zeros returns the answers to a number of cases that all have the answer 0.
func zeros(cases int) string {
	var answers strings.Builder
	for t := range cases {
		fmt.Fprintf(&answers, "Case #%d: 0\n", t+1)
	}
	return answers.String()
}

// Cities 0, 1, ... in a row fall into k parts of at most ⌈n/k⌉, each with its airport in the middle.
func TestCitiesInARow(t *testing.T) {
	for _, solution := range solutiontest.Own("hdu5046") {
		t.Run(solution, func(t *testing.T) {
			t.Parallel()
			n := 60
			if isPlain(solution) {
				n = 14
			}
			in, want := fmt.Sprintln(n), ""
			for k := 1; k <= n; k++ {
				in += fmt.Sprintln(n, k)
				for x := range n {
					in += fmt.Sprintln(x, 7-x)
				}
				part := (n + k - 1) / k
				want += fmt.Sprintf("Case #%d: %d\n", k, part/2*2)
			}
			if diff := cmp.Diff(want, feed(t, solution, in).output); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Small random cases, many of them with cities at one place or in a line, against brute force.
func TestAirportsAgainstBruteForce(t *testing.T) {
	const cases = 300
	r := rand.New(rand.NewPCG(5, 46))
	in := fmt.Sprintln(cases)
	for range cases {
		n := 1 + r.IntN(9)
		in += fmt.Sprintln(n, 1+r.IntN(n))
		width, height := 1+r.IntN(12), 1+r.IntN(12)
		for range n {
			in += fmt.Sprintln(r.IntN(width), r.IntN(height)-height/2)
		}
	}
	want := strings.Split(solutiontest.Airports(in), "\n")
	for _, solution := range solutiontest.Own("hdu5046") {
		t.Run(solution, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(want, strings.Split(feed(t, solution, in).output, "\n")); diff != "" {
				t.Errorf("(-want +got):\n%s\nfor\n%s", diff, in)
			}
		})
	}
}
