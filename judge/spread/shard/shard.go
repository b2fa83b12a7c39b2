// Package shard splits a run of the judge into parts for several machines, and combines the results of the parts. It
// needs no server, and judges nothing.
//
//	own, part, share := shard.Cut(entries, shard.Weigh(entries, nil), shard.Number{Index: 2, Count: 5})
//	results.Part = &part                          // after judging the entries in own; report.JSON writes the results
//	whole, err := shard.Merge(parts)              // returns the results of the whole run
//
// The split depends only on the entries and, if the user names an earlier run, on the results of that run. It does not
// depend on the machine, so every machine computes the same split. A digest in each part shows whether all machines had
// the same submissions, tests and files.
package shard

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"dlxjudge/judge/decide/grade"
)

// Number identifies one of Count shards.
type Number struct{ Index, Count int } // 1 <= Index <= Count

func (n Number) String() string { return fmt.Sprintf("%d/%d", n.Index, n.Count) }

// mostShards is the maximum number of shards.
const mostShards = 1000

// Parse reads a number such as "2/5".
func Parse(text string) (Number, error) {
	index, count, slash := strings.Cut(text, "/")
	var n Number
	var err error
	if n.Index, err = strconv.Atoi(index); err == nil {
		n.Count, err = strconv.Atoi(count)
	}
	switch {
	case !slash || err != nil || n.String() != text:
		return Number{}, fmt.Errorf("%q is not a shard; write 2/5 for the second of five", text)
	case n.Count < 1 || n.Count > mostShards:
		return Number{}, fmt.Errorf("%d shards are not possible; give a number from 1 to %d", n.Count, mostShards)
	case n.Index < 1 || n.Index > n.Count:
		return Number{}, fmt.Errorf("there is no shard %d of %d; give one from 1/%[2]d to %[2]d/%[2]d", n.Index,
			n.Count)
	}
	return n, nil
}

// Weigh returns the weight of each entry for splitting a run. If earlier is nil, the weight is the number of tests.
// Otherwise, earlier holds the results of another run, and the weight is the seconds that the tests took in that run. A
// test that was not in that run counts as an average test.
func Weigh(entries []grade.Entry, earlier *grade.Results) []float64 {
	weights := make([]float64, len(entries))
	if earlier == nil {
		for i, e := range entries {
			weights[i] = float64(len(e.Tests))
		}
		return weights
	}
	type key struct{ problem, submission, test string }
	took, total := make(map[key]float64), 0.0
	for _, s := range earlier.Submissions {
		for _, t := range s.Tests {
			seconds := time.Duration(max(t.CPU, t.Wall, t.PassesCPU)).Seconds() // 0 if the test was skipped
			took[key{s.Problem, s.Name, t.Name}] = seconds
			total += seconds
		}
	}
	average := total / float64(max(len(took), 1))
	for i, e := range entries {
		for _, t := range e.Tests {
			seconds, known := took[key{e.Problem.Name, e.Submission.Name, t.Name}]
			if !known {
				seconds = average
			}
			weights[i] += seconds
		}
	}
	return weights
}

// Share compares a shard with the whole run.
type Share struct {
	Submissions, Of int     // number of submissions in the shard, and in the run
	Weight, Whole   float64 // weight of the shard, and of the run
}

// Cut returns the entries of one shard, in the run's order. The Part describes the shard for Merge: Cut sets its fields
// Index, Count, Submissions and Places.
func Cut(entries []grade.Entry, weights []float64, n Number) ([]grade.Entry, grade.Part, Share) {
	of := split(entries, weights, n.Count)
	part := grade.Part{Index: n.Index, Count: n.Count, Submissions: len(entries)}
	share := Share{Of: len(entries)}
	var own []grade.Entry
	for i, e := range entries {
		share.Whole += weights[i]
		if of[i] == n.Index {
			own, part.Places = append(own, e), append(part.Places, i)
			share.Weight += weights[i]
		}
	}
	share.Submissions = len(own)
	return own, part, share
}

// split returns, for each entry, the index of its shard, from 1. It goes from the heaviest entry to the lightest, and
// gives each entry to the shard with the least total weight. So the weights of two shards differ by at most the weight
// of the heaviest entry. An entry is never split, because its verdict, and the choice of tests to skip, depend on all
// its tests.
func split(entries []grade.Entry, weights []float64, count int) []int {
	order := make([]int, len(entries))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(weights[j], weights[i]), cmp.Compare(name(entries[i]), name(entries[j])))
	})
	loads := make([]float64, count)
	of := make([]int, len(entries))
	for _, i := range order {
		least := 0
		for k, load := range loads {
			if load < loads[least] {
				least = k
			}
		}
		loads[least] += weights[i]
		of[i] = least + 1
	}
	return of
}

// name returns the name of an entry, unique in a run.
func name(e grade.Entry) string { return e.Problem.Name + "/" + e.Submission.Name }
