package hdu5046_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/problems/programtest"
)

var cases = flag.Int("cases", 3000, "how many random cases TestStress asks everyone")

// TestStress asks the independent solver and every solution the same random cases, 100 at a time, half of them small.
// For as many as it takes to be sure:
//
//	go test ./problems/hdu5046 -run Stress -cases 100000
func TestStress(t *testing.T) {
	solutions := programtest.Solutions(t, "hdu5046")
	programtest.Repeat(t, 2, (*cases+99)/100, func(t *testing.T, seed int) {
		size := "-n 1-12 -k 1-12"
		if seed%2 == 0 {
			size = "-n 1-60 -k 1-60"
		}
		reach := []int{3, 30, 1_000_000, 1_000_000_000}[seed/2%4] // the first two make many distances equal
		flags := fmt.Sprintf("-seed %d -cases 100 %s -reach %d -kinds "+
			"uniform,clustered,collinear,grid,extreme,duplicates", seed, size, reach)
		in, message, status := programtest.Run(t, "", "airports", strings.Fields(flags)...)
		if status != 0 {
			t.Fatalf("airports %s: %s", flags, message)
		}
		want, _, _ := programtest.Run(t, in, "solver")
		for _, solution := range solutions {
			if solution == "backtrack" && seed%2 == 0 {
				continue // it tries all N choose K choices, so it gets the small cases only
			}
			got, message, status := programtest.Run(t, in, solution)
			if status != 0 {
				t.Errorf("airports %s: %s exits with %d: %s", flags, solution, status, message)
			}
			if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("airports %s: the solver and %s differ (-solver +%[2]s):\n%s", flags, solution, diff)
			}
		}
	})
}
