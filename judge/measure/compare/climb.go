package compare

import (
	"math"
	"slices"

	"dlxjudge/judge/measure/record"
)

// climb holds the results of one solution on the tests of a section.
type climb struct {
	*record.Record
	made    bool // whether the section is a workload, not a group of tests
	program record.Program
	tests   []string // all tests of the section; those with fewer cases come first
	// For a workload, these two lists hold only one test in total: the largest that finished or, if none finished, the
	// smallest that was stopped.
	finished, stopped []string
	missing           bool // whether a test of a group has no result, or all tests of a workload have none
}

func climbOf(r *record.Record, made bool, p record.Program, tests []string) climb {
	c := climb{Record: r, made: made, program: p, tests: tests}
	for _, test := range tests {
		switch k := p.On(test); {
		case r.Stopped(k) > 0:
			c.stopped = append(c.stopped, test)
		case len(r.Values(k, record.CPU)) > 0:
			c.finished = append(c.finished, test)
		default:
			c.missing = true
		}
	}
	if made {
		c.finished, c.stopped = last(c.finished), c.stopped[:min(len(c.stopped), 1)]
		c.missing = len(c.finished)+len(c.stopped) == 0
		if len(c.finished) > 0 {
			c.stopped = nil
		}
	}
	return c
}

// last returns a list of only the last test, which has the most cases. The list is empty if there are no tests.
func last(tests []string) []string { return tests[max(len(tests)-1, 0):] }

// cases returns the number of cases that the tests hold.
func cases(tests []string) int {
	n := 0
	for _, test := range tests {
		n += record.Key{Test: test}.Cases()
	}
	return n
}

// rung returns the solution's figures per case.
func (c climb) rung() Rung {
	rung := Rung{
		Solution: c.program.Solution, Cases: cases(c.finished), Stopped: len(c.stopped), Nodes: record.Unknown(),
		PerNode: record.Unknown(), Seconds: record.Unknown(), NodesBefore: record.Unknown(),
	}
	counted := c.common(c, record.Nodes) // the test with the most cases may have no counts
	nodes := c.nodes(counted)
	rung.counted = cases(counted)
	if len(c.stopped) == 0 {
		rung.Nodes = record.Number(nodes / float64(cases(counted)))
	}
	if took := record.Median(c.times(counted)); took > 0 && nodes > 0 {
		rung.PerNode = record.Number(took / nodes / 1e9)
	}
	if times := c.times(slices.Concat(c.finished, c.stopped)); !c.missing && len(times) > 0 {
		took := record.Median(times)
		rung.StartUp = rung.Stopped == 0 && took < float64(len(c.finished))*c.StartUpTime(c.program)
		if took > 0 { // otherwise the runs are too short for the clock
			per := record.Number(rung.Cases+rung.Stopped) * 1e9
			rung.Seconds, rung.AtLeast = record.Number(took)/per, rung.Stopped > 0
			if f := figureOf(times, record.CPU); !rung.AtLeast {
				rung.Lo, rung.Hi = f.Lo/per, f.Hi/per
			}
		}
	}
	return rung
}

// common returns the tests on which two solutions are compared. For a workload, it returns the largest test for which
// both have figures. For a group, it returns all finished tests, or nil if one of these tests lacks a figure of either
// solution.
func (c climb) common(other climb, u record.Unit) (tests []string) {
	for _, test := range c.tests {
		if len(c.Values(c.program.On(test), u)) > 0 && len(c.Values(other.program.On(test), u)) > 0 &&
			(c.made || slices.Contains(c.finished, test) && slices.Contains(other.finished, test)) {
			tests = append(tests, test)
		}
	}
	switch {
	case c.made:
		return last(tests)
	case len(tests) < max(len(c.finished), len(other.finished)):
		return nil
	}
	return tests
}

// nodes returns the number of search nodes on the tests, or NaN if there are no tests.
func (c climb) nodes(tests []string) float64 {
	if len(tests) == 0 {
		return math.NaN()
	}
	sum := 0.0
	for _, test := range tests {
		sum += c.Values(c.program.On(test), record.Nodes)[0]
	}
	return sum
}

// times returns, for each round, the sum of the tests' CPU times without process start-up. Start-up is the empty
// program's time in the same round, so its noise is part of the result's. For a stopped test, the sum includes the time
// at which it was stopped. If any test has no result, times returns nil.
func (c climb) times(tests []string) (sums []float64) {
	empty := c.Values(record.StartUp(c.Languages[c.program]), record.CPU)
	usual := record.Median(empty)
	for round := 0; ; round++ {
		sum, measured := 0.0, false
		for _, test := range tests {
			k := c.program.On(test)
			at, values := c.Stopped(k), c.Values(k, record.CPU)
			switch start := usual; {
			case at > 0:
				sum += at - start
			case round >= len(values) || round >= len(empty) && len(empty) > 0:
				return sums
			default:
				if len(empty) > 0 {
					start = empty[round]
				}
				sum, measured = sum+values[round]-start, true
			}
		}
		if len(tests) > 0 {
			sums = append(sums, sum)
		}
		if !measured {
			return sums
		}
	}
}

// ratio returns how many times faster a solution is than another, on all tests of a group or, for a workload, on the
// largest test that both finish. The ratio is a bound if one solution was stopped, or if its time is lost in the noise
// of start-up.
func (c climb) ratio(other climb) Ratio {
	tests := c.tests
	if c.made {
		if tests = c.common(other, record.CPU); len(tests) == 0 {
			tests = slices.Concat(c.stopped, other.stopped)
		}
	}
	mine, theirs := c.times(tests), other.times(tests)
	ratio := Ratio{Above: len(other.stopped) > 0, Below: len(c.stopped) > 0}
	switch {
	case len(mine) == 0 || len(theirs) == 0 || ratio.Above && ratio.Below:
		return unknownRatio()
	case ratio.Below:
		ratio.limit(most(theirs) / max(record.Median(mine), 0))
	case ratio.Above:
		ratio.limit(max(record.Median(theirs), 0) / most(mine))
	default:
		if logs := logRatios(theirs, mine); logs != nil {
			ratio.of(logs)
		} else if ratio.Above = least(theirs) > most(mine); ratio.Above {
			ratio.limit(least(theirs) / most(mine))
		} else if ratio.Below = least(mine) > most(theirs); ratio.Below {
			ratio.limit(most(theirs) / least(mine))
		} else {
			return unknownRatio()
		}
	}
	if !ratio.Known() {
		return unknownRatio()
	}
	return ratio
}

// most returns the upper end of the interval of the median time, or the longest time if that is less. The result may be
// 0 or negative, since times do not include start-up.
func most(times []float64) float64 {
	return min(float64(figureOf(times, record.CPU).Hi), slices.Max(times))
}

// least returns the lower end of the interval of the median time, or the shortest time if that is more.
func least(times []float64) float64 {
	return max(float64(figureOf(times, record.CPU).Lo), slices.Min(times))
}

// nodesOf returns a solution's number of search nodes divided by another solution's number, on the same tests. It
// returns NaN if a number is unknown, or if the divisor is 0.
func (c climb) nodesOf(other climb) record.Number {
	tests := c.common(other, record.Nodes)
	before := other.nodes(tests)
	if before == 0 {
		return record.Unknown()
	}
	return record.Number(c.nodes(tests) / before)
}

// logRatios returns the logarithms of a[i]/b[i]. It returns nil if any time is 0 or negative, which noise can cause in
// short runs.
func logRatios(a, b []float64) []float64 {
	var logs []float64
	for i := range min(len(a), len(b)) {
		if a[i] <= 0 || b[i] <= 0 {
			return nil
		}
		logs = append(logs, math.Log(a[i]/b[i]))
	}
	return logs
}
