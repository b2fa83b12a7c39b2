package compare

import (
	"math"
	"slices"

	"dlxjudge/judge/measure/record"

	"golang.org/x/perf/benchmath"
)

// compared lists the units that a comparison shows. Wall time is not among them, since it depends on other work on the
// machine.
var compared = [...]record.Unit{record.CPU, record.Memory, record.Nodes, record.Statements}

// confidence is the level of the intervals around medians and ratios. These intervals are only shown.
const confidence = 0.95

// MinSamples is the smallest number of samples that gives a 95% interval of a median. The chance that all n samples lie
// on one side of the median is 2/2ⁿ.
const MinSamples = 6

// Figure summarizes one record's samples of one test: the median and its 95% interval, or the exact count. With fewer
// than MinSamples samples, Lo and Hi are infinite.
type Figure struct {
	Center record.Number `json:"median"`
	Lo     record.Number `json:"lo"`
	Hi     record.Number `json:"hi"`
	N      int           `json:"samples"` // number of samples; 0 for a bound
	Bound  bool          `json:"stopped"` // whether a run was stopped at Center: the true figure is larger
}

func figureOf(values []float64, u record.Unit) *Figure {
	sample := benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds)
	var assumption benchmath.Assumption = benchmath.AssumeNothing
	if u.Exact() {
		assumption = benchmath.AssumeExact
	}
	s := assumption.Summary(sample, confidence)
	return &Figure{Center: record.Number(s.Center), Lo: record.Number(s.Lo), Hi: record.Number(s.Hi), N: len(values)}
}

// FigureOf summarizes a key's samples in one unit. Without samples, it returns a bound if the unit is CPU time and a
// run was stopped, and nil if not.
func FigureOf(r *record.Record, k record.Key, u record.Unit) *Figure {
	if values := r.Values(k, u); len(values) > 0 {
		return figureOf(values, u)
	}
	if at := record.Number(r.Stopped(k)); at > 0 && u == record.CPU {
		return &Figure{Center: at, Lo: at, Hi: at, Bound: true}
	}
	return nil
}

// meansOf returns, for each round, the mean logarithm of the figures of all keys. It stops at the shortest series.
func meansOf(r *record.Record, keys []record.Key, u record.Unit) (means []float64) {
	rounds := math.MaxInt
	for _, k := range keys {
		rounds = min(rounds, len(r.Values(k, u)))
	}
	for round := 0; len(keys) > 0 && round < rounds; round++ {
		sum := 0.0
		for _, k := range keys {
			sum += math.Log(r.Values(k, u)[round])
		}
		means = append(means, sum/float64(len(keys)))
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
