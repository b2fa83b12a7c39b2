package cores

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// An exactRung is Algorithm X as published: with links, on sparse sets, or on plain arrays.
type exactRung interface {
	init(primary, items int, options []int)
	search() bool
}

// give sets up the instance. An option of fewer than four items is filled up with secondary items of its own.
func (in instance) give(rung exactRung) {
	items, options := in.primary+in.secondary, []int{}
	for _, option := range in.options {
		options = append(options, option...)
		for range 4 - len(option) {
			options = append(options, items)
			items++
		}
	}
	rung.init(in.primary, items, options)
}

// The rungs are used for all cases, as in the solutions.
var (
	links  exactLinks
	cells  exactCells
	arrays exactArrays
)

// checkRungs checks that all rungs find the same solution in the same order, that it is a solution, and that a failed
// search leaves everything unchanged.
func (in instance) checkRungs(t *testing.T, solutions [][]int) {
	t.Helper()
	in.give(&links)
	in.give(&cells)
	in.give(&arrays)
	linksBefore, cellsBefore, arraysBefore := links, cells, arrays
	found := links.search()
	if found != (len(solutions) > 0) || arrays.search() != found {
		t.Fatalf("links find a solution: %v; arrays: %v; there are %v", found, !found, solutions)
	}
	if cells.search() != found {
		t.Fatalf("links find a solution: %v; cells: %v", found, !found)
	}
	if diff := cmp.Diff(links.chosen, cells.chosen); found && diff != "" {
		t.Errorf("options chosen (-links +cells):\n%s", diff)
	}
	if diff := cmp.Diff(links.chosen, arrays.chosen); found && diff != "" {
		t.Errorf("options chosen (-links +arrays):\n%s", diff)
	}
	if found {
		solution := slices.Sorted(slices.Values(links.chosen))
		if !slices.ContainsFunc(solutions, func(other []int) bool { return slices.Equal(solution, other) }) {
			t.Errorf("%v is not one of the solutions %v", solution, solutions)
		}
		return
	}
	if links.left != linksBefore.left || links.right != linksBefore.right || links.up != linksBefore.up ||
		links.down != linksBefore.down || links.size != linksBefore.size || len(links.chosen) > 0 {
		t.Error("a search without a solution changed the links")
	}
	for _, i := range cells.trail[:cells.shrunk] { // the caller must undo these
		cells.size[i]++
	}
	if cells.size != cellsBefore.size || cells.left < cellsBefore.left-1 || len(cells.chosen) > 0 {
		t.Error("a search without a solution changed the sparse sets")
	}
	if arrays.size != arraysBefore.size || arrays.covered != arraysBefore.covered ||
		arrays.closed != arraysBefore.closed ||
		len(arrays.chosen) > 0 {
		t.Error("a search without a solution changed the counts")
	}
}

// A repeatedRung is repeated cover as published: with links, on sparse sets, or on plain arrays.
type repeatedRung interface {
	init(options, items int, has func(option, item int) bool)
	search(limit int) bool
}

// checkRungs searches with every limit from 0 on, in the same links and counts. It checks that the search succeeds with
// as many options as are needed but not with fewer, and that a failed search leaves everything unchanged.
func (s served) checkRungs(t *testing.T) {
	t.Helper()
	var links repeatedLinks
	var cells repeatedCells
	var arrays repeatedArrays
	for _, rung := range []repeatedRung{&links, &cells, &arrays} {
		rung.init(1, 2, func(option, item int) bool { return true }) // nothing of this must be left
		rung.search(1)
		rung.init(len(s.options), s.items, func(option, item int) bool {
			return slices.Contains(s.options[option], 1+item)
		})
	}
	want := s.fewest()
	for limit := 0; limit <= min(want, len(s.options)); limit++ {
		linksBefore, cellsBefore, covered := links, cells, slices.Clone(arrays.covered)
		for _, rung := range []repeatedRung{&links, &cells, &arrays} {
			if got := rung.search(limit); got != (limit == want) {
				t.Errorf("%T: search(%d) is %v, but %d options are needed", rung, limit, got, want)
			}
		}
		if limit == want {
			break
		}
		if links.left != linksBefore.left || links.right != linksBefore.right {
			t.Errorf("search(%d) failed and left other links behind", limit)
		}
		if cells.size != cellsBefore.size || cells.covered != cellsBefore.covered {
			t.Errorf("search(%d) failed and left other sizes behind", limit)
		}
		if !slices.Equal(arrays.covered, covered) {
			t.Errorf("search(%d) failed and left other counts behind", limit)
		}
	}
}
