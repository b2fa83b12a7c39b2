package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

const sample = "2\n3 2\n0 0\n4 0\n5 1\n4 2\n0 3\n1 0\n3 0\n8 9\n"

func TestRun(t *testing.T) {
	tests := []struct {
		name, in, want, err string
	}{
		{"sample", sample, "Case #1: 2\nCase #2: 4\n", ""},
		{"carriage returns", strings.ReplaceAll(sample, "\n", "\r\n"), "Case #1: 2\nCase #2: 4\n", ""},
		{"no newline at the end", strings.TrimSpace(sample), "Case #1: 2\nCase #2: 4\n", ""},
		{"all on one line", strings.ReplaceAll(sample, "\n", " \t "), "Case #1: 2\nCase #2: 4\n", ""},
		{"empty lines and blanks at the end", strings.ReplaceAll(sample, "\n", "\n\n") + " \n\n", "Case #1: 2\nCase #2: 4\n", ""},
		{"one city", "1\n1 1\n-7 7\n", "Case #1: 0\n", ""},
		{"an airport in every city", "1\n3 3\n0 0\n5 5\n9 0\n", "Case #1: 0\n", ""},
		{"as many places as airports", "1\n4 2\n1 1\n2 2\n1 1\n2 2\n", "Case #1: 0\n", ""},
		{"farther than 32 bits", "1\n2 1\n-1000000000 -1000000000\n1000000000 1000000000\n", "Case #1: 4000000000\n", ""},
		{"farthest first would say 3", "1\n5 2\n0 0\n1 0\n2 0\n3 0\n4 0\n", "Case #1: 1\n", ""},

		{"empty", "", "", "the input ends where T should be"},
		{"no cases", "0\n", "", `T is "0", not an integer from 1 to 100`},
		{"too many cases", "101\n", "", `T is "101", not an integer from 1 to 100`},
		{"no cities", "1\n0 1\n", "", `case 1: N is "0", not an integer from 1 to 60`},
		{"too many cities", "1\n61 1\n", "", `case 1: N is "61", not an integer from 1 to 60`},
		{"no airports", "1\n2 0\n", "", `case 1: K is "0", not an integer from 1 to 2`},
		{"more airports than cities", "1\n2 3\n", "", `case 1: K is "3", not an integer from 1 to 2`},
		{"too far west", "1\n1 1\n-1000000001 0\n", "", `case 1: x is "-1000000001", not an integer from -1000000000 to 1000000000`},
		{"too far north", "1\n1 1\n0 1000000001\n", "", `case 1: y is "1000000001", not an integer from -1000000000 to 1000000000`},
		{"past 64 bits", "1\n1 1\n0 99999999999999999999\n", "", `case 1: y is "99999999999999999999", not an integer from -1000000000 to 1000000000`},
		{"a fraction", "1\n1 1\n0.5 0\n", "", `case 1: x is "0.5", not an integer from -1000000000 to 1000000000`},
		{"a word", "1\n1 1\n0 north\n", "", `case 1: y is "north", not an integer from -1000000000 to 1000000000`},
		{"a NUL byte", "1\n1 1\n0 \x00\n", "", `case 1: y is "\x00", not an integer from -1000000000 to 1000000000`},
		{"cut off in the second case", sample[:len(sample)-4], "Case #1: 2\n", "case 2: the input ends where x should be"},
		{"cut off in a city", "1\n1 1\n5", "", "case 1: the input ends where y should be"},
		{"a case is missing", "3" + sample[1:], "Case #1: 2\nCase #2: 4\n", "case 3: the input ends where N should be"},
		{"more after the last case", sample + "7\n", "Case #1: 2\nCase #2: 4\n", `case 2: "7" follows, though this is the last case`},
		{"a word without end", "1\n1 1\n" + strings.Repeat("1", 1<<20), "", "case 1: x: bufio.Scanner: token too long"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			message := ""
			if err := run(strings.NewReader(test.in), &out); err != nil {
				message = err.Error()
			}
			if diff := cmp.Diff(test.want, out.String()); diff != "" {
				t.Errorf("output (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.err, message); diff != "" {
				t.Errorf("error (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRunReportsBrokenFiles(t *testing.T) {
	broken := errors.New("the disk is broken")
	if err := run(iotest.ErrReader(broken), io.Discard); err == nil || !strings.Contains(err.Error(), broken.Error()) {
		t.Errorf("reading: got error %v, want %v", err, broken)
	}
	out, in := io.Pipe()
	out.CloseWithError(broken)
	if err := run(strings.NewReader(sample), in); !errors.Is(err, broken) {
		t.Errorf("writing: got error %v, want %v", err, broken)
	}
}

// Cities 0, 1, ... in a row fall into k parts of at most ⌈n/k⌉, each with its airport in the middle.
func TestSolveCitiesInARow(t *testing.T) {
	const n = 60
	var row []city
	for x := int64(0); x < n; x++ {
		row = append(row, city{x, 7 - x})
	}
	for k := 1; k <= n; k++ {
		part := (n + k - 1) / k
		if got, want := new(plan).solve(row, k), int64(part/2*2); got != want {
			t.Errorf("%d airports: got %d, want %d", k, got, want)
		}
	}
}

func TestFarthestFirst(t *testing.T) {
	row := []city{{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}}
	var got []int64
	for k := 1; k <= len(row); k++ {
		got = append(got, farthestFirst(row, k)) // in cities 0, 4, 2, 1, 3
	}
	if diff := cmp.Diff([]int64{4, 2, 1, 1, 0}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := farthestFirst([]city{{7, 7}, {7, 7}}, 2); got != 0 {
		t.Errorf("two cities in one place: got %d, want 0", got)
	}
}

// What farthest-first placement finds is enough, and at most twice the answer: the halving relies on both.
func TestFarthestFirstIsAtMostTwiceTheAnswer(t *testing.T) {
	r := rand.New(rand.NewPCG(46, 5))
	p := new(plan)
	for range 300 {
		cities := p.cities[:2+r.IntN(maxCities-1)]
		for i := range cities {
			cities[i] = city{r.Int64N(100), r.Int64N(100)}
		}
		k := 1 + r.IntN(len(cities))
		far, answer := farthestFirst(cities, k), p.solve(cities, k)
		if far < answer || far > 2*answer {
			t.Fatalf("farthest first finds %d, the answer is %d for %d airports in %v", far, answer, k, cities)
		}
	}
}

// Whatever search leaves out as superfluous, its answer is that of a search that leaves out nothing.
func TestSearchAgainstPlainSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(60, 46))
	p := new(plan)
	for range 2000 {
		n, density := 1+r.IntN(16), r.Float64()/2
		p.near = [maxCities]uint64{}
		for i := range n {
			p.join(uint8(i), uint8(i))
			for j := range i {
				if r.Float64() < density {
					p.join(uint8(i), uint8(j))
				}
			}
		}
		all := uint64(1)<<n - 1
		cities, sites := all&r.Uint64(), all&r.Uint64() // none may be left, and some cities may have no site
		for k := range 6 {
			if got, want := p.search(cities, sites, k), plainSearch(p.near[:n], cities, sites, k); got != want {
				t.Fatalf("%d airports at %b for %b: got %v, want %v where near are %b", k, sites, cities, got, want, p.near[:n])
			}
		}
	}
}

// plainSearch tries every site for the first city.
func plainSearch(near []uint64, cities, sites uint64, k int) bool {
	if cities == 0 || k == 0 {
		return cities == 0
	}
	for serving := near[bits.TrailingZeros64(cities)] & sites; serving != 0; serving &= serving - 1 {
		if plainSearch(near, cities&^near[bits.TrailingZeros64(serving)], sites, k-1) {
			return true
		}
	}
	return false
}

func TestCommon(t *testing.T) {
	p := &plan{near: [maxCities]uint64{0b0111, 0b1011, 0b1101, 0b1110}}
	tests := []struct{ others, among, want uint64 }{
		{0b0000, 0b1010, 0b1010},
		{0b0001, 0b1111, 0b0111},
		{0b0011, 0b1111, 0b0011},
		{0b0011, 0b0010, 0b0010},
		{0b0110, 0b1111, 0b1001},
	}
	for _, test := range tests {
		if got := p.common(test.others, test.among); got != test.want {
			t.Errorf("common(%04b, %04b): got %04b, want %04b", test.others, test.among, got, test.want)
		}
	}
}

func TestFewest(t *testing.T) {
	p := &plan{near: [maxCities]uint64{0b0011, 0b0111, 0b1110, 0b1100}}
	tests := []struct{ cities, sites, want uint64 }{
		{0b1111, 0b1111, 0b0011},
		{0b1110, 0b1111, 0b1100},
		{0b0110, 0b0111, 0b0110},
		{0b1111, 0b0011, 0b0000},
	}
	for _, test := range tests {
		if got := p.fewest(test.cities, test.sites); got != test.want {
			t.Errorf("fewest(%04b, %04b): got %04b, want %04b", test.cities, test.sites, got, test.want)
		}
	}
}

// Small random cases, many of them with cities at one place or in a line, against brute force.
func TestRunAgainstBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 46))
	for range 300 {
		n := 1 + r.IntN(9)
		in := fmt.Sprintf("1\n%d %d\n", n, 1+r.IntN(n))
		width, height := 1+r.IntN(12), 1+r.IntN(12)
		for range n {
			in += fmt.Sprintf("%d %d\n", r.IntN(width), r.IntN(height)-height/2)
		}
		var out bytes.Buffer
		if err := run(strings.NewReader(in), &out); err != nil {
			t.Fatalf("%v\n%s", err, in)
		}
		if want := bruteForce(in); out.String() != want {
			t.Fatalf("got %q, want %q for\n%s", out.String(), want, in)
		}
	}
}

// bruteForce answers a valid input by trying all subsets of the cities as airports.
func bruteForce(in string) string {
	var numbers []int
	for _, word := range strings.Fields(in) {
		number, _ := strconv.Atoi(word)
		numbers = append(numbers, number)
	}
	cases, numbers := numbers[0], numbers[1:]
	var out strings.Builder
	for t := 1; t <= cases; t++ {
		n, k := numbers[0], numbers[1]
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

// FuzzRun checks that no input makes run panic, and that what it accepts is answered as brute force does.
func FuzzRun(f *testing.F) {
	f.Add(sample)
	f.Add("1\n1 1\n0 0")
	f.Add("2\r\n2 1\r\n-1000000000 1000000000\r\n+5 -0\r\n3 2 1 1 1 1 2 2")
	f.Add("1\n2 3\n0 0\n1 1\n")
	f.Add("\ufeff1\n1 1\n0 0\n")
	f.Fuzz(func(t *testing.T, in string) {
		if len(in) > 60 {
			t.Skip("long enough for a case that brute force cannot do")
		}
		var out bytes.Buffer
		if run(strings.NewReader(in), &out) != nil {
			return
		}
		if want := bruteForce(in); out.String() != want {
			t.Errorf("got %q, want %q", out.String(), want)
		}
	})
}
