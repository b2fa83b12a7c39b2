package main

import (
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

// Only distances of two cities are tried, so that there are few searches, however far the cities are from each other.
// With one airport every search asks once for the lower bound, and the rounds count that.
func TestSolveSearchesFewTimes(t *testing.T) {
	r := rand.New(rand.NewPCG(50, 46))
	p := new(plan)
	for i := range p.cities {
		p.cities[i] = city{r.Int64N(2*maxCoord+1) - maxCoord, r.Int64N(2*maxCoord+1) - maxCoord}
	}
	p.solve(p.cities[:], 1)
	if searches := p.cover.round; searches < 1 || searches > 11 {
		t.Errorf("%d searches, but 1770 pairs can be halved 11 times at most", searches)
	}
}

func TestBuild(t *testing.T) {
	tests := []struct {
		name           string
		near           []uint64
		items, options int
	}{
		{"one city", []uint64{0b1}, 1, 1},
		{"all near to all", []uint64{0b111, 0b111, 0b111}, 1, 1},
		{"a star", []uint64{0b1111, 0b0011, 0b0101, 0b1001}, 1, 1},
		{"two alone", []uint64{0b01, 0b10}, 2, 2},
		{"a path of seven, solved without a search", []uint64{0b0000011, 0b0000111, 0b0001110, 0b0011100, 0b0111000,
			0b1110000, 0b1100000}, 3, 3},
		{"a ring of six, where nothing is superfluous", []uint64{0b100011, 0b000111, 0b001110, 0b011100, 0b111000,
			0b110001}, 6, 6},
	}
	for _, test := range tests {
		p := new(plan)
		copy(p.near[:], test.near)
		p.build(len(test.near))
		items, first := 0, map[int32]bool{} // of each option: the first node
		for i := p.cover.right[0]; i != 0; i = p.cover.right[i] {
			items++
			for x := p.cover.down[i]; x != i; x = p.cover.down[x] {
				least := x
				for q := p.cover.right[x]; q != x; q = p.cover.right[q] {
					least = min(least, q)
				}
				first[least] = true
			}
		}
		if options := len(first); items != test.items || options != test.options {
			t.Errorf("%s: %d items and %d options, want %d and %d", test.name, items, options, test.items, test.options)
		}
	}
}
