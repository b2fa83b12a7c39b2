package compare

import (
	"math"
	"slices"
)

// HodgesLehmann is the median of the means of all pairs of the values (a value with itself included), and the interval of a
// level such as 0.95 that belongs to Wilcoxon's signed-rank test: it holds what the test would not reject as the middle of a
// symmetric distribution. It is infinite for so few values that the test never rejects, as five at 0.95.
//
// J. Hodges, E. Lehmann, Estimates of location based on rank tests, Annals of Mathematical Statistics 34 (1963).
func HodgesLehmann(logs []float64, level float64) (center, lo, hi float64) {
	if len(logs) == 0 {
		return math.NaN(), math.Inf(-1), math.Inf(1)
	}
	var means []float64
	for i, a := range logs {
		for _, b := range logs[:i+1] {
			means = append(means, (a+b)/2)
		}
	}
	slices.Sort(means)
	n := len(means)
	center, lo, hi = (means[(n-1)/2]+means[n/2])/2, math.Inf(-1), math.Inf(1)
	if beyond := signedRankBeyond(len(logs), (1-level)/2); beyond > 0 {
		lo, hi = means[beyond-1], means[n-beyond]
	}
	return center, lo, hi
}

// signedRankBeyond is the largest k for which the sum of the positive ranks of n values is below k with a chance of at most
// tail, if either sign is equally likely.
func signedRankBeyond(n int, tail float64) int {
	chance := []float64{1} // of each sum
	for rank := 1; rank <= n; rank++ {
		next := make([]float64, len(chance)+rank)
		for sum, p := range chance {
			next[sum] += p / 2
			next[sum+rank] += p / 2
		}
		chance = next
	}
	k := 0
	for below := 0.0; k < len(chance); k++ {
		if below += chance[k]; below > tail {
			break
		}
	}
	return k
}
