package compare

import (
	"slices"

	"dlxjudge/judge/measure/record"
)

// Result is what a record holds of one solution on one test.
type Result struct {
	record.Key
	CPU    *Figure                 // nil if it was only counted
	Counts map[record.Unit]float64 // those that are known
}

// Results are the results of one problem, in order of solution and test.
func Results(r *record.Record, problem string) []Result {
	all := seriesOf(r)
	var results []Result
	for _, k := range r.Keys() {
		if k.Problem != problem {
			continue
		}
		result := Result{Key: k, Counts: make(map[record.Unit]float64)}
		_, result.CPU = all.figure(k, record.CPU)
		for u, values := range all.values[k] {
			if u.Exact() {
				result.Counts[u] = values[0]
			}
		}
		results = append(results, result)
	}
	slices.SortFunc(results, func(a, b Result) int { return a.Key.Compare(b.Key) })
	return results
}
