package chart

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/plot/vg"
)

// TestSpread: labels with room stay, others move by as little as possible, all within the panel.
func TestSpread(t *testing.T) {
	for _, test := range []struct{ at, want []vg.Length }{
		{nil, nil},
		{[]vg.Length{50}, []vg.Length{50}},
		{[]vg.Length{20, 60, 100}, []vg.Length{20, 60, 100}},
		{[]vg.Length{50, 50}, []vg.Length{44, 56}},
		{[]vg.Length{50, 51, 52, 150}, []vg.Length{39, 51, 63, 150}},
		{[]vg.Length{0, 0, 0}, []vg.Length{0, 12, 24}},
		{[]vg.Length{200, 200}, []vg.Length{188, 200}},
		{[]vg.Length{40, 50, 63}, []vg.Length{39, 51, 63}},
		{[]vg.Length{40, 50, 60}, []vg.Length{38, 50, 62}},
	} {
		var all []label
		for _, at := range test.at {
			all = append(all, label{at: at})
		}
		got := spread(all, 0, 200)
		if !slices.EqualFunc(got, test.want, func(a, b vg.Length) bool { return math.Abs(float64(a-b)) < 1e-9 }) {
			t.Errorf("%v are moved to %v, want %v", test.at, got, test.want)
		}
	}
}

func TestSparse(t *testing.T) {
	line := func(xs ...vg.Length) (points []vg.Point) {
		for _, x := range xs {
			points = append(points, vg.Point{X: x})
		}
		return points
	}
	for _, test := range []struct{ all, marked []vg.Point }{
		{nil, nil},
		{line(1), line(1)},
		{line(1, 2), line(1, 2)},
		{line(0, 10, 20), line(0, 10, 20)},
		{line(0, 3, 6, 9, 12, 15), line(0, 15)},
	} {
		if got := sparse(test.all); !slices.Equal(got, test.marked) {
			t.Errorf("of %v are marked %v", test.all, got)
		}
	}
}
