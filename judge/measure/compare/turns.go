package compare

import (
	"math"
	"slices"

	"dlxjudge/judge/measure/record"
)

// SlowDown, or half the threshold if that is smaller, is the smallest slow-down that fails a run. A smaller slow-down
// may be real, but is not worth a failure.
const SlowDown = 0.01

// InTurns compares the two records of "judge bench --against". The i-th samples of a test in both records are from the
// same round. In a round, both programs have the same layout and run in turns. For each round, the log ratios of a
// solution's tests are averaged into one value. The statistics are over these values. Single tests are judged only for
// solutions whose time differs.
func InTurns(base, now *record.Record, threshold float64) *Comparison {
	c := comparisonOf(base, now, threshold)
	c.Notes = append(c.Notes, notes(base, now)...)
	c.lostCounts(base, now, false)
	for _, u := range compared {
		if rows := rowsOf(u, base, now); u.Exact() && len(rows) > 0 {
			c.Tables = append(c.Tables, Table{u, rows})
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

// solutionOf returns the result for a solution that has an answer but no samples.
func solutionOf(p record.Program, answer Answer) Solution {
	return Solution{Program: p, Answer: answer, Time: unknownEffect(), Memory: unknownEffect(), Found: record.Unknown(),
		Tests: []TestEffect{}, Stopped: []Row{}, Unknown: []string{}}
}

// Decided reports whether the samples of one solution are enough. Between looks they are never enough.
func Decided(base, now *record.Record, program record.Program, threshold float64) bool {
	rounds := roundsOf(base, now, sampled(base, now, keysOf(now, program)), record.CPU)
	alpha, look := looksOf(planned(base, now)).at(len(rounds))
	return look && enough(effectOf(rounds, alpha), threshold)
}

// SoFar returns the change of CPU time in the samples of one solution so far, with its 95% interval.
func SoFar(base, now *record.Record, program record.Program) Effect {
	return effectOf(roundsOf(base, now, sampled(base, now, keysOf(now, program)), record.CPU), 1-confidence)
}

func keysOf(r *record.Record, program record.Program) []record.Key {
	return slices.DeleteFunc(r.Keys(), func(k record.Key) bool { return k.Program() != program })
}

// enough reports whether an interval ends the sampling. Sampling continues while the answer is undecided. It also
// continues while a slow-down, even one that the threshold permits, is likely but not yet certain.
func enough(e Effect, threshold float64) bool {
	answer := answerOf(e, threshold)
	return answer != Undecided && (answer != NoSlower || float64(e.Middle) <= least(threshold)/2 || e.Lo > 0)
}

// answerOf returns the answer for an interval.
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

// moved returns a change that the whole interval of a slow-down must exceed. Code that was only moved in the source can
// take about 0.1% longer, averaged over all layouts. That is far below SlowDown, but not far below least(0.01).
func moved(threshold float64) float64 { return (SlowDown - least(threshold)) / 4 }

// foundFrom returns the smallest slow-down that samples with this scatter would reveal nine times out of ten. It is
// 1.28 standard errors above least(threshold), or above half the interval's width if that is larger. Half the width is
// the standard error times the normal quantile for the interval's level.
func foundFrom(e Effect, alpha, threshold float64) float64 {
	quantile := math.Sqrt2 * math.Erfinv(1-alpha)
	return max(least(threshold), e.Half()) + 1.28*e.Half()/quantile
}

// least returns the smallest slow-down that fails the run. It is below the threshold: if a solution is slower by
// exactly the threshold, only half of the estimates exceed the threshold.
func least(threshold float64) float64 { return min(SlowDown, threshold/2) }

// planned returns the number of solutions that a session planned to compare. It counts all solutions in both records,
// sampled or not, except programs that are equal on both sides.
func planned(base, now *record.Record) int {
	n := 0
	for program := range now.Languages {
		if _, both := base.Languages[program]; both && !slices.Contains(now.Same, program) {
			n++
		}
	}
	return n
}

// judged judges one solution: its time and its memory, each at the solution's full level.
func judged(program record.Program, keys []record.Key, base, now *record.Record, threshold float64) Solution {
	s := solutionOf(program, Undecided)
	for _, k := range keys {
		if r := rowOf(k, record.CPU, base, now); r.Base.Bound && r.Now.Bound {
			s.Unknown = append(s.Unknown, k.Test)
		} else if r.Base.Bound != r.Now.Bound {
			s.Stopped = append(s.Stopped, r)
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
		s.Answer = Undecided // its other tests say nothing about the test that it no longer finishes
	}
	return s
}

// testOf judges one test of a solution whose time differs. The tests share the solution's level (Bonferroni's
// correction).
func testOf(k record.Key, base, now *record.Record, alpha float64) TestEffect {
	time := effectOf(roundsOf(base, now, []record.Key{k}, record.CPU), alpha)
	return TestEffect{Test: k.Test, Base: record.Number(record.Median(base.Values(k, record.CPU))),
		Now: record.Number(record.Median(now.Values(k, record.CPU))), Time: time, Shown: time.Lo > 0 || time.Hi < 0}
}

// sampled returns the keys for which both sides have samples.
func sampled(base, now *record.Record, keys []record.Key) []record.Key {
	return slices.DeleteFunc(slices.Clone(keys), func(k record.Key) bool {
		return len(base.Values(k, record.CPU)) == 0 || len(now.Values(k, record.CPU)) == 0
	})
}

// roundsOf returns one log ratio for each round: the average over all tests. It omits rounds in which a test or figure
// is missing.
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
