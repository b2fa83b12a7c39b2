package compare

import (
	"math"
	"slices"

	"dlxjudge/judge/measure/record"

	"golang.org/x/perf/benchmath"
)

// alpha is the chance, at most, that a report on unchanged code calls any of its rows different. It is half of the 5%
// of false alarms that are allowed. The other half is left to a machine that was slower for one record than for the
// other, which no test of the samples can see.
const alpha = 0.025

// confidence is that of the intervals around medians. They are for the reader; outcomes rest on the rank test.
const confidence = 0.95

// MinSamples is the number of samples from which a 95% interval of a median exists: the chance that all of n lie on one
// side of the median is 2/2ⁿ.
const MinSamples = 6

// Figure sums up the samples of one row on one side: the median and its 95% interval, or the exact count. Lo and Hi are
// infinite for fewer than MinSamples samples.
type Figure struct {
	Center, Lo, Hi float64
	N              int  // samples; 0 for a bound
	Bound          bool // a run was stopped at Center: the true figure is larger
}

func figureOf(values []float64, u record.Unit) Figure {
	sample := benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds)
	s := assumption(u).Summary(sample, confidence)
	return Figure{Center: s.Center, Lo: s.Lo, Hi: s.Hi, N: len(values)}
}

func assumption(u record.Unit) benchmath.Assumption {
	if u.Exact() {
		return benchmath.AssumeExact
	}
	return benchmath.AssumeNothing
}

// rankTest is the p-value of the Mann-Whitney U test, two-sided, exact up to 50 samples: the chance of samples at least
// that far apart if nothing has changed. Where samples tie, benchmath is exact only for as many on both sides (6 times
// 2 and once 1 have p = 0 there, but 2/7 is the least that 6 and 1 samples can show), so the longer side is then cut
// short.
func rankTest(base, now []float64) float64 {
	if tied(base, now) {
		n := min(len(base), len(now))
		base, now = base[:n], now[:n]
	}
	a := benchmath.NewSample(slices.Clone(base), &benchmath.DefaultThresholds)
	b := benchmath.NewSample(slices.Clone(now), &benchmath.DefaultThresholds)
	return benchmath.AssumeNothing.Compare(a, b).P
}

func tied(base, now []float64) bool {
	all := slices.Sorted(slices.Values(slices.Concat(base, now)))
	return len(slices.Compact(all)) < len(base)+len(now)
}

// smallestP is the p-value of m and n samples that do not overlap at all: 2 of the (m+n over m) orders look like that.
func smallestP(m, n int) float64 {
	orders := 1.0
	for i := 1; i <= m; i++ {
		orders *= float64(n+i) / float64(i)
	}
	return math.Min(1, 2/orders)
}

// holm corrects the p-values of one report: a row is different if its corrected value is at most alpha, and then the
// chance of any false one among all of them is at most alpha, however the rows depend on each other (rows of one
// machine do: a disturbance hits several). Holm's method finds all that Bonferroni's does and more, without further
// assumptions. Methods that find yet more (Hochberg's, or control of the false discovery rate) assume independence, or
// allow more false alarms.
//
// S. Holm, A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6 (1979).
func holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case p[a] < p[b]:
			return -1
		case p[a] > p[b]:
			return 1
		}
		return 0
	})
	corrected := make([]float64, len(p))
	highest := 0.0
	for rank, i := range order {
		highest = math.Max(highest, math.Min(1, p[i]*float64(len(p)-rank)))
		corrected[i] = highest
	}
	return corrected
}

// undecidable reports whether row i has too few samples to be called different: whether smallest, the smallest p-value
// of so many samples, is too large after correction.
func undecidable(p []float64, i int, smallest float64) bool {
	best := slices.Clone(p)
	best[i] = smallest
	return holm(best)[i] > alpha
}

// geomeans are the geometric means over several series: of all first values, of all second values, up to the end of the
// shortest series. The values must be positive.
func geomeans(series [][]float64) []float64 {
	means := slices.Clone(series[0])
	for _, s := range series {
		means = means[:min(len(means), len(s))]
	}
	column := make([]float64, len(series))
	for i := range means {
		for k, s := range series {
			column[k] = s[i]
		}
		means[i] = geomean(column)
	}
	return means
}

// geomean is the geometric mean, NaN unless all values are above 0.
func geomean(values []float64) float64 {
	logs := 0.0
	for _, v := range values {
		if !(v > 0) {
			return math.NaN()
		}
		logs += math.Log(v)
	}
	return math.Exp(logs / float64(len(values)))
}
