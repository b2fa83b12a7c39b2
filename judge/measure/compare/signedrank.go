package compare

import (
	"math"
	"slices"

	"dlxjudge/judge/measure/record"
)

// effectOf estimates the relative change; logs has the logarithm of a ratio of times for each layout. The change's
// interval is at level alpha.
func effectOf(logs []float64, alpha float64) Effect {
	center, lo, hi := hodgesLehmann(logs, alpha)
	return Effect{record.Number(math.Expm1(center)), record.Number(math.Expm1(lo)), record.Number(math.Expm1(hi))}
}

// hodgesLehmann estimates the centre of a symmetric distribution of any shape; an outlier has little influence. The
// centre is the median of the means of all pairs of values. A value also forms a pair with itself. The interval holds
// the centres that Wilcoxon's signed-rank test does not reject at level alpha, two-sided. It is infinite for too few
// values, such as five at level 0.05. If there are no values, the centre is NaN.
//
// J. L. Hodges and E. L. Lehmann, "Estimates of location based on rank tests", Annals of Mathematical Statistics 34
// (1963).
func hodgesLehmann(values []float64, alpha float64) (center, lo, hi float64) {
	values = condensed(values)
	if len(values) == 0 {
		return math.NaN(), math.Inf(-1), math.Inf(1)
	}
	var means []float64 // the Walsh averages
	for i, a := range values {
		for _, b := range values[i:] {
			means = append(means, (a+b)/2)
		}
	}
	slices.Sort(means)
	n := len(means)
	center, lo, hi = (means[(n-1)/2]+means[n/2])/2, math.Inf(-1), math.Inf(1)
	if c := signedRankCritical(len(values), alpha); c > 0 {
		lo, hi = means[c-1], means[n-c]
	}
	return center, lo, hi
}

// mostValues bounds the work of the test, which grows with the cube of the number of values.
const mostValues = 400

// condensed returns the values or, if there are more than mostValues, the means of groups of consecutive values. All
// groups have the same size, and remaining values are dropped. The means scatter less than the values, but are
// just as symmetric.
func condensed(values []float64) []float64 {
	group := (len(values) + mostValues - 1) / mostValues
	if group <= 1 {
		return values
	}
	var means []float64
	for ; len(values) >= group; values = values[group:] {
		sum := 0.0
		for _, v := range values[:group] {
			sum += v
		}
		means = append(means, sum/float64(group))
	}
	return means
}

// signedRankCritical returns c if the ends of the interval are the c-th smallest and the c-th largest mean. The result
// is the largest c with P(T < c) ≤ alpha/2, where T is the signed-rank statistic of n values around 0. It is 0 if no
// positive c has this property.
func signedRankCritical(n int, alpha float64) int {
	// part[t] is the fraction of the 2ⁿ subsets of 1 … n whose sum is t.
	part := make([]float64, n*(n+1)/2+1)
	part[0] = 1
	for rank, top := 1, 0; rank <= n; rank++ {
		top += rank
		for t := top; t >= 0; t-- {
			part[t] /= 2
			if t >= rank {
				part[t] += part[t-rank] / 2
			}
		}
	}
	below, c := 0.0, 0
	for c < len(part) && below+part[c] <= alpha/2 {
		below += part[c]
		c++
	}
	return c
}

// signedRankNeeds returns the smallest number of values that can give a significant result at level alpha in spite of
// one outlier.
func signedRankNeeds(alpha float64) int {
	n := 2
	for signedRankCritical(n, alpha) < 2 {
		n++
	}
	return n
}
