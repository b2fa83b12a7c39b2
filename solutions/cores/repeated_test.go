package cores

import (
	"math/bits"
	"testing"
)

// served is a repeated cover problem of items 1 to items: options[k] lists the items of option k.
type served struct {
	items   int
	options [][]int
}

// links builds the problem.
func (s served) links() *repeatedCover {
	c := new(repeatedCover)
	c.init(s.items)
	for _, items := range s.options {
		c.addOption(items...)
	}
	return c
}

// masks returns the items of every option as bits.
func (s served) masks() []uint {
	masks := make([]uint, len(s.options))
	for k, items := range s.options {
		for _, i := range items {
			masks[k] |= 1 << (i - 1)
		}
	}
	return masks
}

// fewest finds by trying all subsets how many options a cover needs, len(options)+1 if there is none.
func (s served) fewest() int {
	masks := s.masks()
	best := len(masks) + 1
	for subset := uint(0); subset < 1<<len(masks); subset++ {
		covered := uint(0)
		for k, mask := range masks {
			if subset>>k&1 == 1 {
				covered |= mask
			}
		}
		if covered == 1<<s.items-1 {
			best = min(best, bits.OnesCount(subset))
		}
	}
	return best
}

// checkSearch searches with every limit from 0 on, in the same links, and checks that it succeeds from want on, and
// that a search that fails leaves all links as they were.
func (s served) checkSearch(t *testing.T, want int) {
	t.Helper()
	c := s.links()
	for limit := 0; limit < want && limit <= len(s.options); limit++ {
		before := *c
		if c.search(limit) {
			t.Fatalf("search(%d) found a cover, but %d options are needed", limit, want)
		}
		if c.left != before.left || c.right != before.right ||
			c.up != before.up || c.down != before.down || c.size != before.size {
			t.Fatalf("search(%d) failed and left other links behind", limit)
		}
	}
	if want > len(s.options) {
		return
	}
	for first := c.right[0]; first != 0; first = c.right[first] {
		if bound := c.needed(first); bound > want {
			t.Errorf("the lower bound from item %d is %d, but %d options are enough", first, bound, want)
		}
	}
	for limit := want; limit <= want+1; limit++ {
		if !s.links().search(limit) {
			t.Fatalf("search(%d) found nothing, but %d options are enough", limit, want)
		}
	}
}

func TestRepeatedCover(t *testing.T) {
	tests := []struct {
		name    string
		problem served
		want    int // options needed; one more than there are: no cover
	}{
		{"no items", served{}, 0},
		{"one item", served{1, [][]int{{1}}}, 1},
		{"an item without options", served{2, [][]int{{1}}}, 2},
		{"no options", served{1, nil}, 1},
		{"an item may be covered twice", served{3, [][]int{{1, 2}, {2, 3}}}, 2},
		{"the largest option misleads", served{6, [][]int{{1, 2, 4, 5}, {1, 2, 3}, {4, 5, 6}, {3}, {6}}}, 2},
		{"one option has all", served{5, [][]int{{1, 2}, {3, 4, 5}, {1, 2, 3, 4, 5}}}, 1},
		{"equal options", served{2, [][]int{{1}, {1}, {2}, {2}}}, 2},
		{"a path of seven, each serving its neighbours", path(7), 3},
		{"a path of nine", path(9), 3},
		{"a path of ten", path(10), 4},
		{"a ring of four", served{4, [][]int{{1, 2}, {2, 3}, {3, 4}, {4, 1}}}, 2},
		// The lines of the Fano plane: two items are always on a line, so the bound is 1, but a cover takes three
		// lines.
		{"the Fano plane", served{7, [][]int{{1, 2, 3}, {1, 4, 5}, {1, 6, 7}, {2, 4, 6}, {2, 5, 7}, {3, 4, 7},
			{3, 5, 6}}}, 3},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if brute := test.problem.fewest(); brute != test.want {
				t.Fatalf("the test is wrong: %d options are needed", brute)
			}
			test.problem.checkSearch(t, test.want)
			test.problem.checkRungs(t)
		})
	}
}

// path is n items in a row, and for each an option that has it and its neighbours.
func path(n int) served {
	s := served{items: n}
	for i := 1; i <= n; i++ {
		var option []int
		for j := max(1, i-1); j <= min(n, i+1); j++ {
			option = append(option, j)
		}
		s.options = append(s.options, option)
	}
	return s
}

// A problem that the links held before must leave nothing behind.
func TestRepeatedCoverInitAgain(t *testing.T) {
	c := path(20).links()
	if !c.search(7) {
		t.Fatal("a path of 20 needs 7")
	}
	c.init(2)
	c.addOption(2)
	if c.search(2) {
		t.Fatal("item 1 has no option, but a cover was found")
	}
	c.addOption(1)
	if c.search(1) || !c.search(2) {
		t.Error("the two options are needed, and enough")
	}
}

func FuzzRepeatedCover(f *testing.F) {
	f.Add(uint8(4), []byte{0b0011, 0b0110, 0b1100, 0b1001})
	f.Add(uint8(7), []byte{0b0000111, 0b0011001, 0b1100001, 0b0101010, 0b1010010, 0b1001100, 0b0110100})
	f.Add(uint8(8), []byte{0b10101010, 0b01010101, 0b11110000, 0b00001111, 0b00111100, 0b11000011})
	f.Add(uint8(3), []byte{0b001, 0b010})
	f.Fuzz(func(t *testing.T, items uint8, masks []byte) {
		s := served{items: int(items % 9)}
		for _, mask := range masks[:min(len(masks), 12)] {
			var option []int
			for i := 1; i <= s.items; i++ {
				if mask>>(i-1)&1 == 1 {
					option = append(option, i)
				}
			}
			if option != nil {
				s.options = append(s.options, option)
			}
		}
		s.checkSearch(t, s.fewest())
	})
}
