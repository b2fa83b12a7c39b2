package trend

import (
	"cmp"
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"
)

// Change is a change of level in a series.
type Change struct {
	At    int     // index of the first value of the new level
	Delta float64 // the new level over the old one, less 1: 0.03 for 3% more
	P     float64 // corrected: the chance, at most, of a change like that anywhere in a series that has none
}

func (c Change) size() float64 { return math.Abs(c.Delta) }

// changes finds where the level of a series of logarithms changes. Noise is the standard error that each value is known
// to have at least, 0 if it is not known. A change is named if its corrected p-value is at most alpha and if it is
// larger than the threshold, a relative change.
//
// The candidates are those of E-divisive. As in Hunter, Student's t-test of the levels on both sides decides instead of
// a permutation test, which needs far more values than a history has: of 4 and 4 values, no permutation has a p-value
// below 0.03. The least significant candidate is dropped until all that remain are significant; what is left over each
// time gives the variance, so that one change does not hide another. Each p-value is corrected for all places that were
// looked at.
//
// M. Fleming and others, Hunter: using change point detection to hunt for performance regressions, ICPE 2023.
func changes(values []float64, noise, threshold, alpha float64) []Change {
	at := divisions(values)
	for len(at) > 0 {
		tested := test(values, at, noise)
		worst := slices.MaxFunc(tested, func(a, b Change) int {
			return cmp.Or(cmp.Compare(a.P, b.P), cmp.Compare(b.size(), a.size()))
		})
		if worst.P <= alpha {
			if worst = slices.MinFunc(tested, func(a, b Change) int {
				return cmp.Compare(a.size(), b.size())
			}); worst.size() > threshold {
				return tested
			}
		}
		at = slices.DeleteFunc(at, func(index int) bool { return index == worst.At })
	}
	return nil
}

// test tests each division of a series against its neighbours.
func test(values []float64, at []int, noise float64) []Change {
	bounds := slices.Concat([]int{0}, at, []int{len(values)})
	means := make([]float64, len(bounds)-1)
	squares := 0.0
	for i := range means {
		part := values[bounds[i]:bounds[i+1]]
		for _, v := range part {
			means[i] += v / float64(len(part))
		}
		for _, v := range part {
			squares += (v - means[i]) * (v - means[i])
		}
	}
	free := float64(len(values) - len(means))
	variance := max(squares/free, noise*noise)
	var tested []Change
	for i, index := range at {
		left, right := float64(index-bounds[i]), float64(bounds[i+2]-index)
		difference := means[i+1] - means[i]
		c := Change{At: index, Delta: math.Exp(difference) - 1}
		if difference == 0 {
			c.P = 1
		} else {
			t := math.Abs(difference) / math.Sqrt(variance*(1/left+1/right))
			c.P = min(1, 2*(1-stats.TDist{V: free}.CDF(t))*places(len(values)))
		}
		tested = append(tested, c)
	}
	return tested
}

// places is how many pairs of neighbouring parts a series of n values has.
func places(n int) float64 {
	m := float64(n)
	return (m + 1) * m * (m - 1) / 6
}
