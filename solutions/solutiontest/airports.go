package solutiontest

import (
	"fmt"
	"math"
	"math/bits"
	"strings"
)

// Airports answers a valid input of HDU 5046. It tries all sets of K cities for the airports.
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
