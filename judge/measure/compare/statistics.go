package compare

import (
	"math"
	"slices"

	"dlxjudge/judge/measure/record"

	"golang.org/x/perf/benchmath"
)

// confidence is the level of the intervals around medians. The intervals are only shown: answers depend on the rank
// test.
const confidence = 0.95

// MinSamples is the smallest number of samples that gives a 95% interval of a median. The chance that all n samples lie
// on one side of the median is 2/2ⁿ.
const MinSamples = 6

func figureOf(values []float64, u record.Unit) *Figure {
	sample := benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds)
	var assumption benchmath.Assumption = benchmath.AssumeNothing
	if u.Exact() {
		assumption = benchmath.AssumeExact
	}
	s := assumption.Summary(sample, confidence)
	return &Figure{Center: record.Number(s.Center), Lo: record.Number(s.Lo), Hi: record.Number(s.Hi), N: len(values)}
}

// rankTest returns the p-value of the two-sided Mann-Whitney U test, which is exact up to 50 samples. The p-value is
// the chance that samples are at least this far apart if nothing has changed. With ties, benchmath is exact only for
// sides of equal length, so the longer side is cut to the length of the shorter. Uncut, six 2s and one 1 would get p =
// 0, although the smallest possible p-value of 6 and 1 samples is 2/7.
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

// geomeans returns one geometric mean for each index of the shortest series: the mean of all series' values at that
// index. The values must be positive.
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

// geomean returns the geometric mean, or NaN if any value is 0, negative or NaN.
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
