// HDU 5046 Airport, https://acm.hdu.edu.cn/showproblem.php?pid=5046
//
// Plain backtracking, the baseline for Dancing Links. It tries all N choose K ways to place the K airports, taking the
// cities in input order. At each step it knows how far every city is from the nearest airport so far. When all are
// placed, the greatest of these distances is the d of that way. The answer is the smallest d.
//
// solutions/README.md explains this page. Reference: Knuth, TAOCP 7.2.2, Backtrack Programming.
package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
)

const (
	maxCount  = 1<<31 - 1 // the largest T and K; no array has this size
	maxCities = 60
	maxCoord  = 1<<61 - 1 // four times this, the greatest distance, fits 64 bits
)

// Cities are up to 4·10⁹ apart, too far for 32 bits.
type city struct{ x, y int64 }

func (a city) distance(b city) int64 {
	dx, dy := a.x-b.x, a.y-b.y
	if dx < 0 {
		dx = -dx
	}
	if dy < 0 {
		dy = -dy
	}
	return dx + dy
}

// solve returns the least d such that k airports serve every city within d.
func solve(cities []city, k int) int64 {
	p := &plan{cities: cities, airports: k, best: math.MaxInt64}
	for i := range cities {
		p.nearest[0][i] = math.MaxInt64
	}
	p.search(0, 0)
	return p.best
}

// A plan is a partial choice of cities for the airports.
type plan struct {
	cities   []city
	airports int
	nearest  [maxCities + 1][maxCities]int64 // [c][i]: the distance from city i to the nearest of the first c airports
	best     int64                           // the least d so far
}

// search(chosen, first) places the airports after the number chosen, in cities from number first on.
func (p *plan) search(chosen, first int) {
	near := &p.nearest[chosen]
	if chosen == p.airports {
		if d := greatest(near[:len(p.cities)]); d < p.best {
			p.best = d
		}
		return
	}
	next := &p.nearest[chosen+1]
	for site := first; site <= len(p.cities)-(p.airports-chosen); site++ { // enough cities remain for all airports
		for i, c := range p.cities {
			next[i] = near[i]
			if d := c.distance(p.cities[site]); d < next[i] {
				next[i] = d
			}
		}
		p.search(chosen+1, site+1)
	}
}

func greatest(distances []int64) int64 {
	d := distances[0]
	for _, e := range distances {
		if e > d {
			d = e
		}
	}
	return d
}

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run writes a line for every case, and ignores any input after the last case. If a case is invalid, the earlier
// answers are still written.
func run(in io.Reader, out io.Writer) error {
	words := bufio.NewScanner(in)
	words.Split(bufio.ScanWords)
	r := reader{words: words}
	w := bufio.NewWriter(out)
	cases := int(r.number("T", 0, maxCount))
	for t := 1; t <= cases && r.err == nil; t++ {
		r.place = fmt.Sprintf("case %d: ", t)
		n := r.number("N", 1, maxCities)
		k := r.number("K", 1, maxCount)
		if k > n {
			k = n // more airports are useless
		}
		cities := make([]city, n)
		for i := range cities {
			cities[i].x = r.number("x", -maxCoord, maxCoord)
			cities[i].y = r.number("y", -maxCoord, maxCoord)
		}
		if r.err == nil {
			fmt.Fprintf(w, "Case #%d: %d\n", t, solve(cities, int(k)))
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return r.err
}

const ctrlZ = "\x1a" // which ends old DOS files

// A reader reads integers with any white space between them, and keeps the first error.
type reader struct {
	words *bufio.Scanner
	place string // "case 3: "
	err   error
}

// number returns the next integer, which must be in low..high. After an error, it returns low. Messages use the name.
func (r *reader) number(name string, low, high int64) int64 {
	if r.err != nil {
		return low
	}
	if !r.words.Scan() && r.words.Err() == nil {
		r.err = fmt.Errorf("%sthe input ends where %s should be", r.place, name)
	} else if err := r.words.Err(); err != nil {
		r.err = fmt.Errorf("%s%s: %v", r.place, name, err)
	} else if v, err := strconv.ParseInt(strings.TrimRight(r.words.Text(), ctrlZ), 10, 64); err == nil &&
		low <= v && v <= high {
		return v
	} else {
		r.err = fmt.Errorf("%s%s is %.20q, not an integer from %d to %d", r.place, name, r.words.Text(), low, high)
	}
	return low
}
