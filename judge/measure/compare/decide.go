package compare

import "slices"

// Outcome is the result of comparing one row.
type Outcome string

// The outcomes.
const (
	NotJudged  Outcome = ""  // times of the judge's own programs, which depend on the machine and not on a solution
	NoneShown  Outcome = "~" // no measurable difference
	TooFew     Outcome = "too few samples to decide"
	Equal      Outcome = "=" // of exact counts
	Better     Outcome = "better"
	Worse      Outcome = "worse, within the threshold"
	Regression Outcome = "regression"
	Slower     Outcome = "the machine is slower"     // of start-up times: or the toolchain is
	Doubtful   Outcome = "slower, as the machine is" // what would be a regression of time without that
)

// ExactThreshold is the rise of a count above which it is a regression. Exact counts have no noise: no test is needed.
const ExactThreshold = 0.005

// decide fills in the outcomes of one report. All rank tests of the report are corrected together.
func decide(pairs []*pair, threshold float64) {
	var tested []*pair
	var p []float64
	for _, row := range pairs {
		switch {
		case row.IsControl():
			row.Outcome = NotJudged
		case row.Base.Bound || row.Now.Bound:
			row.Outcome = row.overBound(threshold)
		case row.unit.Exact():
			row.Outcome = row.change(ExactThreshold)
		default:
			tested = append(tested, row)
			p = append(p, rankTest(row.base, row.now))
		}
	}
	for i, corrected := range holm(p) {
		row := tested[i]
		row.P = corrected
		switch {
		case corrected <= alpha && row.Delta() != 0:
			row.Outcome = row.change(threshold)
		case undecidable(p, i, smallestP(len(row.base), len(row.now))):
			row.Outcome = TooFew
		default:
			row.Outcome = NoneShown
		}
	}
}

// control checks the start-up times, which no change of a solution affects. If one rose significantly and above the
// threshold, the machine or the toolchain is slower, and regressions of time prove nothing: they become Doubtful.
func control(times []*pair, threshold float64) {
	var empty []*pair
	var p []float64
	for _, row := range times {
		if row.IsStartUp() && !row.Base.Bound && !row.Now.Bound {
			empty = append(empty, row)
			p = append(p, rankTest(row.base, row.now))
		}
	}
	slower := false
	for i, corrected := range holm(p) {
		if corrected <= alpha && empty[i].change(threshold) == Regression {
			empty[i].P, empty[i].Outcome = corrected, Slower
			slower = true
		}
	}
	for _, row := range times {
		if slower && row.Outcome == Regression {
			row.Outcome = Doubtful
		}
	}
}

// change is the outcome of a difference that is significant.
func (r Row) change(threshold float64) Outcome {
	switch delta := r.Delta(); {
	case delta > threshold:
		return Regression
	case delta > 0:
		return Worse
	case delta < 0:
		return Better
	}
	return Equal
}

// overBound judges a row with a side that was stopped. A difference counts only if even the slowest sample of the other
// side shows it.
func (p *pair) overBound(threshold float64) Outcome {
	switch {
	case p.Base.Bound && p.Now.Bound:
		return NoneShown
	case p.Base.Bound && slices.Max(p.now) < p.Base.Center:
		return Better
	case p.Now.Bound && p.Now.Center > slices.Max(p.base)*(1+threshold):
		return Regression
	case p.Now.Bound && p.Now.Center > slices.Max(p.base):
		return Worse
	}
	return NoneShown
}
