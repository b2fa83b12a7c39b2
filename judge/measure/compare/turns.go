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
	c.Paired, c.Notes = true, append(c.Notes, notes(base, now)...)
	c.lostCounts(base, now, false)
	memory := timed(record.Memory, base, now)
	for i := range memory {
		rule{threshold, threshold}.judgeTurns(&memory[i], record.Memory, base, now)
		memory[i].Tests = []Row{}
	}
	times := timed(record.CPU, base, now)
	for i := range times {
		paired(threshold).judgeTurns(&times[i], record.CPU, base, now)
	}
	for _, program := range now.Same {
		times = append(times, solutionOf(program, Same))
	}
	slices.SortFunc(times, func(a, b Solution) int { return a.On("").Compare(b.On("")) })
	c.add(record.CPU, times)
	if !base.Machine.RoughMemory() {
		c.add(record.Memory, memory)
	}
	c.counts(base, now)
	return c.conclude()
}

// timed returns the solutions with figures of both sides, without the judge's own programs.
func timed(u record.Unit, base, now *record.Record) []Solution {
	return slices.DeleteFunc(rowsOf(u, base, now), func(s Solution) bool { return s.On("").IsControl() })
}

// judgeTurns judges one solution at its full level. If its time differs, its tests share that level (Bonferroni's
// correction); it shows only tests that were judged or stopped on one side.
func (r rule) judgeTurns(s *Solution, u record.Unit, base, now *record.Record) {
	s.Answer = Undecided
	keys := sampled(base, now, keysOf(now, s.Program))
	ratios := ratiosOf(base, now, keys, u)
	if len(ratios) > 0 {
		alpha, _ := looksOf(planned(base, now)).at(len(ratios))
		r.judge(s, evidence{ratios: ratios}, alpha)
	}
	s.StartUp = u == record.CPU && startsMostly(now, keys)
	differs := s.Answer == Slower || s.Answer == Faster
	for i := range s.Tests {
		row, key := &s.Tests[i], s.On(s.Tests[i].Test)
		if differs && slices.Contains(keys, key) {
			row.Change = evidence{ratios: ratiosOf(base, now, []record.Key{key}, u)}.effect(
				float64(s.Level) / float64(len(keys)))
			if row.Answer = Undecided; row.Change.Lo > 0 || row.Change.Hi < 0 {
				row.Answer = Faster
				if row.Change.Lo > 0 {
					row.Answer = Slower
				}
			}
		}
	}
	s.stopped()
	if s.Rounds > 0 {
		s.Tests = slices.DeleteFunc(s.Tests, func(row Row) bool { return row.Answer == "" })
	}
}

// Decided reports whether the samples of one solution are enough. Between looks they are never enough.
func Decided(base, now *record.Record, program record.Program, threshold float64) bool {
	ratios := ratiosOf(base, now, sampled(base, now, keysOf(now, program)), record.CPU)
	alpha, look := looksOf(planned(base, now)).at(len(ratios))
	return look && paired(threshold).enough(evidence{ratios: ratios}.effect(alpha))
}

// SoFar returns the change of CPU time in the samples of one solution so far, with its 95% interval.
func SoFar(base, now *record.Record, program record.Program) Effect {
	return evidence{ratios: ratiosOf(base, now, sampled(base, now, keysOf(now, program)), record.CPU)}.effect(
		1 - confidence)
}

func keysOf(r *record.Record, program record.Program) []record.Key {
	return slices.DeleteFunc(r.Keys(), func(k record.Key) bool { return k.Program() != program })
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

// sampled returns the keys for which both sides have samples.
func sampled(base, now *record.Record, keys []record.Key) []record.Key {
	return slices.DeleteFunc(slices.Clone(keys), func(k record.Key) bool {
		return len(base.Values(k, record.CPU)) == 0 || len(now.Values(k, record.CPU)) == 0
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
