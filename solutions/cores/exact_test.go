package cores

import (
	"math/bits"
	"slices"
	"sort"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// instance is an exact cover problem as a matrix: options[k] lists the items of option k, four at most.
type instance struct {
	primary, secondary int
	options            [][]int
}

// shared is used for all cases, as in the solutions: an earlier case must leave nothing behind.
var shared exactCover

// links builds the instance without the options that are left out, and returns the numbers of the others. An option of
// fewer than four items is filled up with secondary items of its own.
func (in instance) links(leftOut ...int) (e *exactCover, numbers map[uint16]int) {
	e, numbers = &shared, map[uint16]int{}
	filler := uint16(in.primary + in.secondary)
	e.init(uint(in.primary), uint(in.secondary+4*len(in.options)))
	for k, items := range in.options {
		var four [4]uint16
		for i := range four {
			if i < len(items) {
				four[i] = uint16(items[i])
			} else {
				four[i] = filler
				filler++
			}
		}
		if !slices.Contains(leftOut, k) {
			numbers[uint16(e.nodes)] = k
			e.addOption(&four)
		}
	}
	return e, numbers
}

// first finds the first solution, in the order in which its options were chosen.
func (in instance) first(leftOut ...int) (solution []int, found bool) {
	e, numbers := in.links(leftOut...)
	found = e.solve()
	solution = make([]int, len(e.chosen))
	for i, x := range e.chosen {
		solution[i] = numbers[x]
	}
	return solution, found
}

// all finds every solution, each sorted, by searches for the first one. The others lack its first option, or have that
// one and lack its second, and so on.
func (in instance) all(leftOut ...int) [][]int {
	first, ok := in.first(leftOut...)
	if !ok {
		return nil
	}
	found := [][]int{first}
	leftOut = slices.Clone(leftOut)
	for _, k := range first {
		found = append(found, in.all(append(leftOut, k)...)...)
		for other := range in.options {
			if other != k && in.clash(k, other) {
				leftOut = append(leftOut, other)
			}
		}
	}
	for _, solution := range found {
		slices.Sort(solution)
	}
	return sorted(found)
}

// clash reports whether two options share an item.
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
		times := make([]int, in.primary+in.secondary)
		solution := make([]int, 0, bits.OnesCount(uint(set)))
		for k, items := range in.options {
			if set>>k&1 == 0 {
				continue
			}
			solution = append(solution, k)
			needed := false
			for _, i := range items {
				times[i]++
				needed = needed || i < in.primary
			}
			if !needed {
				continue sets
			}
		}
		for i, n := range times {
			if n > 1 || i < in.primary && n == 0 {
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

// The example that Knuth works through in "Dancing Links": the rows 4, 5 and 1 cover all columns.
func TestExactCoverWorkedExample(t *testing.T) {
	in := instance{primary: 7, options: [][]int{{2, 4, 5}, {0, 3, 6}, {1, 2, 5}, {0, 3}, {1, 6}, {3, 4, 6}}}
	solution, found := in.first()
	if !found {
		t.Fatal("no solution")
	}
	for i := range solution {
		solution[i]++ // rows are counted from 1
	}
	if diff := cmp.Diff([]int{4, 5, 1}, solution); diff != "" {
		t.Errorf("rows (-want +got):\n%s", diff)
	}
	in.checkRungs(t, in.bruteForce())
}

func TestExactCover(t *testing.T) {
	tests := []struct {
		name string
		in   instance
		want [][]int
	}{
		{"nothing to cover", instance{}, [][]int{{}}},
		{"nothing that must be covered", instance{secondary: 2, options: [][]int{{0}, {0, 1}}}, [][]int{{}}},
		{"no options", instance{primary: 2}, nil},
		{"an item without an option", instance{primary: 2, options: [][]int{{0}}}, nil},
		{"two options that clash", instance{primary: 3, options: [][]int{{0, 1}, {1, 2}}}, nil},
		{"one option covers all", instance{primary: 3, options: [][]int{{2, 0, 1}}}, [][]int{{0}}},
		{"the same option twice", instance{primary: 2, options: [][]int{{0, 1}, {0, 1}}}, [][]int{{0}, {1}}},
		{"several solutions", instance{primary: 4, options: [][]int{{0, 1}, {2, 3}, {0}, {1}, {0, 2}, {1, 3}}},
			[][]int{{0, 1}, {1, 2, 3}, {4, 5}}},
		{"a secondary item at most once", instance{2, 1, [][]int{{0, 2}, {1, 2}, {0}, {1}}},
			[][]int{{0, 3}, {1, 2}, {2, 3}}},
		{"a secondary item forbids the only way", instance{2, 1, [][]int{{0, 2}, {1, 2}}}, nil},
		{"an option of secondary items alone is not needed", instance{1, 2, [][]int{{0, 1}, {2}}}, [][]int{{0}}},
		{"four items in an option", instance{primary: 5, options: [][]int{{0, 1, 2, 3}, {0}, {4}}}, [][]int{{0, 2}}},
		{"three queens", queens(3), nil},
		{"four queens", queens(4), [][]int{{1, 7, 8, 14}, {2, 4, 11, 13}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, test.in.all()); diff != "" {
				t.Errorf("solutions (-want +got):\n%s", diff)
			}
			test.in.checkRungs(t, test.want)
		})
	}
}

// queens puts n queens on a board: rows and columns are primary, diagonals secondary. Option n*r+c is square (r, c).
func queens(n int) instance {
	in := instance{primary: 2 * n, secondary: 2 * (2*n - 1)}
	for r := 0; r < n; r++ {
		for c := 0; c < n; c++ {
			in.options = append(in.options, []int{r, n + c, 2*n + r + c, 5*n - 2 + r - c})
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
	e, _ := in.links()
	untouched := *e
	if e.solve() {
		t.Fatalf("six queens, one in a corner: chosen %v", e.chosen)
	}
	checkLinks(t, e, &untouched)
}

// checkLinks checks that a search without a solution has left all links as they were.
func checkLinks(t *testing.T, e, untouched *exactCover) {
	t.Helper()
	if e.up != untouched.up || e.size != untouched.size || e.item != untouched.item {
		t.Error("a search without a solution changed the links")
	}
	for x, u := range e.up[:e.nodes] {
		if e.down[u] != uint16(x) {
			t.Errorf("node %d is below node %d, which has node %d below it", x, u, e.down[u])
		}
	}
	// If an item had no option from the start, the queue is not empty; the next search begins with a new one.
	hopeless := slices.Contains(untouched.size[:e.primary], 0)
	if len(e.chosen) != 0 || e.hidden != 0 || e.unit != 0 && !hopeless {
		t.Errorf("chosen %v, %d on the trail and %d in the queue are left over", e.chosen, e.hidden, e.unit)
	}
}

// pigeons is an instance in which every pigeon needs a separate hole. A search needs very many failures to find out
// that there is one hole too few.
func pigeons(n, holes int) instance {
	in := instance{primary: n, secondary: holes}
	for pigeon := range n {
		for hole := range holes {
			in.options = append(in.options, []int{pigeon, n + hole})
		}
	}
	return in
}

// failures counts how often an item was left without options.
func failures(e *exactCover) (count int) {
	for _, weight := range e.weight[:e.primary] {
		count += int(weight) - 1
	}
	return count
}

// A search with many restarts still ends, and reports that there is no solution.
func TestExactCoverIsComplete(t *testing.T) {
	e, _ := pigeons(8, 7).links()
	untouched := *e
	if e.solve() {
		t.Errorf("8 pigeons, 7 holes: chosen %v", e.chosen)
	}
	if failures(e) < 1000 {
		t.Errorf("the search did not restart: %d failures", failures(e))
	}
	checkLinks(t, e, &untouched)
}

// The keeper's first option takes a hole from the pigeons, and the search below it is long. After a restart, the search
// begins with the pigeons.
func TestExactCoverBeginsAgain(t *testing.T) {
	in := pigeons(10, 10)
	keeper := in.primary
	for _, items := range in.options {
		items[1]++
	}
	in.primary++
	in.options = append(in.options, []int{keeper, keeper + 1}, []int{keeper})
	e, numbers := in.links()
	if !e.solve() {
		t.Fatal("no solution")
	}
	if len(e.chosen) != 11 || !slices.ContainsFunc(e.chosen, func(x uint16) bool { return numbers[x] == 101 }) {
		t.Errorf("chosen %v", e.chosen)
	}
	if n := failures(e); n > 1000 { // there are some hundred thousand below the first choice
		t.Errorf("%d failures, want a few hundred", n)
	}
}

func FuzzExactCover(f *testing.F) {
	f.Add(uint8(4), uint8(0), []byte{0b0011, 0b1100, 0b0001, 0b0010, 0b0101, 0b1010})
	f.Add(uint8(2), uint8(1), []byte{0b101, 0b110, 0b001, 0b010})
	f.Add(uint8(7), uint8(0), []byte{0b0110100, 0b1001001, 0b0100110, 0b0001001, 0b1000010, 0b1011000})
	f.Add(uint8(0), uint8(3), []byte{1, 2, 4})
	f.Add(uint8(4), uint8(3), []byte{})
	f.Fuzz(func(t *testing.T, primary, secondary uint8, masks []byte) {
		in := instance{primary: int(primary % 9)}
		in.secondary = int(secondary) % (9 - in.primary)
		for _, mask := range masks[:min(len(masks), 10)] {
			var items []int
			for i := range in.primary + in.secondary {
				if mask>>i&1 == 1 && len(items) < 4 {
					items = append(items, i)
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
		e, _ := in.links()
		untouched := *e
		if !e.solve() {
			checkLinks(t, e, &untouched)
			if e.solve() {
				t.Errorf("a second search finds %v", e.chosen)
			}
		}
	})
}
