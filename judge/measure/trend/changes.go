package trend

import (
	"cmp"
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"

	"dlxjudge/judge/measure/record"
)

// Change is a change of level in a series.
type Change struct {
	At    int           `json:"at"`     // index of the first value of the new level
	Delta record.Number `json:"change"` // relative change of the level: 0.03 for 3% more
	// corrected p-value: an upper bound on the chance that a series without changes shows such a change anywhere;
	// unknown for counts, which have no noise
	P     record.Number `json:"p"`
	Tools []string      `json:"tools"` // changes of the kernel or compilers that may explain this change
}

func (c Change) size() float64 { return math.Abs(float64(c.Delta)) }

// least is the smallest number of records at one level: a single outlier may only mean that the machine was slow that
// day.
const least = 2

// changes finds where the level of a series of logarithms changes. noise is a lower bound on each value's standard
// error; it is 0 if unknown. A change is reported if its corrected p-value is at most alpha and its relative size is
// above the threshold.
//
// Student's t-test compares the levels before and after each candidate: a rank test would need more than four records
// on each side. Candidates are dropped one by one: first the least significant until all are significant, then the
// smallest until all exceed the threshold. The variance is measured around the remaining levels, so one change does not
// hide another. Each p-value is corrected for the number of possible pairs of neighbouring parts.
func changes(values []float64, noise, threshold, alpha float64) []Change {
	at := candidates(values, 0)
	for len(at) > 0 {
		tested := test(values, at, noise)
		worst := slices.MaxFunc(tested, func(a, b Change) int {
			return cmp.Or(cmp.Compare(a.P, b.P), cmp.Compare(b.size(), a.size()))
		})
		if float64(worst.P) <= alpha {
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

// candidates divides a series at the index where Student's t of the two parts is largest, and then divides each part in
// the same way. For every part except the first, it returns the index at which the part begins, plus offset. Most
// candidates are not real changes.
func candidates(values []float64, offset int) []int {
	sum, left := 0.0, 0.0
	for _, v := range values {
		sum += v
	}
	best, at := -1.0, 0
	for i := 1; i <= len(values)-least; i++ {
		left += values[i-1]
		m, n := float64(i), float64(len(values)-i)
		difference := left/m - (sum-left)/n
		if t := difference * difference * m * n / (m + n); i >= least && t > best+tie {
			best, at = t, i
		}
	}
	if at == 0 {
		return nil
	}
	return slices.Concat(candidates(values[:at], offset), []int{offset + at}, candidates(values[at:], offset+at))
}

// tie is the largest difference between two values of t that rounding may cause. If two values differ by no more than
// that, the first wins.
const tie = 1e-12

// test compares the levels before and after each division of a series, and returns each change of level with its
// p-value.
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
	n := float64(len(values))
	places := (n + 1) * n * (n - 1) / 6 // number of possible pairs of neighbouring parts
	free := n - float64(len(means))
	variance := max(squares/free, noise*noise)
	var tested []Change
	for i, index := range at {
		left, right := float64(index-bounds[i]), float64(bounds[i+2]-index)
		difference := means[i+1] - means[i]
		c := Change{At: index, Delta: record.Number(math.Exp(difference) - 1), Tools: []string{}}
		if difference == 0 {
			c.P = 1
		} else {
			t := math.Abs(difference) / math.Sqrt(variance*(1/left+1/right))
			c.P = record.Number(min(1, 2*(1-stats.TDist{V: free}.CDF(t))*places))
		}
		tested = append(tested, c)
	}
	return tested
}
