// HDU 5046 Airport, https://acm.hdu.edu.cn/showproblem.php?pid=5046
//
// Are K airports enough for every city to have one within d? With at most 60 cities, a word holds a set of cities as
// bits, or a set of sites: the cities where an airport may be. The word near[i] has the cities within d of city i:
// those that an airport in city i serves, and also the sites that serve city i. A node of the search drops superfluous
// cities and sites. If a lower bound is not above the number of airports left, it then tries the sites of a city with
// the fewest sites.
//
// The answer is 0 or the distance between two cities. Farthest-first placement finds a distance D that is enough, and
// at most twice the answer. Few pairs of cities are D/2 to D apart. As in quickselect, the distance of one pair splits
// the others, until none is left. A sweep from west to east finds the pairs, and skips cities too far to the west.
//
// solutions/README.md explains this page. References: Knuth, The Art of Computer Programming 7.1.3, Bitwise Tricks and
// Techniques; T. Gonzalez, Clustering to Minimize the Maximum Intercluster Distance, 1985.
package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"math/bits"
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
	x, y := dx>>63, dy>>63 // -1 if negative, else 0; a branch would often be mispredicted
	return (dx ^ x) - x + (dy ^ y) - y
}

// A plan holds the cities of a case, and which of them are near each other. Every case reuses its memory.
type plan struct {
	cities       [maxCities]city
	near         [maxCities]uint64 // of each city: all cities within the distance being tried, itself included
	pairs, spare [maxCities * maxCities / 2]pair
}

// A pair is two different cities.
type pair struct {
	distance int64
	i, j     uint8
}

// solve returns the least d such that k airports serve every city within d.
func (p *plan) solve(cities []city, k int) int64 {
	for i, a := range cities { // from west to east
		for ; i > 0 && cities[i-1].x > a.x; i-- {
			cities[i] = cities[i-1]
		}
		cities[i] = a
	}
	enough := farthestFirst(cities, k)
	spare := p.spare[:0]
	doubt := p.pairs[:0] // the pairs whose distance, less than enough, may be the answer
	for i, a := range cities {
		p.near[i] = 1 << uint(i)
		for j := i - 1; j >= 0 && a.x-cities[j].x < enough; j-- {
			if d := a.distance(cities[j]); d >= enough {
				continue
			} else if d < enough-d {
				p.join(uint8(i), uint8(j)) // nearer than the answer, which is enough/2 or more
			} else {
				doubt = append(doubt, pair{d, uint8(i), uint8(j)})
			}
		}
	}
	all := uint64(1)<<uint(len(cities)) - 1
	for len(doubt) > 0 {
		middle := doubt[len(doubt)/2].distance // the larger of two, since the answer tends to be in the upper part
		if d := doubt[len(doubt)-1].distance; d > middle {
			middle = d
		}
		before := p.near
		nearer, farther := doubt[:0], spare[:0]
		for _, pair := range doubt {
			if pair.distance > middle {
				farther = append(farther, pair)
			} else if p.join(pair.i, pair.j); pair.distance < middle {
				nearer = append(nearer, pair)
			}
		}
		if p.search(all, all, k) {
			enough, doubt, p.near = middle, nearer, before
		} else {
			doubt, spare = farther, doubt
		}
	}
	return enough
}

// join records that cities i and j are near each other.
func (p *plan) join(i, j uint8) {
	p.near[i] |= 1 << (j & 63)
	p.near[j] |= 1 << (i & 63)
}

// farthestFirst places k airports, each in the city that is farthest from the earlier airports. It returns the distance
// D of the next such city. These k+1 cities are at least D apart: no site is less than D/2 from two of them.
func farthestFirst(cities []city, k int) int64 {
	var nearest [maxCities]int64 // of each city: the distance to the nearest airport
	for i := range cities {
		nearest[i] = math.MaxInt64
	}
	for far := 0; ; k-- {
		site, most := cities[far], int64(-1)
		for i, a := range cities {
			if d := a.distance(site); d < nearest[i] {
				nearest[i] = d
			}
			if nearest[i] > most {
				far, most = i, nearest[i]
			}
		}
		if k == 1 || most == 0 { // all airports are placed, or every city has one
			return most
		}
	}
}

// search reports whether k airports at these sites can serve the cities. Every call is a node of the search tree.
func (p *plan) search(cities, sites uint64, k int) bool {
	if k == 1 && cities != 0 { // is there a site near all of them?
		for ; cities != 0 && sites != 0; cities &= cities - 1 {
			sites &= p.near[bits.TrailingZeros64(cities)]
		}
		return sites != 0
	}
	for rest := sites; rest != 0; rest &= rest - 1 {
		site := rest & -rest
		if p.common(p.near[bits.TrailingZeros64(rest)]&cities, sites) != site {
			sites &^= site // another site serves all cities that this one serves
		}
	}
	for rest := cities; rest != 0; rest &= (rest - 1) & cities {
		serving := p.near[bits.TrailingZeros64(rest)] & sites
		if serving&(serving-1) != 0 {
			cities &^= p.common(serving, cities) &^ (rest & -rest) // every site of this city serves these, too
		} else if serving == 0 || k == 0 {
			return false
		} else {
			cities &^= p.near[bits.TrailingZeros64(serving)] // the only site for this city
			k--
		}
	}
	choices := p.fewest(cities, sites)
	serving := choices
	for apart, rest := 0, cities; rest != 0; apart++ { // apart counts cities; no site serves two of them
		if apart == k {
			return false
		}
		for ; serving != 0; serving &= serving - 1 {
			rest &^= p.near[bits.TrailingZeros64(serving)]
		}
		serving = p.fewest(rest, sites)
	}
	if cities == 0 {
		return true
	}
	for serving = choices; serving != 0; serving &= serving - 1 {
		sites &^= serving & -serving // later branches come only after all covers with this site have failed
		if p.search(cities&^p.near[bits.TrailingZeros64(serving)], sites, k-1) {
			return true
		}
	}
	return false
}

// common(others, among) returns the cities of among that are near all cities of others. There is always one or more.
func (p *plan) common(others, among uint64) uint64 {
	for ; others != 0 && among&(among-1) != 0; others &= others - 1 {
		among &= p.near[bits.TrailingZeros64(others)]
	}
	return among
}

// fewest returns the sites of a city with the fewest sites.
func (p *plan) fewest(cities, sites uint64) uint64 {
	best, fewest := sites, maxCities+1
	for ; cities != 0; cities &= cities - 1 {
		serving := p.near[bits.TrailingZeros64(cities)] & sites
		if n := bits.OnesCount64(serving); n < fewest {
			best, fewest = serving, n
		}
	}
	return best
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
	r := reader{words: bufio.NewScanner(in)}
	r.words.Split(split)
	w := bufio.NewWriter(out)
	p := new(plan)
	cases := int(r.number("T", 0, maxCount))
	for t := 1; t <= cases && r.err == nil; t++ {
		r.place = fmt.Sprintf("case %d: ", t)
		n := r.number("N", 1, maxCities)
		k := r.number("K", 1, maxCount)
		cities := p.cities[:n]
		for i := range cities {
			cities[i].x = r.number("x", -maxCoord, maxCoord)
			cities[i].y = r.number("y", -maxCoord, maxCoord)
		}
		if r.err == nil {
			fmt.Fprintf(w, "Case #%d: %d\n", t, p.solve(cities, int(k)))
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
	} else if v, err := strconv.Atoi(strings.TrimRight(r.words.Text(), ctrlZ)); err == nil &&
		low <= int64(v) && int64(v) <= high {
		return int64(v)
	} else {
		r.err = fmt.Errorf("%s%s is %.20q, not an integer from %d to %d", r.place, name, r.words.Text(), low, high)
	}
	return low
}

// split is a faster version of bufio.ScanWords, which knows only the blanks of ASCII.
func split(data []byte, atEOF bool) (next int, word []byte, err error) {
	start := 0
	for start < len(data) && isBlank(data[start]) {
		start++
	}
	for i := start; i < len(data); i++ {
		if isBlank(data[i]) {
			return i + 1, data[start:i], nil
		}
	}
	if atEOF && start < len(data) {
		return len(data), data[start:], nil
	}
	return start, nil, nil
}

func isBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }
