package compare

import (
	"path"
	"strings"

	"dlxjudge/judge/record"
)

// ExactThreshold is the rise of a count above which it is a regression. Exact counts have no noise: no test is needed.
const ExactThreshold = 0.005

// scatterFactor times the scatter of instructions is the least change that is called one. The least of five runs varies by about as much as the
// median lies above it, so this is more than four standard deviations of the difference of two.
const scatterFactor = 3

// ofCounts decides on a row of counts. Its instructions must also differ by more than they scatter.
func (p *pair) ofCounts() Outcome {
	if p.unit == record.Instructions {
		noise := noise(p.base, p.now)
		if delta := p.Delta(); delta != 0 && -noise <= delta && delta <= noise {
			return NoneShown
		}
	}
	return p.change(ExactThreshold)
}

// noise is the least relative change of instructions that is called one.
func noise(base, now []float64) float64 { return scatterFactor * max(scatter(base), scatter(now)) }

// leastOf sums up the instructions of one program on one input. What comes on top of the least, the run-time system's threads have executed.
func leastOf(sorted []float64) Figure {
	return Figure{Center: sorted[0], Lo: sorted[0], Hi: sorted[len(sorted)-1], N: len(sorted)}
}

// scatter is how far the median of the runs lies above the least, relative to it. Up to half of the runs can be far off without changing that.
func scatter(sorted []float64) float64 {
	if sorted[0] == 0 {
		return 0
	}
	return median(sorted)/sorted[0] - 1
}

// preferInstructions drops the statements on inputs whose instructions are known of both sides, and would show a regression: what one statement
// costs depends on the statement, and instructions show that. Those of a run that is mostly start-up scatter too much.
func preferInstructions(before, after series) {
	known := make(map[record.Key]bool)
	for k, units := range after.values {
		base, now := before.values[k][record.Instructions], units[record.Instructions]
		if len(base) > 0 && len(now) > 0 && noise(base, now) < ExactThreshold {
			known[inputOf(k)] = true
		}
	}
	for k, units := range after.values {
		if known[inputOf(k)] {
			delete(units, record.Statements)
		}
	}
}

// inputOf is the key without the number of cases that a workload was cut to (workload/hard/4000): instructions are counted on fewer.
func inputOf(k record.Key) record.Key {
	if strings.HasPrefix(k.Test, "workload/") {
		k.Test = path.Dir(k.Test)
	}
	return k
}
