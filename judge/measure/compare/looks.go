package compare

import "math"

// falseAlarms bounds the chance that a report on unchanged code calls any solution faster or slower. Each of the two
// answers gets half. The bound does not hold if the machine was slower while one of the records was made: no test of
// the samples can detect that.
const falseAlarms = 0.02

// looks says after how many layouts the samples of a solution are tested, and at which significance level. Each such
// test is a look.
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

// looksOf returns the looks at one solution of a report. The parameter tests is the number of solutions, which share
// the report's level (Bonferroni's correction).
func looksOf(tests int) looks {
	l := looks{level: falseAlarms / float64(max(tests, 1))}
	l.first = signedRankNeeds(l.part(1))
	return l
}

// part returns the level of the k-th look.
func (l looks) part(k int) float64 { return l.level * (1/float64(k) - 1/float64(k+1)) }

// at returns the level for a test after n layouts. The result look is true if a regular look comes after n layouts. If
// not, the level is that of the last look, when time is over.
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
