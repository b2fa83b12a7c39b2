package compare

import (
	"path"
	"strings"

	"dlxjudge/judge/measure/record"
)

// ExactThreshold is the rise of a count above which it is a regression. Exact counts have no noise: no test is needed.
const ExactThreshold = 0.005

// scatterFactor times the scatter of instructions is the least change that is called one, and twice that where the
// result is above ExactThreshold. In pairs drawn at random from 150 runs of one Go program, beside twelve busy
// processes, a rise was seen in 0.13% of a program of 0.7 million instructions, in 0.002% at 6 million, and in none of
// 100,000 at 16 million.
const scatterFactor = 2

// ofCounts decides on a row of counts. Its instructions must also differ by more than they scatter.
func (p *pair) ofCounts() Outcome {
	if p.unit == record.Instructions {
		hidden := hiddenBy(p.base, p.now)
		if !sharp(p.base, p.now) {
			hidden *= 2
		}
		if delta := p.Delta(); delta != 0 && -hidden <= delta && delta <= hidden {
			return NoneShown
		}
	}
	return p.change(ExactThreshold)
}

// hiddenBy is how much instructions can differ, relatively, only by scatter.
func hiddenBy(base, now []float64) float64 { return scatterFactor * max(scatter(base), scatter(now)) }

// sharp reports whether instructions would show a rise of ExactThreshold.
func sharp(base, now []float64) bool { return hiddenBy(base, now) < ExactThreshold }

// leastOf sums up the instructions of one program on one input. What comes on top of the least, the run-time system's
// threads have executed.
func leastOf(sorted []float64) Figure {
	return Figure{Center: sorted[0], Lo: sorted[0], Hi: sorted[len(sorted)-1], N: len(sorted)}
}

// scatter is how far the median of the runs lies above the least, relative to it. Up to half of the runs can be far off
// without changing that.
func scatter(sorted []float64) float64 {
	if sorted[0] == 0 {
		return 0
	}
	return record.Median(sorted)/sorted[0] - 1
}

// preferInstructions drops the statements on inputs whose instructions are known of both sides, and would show a
// regression: what one statement costs depends on the statement, and instructions show that. Those of a run that is
// mostly start-up scatter too much.
func preferInstructions(before, after series) {
	known := make(map[record.Key]bool)
	for k, units := range after.values {
		base, now := before.values[k][record.Instructions], units[record.Instructions]
		if len(base) > 0 && len(now) > 0 && sharp(base, now) {
			known[inputOf(k)] = true
		}
	}
	for k, units := range after.values {
		if known[inputOf(k)] {
			delete(units, record.Statements)
		}
	}
}

// inputOf is the key without the number of cases that a workload was cut to (workload/hard/4000): instructions are
// counted on fewer.
func inputOf(k record.Key) record.Key {
	if strings.HasPrefix(k.Test, "workload/") {
		k.Test = path.Dir(k.Test)
	}
	return k
}
