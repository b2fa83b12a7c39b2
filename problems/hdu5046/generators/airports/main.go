// Airports writes a test of HDU 5046 on stdout. The same flags always give the same bytes.
//
//	airports -seed 7 -cases 3 -n 60 -k 8-25 -kinds uniform,clustered -reach 1000
//	airports -seed 7 -cases 100 -n 60 -k 5-12 -harden 50 -distinct 20
//
// A larger -cases does not change the first cases. The random numbers come from the PCG generator, which is specified.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
)

// The limits of the problem.
const (
	maxCases  = 100
	maxCities = 60
	maxReach  = 1_000_000_000
)

type point struct{ x, y int64 }

// kinds are the ways to place n cities with coordinates in -reach..reach. Some ways put several cities in one place.
var kinds = map[string]func(r *rand.Rand, n int, reach int64) []point{
	"uniform":    uniform,
	"clustered":  clustered,
	"collinear":  collinear,
	"grid":       grid,
	"extreme":    extreme,
	"duplicates": duplicates,
}

func main() {
	if err := generate(os.Stdout, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "airports:", err)
		os.Exit(1)
	}
}

// generate writes the test that the flags describe.
func generate(out io.Writer, args []string) error {
	flags := flag.NewFlagSet("airports", flag.ExitOnError)
	seed := flags.Uint64("seed", 1, "seed of the random numbers")
	cases := flags.Int("cases", 1, "number of cases, T")
	cities := flags.String("n", "10", "cities of a case, N: a number or a range such as 2-60")
	airports := flags.String("k", "3", "airports of a case, K: a number, a range, or n for as many as cities")
	names := flags.String("kinds", "uniform", "layouts separated by commas, one of them drawn for each case: "+
		strings.Join(kindNames(), ", "))
	reach := flags.Int64("reach", 1000, "largest coordinate")
	moves := flags.Int("harden", 0, "how often a city of a case is moved; it stays there if a search then visits no "+
		"fewer nodes")
	distinct := flags.Int("distinct", 0, "if not 0, make only this many different cases; the others are these, "+
		"mirrored and with their cities in another order")
	flags.Parse(args)
	if flags.NArg() > 0 {
		return fmt.Errorf("%q is not a flag", flags.Arg(0))
	}
	if *cases < 1 || *cases > maxCases {
		return fmt.Errorf("-cases %d: must be 1 to %d", *cases, maxCases)
	}
	if *reach < 1 || *reach > maxReach {
		return fmt.Errorf("-reach %d: must be 1 to %d", *reach, maxReach)
	}
	if *moves < 0 || *distinct < 0 {
		return fmt.Errorf("-harden %d -distinct %d: must be 0 or more", *moves, *distinct)
	}
	n, err := parseRange(*cities)
	if err != nil {
		return fmt.Errorf("-n %v", err)
	}
	k := span{1, maxCities}
	all := *airports == "n"
	if !all {
		if k, err = parseRange(*airports); err != nil {
			return fmt.Errorf("-k %v", err)
		}
		if k.low > n.low {
			return fmt.Errorf("-k %s: more airports than the fewest cities, %d", *airports, n.low)
		}
	}
	layouts := strings.Split(*names, ",")
	for _, name := range layouts {
		if kinds[name] == nil {
			return fmt.Errorf("-kinds %q: choose from %s", name, strings.Join(kindNames(), ", "))
		}
	}

	r := rand.New(rand.NewPCG(*seed, 0))
	w := bufio.NewWriter(out)
	fmt.Fprintln(w, *cases)
	type made struct {
		cities   []point
		airports int
	}
	var originals []made
	for i := range *cases {
		var c made
		if *distinct > 0 && len(originals) == *distinct {
			c = originals[i%len(originals)]
			c.cities = turned(r, c.cities)
		} else {
			layout := kinds[layouts[r.IntN(len(layouts))]]
			n := n.draw(r)
			c.airports = n
			if !all {
				c.airports = span{k.low, min(k.high, n)}.draw(r)
			}
			c.cities = layout(r, n, *reach)
			if *moves > 0 {
				harden(r, c.cities, c.airports, *moves, func() point { return layout(r, n, *reach)[0] })
			}
			originals = append(originals, c)
		}
		fmt.Fprintln(w, len(c.cities), c.airports)
		for _, p := range c.cities {
			fmt.Fprintln(w, p.x, p.y)
		}
	}
	return w.Flush()
}

// turned returns the cities in a random order, perhaps mirrored, and perhaps with x and y exchanged. No distance
// changes.
func turned(r *rand.Rand, cities []point) []point {
	mirrorX, mirrorY, exchange := r.IntN(2) == 1, r.IntN(2) == 1, r.IntN(2) == 1
	moved := make([]point, len(cities))
	for i, j := range r.Perm(len(cities)) {
		c := cities[j]
		if mirrorX {
			c.x = -c.x
		}
		if mirrorY {
			c.y = -c.y
		}
		if exchange {
			c.x, c.y = c.y, c.x
		}
		moved[i] = c
	}
	return moved
}

func kindNames() []string {
	var names []string
	for name := range kinds {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// span is a range of numbers, both ends included.
type span struct{ low, high int }

func (s span) draw(r *rand.Rand) int { return s.low + r.IntN(s.high-s.low+1) }

// parseRange reads "12" or "8-25", within 1..maxCities.
func parseRange(text string) (span, error) {
	first, second, isRange := strings.Cut(text, "-")
	if !isRange {
		second = first
	}
	low, err1 := strconv.Atoi(first)
	high, err2 := strconv.Atoi(second)
	if err1 != nil || err2 != nil || low < 1 || high < low || high > maxCities {
		return span{}, fmt.Errorf("%q: must be a number or a range within 1-%d", text, maxCities)
	}
	return span{low, high}, nil
}

// coordinate draws from -reach..reach.
func coordinate(r *rand.Rand, reach int64) int64 { return r.Int64N(2*reach+1) - reach }

func uniform(r *rand.Rand, n int, reach int64) []point {
	cities := make([]point, n)
	for i := range cities {
		cities[i] = point{coordinate(r, reach), coordinate(r, reach)}
	}
	return cities
}

// clustered puts every city near one of a few centres, within a tenth of the square.
func clustered(r *rand.Rand, n int, reach int64) []point {
	near := reach / 10
	centres := uniform(r, 2+n/10, reach-near)
	cities := make([]point, n)
	for i := range cities {
		c := centres[r.IntN(len(centres))]
		cities[i] = point{c.x + coordinate(r, near), c.y + coordinate(r, near)}
	}
	return cities
}

// collinear puts all cities on a line through the origin. One step on the line is -4 to 4 in x, and in y.
func collinear(r *rand.Rand, n int, reach int64) []point {
	var step point
	for step == (point{}) {
		step = point{coordinate(r, min(4, reach)), coordinate(r, min(4, reach))}
	}
	steps := reach / max(step.x, -step.x, step.y, -step.y)
	cities := make([]point, n)
	for i := range cities {
		at := coordinate(r, steps)
		cities[i] = point{at * step.x, at * step.y}
	}
	return cities
}

// grid puts the cities on different crossings of a small, almost full grid, so that many distances are equal.
func grid(r *rand.Rand, n int, reach int64) []point {
	side := 1
	for side*side < n+n/4 {
		side++
	}
	gap := max(1, reach/int64(side))
	cities := make([]point, 0, n)
	for _, cell := range r.Perm(side * side)[:n] {
		cities = append(cities, point{int64(cell%side) * gap, int64(cell/side) * gap})
	}
	return cities
}

// extreme puts every city at a corner of the square or at the middle of a side, or up to reach/100 inward from there.
func extreme(r *rand.Rand, n int, reach int64) []point {
	ends := []int64{-reach, reach}
	cities := make([]point, n)
	for i := range cities {
		c := point{ends[r.IntN(2)], ends[r.IntN(2)]}
		switch r.IntN(6) {
		case 0:
			c.x = 0
		case 1:
			c.y = 0
		}
		if r.IntN(3) > 0 {
			c.x += inward(r, c.x, reach/100)
			c.y += inward(r, c.y, reach/100)
		}
		cities[i] = c
	}
	return cities
}

// inward draws a step from x towards 0. far is its maximum length.
func inward(r *rand.Rand, x, far int64) int64 {
	step := r.Int64N(far + 1)
	switch {
	case x > 0:
		return -step
	case x < 0:
		return step
	}
	return 0
}

// duplicates puts about three cities in every place.
func duplicates(r *rand.Rand, n int, reach int64) []point {
	places := uniform(r, (n+2)/3, reach)
	cities := make([]point, n)
	for i := range cities {
		cities[i] = places[r.IntN(len(places))]
	}
	return cities
}
