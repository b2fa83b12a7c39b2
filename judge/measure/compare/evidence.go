package compare

import (
	"math"
	"slices"
	"sort"

	"github.com/aclements/go-moremath/stats"
	"golang.org/x/perf/benchmath"

	"dlxjudge/judge/measure/record"
)

// evidence holds the samples behind an answer, as logarithms: either ratios or both of the others.
type evidence struct {
	ratios    []float64 // one for each round in which both sides were measured
	base, now []float64 // of equal length; the sides were measured at different times
	drift     Effect    // by how much a program that never changes differs, for base and now; 0 if not known
}

// apart returns the evidence of samples that were not taken in turns. Both sides are cut to the same length: with ties,
// benchmath's p-values are exact only then.
func apart(base, now []float64, drift Effect) evidence {
	n := min(len(base), len(now))
	return evidence{base: base[:n], now: now[:n], drift: drift}
}

// rounds returns the number of rounds with samples of both sides.
func (e evidence) rounds() int { return len(e.ratios) + len(e.now) }

// effect estimates the relative change, with its interval at level alpha. Both estimates are Hodges' and Lehmann's, in
// which an outlier has little influence: the median of the means of all pairs of ratios, or the median of the
// differences of all pairs of samples. The interval holds the changes that Wilcoxon's signed-rank test, or Mann and
// Whitney's test, does not reject. It is infinite for too few samples, such as five ratios at level 0.05.
//
// J. L. Hodges and E. L. Lehmann, "Estimates of location based on rank tests", Annals of Mathematical Statistics 34
// (1963).
func (e evidence) effect(alpha float64) Effect {
	center, lo, hi := e.logs(alpha)
	lo -= max(math.Log1p(float64(e.drift.Hi)), 0)
	hi -= min(math.Log1p(float64(e.drift.Lo)), 0)
	return Effect{record.Number(math.Expm1(center)), record.Number(math.Expm1(lo)), record.Number(math.Expm1(hi))}
}

func (e evidence) logs(alpha float64) (center, lo, hi float64) {
	if len(e.now) == 0 {
		return hodgesLehmann(e.ratios, alpha)
	}
	base, now := condensed(e.base, mostApart), condensed(e.now, mostApart)
	var differences []float64
	for _, a := range base {
		for _, b := range now {
			differences = append(differences, b-a)
		}
	}
	test := stats.UDist{N1: len(base), N2: len(now)}
	return middle(differences, sort.Search(len(differences)/2, func(c int) bool {
		return test.CDF(float64(c)) > alpha/2
	}))
}

// p returns the two-sided p-value of the test whose interval effect returns: the chance that samples are at least this
// far apart if nothing has changed. It does not allow for drift.
func (e evidence) p() record.Number {
	switch {
	case e.rounds() == 0:
		return record.Unknown()
	case len(e.now) > 0:
		a := benchmath.NewSample(slices.Clone(e.base), &benchmath.DefaultThresholds)
		b := benchmath.NewSample(slices.Clone(e.now), &benchmath.DefaultThresholds)
		return record.Number(benchmath.AssumeNothing.Compare(a, b).P)
	}
	return record.Number(signedRank(e.ratios))
}

// hodgesLehmann estimates the centre of a symmetric distribution of any shape, and its interval at level alpha. If
// there are no values, the centre is NaN.
func hodgesLehmann(values []float64, alpha float64) (center, lo, hi float64) {
	values = condensed(values, mostRatios)
	return middle(walsh(values), signedRankCritical(len(values), alpha))
}

// walsh returns the means of all pairs of values. A value also forms a pair with itself.
func walsh(values []float64) (means []float64) {
	for i, a := range values {
		for _, b := range values[i:] {
			means = append(means, (a+b)/2)
		}
	}
	return means
}

// middle returns the median of the values, and the c-th smallest and the c-th largest value. If c is 0, these two are
// infinite.
func middle(values []float64, c int) (center, lo, hi float64) {
	center, lo, hi = math.NaN(), math.Inf(-1), math.Inf(1)
	n := len(values)
	if n == 0 {
		return center, lo, hi
	}
	slices.Sort(values)
	if c > 0 {
		lo, hi = values[c-1], values[n-c]
	}
	return (values[(n-1)/2] + values[n/2]) / 2, lo, hi
}

// The work of the tests grows with the cube of the number of values, or faster.
const mostRatios, mostApart = 400, 40

// condensed returns the values or, if there are more than most, the means of groups of consecutive values. All groups
// have the same size, and remaining values are dropped. The means scatter less than the values, but are just as
// symmetric.
func condensed(values []float64, most int) []float64 {
	group := (len(values) + most - 1) / most
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

// signedRankTails returns, for each t, the chance that the signed-rank statistic of n values around 0 is at most t.
func signedRankTails(n int) []float64 {
	// tails[t] is at first the fraction of the 2ⁿ subsets of 1 … n whose sum is t.
	tails := make([]float64, n*(n+1)/2+1)
	tails[0] = 1
	for rank, top := 1, 0; rank <= n; rank++ {
		top += rank
		for t := top; t >= 0; t-- {
			tails[t] /= 2
			if t >= rank {
				tails[t] += tails[t-rank] / 2
			}
		}
	}
	for t := range tails[1:] {
		tails[t+1] += tails[t]
	}
	return tails
}

// signedRank returns the two-sided p-value of Wilcoxon's test of whether the values are around 0.
func signedRank(values []float64) float64 {
	values = condensed(values, mostRatios)
	below, above := 0.0, 0.0 // the test's statistic is the number of means on one side
	for _, mean := range walsh(values) {
		switch {
		case mean < 0:
			below++
		case mean > 0:
			above++
		default:
			below, above = below+0.5, above+0.5
		}
	}
	return min(1, 2*signedRankTails(len(values))[int(math.Ceil(min(below, above)))])
}

// signedRankCritical returns c if the ends of the interval are the c-th smallest and the c-th largest mean. The result
// is the largest c with P(T < c) ≤ alpha/2, where T is the signed-rank statistic of n values around 0. It is 0 if no
// positive c has this property.
func signedRankCritical(n int, alpha float64) int {
	c := 0
	for _, tail := range signedRankTails(n) {
		if tail > alpha/2 {
			break
		}
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
