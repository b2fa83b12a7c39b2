// Solver solves HDU 5046 in a different way from the solutions, to check their answers.
//
// It improves a placement step by step: it begins with the farthest-first placement, and searches for strictly better
// ones until there are none. Sets of cities are bitsets in 64-bit words. To find out whether k sites cover all cities
// within d, it branches on the city with the fewest sites. Before that it drops sites that are no better than another
// site, and cities that are covered whenever some other city is.
package main

import (
	"bufio"
	"fmt"
	"io"
	"math/bits"
	"os"
)

func main() {
	if err := answer(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "solver:", err)
		os.Exit(1)
	}
}

// answer solves a valid test.
func answer(in io.Reader, out io.Writer) error {
	r, w := bufio.NewReader(in), bufio.NewWriter(out)
	var cases int
	if _, err := fmt.Fscan(r, &cases); err != nil {
		return err
	}
	for t := range cases {
		var n, k int
		if _, err := fmt.Fscan(r, &n, &k); err != nil {
			return err
		}
		if n < 1 || n > 64 || k < 1 {
			return fmt.Errorf("case %d: %d cities and %d airports: cannot solve that", t+1, n, k)
		}
		xs, ys := make([]int64, n), make([]int64, n)
		for i := range n {
			if _, err := fmt.Fscan(r, &xs[i], &ys[i]); err != nil {
				return err
			}
		}
		fmt.Fprintf(w, "Case #%d: %d\n", t+1, leastRadius(manhattan(xs, ys), k))
	}
	return w.Flush()
}

// manhattan returns the matrix of distances.
func manhattan(xs, ys []int64) [][]int64 {
	dist := make([][]int64, len(xs))
	for i := range xs {
		dist[i] = make([]int64, len(xs))
		for j := range xs {
			dist[i][j] = max(xs[i]-xs[j], xs[j]-xs[i]) + max(ys[i]-ys[j], ys[j]-ys[i])
		}
	}
	return dist
}

// leastRadius improves a placement until its radius is the least, and returns that.
func leastRadius(dist [][]int64, k int) int64 {
	radius := reach(dist, farthestFirst(dist, k))
	for radius > 0 {
		sites, ok := coverBelow(dist, radius, k)
		if !ok {
			break
		}
		radius = reach(dist, sites)
	}
	return radius
}

// reach returns the greatest distance from a city to its nearest site.
func reach(dist [][]int64, sites uint64) int64 {
	worst := int64(0)
	for city := range dist {
		near := int64(-1)
		for rest := sites; rest != 0; rest &= rest - 1 {
			if d := dist[city][bits.TrailingZeros64(rest)]; near < 0 || d < near {
				near = d
			}
		}
		worst = max(worst, near)
	}
	return worst
}

// farthestFirst chooses k sites, each the city farthest from the earlier sites. Its radius is at most twice the least.
func farthestFirst(dist [][]int64, k int) uint64 {
	sites := uint64(1)
	for bits.OnesCount64(sites) < min(k, len(dist)) {
		best, bestDistance := -1, int64(-1)
		for city := range dist {
			if sites>>city&1 == 1 {
				continue
			}
			if d := reach([][]int64{dist[city]}, sites); d > bestDistance {
				best, bestDistance = city, d
			}
		}
		sites |= 1 << best
	}
	return sites
}

// coverBelow searches for k sites or fewer such that every city is less than radius away from one of them.
func coverBelow(dist [][]int64, radius int64, k int) (sites uint64, ok bool) {
	c := covering{near: make([]uint64, len(dist))}
	for i := range dist {
		for j, d := range dist[i] {
			if d < radius {
				c.near[i] |= 1 << j
			}
		}
	}
	all := ^uint64(0) >> (64 - len(dist))
	return c.find(all, all, k)
}

// covering says which cities can serve which: near[i] has the cities within reach of city i, itself included.
type covering struct{ near []uint64 }

// find returns at most k of the sites that cover the cities, and whether there are such sites.
func (c covering) find(cities, sites uint64, k int) (uint64, bool) {
	if cities == 0 {
		return 0, true
	}
	if k == 0 {
		return 0, false
	}
	sites = c.usefulSites(cities, sites)
	cities = c.decisiveCities(cities, sites)
	if k*c.mostServed(cities, sites) < bits.OnesCount64(cities) || c.apart(cities, sites) > k {
		return 0, false
	}
	branch := c.hardestCity(cities, sites)
	for candidates := c.near[branch] & sites; candidates != 0; candidates &= candidates - 1 {
		site := bits.TrailingZeros64(candidates)
		if more, ok := c.find(cities&^c.near[site], sites&^(1<<site), k-1); ok {
			return more | 1<<site, true
		}
		sites &^= 1 << site // no cover has this site
	}
	return 0, false
}

// usefulSites drops a site if another site serves all its cities, too.
func (c covering) usefulSites(cities, sites uint64) uint64 {
	for rest := sites; rest != 0; rest &= rest - 1 {
		site := bits.TrailingZeros64(rest)
		served := c.near[site] & cities
		for others := sites &^ (1 << site); others != 0; others &= others - 1 {
			if served&^c.near[bits.TrailingZeros64(others)] == 0 {
				sites &^= 1 << site
				break
			}
		}
	}
	return sites
}

// decisiveCities drops a city if all sites of some other city serve it, too.
func (c covering) decisiveCities(cities, sites uint64) uint64 {
	for rest := cities; rest != 0; rest &= rest - 1 {
		city := bits.TrailingZeros64(rest)
		for others := cities &^ (1 << city); others != 0; others &= others - 1 {
			if c.near[bits.TrailingZeros64(others)]&sites&^c.near[city] == 0 {
				cities &^= 1 << city
				break
			}
		}
	}
	return cities
}

// mostServed returns the largest number of these cities that one site serves.
func (c covering) mostServed(cities, sites uint64) int {
	most := 0
	for ; sites != 0; sites &= sites - 1 {
		most = max(most, bits.OnesCount64(c.near[bits.TrailingZeros64(sites)]&cities))
	}
	return most
}

// apart counts cities that need different sites. It chooses them greedily, those with the fewest sites first.
func (c covering) apart(cities, sites uint64) int {
	count := 0
	for cities != 0 {
		count++
		served := uint64(0)
		for near := c.near[c.hardestCity(cities, sites)] & sites; near != 0; near &= near - 1 {
			served |= c.near[bits.TrailingZeros64(near)]
		}
		if served == 0 {
			return len(c.near) + 1 // no site serves this city, so no number of airports is enough
		}
		cities &^= served
	}
	return count
}

// hardestCity returns the city with the fewest sites.
func (c covering) hardestCity(cities, sites uint64) int {
	hardest, fewest := 0, 65
	for ; cities != 0; cities &= cities - 1 {
		city := bits.TrailingZeros64(cities)
		if count := bits.OnesCount64(c.near[city] & sites); count < fewest {
			hardest, fewest = city, count
		}
	}
	return hardest
}
