// Package shard splits a run of the judge into parts that several machines judge, without a server between them, and
// puts their results together again. It judges nothing.
//
//	own, part, share, err := shard.Cut(entries, shard.Expect(entries, times, o), shard.Number{Index: 2, Count: 5})
//	results.Part = &part                          of judging own; written with report.JSON
//	whole, err := shard.Merge(parts)              results of one run
//
// The split depends only on the entries and the expected times, not on the machine: every machine works it out by
// itself, with the same result. Digests in the parts show whether it did, and whether all had the same submissions,
// tests and files.
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

// Number says which shard of how many.
type Number struct{ Index, Count int } // from 1

func (n Number) String() string { return fmt.Sprintf("%d/%d", n.Index, n.Count) }

// mostShards bounds the number of shards.
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
		return Number{}, fmt.Errorf("%q is no shard; give one as 2/5, the second of five", text)
	case n.Count < 1 || n.Count > mostShards:
		return Number{}, fmt.Errorf("%d shards; there are from 1 to %d", n.Count, mostShards)
	case n.Index < 1 || n.Index > n.Count:
		return Number{}, fmt.Errorf("there is no shard %d of %d; give one from 1/%[2]d to %[2]d/%[2]d", n.Index,
			n.Count)
	}
	return n, nil
}

// Share is how much of a run a shard has.
type Share struct {
	Submissions, Of   int
	Expected, Overall time.Duration
}

// Cut returns the entries of one shard, in their order, and what Merge must know of it: Index, Count, Submissions,
// Places and Split. Expected is the time of each entry.
func Cut(entries []grade.Entry, expected []time.Duration, n Number) ([]grade.Entry, grade.Part, Share) {
	of := Split(entries, expected, n.Count)
	part := grade.Part{Index: n.Index, Count: n.Count, Submissions: len(entries), Split: splitDigest(entries, of)}
	share := Share{Of: len(entries)}
	var own []grade.Entry
	for i, e := range entries {
		share.Overall += expected[i]
		if of[i] == n.Index {
			own, part.Places = append(own, e), append(part.Places, i)
			share.Expected += expected[i]
		}
	}
	share.Submissions = len(own)
	return own, part, share
}

// Split says for each entry in which of so many shards it is, from 1. It goes from the longest entry to the shortest,
// and gives each to the shard with the least to do, so that no two shards differ by more than the longest entry.
// Entries stay whole: which tests are skipped, and the verdict of a submission, depend on all its tests.
func Split(entries []grade.Entry, expected []time.Duration, count int) []int {
	order := make([]int, len(entries))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(expected[j], expected[i]), cmp.Compare(name(entries[i]), name(entries[j])))
	})
	loads := make([]time.Duration, count)
	of := make([]int, len(entries))
	for _, i := range order {
		least := 0
		for k, load := range loads {
			if load < loads[least] {
				least = k
			}
		}
		loads[least] += expected[i]
		of[i] = least + 1
	}
	return of
}

// name is the name of an entry, unique in a run.
func name(e grade.Entry) string { return e.Problem.Name + "/" + e.Submission.Name }
