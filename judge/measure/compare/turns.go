package compare

import (
	"math"
	"slices"

	"dlxjudge/judge/measure/record"
)

// InTurns compares the two records of "judge bench --against". The i-th samples of a test in both records are from the
// same round. In a round, both programs have the same layout and run in turns. For each round, the log ratios of a
// solution's tests are averaged into one value. The statistics are over these values. Single tests are judged only for
// solutions whose time differs.
func InTurns(base, now *record.Record, threshold float64) *Comparison {
	c := comparisonOf(base, now, threshold)
	c.Paired, c.Notes = true, notes(base, now)
	c.lostCounts(false)
	c.measured()
	c.counts()
	return c.conclude()
}

// withSame adds the solutions that are the same program on both sides.
func (c *Comparison) withSame(solutions []Solution) []Solution {
	for _, program := range c.Now.Same {
		solutions = append(solutions, solutionOf(program, Same))
	}
	slices.SortFunc(solutions, func(a, b Solution) int { return a.On("").Compare(b.On("")) })
	return solutions
}

// judgeTests judges the tests of a solution whose time differs. They share its level (Bonferroni's correction).
func (c *Comparison) judgeTests(s *Solution, keys []record.Key) {
	for i := range s.Tests {
		row, key := &s.Tests[i], s.On(s.Tests[i].Test)
		if !slices.Contains(keys, key) {
			continue
		}
		row.Change = evidence{ratios: ratiosOf(c.Base, c.Now, []record.Key{key}, record.CPU)}.effect(
			float64(s.Level) / float64(len(keys)))
		switch {
		case row.Change.Lo > 0:
			row.Answer = Slower
		case row.Change.Hi < 0:
			row.Answer = Faster
		default:
			row.Answer = Undecided
		}
	}
}

// Decided reports whether the samples of one solution are enough. Between looks they are never enough.
func Decided(base, now *record.Record, program record.Program, threshold float64) bool {
	ratios := ratiosOf(base, now, sampled(base, now, program), record.CPU)
	alpha, look := looksOf(planned(base, now)).at(len(ratios))
	return look && paired(threshold).enough(evidence{ratios: ratios}.effect(alpha))
}

// SoFar returns the change of CPU time in the samples of one solution so far, with its 95% interval.
func SoFar(base, now *record.Record, program record.Program) Effect {
	return evidence{ratios: ratiosOf(base, now, sampled(base, now, program), record.CPU)}.effect(1 - confidence)
}

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

// sampled returns the keys of a program for which both sides have samples.
func sampled(base, now *record.Record, program record.Program) []record.Key {
	return slices.DeleteFunc(now.Keys(), func(k record.Key) bool {
		return k.Program() != program || len(base.Values(k, record.CPU)) == 0 || len(now.Values(k, record.CPU)) == 0
	})
}

// startsMostly reports whether a solution's tests take mostly process start-up.
func startsMostly(r *record.Record, keys []record.Key) bool {
	var medians []float64
	for _, k := range keys {
		medians = append(medians, record.Median(r.Values(k, record.CPU)))
	}
	return len(keys) > 0 && r.MostlyStartUp(keys[0].Program(), record.Median(medians))
}

// ratiosOf returns one log ratio for each round: the average over all tests. It omits rounds in which a test or figure
// is missing.
func ratiosOf(base, now *record.Record, keys []record.Key, u record.Unit) []float64 {
	before, after := meansOf(base, keys, u), meansOf(now, keys, u)
	var logs []float64
	for round := range min(len(before), len(after)) {
		if ratio := after[round] - before[round]; !math.IsInf(ratio, 0) && !math.IsNaN(ratio) {
			logs = append(logs, ratio)
		}
	}
	return logs
}
