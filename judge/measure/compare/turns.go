package compare

import (
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
	for _, u := range compared {
		if pairs := pairsOf(u, base, now); u.Exact() && len(pairs) > 0 {
			c.Tables = append(c.Tables, tableOf(now, u, pairs, threshold, 0))
		}
	}
	for _, program := range now.Same {
		c.Solutions = append(c.Solutions, solutionOf(program, Same))
	}
	keys := make(map[record.Program][]record.Key)
	for _, k := range now.Keys() {
		if !k.IsControl() && figure(base, k, record.CPU) != nil && figure(now, k, record.CPU) != nil {
			keys[k.Program()] = append(keys[k.Program()], k)
		}
	}
	for program, tests := range keys {
		c.Solutions = append(c.Solutions, judged(program, tests, base, now, threshold))
	}
	slices.SortFunc(c.Solutions, func(a, b Solution) int { return a.On("").Compare(b.On("")) })
	return c.conclude()
}

// solutionOf is what is known of a solution without samples.
func solutionOf(p record.Program, answer Answer) Solution {
	return Solution{Program: p, Answer: answer, Time: unknownEffect(), Memory: unknownEffect(), Found: record.Unknown(),
		Tests: []TestEffect{}, Stopped: []Row{}, Unknown: []string{}}
}

// Decided reports whether the samples of one solution say enough. It answers only at looks.
func Decided(base, now *record.Record, program record.Program, threshold float64) bool {
	rounds := roundsOf(base, now, sampled(base, now, keysOf(now, program)), record.CPU)
	alpha, look := looksOf(planned(base, now)).at(len(rounds))
	return look && enough(effectOf(rounds, alpha), threshold)
}

// SoFar is the change of CPU time that the samples of one solution show by now, with its 95% interval.
func SoFar(base, now *record.Record, program record.Program) Effect {
	return effectOf(roundsOf(base, now, sampled(base, now, keysOf(now, program)), record.CPU), 1-confidence)
}

func keysOf(r *record.Record, program record.Program) []record.Key {
	return slices.DeleteFunc(r.Keys(), func(k record.Key) bool { return k.Program() != program })
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

// planned is how many solutions a session was to compare: those that both records name, sampled or not, except those
// that are the same program.
func planned(base, now *record.Record) int {
	n := 0
	for program := range now.Languages {
		if _, both := base.Languages[program]; both && !slices.Contains(now.Same, program) {
			n++
		}
	}
	return n
}

// judged judges one solution: its time, and its memory, which has a level of its own.
func judged(program record.Program, keys []record.Key, base, now *record.Record, threshold float64) Solution {
	s := solutionOf(program, Undecided)
	for _, k := range keys {
		p := pair{Row: Row{Key: k, P: record.Unknown(), Base: figure(base, k, record.CPU),
			Now: figure(now, k, record.CPU)}, base: base.Values(k, record.CPU), now: now.Values(k, record.CPU)}
		if p.Base.Bound && p.Now.Bound {
			s.Unknown = append(s.Unknown, k.Test)
		} else if p.Base.Bound != p.Now.Bound {
			p.Change, p.Answer = change(p.Base.Center, p.Now.Center), p.overBound()
			s.Stopped = append(s.Stopped, p.Row)
		}
	}
	keys = sampled(base, now, keys)
	if rounds := roundsOf(base, now, keys, record.CPU); len(rounds) > 0 {
		s.Layouts = len(rounds)
		alpha, _ := looksOf(planned(base, now)).at(s.Layouts)
		s.Time, s.Memory = effectOf(rounds, alpha), Effect{}
		s.Answer = answerOf(s.Time, threshold)
		s.Found = record.Number(foundFrom(s.Time, alpha, threshold))
		var medians []float64
		for _, k := range keys {
			medians = append(medians, record.Median(now.Values(k, record.CPU)))
			if s.Answer == Slower || s.Answer == Faster {
				s.Tests = append(s.Tests, testOf(k, base, now, alpha/float64(len(keys))))
			}
		}
		s.StartUp = now.MostlyStartUp(program, record.Median(medians))
		rough := base.Machine.RoughMemory() || now.Machine.RoughMemory()
		if logs := roundsOf(base, now, keys, record.Memory); !rough && len(logs) == s.Layouts {
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

// testOf judges a test of a solution that differs. All of them share its level (Bonferroni's correction).
func testOf(k record.Key, base, now *record.Record, alpha float64) TestEffect {
	time := effectOf(roundsOf(base, now, []record.Key{k}, record.CPU), alpha)
	return TestEffect{Test: k.Test, Base: record.Number(record.Median(base.Values(k, record.CPU))),
		Now: record.Number(record.Median(now.Values(k, record.CPU))), Time: time, Shown: time.Lo > 0 || time.Hi < 0}
}

// sampled are the keys that both sides were sampled on.
func sampled(base, now *record.Record, keys []record.Key) []record.Key {
	return slices.DeleteFunc(slices.Clone(keys), func(k record.Key) bool {
		return len(base.Values(k, record.CPU)) == 0 || len(now.Values(k, record.CPU)) == 0
	})
}

// roundsOf are the log ratios of the rounds: the mean over all tests. Rounds that a test is not in, or in which
// something was not measured, are left out.
func roundsOf(base, now *record.Record, keys []record.Key, u record.Unit) []float64 {
	rounds := math.MaxInt
	for _, k := range keys {
		rounds = min(rounds, len(base.Values(k, u)), len(now.Values(k, u)))
	}
	var logs []float64
	for round := 0; len(keys) > 0 && round < rounds; round++ {
		sum := 0.0
		for _, k := range keys {
			sum += math.Log(now.Values(k, u)[round] / base.Values(k, u)[round])
		}
		if !math.IsInf(sum, 0) && !math.IsNaN(sum) {
			logs = append(logs, sum/float64(len(keys)))
		}
	}
	return logs
}
