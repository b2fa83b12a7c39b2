package compare

import (
	"maps"
	"math"
	"slices"

	"dlxjudge/judge/measure/record"
)

// Answer is what two commits, measured in turns, say of a solution.
type Answer string

// The answers.
const (
	SameProgram Answer = "the same program" // so it was not measured
	IsSlower    Answer = "slower"
	IsFaster    Answer = "faster"
	NoSlower    Answer = "no slower" // by more than the threshold: that was shown
	Undecided   Answer = "undecided"
	NowStopped  Answer = "stopped" // at its limit, on a test that the base finishes
)

// SlowDown is the least slow-down that counts, or half of a threshold that is below its double: a smaller one may be
// real, and is not worth a failure.
const SlowDown = 0.01

// TurnsOptions are how two records are compared whose samples were taken in turns.
type TurnsOptions struct {
	Threshold float64 // a slow-down that NoSlower excludes: 0.03 for 3%
}

// Turns is a comparison of two commits whose solutions were measured in turns, in the same rounds.
type Turns struct {
	Base, Now *record.Record
	Threshold float64
	Counts    []Table // the exact counts that both sides have
	Solutions []Solution
	Lost      []record.Key // counted in the base, but counts are missing now: counted as regressions
	Notes     []string
}

// Solution is what the rounds say of one solution.
type Solution struct {
	record.Program
	Answer  Answer
	Layouts int    // rounds that both sides were sampled in
	Time    Effect // on CPU time
	Memory  Effect // on peak memory; 0 where it is not judged
	Grown   bool   // the memory has grown by more than the threshold
	Tests   []TestEffect
	Found   float64      // the least slow-down that would be called one nine times out of ten; 0 if nothing was sampled
	Stopped []Row        // tests on which a run of one side was stopped
	Unknown []record.Key // tests on which runs of both sides were stopped: nothing is known of them
	StartUp bool         // the times are mostly that of starting a process
}

// TestEffect is the effect on one test of a solution that differs.
type TestEffect struct {
	record.Key
	Base, Now float64 // medians of the CPU times, in nanoseconds
	Time      Effect
	Shown     bool // that it differs, which the samples of the solution as a whole need not mean for each test
}

// InTurns compares two records of judge bench --against. The i-th samples of a test are of the same round: of two
// programs with one layout, measured in blocks. The log ratios of a round, averaged over the tests of a solution, are
// one value for its layout, and the layouts are what the statistics are of. Tests are judged only in solutions that
// differ.
func InTurns(base, now *record.Record, o TurnsOptions) *Turns {
	c := &Comparison{Base: base, Now: now}
	c.lostCounts(false)
	t := &Turns{Base: base, Now: now, Threshold: o.Threshold, Lost: c.Lost, Notes: notes(base, now)}
	before, after := seriesOf(base), seriesOf(now)
	for _, u := range compared {
		if !u.Exact() {
			continue
		}
		if pairs := pairsOf(u, before, after); len(pairs) > 0 {
			decide(pairs, ExactThreshold)
			t.Counts = append(t.Counts, tableOf(now, u, pairs))
		}
	}
	for _, program := range now.Same {
		t.Solutions = append(t.Solutions, Solution{Program: program, Answer: SameProgram})
	}
	rough := base.Machine.RoughMemory() || now.Machine.RoughMemory()
	all := pairedOf(before, after)
	measured := pairsPlanned(base, now, all)
	for _, s := range all {
		t.Solutions = append(t.Solutions, s.judge(now, looksOf(measured), o.Threshold, rough))
	}
	slices.SortFunc(t.Solutions, func(a, b Solution) int { return a.On("").Compare(b.On("")) })
	return t
}

// Regressions reports whether something takes longer, needs more memory, or executes more.
func (t *Turns) Regressions() bool {
	worse := len(t.Lost) > 0
	for _, table := range t.Counts {
		worse = worse || slices.ContainsFunc(table.Rows, func(r Row) bool { return r.Outcome == Regression })
	}
	for _, s := range t.Solutions {
		worse = worse || s.Grown || s.Answer == IsSlower || s.Answer == NowStopped
	}
	return worse
}

// Undecided are the solutions that may or may not be slower.
func (t *Turns) Undecided() []Solution {
	return slices.DeleteFunc(slices.Clone(t.Solutions), func(s Solution) bool { return s.Answer != Undecided })
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
	return answer != Undecided && (answer != NoSlower || e.Middle <= least(threshold)/2 || e.Lo > 0)
}

// answerOf is what an interval says.
func answerOf(e Effect, threshold float64) Answer {
	switch {
	case e.Lo > moved(threshold) && e.Middle > least(threshold):
		return IsSlower
	case e.Hi < 0:
		return IsFaster
	case e.Hi < threshold && e.Lo > -threshold:
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
		_, _, inBase := before.figure(k, record.CPU)
		_, _, inNow := after.figure(k, record.CPU)
		if inBase && inNow && !k.IsControl() {
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
	s := Solution{Program: p.Program, Answer: Undecided}
	for _, k := range p.keys {
		row := pair{Row: Row{Key: k}, unit: record.CPU}
		row.base, row.Base, _ = p.before.figure(k, record.CPU)
		row.now, row.Now, _ = p.after.figure(k, record.CPU)
		if row.Base.Bound && row.Now.Bound {
			s.Unknown = append(s.Unknown, k)
		} else if row.Base.Bound != row.Now.Bound {
			row.Outcome = row.overBound(threshold)
			s.Stopped = append(s.Stopped, row.Row)
		}
	}
	sampled := p.sampled()
	base, after := p.values(sampled, record.CPU)
	rounds := roundsOf(base, after)
	s.Layouts = len(rounds)
	if s.Layouts > 0 {
		alpha, _ := l.at(s.Layouts)
		s.Time = effectOf(rounds, alpha)
		s.Answer = answerOf(s.Time, threshold)
		s.Found = foundFrom(s.Time, alpha, threshold)
		if s.Answer == IsSlower || s.Answer == IsFaster {
			s.tests(sampled, base, after, alpha)
		}
		medians := make([]float64, len(after))
		for i, values := range after {
			medians[i] = record.Median(values)
		}
		s.StartUp = len(medians) > 0 && now.MostlyStartUp(p.Program, record.Median(medians))
		base, after := p.values(sampled, record.Memory)
		if logs := roundsOf(base, after); !rough && len(logs) == s.Layouts {
			s.Memory = effectOf(logs, alpha)
			s.Grown = s.Memory.Lo > 0 && s.Memory.Middle > threshold
		}
	}
	if slices.ContainsFunc(s.Stopped, func(r Row) bool { return r.Outcome == Regression }) {
		s.Answer = NowStopped
	} else if s.Answer == NoSlower && slices.ContainsFunc(s.Stopped, func(r Row) bool { return r.Now.Bound }) {
		s.Answer = Undecided // its other tests do not speak for the one that it does not finish any more
	}
	return s
}

// tests judges the tests of a solution that differs, all at its level (Bonferroni's correction).
func (s *Solution) tests(keys []record.Key, base, now [][]float64, alpha float64) {
	for i, k := range keys {
		logs := roundsOf(base[i:i+1], now[i:i+1])
		test := TestEffect{Key: k, Base: record.Median(base[i]), Now: record.Median(now[i]), Time: effectOf(logs,
			alpha/float64(len(keys)))}
		test.Shown = test.Time.Lo > 0 || test.Time.Hi < 0
		s.Tests = append(s.Tests, test)
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
