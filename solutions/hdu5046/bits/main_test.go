package main

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
)

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

// The search leaves out superfluous cities and sites. Its answer is that of a search that leaves out nothing.
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
				t.Fatalf("%d airports at %b for %b: got %v, want %v where near are %b", k, sites, cities, got, want,
					p.near[:n])
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
