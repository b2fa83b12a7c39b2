package record

import (
	"path"
	"slices"
	"strconv"
	"strings"
)

// Result is what a record holds of one solution on one test.
type Result struct {
	Key
	CPU    Figure           // N is 0 and Bound false if it was only counted
	Counts map[Unit]float64 // those that are known
}

// Results are the results of one problem, in order of solution and test.
func (r *Record) Results(problem string) []Result {
	all := r.series()
	var results []Result
	for _, k := range r.keys() {
		if k.Problem != problem {
			continue
		}
		result := Result{Key: k, Counts: make(map[Unit]float64)}
		_, result.CPU, _ = all.figure(k, CPU)
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

// sizes begins the groups that hold inputs of one size each, made to see how a solution grows.
const sizes = "secret/size-"

// SizeTest is the name of the n-th input of a size.
func SizeTest(size, n int) string { return sizes + strconv.Itoa(size) + "/" + strconv.Itoa(n) }

// Size is the size that a test was made for, and whether it was.
func (k Key) Size() (int, bool) {
	text, sized := strings.CutPrefix(path.Dir(k.Test), sizes)
	size, err := strconv.Atoi(text)
	return size, sized && err == nil
}
