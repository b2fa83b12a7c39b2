package dlx

import (
	"math/bits"
	"sort"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// instance is an exact cover problem as a matrix: options[k] lists the items of option k.
type instance struct {
	primary, secondary int
	options            [][]int
}

// links builds the instance. Option k has the name k.
func (in instance) links() *exactCover {
	e := new(exactCover)
	e.init(in.primary, in.secondary)
	for k, items := range in.options {
		e.addOption(k, items...)
	}
	return e
}

// all finds every solution, each sorted, with nothing but searches for the first one: besides the first there are those
// that lack its first option, those that have that one and lack its second, and so on.
func (in instance) all() [][]int {
	var solve func(allowed []bool) [][]int
	solve = func(allowed []bool) [][]int {
		e := new(exactCover)
		e.init(in.primary, in.secondary)
		for k, items := range in.options {
			if allowed[k] {
				e.addOption(k, items...)
			}
		}
		if !e.search() {
			return nil
		}
		first := make([]int, len(e.chosen))
		for i, k := range e.chosen {
			first[i] = int(k)
		}
		found := [][]int{first}
		for _, k := range first {
			without := append([]bool(nil), allowed...)
			without[k] = false
			found = append(found, solve(without)...)
			for other := range in.options {
				if other != k && in.clash(k, other) {
					allowed[other] = false
				}
			}
		}
		return found
	}
	allowed := make([]bool, len(in.options))
	for k := range allowed {
		allowed[k] = true
	}
	found := solve(allowed)
	for _, solution := range found {
		sort.Ints(solution)
	}
	return sorted(found)
}

// clash says whether two options share an item.
func (in instance) clash(a, b int) bool {
	for _, i := range in.options[a] {
		for _, j := range in.options[b] {
			if i == j {
				return true
			}
		}
	}
	return false
}

// bruteForce finds every solution among all the sets of options. An option without a primary item is never needed, so
// it is in no solution.
func (in instance) bruteForce() [][]int {
	var found [][]int
sets:
	for set := 0; set < 1<<len(in.options); set++ {
		times := make([]int, in.primary+in.secondary+1)
		solution := make([]int, 0, bits.OnesCount(uint(set)))
		for k, items := range in.options {
			if set>>k&1 == 0 {
				continue
			}
			solution = append(solution, k)
			needed := false
			for _, i := range items {
				times[i]++
				needed = needed || i <= in.primary
			}
			if !needed {
				continue sets
			}
		}
		for i := 1; i < len(times); i++ {
			if times[i] > 1 || i <= in.primary && times[i] == 0 {
				continue sets
			}
		}
		found = append(found, solution)
	}
	return sorted(found)
}

func sorted(solutions [][]int) [][]int {
	sort.Slice(solutions, func(a, b int) bool {
		for i, k := range solutions[a] {
			if i == len(solutions[b]) || k != solutions[b][i] {
				return i < len(solutions[b]) && k < solutions[b][i]
			}
		}
		return len(solutions[a]) < len(solutions[b])
	})
	return solutions
}

// The example that Knuth works through in "Dancing Links": in the order of the columns the rows found are 4, 5, 1; with
// the smallest column first they are the same three, as 4, 1, 5.
func TestExactCoverWorkedExample(t *testing.T) {
	e := new(exactCover)
	e.init(7, 0)
	for row, columns := range [][]int{{3, 5, 6}, {1, 4, 7}, {2, 3, 6}, {1, 4}, {2, 7}, {4, 5, 7}} {
		e.addOption(row+1, columns...)
	}
	if !e.search() {
		t.Fatal("no solution")
	}
	if diff := cmp.Diff([]int32{4, 1, 5}, e.chosen); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
}

func TestExactCover(t *testing.T) {
	tests := []struct {
		name string
		in   instance
		want [][]int
	}{
		{"nothing to cover", instance{}, [][]int{{}}},
		{"nothing that must be covered", instance{secondary: 2, options: [][]int{{1}, {1, 2}}}, [][]int{{}}},
		{"no options", instance{primary: 2}, nil},
		{"an item without an option", instance{primary: 2, options: [][]int{{1}}}, nil},
		{"two options that clash", instance{primary: 3, options: [][]int{{1, 2}, {2, 3}}}, nil},
		{"one option covers all", instance{primary: 3, options: [][]int{{3, 1, 2}}}, [][]int{{0}}},
		{"the same option twice", instance{primary: 2, options: [][]int{{1, 2}, {1, 2}}}, [][]int{{0}, {1}}},
		{"several solutions", instance{primary: 4, options: [][]int{{1, 2}, {3, 4}, {1}, {2}, {1, 3}, {2, 4}}},
			[][]int{{0, 1}, {1, 2, 3}, {4, 5}}},
		{"a secondary item at most once", instance{2, 1, [][]int{{1, 3}, {2, 3}, {1}, {2}}}, [][]int{{0, 3}, {1, 2}, {2, 3}}},
		{"a secondary item forbids the only way", instance{2, 1, [][]int{{1, 3}, {2, 3}}}, nil},
		{"an option of secondary items alone is not needed", instance{1, 2, [][]int{{1, 2}, {3}}}, [][]int{{0}}},
		{"four queens", queens(4), [][]int{{1, 7, 8, 14}, {2, 4, 11, 13}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, test.in.all()); diff != "" {
				t.Errorf("solutions (-want +got):\n%s", diff)
			}
		})
	}
}

// queens puts n queens on a board: rows and columns are primary, diagonals secondary. Option n*r+c is square (r, c).
func queens(n int) instance {
	in := instance{primary: 2 * n, secondary: 2 * (2*n - 1)}
	for r := 0; r < n; r++ {
		for c := 0; c < n; c++ {
			in.options = append(in.options, []int{1 + r, 1 + n + c, 1 + 2*n + r + c, 5*n - 1 + r - c})
		}
	}
	return in
}

func TestExactCoverCountsQueens(t *testing.T) {
	for i, want := range []int{1, 0, 0, 2, 10, 4, 40} {
		n := i + 1
		if got := len(queens(n).all()); got != want {
			t.Errorf("%d queens: %d solutions, want %d", n, got, want)
		}
	}
}

// No solution of six queens has one in a corner, but it takes a few queens to find that out.
func TestExactCoverRestoresLinks(t *testing.T) {
	in := queens(6)
	in.options = append(in.options[:1], in.options[6:]...)
	e, untouched := in.links(), in.links()
	if e.search() {
		t.Fatalf("six queens, one in a corner: chosen %v", e.chosen)
	}
	if !sameLinks(e, untouched) {
		t.Error("a search without a solution changed the links")
	}
	if len(e.chosen) != 0 {
		t.Errorf("chosen %v is left over", e.chosen)
	}
}

// One exactCover serves case after case: what was solved before leaves nothing behind.
func TestExactCoverIsUsedAgain(t *testing.T) {
	e := queens(8).links()
	if !e.search() || len(e.chosen) != 8 {
		t.Fatalf("8 queens: chosen %v", e.chosen)
	}
	e.init(3, 0)
	e.addOption(5, 1, 3)
	if e.search() {
		t.Errorf("an item without an option: chosen %v", e.chosen)
	}
	e.init(3, 0)
	e.addOption(5, 1, 3)
	e.addOption(0, 2)
	if !e.search() {
		t.Error("no solution")
	}
	if diff := cmp.Diff([]int32{5, 0}, e.chosen); diff != "" {
		t.Errorf("chosen (-want +got):\n%s", diff)
	}
}

func FuzzExactCover(f *testing.F) {
	f.Add(uint8(4), uint8(0), []byte{0b0011, 0b1100, 0b0001, 0b0010, 0b0101, 0b1010})
	f.Add(uint8(2), uint8(1), []byte{0b101, 0b110, 0b001, 0b010})
	f.Add(uint8(7), uint8(0), []byte{0b0110100, 0b1001001, 0b0100110, 0b0001001, 0b1000010, 0b1011000})
	f.Add(uint8(0), uint8(3), []byte{1, 2, 4})
	f.Fuzz(func(t *testing.T, primary, secondary uint8, masks []byte) {
		in := instance{primary: int(primary % 9)}
		in.secondary = int(secondary) % (9 - in.primary)
		for _, mask := range masks[:min(len(masks), 10)] {
			var items []int
			for i := range in.primary + in.secondary {
				if mask>>i&1 == 1 {
					items = append(items, i+1)
				}
			}
			if items != nil {
				in.options = append(in.options, items)
			}
		}
		want := in.bruteForce()
		if diff := cmp.Diff(want, in.all()); diff != "" {
			t.Errorf("solutions (-want +got):\n%s", diff)
		}
		e, untouched := in.links(), in.links()
		if !e.search() && !sameLinks(e, untouched) {
			t.Error("a search without a solution changed the links")
		}
	})
}

func sameLinks(a, b *exactCover) bool {
	return a.left == b.left && a.right == b.right && a.size == b.size &&
		a.item == b.item && a.up == b.up && a.down == b.down && a.last == b.last && len(a.chosen) == len(b.chosen)
}
