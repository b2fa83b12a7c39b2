package main

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// harden makes a case harder. It moves random cities to random places, one at a time. A city moves back if a search
// with a distance that is just too small then visits fewer nodes. The search leaves out superfluous sites and uses a
// lower bound, so a case that is hard for it is hard for plainer searches, too.
func harden(r *rand.Rand, cities []point, airports, moves int, place func() point) {
	s := newCover(cities, tooNear(cities, airports))
	most := s.effort(airports)
	for range moves {
		i := r.IntN(len(cities))
		before := cities[i]
		s.move(cities, i, place())
		if e := s.effort(airports); e >= most {
			most = e
		} else {
			s.move(cities, i, before)
		}
	}
}

// tooNear returns the largest distance between two cities that is too small for the airports to reach all cities, or 0.
func tooNear(cities []point, airports int) int64 {
	distances := []int64{0}
	for i, a := range cities {
		for _, b := range cities[:i] {
			distances = append(distances, distance(a, b))
		}
	}
	slices.Sort(distances)
	distances = slices.Compact(distances)
	low, high := 0, len(distances)-1 // distances[low] is 0 or too small, and distances[high] is enough
	for low+1 < high {
		middle := (low + high) / 2
		if s := newCover(cities, distances[middle]); s.search(s.all(), s.all(), airports) {
			high = middle
		} else {
			low = middle
		}
	}
	return distances[low]
}

func distance(a, b point) int64 {
	x, y := a.x-b.x, a.y-b.y
	return max(x, -x) + max(y, -y)
}

// cover is the search for airports within a distance of every city. Sets of cities are bitsets.
type cover struct {
	within int64
	near   []uint64 // near[i]: the cities within this distance of city i, itself included
	nodes  int
}

func newCover(cities []point, within int64) *cover {
	s := &cover{within: within, near: make([]uint64, len(cities))}
	for i, c := range cities {
		s.move(cities, i, c)
	}
	return s
}

// move puts city i in another place.
func (s *cover) move(cities []point, i int, to point) {
	cities[i] = to
	s.near[i] = 0
	for j, other := range cities {
		s.near[j] &^= 1 << i
		if distance(to, other) <= s.within {
			s.near[i] |= 1 << j
			s.near[j] |= 1 << i
		}
	}
}

func (s *cover) all() uint64 { return uint64(1)<<len(s.near) - 1 }

// effort returns how many nodes the search visits.
func (s *cover) effort(airports int) int {
	s.nodes = 0
	s.search(s.all(), s.all(), airports)
	return s.nodes
}

// search reports whether this number of airports at these sites can reach all cities in left.
func (s *cover) search(left, sites uint64, airports int) bool {
	s.nodes++
	sites = s.needed(sites, left)
	if !s.hope(left, sites, airports) {
		return false
	}
	if left == 0 {
		return true
	}
	for places := s.scarcest(left, sites); places != 0; places &= places - 1 {
		place := bits.TrailingZeros64(places)
		if s.search(left&^s.near[place], sites, airports-1) {
			return true
		}
		sites &^= 1 << place // all placements with this site have failed
	}
	return false
}

// needed drops a site if another site reaches all its cities, too.
func (s *cover) needed(sites, left uint64) uint64 {
	for some := sites; some != 0; some &= some - 1 {
		one := bits.TrailingZeros64(some)
		others := sites &^ (1 << one)
		for reached := s.near[one] & left; reached != 0 && others != 0; reached &= reached - 1 {
			others &= s.near[bits.TrailingZeros64(reached)]
		}
		if others != 0 {
			sites &^= 1 << one
		}
	}
	return sites
}

// hope looks for cities that need different sites. It returns false if it finds more of them than airports.
func (s *cover) hope(left, sites uint64, airports int) bool {
	for ; left != 0; airports-- {
		if airports == 0 {
			return false
		}
		for places := s.scarcest(left, sites); places != 0; places &= places - 1 {
			left &^= s.near[bits.TrailingZeros64(places)]
		}
	}
	return true
}

// scarcest returns the sites near the city that has the fewest sites, perhaps none.
func (s *cover) scarcest(left, sites uint64) uint64 {
	best, fewest := uint64(0), len(s.near)+1
	for ; left != 0; left &= left - 1 {
		places := s.near[bits.TrailingZeros64(left)] & sites
		if n := bits.OnesCount64(places); n < fewest {
			best, fewest = places, n
		}
	}
	return best
}
