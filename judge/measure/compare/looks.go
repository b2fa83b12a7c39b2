package compare

import (
	"math"

	"dlxjudge/judge/measure/record"
)

// falseAlarms bounds the chance that a report on unchanged code calls any solution faster or slower. Each of the two
// answers gets half. The bound does not hold if the machine was slower while one of the records was made: no test of
// the samples can detect that.
const falseAlarms = 0.02

// looks is the schedule of tests of a solution's samples: after how many layouts, and at which significance level. Each
// such test is a look.
//
// If the samples were tested after each layout, some test would eventually find a difference, real or not. So looks are
// few: each comes after about 1.4 times as many layouts as the one before. They share the solution's level: the k-th
// look gets 1/k − 1/(k+1) of it. The last look, when time is over, gets the rest. By the union bound, the chance of any
// false result is at most the level, however the looks depend on each other.
//
// K. K. G. Lan and D. L. DeMets describe how to spend a level over an unknown number of looks: "Discrete sequential
// boundaries for clinical trials", Biometrika 70 (1983). Their boundaries are tighter, but need the looks' joint
// distribution.
type looks struct {
	level float64 // two-sided significance level of all looks together
	first int     // number of layouts at the first look
}

// SlowDown is the smallest slow-down that fails a run whose samples were taken in turns, unless half the threshold is
// smaller. A smaller slow-down may be real, but is not worth a failure.
const SlowDown = 0.01

// rule turns an interval into an answer.
type rule struct {
	threshold   float64 // a slow-down that "no slower than" rules out
	minSlowdown float64 // smallest estimate of a slow-down that fails the run
}

// paired is the rule for samples that were taken in turns. Its minSlowdown is below the threshold: if a solution is
// slower by exactly the threshold, only half of the estimates exceed the threshold.
func paired(threshold float64) rule { return rule{threshold, min(SlowDown, threshold/2)} }

// answer returns the answer for an interval.
func (r rule) answer(e Effect) Answer {
	switch {
	case float64(e.Lo) > r.margin() && float64(e.Middle) > r.minSlowdown:
		return Slower
	case e.Hi < 0:
		return Faster
	case float64(e.Hi) < r.threshold:
		return NoSlower
	}
	return Undecided
}

// margin returns a change that the whole interval of a slow-down must exceed. Code that was only moved in the source
// can take about 0.1% longer, averaged over all layouts. That is far below SlowDown, but not far below a minSlowdown of
// 0.5%.
func (r rule) margin() float64 { return max(SlowDown-r.minSlowdown, 0) / 4 }

// enough reports whether an interval ends the sampling. Sampling continues while the answer is undecided. It also
// continues while a gain larger than the threshold is possible, and while a slow-down, even one that the threshold
// permits, is likely but not yet certain.
func (r rule) enough(e Effect) bool {
	switch r.answer(e) {
	case Undecided:
		return false
	case NoSlower:
		return float64(e.Lo) > -r.threshold && (float64(e.Middle) <= r.minSlowdown/2 || e.Lo > 0)
	}
	return true
}

// judge completes a solution's result with the answer that the evidence gives at level alpha.
func (r rule) judge(s *Solution, e evidence, alpha float64) {
	s.Rounds, s.P, s.Level = e.rounds(), e.p(), record.Number(alpha)
	s.Change = e.effect(alpha)
	s.Answer = r.answer(s.Change)
	// A slow-down is found nine times out of ten if it is 1.28 standard errors above the smallest estimate that fails.
	// That estimate is minSlowdown, or half the interval's width if that is more. Half the width is the standard error
	// times the normal quantile for the interval's level.
	half := s.Change.Half()
	s.Found = record.Number(max(r.minSlowdown, half) + 1.28*half/(math.Sqrt2*math.Erfinv(1-alpha)))
	if s.Answer == Undecided {
		// The interval shrinks as 1/√rounds, until it excludes 0 or the threshold.
		room := max(r.threshold-float64(s.Change.Middle), float64(s.Change.Middle))
		s.Longer = record.Number(max(math.Pow(half/room, 2), 1))
	}
}

// looksOf returns the looks at one solution of a report. tests is the number of solutions, which share the report's
// level (Bonferroni's correction).
func looksOf(tests int) looks {
	l := looks{level: falseAlarms / float64(max(tests, 1))}
	l.first = signedRankNeeds(l.part(1))
	return l
}

// part returns the level of the k-th look.
func (l looks) part(k int) float64 { return l.level * (1/float64(k) - 1/float64(k+1)) }

// at returns the level for a test after n layouts. The result look is true if a regular look comes after exactly n
// layouts. If not, the level is that of the last look, when time is over.
func (l looks) at(n int) (alpha float64, look bool) {
	k := 1
	for ; l.layouts(k) <= n; k++ {
		if l.layouts(k) == n {
			return l.part(k), true
		}
	}
	return l.level / float64(k), false
}

// layouts returns the number of layouts at the k-th look.
func (l looks) layouts(k int) int {
	return int(math.Round(float64(l.first) * math.Pow(math.Sqrt2, float64(k-1))))
}
