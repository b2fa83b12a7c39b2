package main

// worst is what is known about the slowest of many cases.
type worst struct {
	first, cases int     // where it is: one case, counted from 0, or one of several
	seconds      float64 // that those cases took, in one process
	stopped      bool    // they were stopped, and take longer
}

// span is a part of the cases that was run as one file.
type span struct {
	worst
	sure bool // one case, measured several times
}

const (
	together = 16  // cases of a file at first
	moreRuns = 300 // after which the search ends with a bound
)

// slowest looks for the slowest of n cases. A process for each of them would take mostly start-up, so they are run many
// in one file: no case of a file takes longer than the file. The file that took longest is cut in two and both parts are
// run, until it is a single case, which is then the slowest, or took no more than enough, so that no case does.
//
// It reports fewer certain than one case when too many files take about the same: then none takes longer than said.
func slowest(n int, enough float64, run func(first, cases int) (seconds float64, stopped bool, err error)) (worst, error) {
	var spans []span
	add := func(first, cases int) error {
		seconds, stopped, err := run(first, cases)
		spans = append(spans, span{worst: worst{first, cases, seconds, stopped}})
		return err
	}
	for first := 0; first < n; first += together {
		if err := add(first, min(together, n-first)); err != nil {
			return worst{}, err
		}
	}
	for runs := 0; ; runs += 2 {
		longest := 0
		for i, s := range spans {
			if s.longerThan(spans[longest]) {
				longest = i
			}
		}
		s := spans[longest]
		if s.sure || s.cases == 1 && s.stopped || s.seconds <= enough || runs >= moreRuns && s.cases > 1 {
			return s.worst, nil
		}
		spans[longest] = spans[len(spans)-1]
		spans = spans[:len(spans)-1]
		if s.cases == 1 { // a single run may have been disturbed
			times := []float64{s.seconds}
			for range 4 {
				again, _, err := run(s.first, 1)
				if err != nil {
					return worst{}, err
				}
				times = append(times, again)
			}
			s.seconds, s.sure = median(times), true
			spans = append(spans, s)
			continue
		}
		half := s.cases / 2
		if err := add(s.first, half); err != nil {
			return worst{}, err
		}
		if err := add(s.first+half, s.cases-half); err != nil {
			return worst{}, err
		}
	}
}

// longerThan orders spans by what they took; of those that were stopped, the smaller says more.
func (s span) longerThan(t span) bool {
	switch {
	case s.stopped != t.stopped:
		return s.stopped
	case s.stopped:
		return s.cases < t.cases
	}
	return s.seconds > t.seconds
}
