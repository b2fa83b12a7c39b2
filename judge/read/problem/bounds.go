package problem

import "slices"

// Timely reports whether the submission's time on a test bounds the time limit from below: whether an expectation for
// that test does not permit TLE and is not marked use_for_time_limit: false ("Timelimit inference" of the format).
func (e Expected) Timely(test string) bool {
	return slices.ContainsFunc(e.permitting(test), func(a applied) bool {
		return !a.Untimed && !covers(a.Permitted, TLE)
	}) ||
		slices.ContainsFunc(e.expectations, func(a applied) bool {
			return !a.Untimed && slices.Equal(a.Whole, []Verdict{AC})
		})
}

// TooSlow are sets of tests. On the slowest test of each set the submission must be too slow, which bounds the time
// limit from above. There is a set for each expectation that requires only TLE and is not marked use_for_time_limit:
// false.
func (e Expected) TooSlow() [][]string {
	var sets [][]string
	for _, a := range e.expectations {
		late := []Verdict{TLE}
		if a.Untimed || !slices.Equal(a.Required, late) && !slices.Equal(a.Whole, late) {
			continue
		}
		var set []string
		for _, test := range e.tests {
			if a.on(test) {
				set = append(set, test)
			}
		}
		if len(set) > 0 && !slices.ContainsFunc(sets, func(other []string) bool { return slices.Equal(other, set) }) {
			sets = append(sets, set)
		}
	}
	return sets
}
