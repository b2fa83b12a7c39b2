package problem

import "slices"

// Bounds is what the time of a submission on a test says of the problem's time limit.
type Bounds string

// The limit is above the times of what must be fast enough, and below those of what is meant to be too slow.
const (
	Above   Bounds = "lower" // it bounds the limit from below, as submissions.yaml says it
	Below   Bounds = "upper" // it bounds the limit from above
	Neither Bounds = "none"
)

// Bounds is what the time on a test says of the time limit. What submissions.yaml says of the test comes before what it says of
// the submission, and both before the default of its directory. Where nothing is said, what must get TLE is meant to be too
// slow. What may get TLE need not be fast enough, unless submissions.yaml says so.
func (e Expected) Bounds(test string) Bounds {
	said, how, mayBeSlow := Neither, 0, e.Permits(test, TLE)
	for _, a := range e.expectations {
		if !a.on(test) {
			continue
		}
		bounds, weight := a.Bounds, 2
		switch {
		case bounds != "" && a.Tests != "":
			weight = 3
		case bounds != "":
		case slices.Equal(a.Required, []Verdict{TLE}), slices.Equal(a.Whole, []Verdict{TLE}):
			bounds, weight = Below, 1
		case slices.Equal(a.Whole, []Verdict{AC}):
			bounds, weight, mayBeSlow = Above, 1, false
		}
		if bounds != "" && weight >= how {
			said, how = bounds, weight
		}
	}
	if said == Above && mayBeSlow {
		return Neither
	}
	return said
}
