// Wrong: it places every airport in the city that is farthest from the previous ones. That is up to twice as bad as the
// best placement.
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	in := bufio.NewReader(os.Stdin)
	var cases int
	fmt.Fscan(in, &cases)
	for t := 1; t <= cases; t++ {
		var n, k int
		fmt.Fscan(in, &n, &k)
		x, y := make([]int64, n), make([]int64, n)
		for i := range x {
			fmt.Fscan(in, &x[i], &y[i])
		}
		best := radius(x, y, k, 0)
		for first := range x {
			if r := radius(x, y, k, first); r < best {
				best = r
			}
		}
		fmt.Printf("Case #%d: %d\n", t, best)
	}
}

// radius returns the greatest distance from a city to its airport, if the first airport is in the city with the number
// first.
func radius(x, y []int64, k, first int) int64 {
	nearest := make([]int64, len(x))
	for i := range nearest {
		nearest[i] = distance(x[i], y[i], x[first], y[first])
	}
	for ; k > 1; k-- {
		site := farthest(nearest)
		for i := range nearest {
			if d := distance(x[i], y[i], x[site], y[site]); d < nearest[i] {
				nearest[i] = d
			}
		}
	}
	return nearest[farthest(nearest)]
}

func farthest(nearest []int64) int {
	far := 0
	for i, d := range nearest {
		if d > nearest[far] {
			far = i
		}
	}
	return far
}

func distance(ax, ay, bx, by int64) int64 {
	return abs(ax-bx) + abs(ay-by)
}

func abs(a int64) int64 {
	if a < 0 {
		return -a
	}
	return a
}
