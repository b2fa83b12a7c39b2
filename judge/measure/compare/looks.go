package compare

import "math"

// falseAlarms bounds the chance that a report on unchanged code calls a solution faster or slower; half is for slower.
// It does not cover a machine that was slower for one of the records, which no test of the samples can detect.
const falseAlarms = 0.02

// looks says after which numbers of layouts the samples of a solution are tested, and at which level.
//
// Testing after each layout until something is found would always find something, true or false. So only some numbers
// of layouts are tested, each about 1.4 times the one before, and they share the solution's level: the k-th look gets
// 1/k − 1/(k+1) of it, and the last one, when time is over, the rest. By the union bound the chance of any false result
// is at most the level, however the looks depend on each other.
//
// K. K. G. Lan and D. L. DeMets describe spending a level over an unknown number of looks in Discrete sequential
// boundaries for clinical trials, Biometrika 70 (1983). Their boundaries are tighter, but need the looks' joint
// distribution.
type looks struct {
	level float64 // of the solution, two-sided
	first int     // layouts at the first look
}

// looksOf returns the looks of one of a report's tests. The tests share the report's level (Bonferroni's correction).
func looksOf(tests int) looks {
	l := looks{level: falseAlarms / float64(max(tests, 1))}
	l.first = signedRankNeeds(l.part(1))
	return l
}

// part returns the level of the k-th look.
func (l looks) part(k int) float64 { return l.level * (1/float64(k) - 1/float64(k+1)) }

// at returns the level for a test of n layouts, and whether n is a regular look. If it is not, the level is that of the
// last look, at the end of the time.
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
