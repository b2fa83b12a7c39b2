package solutiontest

import (
	"bytes"
	"fmt"
	"math"
	"math/bits"
	"strings"
	"testing"
)

// Airports answers a valid input of HDU 5046 by trying all subsets of the cities as airports.
func Airports(in string) string {
	numbers := numbers(strings.Fields(strings.ReplaceAll(in, "\x1a", " ")))
	cases, numbers := numbers[0], numbers[1:]
	var out strings.Builder
	for t := 1; t <= cases; t++ {
		n, k := numbers[0], min(numbers[0], numbers[1])
		xy := numbers[2 : 2+2*n]
		numbers = numbers[2+2*n:]
		best := math.MaxInt
		for airports := uint(1); airports < 1<<n; airports++ {
			if bits.OnesCount(airports) != k {
				continue
			}
			worst := 0
			for city := range n {
				nearest := math.MaxInt
				for site := range n {
					dx, dy := xy[2*city]-xy[2*site], xy[2*city+1]-xy[2*site+1]
					if airports>>site&1 == 1 {
						nearest = min(nearest, max(dx, -dx)+max(dy, -dy))
					}
				}
				worst = max(worst, nearest)
			}
			best = min(best, worst)
		}
		fmt.Fprintf(&out, "Case #%d: %d\n", t, best)
	}
	return out.String()
}

// FuzzAirports checks that no input makes run panic, and that what it accepts is answered as brute force does.
func FuzzAirports(f *testing.F, run Run) {
	f.Add("2\n3 2\n0 0\n4 0\n5 1\n4 2\n0 3\n1 0\n3 0\n8 9\n")
	f.Add("1\n1 1\n0 0")
	f.Add("2\r\n2 1\r\n-1000000000 1000000000\r\n+5 -0\r\n3 2 1 1 1 1 2 2")
	f.Add("1\n2 3\n0 0\n1 1\x1a")
	f.Add("\ufeff1\n1 1\n0 0\n")
	f.Fuzz(func(t *testing.T, in string) {
		if len(in) > 60 {
			t.Skip("long enough for a case that brute force cannot do")
		}
		var out bytes.Buffer
		if run(strings.NewReader(in), &out) != nil {
			return
		}
		if want := Airports(in); out.String() != want {
			t.Errorf("got %q, want %q", out.String(), want)
		}
	})
}
