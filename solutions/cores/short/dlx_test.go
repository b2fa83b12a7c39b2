package short

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// solvable tries all ways to cover the uncovered items, given as bits, with the options.
func solvable(primary int, options [][4]uint16, covered uint32) bool {
	item := 0
	for ; item < primary && covered>>item&1 != 0; item++ {
	}
	if item == primary {
		return true
	}
	for _, option := range options {
		mask := uint32(0)
		for _, i := range option {
			mask |= 1 << i
		}
		if mask>>item&1 != 0 && mask&covered == 0 && solvable(primary, options, covered|mask) {
			return true
		}
	}
	return false
}

// Small random problems, one after the other: the answer is that of brute force, a solution obeys the rules, and
// without one, all links are unchanged.
func TestSolve(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 22))
	links, solved := new(exactCover), 0
	for range 3000 {
		primary, secondary := 4+r.IntN(9), r.IntN(8)
		links.init(uint16(primary), uint16(secondary))
		for i := range primary {
			links.weight[i] = 1
		}
		var options [][4]uint16
		for range r.IntN(25) {
			p := r.Perm(primary + secondary)[:4]
			slices.Sort(p)
			options = append(options, [4]uint16{uint16(p[0]), uint16(p[1]), uint16(p[2]), uint16(p[3])})
			links.addOption(options[len(options)-1][:]...)
		}
		up, size := slices.Clone(links.up[:links.nodes]), slices.Clone(links.size[:links.nodes])
		found := links.solve(1 << 30)
		if want := solvable(primary, options, 0); found != want {
			t.Fatalf("%d primary items, options %v: found is %v, want %v", primary, options, found, want)
		}
		if !found {
			if len(links.chosen) > 0 || !slices.Equal(up, links.up[:links.nodes]) ||
				!slices.Equal(size, links.size[:links.nodes]) {
				t.Fatalf("options %v: the links are not as they were", options)
			}
			continue
		}
		solved++
		times := make([]int, primary+secondary)
		for _, x := range links.chosen {
			for _, i := range links.item[x : x+4] {
				times[i]++
			}
		}
		for i, n := range times {
			if n > 1 || n == 0 && i < primary {
				t.Fatalf("options %v: item %d is covered %d times", options, i, n)
			}
		}
	}
	if solved < 300 || solved > 2700 {
		t.Errorf("%d of 3000 problems have a solution, which is not a good mixture", solved)
	}
}
