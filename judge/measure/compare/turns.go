package compare

import (
	"maps"
	"math"
	"slices"

	"dlxjudge/judge/measure/record"
)

// SlowDown is the least slow-down that counts, or half of a threshold that is below its double: a smaller one may be
// real, and is not worth a failure.
const SlowDown = 0.01

// InTurns compares two records of judge bench --against. The i-th samples of a test are of the same round: of two
// programs with one layout, measured in blocks. The log ratios of a round, averaged over the tests of a solution, are
// one value for its layout, and the layouts are what the statistics are of. Tests are judged only in solutions that
// differ.
func InTurns(base, now *record.Record, threshold float64) *Comparison {
	c := comparisonOf(base, now, threshold)
	c.Notes = append(c.Notes, notes(base, now)...)
	c.lostCounts(base, now, false)
	before, after := seriesOf(base), seriesOf(now)
	for _, u := range compared {
		if pairs := pairsOf(u, before, after); u.Exact() && len(pairs) > 0 {
			c.Tables = append(c.Tables, tableOf(now, u, pairs, threshold, 0))
		}
	}
	for _, program := range now.Same {
		c.Solutions = append(c.Solutions, solutionOf(program, Same))
	}
	rough := base.Machine.RoughMemory() || now.Machine.RoughMemory()
	all := pairedOf(before, after)
	measured := pairsPlanned(base, now, all)
	for _, s := range all {
		c.Solutions = append(c.Solutions, s.judge(now, looksOf(measured), threshold, rough))
	}
	slices.SortFunc(c.Solutions, func(a, b Solution) int { return a.On("").Compare(b.On("")) })
	return c.conclude()
}

// solutionOf is what is known of a solution without samples.
func solutionOf(p record.Program, answer Answer) Solution {
	return Solution{Program: p, Answer: answer, Time: unknownEffect(), Memory: unknownEffect(), Found: record.Unknown(),
		Tests: []TestEffect{}, Stopped: []Row{}, Unknown: []string{}}
}

// Decided reports whether the samples of one solution, test by test in rounds, say enough; so many solutions are
// compared in one report. It answers only at looks.
func Decided(solutions int, now, base []record.Sample, threshold float64) bool {
	rounds := roundsOf(bothSides(base, now, record.CPU))
	alpha, look := looksOf(solutions).at(len(rounds))
	if !look {
		return false
	}
	return enough(effectOf(rounds, alpha), threshold)
}

// enough reports whether an interval ends the sampling. A slow-down that is likely, but not shown yet, is followed
// until it is, also where the threshold permits it.
func enough(e Effect, threshold float64) bool {
	answer := answerOf(e, threshold)
	return answer != Undecided && (answer != NoSlower || float64(e.Middle) <= least(threshold)/2 || e.Lo > 0)
}

// answerOf is what an interval says.
func answerOf(e Effect, threshold float64) Answer {
	middle, lo, hi := float64(e.Middle), float64(e.Lo), float64(e.Hi)
	switch {
	case lo > moved(threshold) && middle > least(threshold):
		return Slower
	case hi < 0:
		return Faster
	case hi < threshold && lo > -threshold:
		return NoSlower
	}
	return Undecided
}

// moved is what the interval of a slow-down must exclude. Code that is moved, in a source that does the same, can take
// longer by some 0.1% over all layouts: that is far from SlowDown, and close to the least slow-down of a threshold of
// 1%.
func moved(threshold float64) float64 { return (SlowDown - least(threshold)) / 4 }

// foundFrom is the least slow-down that would be found nine times out of ten by samples that scatter as much: half of
// the interval, or the least slow-down that counts, and 1.28 standard errors. Half of the interval is the quantile of
// its level times the standard error.
func foundFrom(e Effect, alpha, threshold float64) float64 {
	quantile := math.Sqrt2 * math.Erfinv(1-alpha)
	return max(least(threshold), e.Half()) + 1.28*e.Half()/quantile
}

// least is the least slow-down that is a failure. It is below the threshold, since a solution that is slower by exactly
// the threshold is estimated to be so only every second time.
func least(threshold float64) float64 { return min(SlowDown, threshold/2) }

// paired is a solution with the samples of both sides, test by test.
type paired struct {
	record.Program
	keys          []record.Key
	before, after series
}

// pairedOf are the solutions that both sides have something of, in order.
func pairedOf(before, after series) []paired {
	var all []paired
	keys := make(map[record.Program][]record.Key)
	for k := range after.values {
		_, inBase := before.figure(k, record.CPU)
		_, inNow := after.figure(k, record.CPU)
		if inBase != nil && inNow != nil && !k.IsControl() {
			keys[k.Program()] = append(keys[k.Program()], k)
		}
	}
	for program, tests := range keys {
		slices.SortFunc(tests, record.Key.Compare)
		all = append(all, paired{program, tests, before, after})
	}
	slices.SortFunc(all, func(a, b paired) int { return a.On("").Compare(b.On("")) })
	return all
}

// pairsPlanned is how many solutions the looks of a session were for: those with samples on both sides, and those whose
// turn never came, of which the records name only the language.
func pairsPlanned(base, now *record.Record, sampled []paired) int {
	reached := make(map[record.Program]bool)
	for _, r := range []*record.Record{base, now} {
		for _, k := range r.Keys() {
			if len(r.Values(k, record.CPU)) > 0 {
				reached[k.Program()] = true
			}
		}
		for _, b := range r.Bounds {
			reached[b.Program()] = true
		}
		for _, program := range r.Same {
			reached[program] = true
		}
	}
	n := 0
	for _, s := range sampled {
		if len(s.sampled()) > 0 {
			n++
		}
	}
	for program := range now.Languages {
		if _, both := base.Languages[program]; both && !reached[program] {
			n++
		}
	}
	return n
}

// judge judges one solution: its time, and its memory, which has a level of its own.
func (p paired) judge(now *record.Record, l looks, threshold float64, rough bool) Solution {
	s := solutionOf(p.Program, Undecided)
	for _, k := range p.keys {
		row := pair{Row: Row{Key: k, P: record.Unknown()}}
		row.base, row.Base = p.before.figure(k, record.CPU)
		row.now, row.Now = p.after.figure(k, record.CPU)
		if row.Base.Bound && row.Now.Bound {
			s.Unknown = append(s.Unknown, k.Test)
		} else if row.Base.Bound != row.Now.Bound {
			row.Change, row.Answer = change(row.Base.Center, row.Now.Center), row.overBound()
			s.Stopped = append(s.Stopped, row.Row)
		}
	}
	sampled := p.sampled()
	base, after := p.values(sampled, record.CPU)
	rounds := roundsOf(base, after)
	s.Layouts = len(rounds)
	if s.Layouts > 0 {
		alpha, _ := l.at(s.Layouts)
		s.Time, s.Memory = effectOf(rounds, alpha), Effect{}
		s.Answer = answerOf(s.Time, threshold)
		s.Found = record.Number(foundFrom(s.Time, alpha, threshold))
		if s.Answer == Slower || s.Answer == Faster {
			s.tests(sampled, base, after, alpha)
		}
		medians := make([]float64, len(after))
		for i, values := range after {
			medians[i] = record.Median(values)
		}
		s.StartUp = now.MostlyStartUp(p.Program, record.Median(medians))
		base, after := p.values(sampled, record.Memory)
		if logs := roundsOf(base, after); !rough && len(logs) == s.Layouts {
			s.Memory = effectOf(logs, alpha)
			s.Grown = s.Memory.Lo > 0 && float64(s.Memory.Middle) > threshold
		}
	}
	if slices.ContainsFunc(s.Stopped, func(r Row) bool { return r.Answer == Slower }) {
		s.Answer = Slower
	} else if s.Answer == NoSlower && slices.ContainsFunc(s.Stopped, func(r Row) bool { return r.Now.Bound }) {
		s.Answer = Undecided // its other tests do not speak for the one that it does not finish any more
	}
	return s
}

// tests judges the tests of a solution that differs, all at its level (Bonferroni's correction).
func (s *Solution) tests(keys []record.Key, base, now [][]float64, alpha float64) {
	for i, k := range keys {
		time := effectOf(roundsOf(base[i:i+1], now[i:i+1]), alpha/float64(len(keys)))
		s.Tests = append(s.Tests, TestEffect{Test: k.Test, Base: record.Number(record.Median(base[i])),
			Now: record.Number(record.Median(now[i])), Time: time, Shown: time.Lo > 0 || time.Hi < 0})
	}
}

// sampled are the tests that both sides were sampled on.
func (p paired) sampled() []record.Key {
	return slices.DeleteFunc(slices.Clone(p.keys), func(k record.Key) bool {
		return len(p.before.values[k][record.CPU]) == 0 || len(p.after.values[k][record.CPU]) == 0
	})
}

// values are the samples of both sides in a unit, test by test.
func (p paired) values(keys []record.Key, u record.Unit) (base, now [][]float64) {
	for _, k := range keys {
		base, now = append(base, p.before.values[k][u]), append(now, p.after.values[k][u])
	}
	return base, now
}

// bothSides are the samples of two sides in a unit, test by test, of the tests that both have.
func bothSides(base, now []record.Sample, u record.Unit) (before, after [][]float64) {
	values := func(samples []record.Sample) map[record.Key][]float64 {
		all := make(map[record.Key][]float64)
		for _, s := range samples {
			all[s.Key] = append(all[s.Key], s.Values[u])
		}
		return all
	}
	theirs, ours := values(base), values(now)
	for _, k := range slices.SortedFunc(maps.Keys(ours), record.Key.Compare) {
		if len(theirs[k]) > 0 {
			before, after = append(before, theirs[k]), append(after, ours[k])
		}
	}
	return before, after
}

// roundsOf are the log ratios of the rounds: the mean over all tests. Rounds that a test is not in, or in which
// something was not measured, are left out.
func roundsOf(base, now [][]float64) []float64 {
	rounds := math.MaxInt
	for i := range now {
		rounds = min(rounds, len(now[i]), len(base[i]))
	}
	var logs []float64
	for round := 0; len(now) > 0 && round < rounds; round++ {
		sum := 0.0
		for i := range now {
			sum += math.Log(now[i][round] / base[i][round])
		}
		if !math.IsInf(sum, 0) && !math.IsNaN(sum) {
			logs = append(logs, sum/float64(len(now)))
		}
	}
	return logs
}
