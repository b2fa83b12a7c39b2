package shard

import (
	"cmp"
	"slices"
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/read/problem"
)

// Times are how long tests took: the submission's solution on the problem's test. A test that an earlier run skipped
// took 0.
type Times map[record.Key]time.Duration

// FromRecords are median CPU times from records: for each key, of the newest record that has it.
func FromRecords(records []*record.Record) Times {
	newest := slices.SortedFunc(slices.Values(records), func(x, y *record.Record) int {
		return cmp.Or(y.Run.Age().Compare(x.Run.Age()), y.Run.Date.Compare(x.Run.Date), cmp.Compare(x.Path, y.Path))
	})
	times := make(Times)
	for _, r := range newest {
		taken := make(map[record.Key][]time.Duration)
		for _, s := range r.Samples {
			if cpu, ok := s.Values[record.CPU]; ok {
				taken[s.Key] = append(taken[s.Key], time.Duration(cpu))
			}
		}
		for _, b := range r.Bounds {
			taken[b.Key] = append(taken[b.Key], b.CPU)
		}
		for key, all := range taken {
			if _, known := times[key]; !known {
				times[key] = median(all)
			}
		}
	}
	return times
}

// FromResults are the times of an earlier run.
func FromResults(r grade.Results) Times {
	times := make(Times)
	for _, s := range r.Submissions {
		for _, t := range s.Tests {
			key := record.Key{Problem: s.Problem, Solution: s.Name, Test: t.Name}
			switch {
			case t.Verdict != problem.NotRun:
				times[key] = max(t.CPU, t.Wall, t.PassesCPU)
			case !s.Interrupted && !r.Interrupted:
				times[key] = 0
			}
		}
	}
	return times
}

// usual are times of a problem's tests, for submissions without known times.
type usual struct {
	tests   map[record.Key]time.Duration // of each test, without a submission: the median
	problem map[string]time.Duration     // the median of those
	any     time.Duration
}

// assumed is the time of a test where nothing at all is known.
const assumed = 10 * time.Millisecond

func (t Times) usual() usual {
	byTest := make(map[record.Key][]time.Duration)
	for key, took := range t {
		if took > 0 && isTest(key) {
			key.Solution = ""
			byTest[key] = append(byTest[key], took)
		}
	}
	u := usual{tests: make(map[record.Key]time.Duration), problem: make(map[string]time.Duration), any: assumed}
	byProblem := make(map[string][]time.Duration)
	var all []time.Duration
	for key, took := range byTest {
		u.tests[key] = median(took)
		byProblem[key.Problem] = append(byProblem[key.Problem], u.tests[key])
		all = append(all, u.tests[key])
	}
	for name, took := range byProblem {
		u.problem[name] = median(took)
	}
	if len(all) > 0 {
		u.any = median(all)
	}
	return u
}

// isTest reports whether the key is of a test. judge bench and judge compare time other things as well.
func isTest(k record.Key) bool {
	_, _, workload := k.Workload()
	_, grown := k.Size()
	return !workload && !grown && !k.IsControl()
}

// of is the usual time of a test.
func (u usual) of(problem, test string) time.Duration {
	if took, ok := u.tests[record.Key{Problem: problem, Test: test}]; ok {
		return took
	}
	if took, ok := u.problem[problem]; ok {
		return took
	}
	return u.any
}

// median is the median of one or more times, in any order.
func median(times []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(times))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
