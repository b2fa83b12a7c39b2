package shard

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"2/5": "", "1/1": "", "1000/1000": "",
		"":                      `"" is not a shard; write 2/5 for the second of five`,
		"2":                     `"2" is not a shard`,
		"2/5/7":                 `"2/5/7" is not a shard`,
		" 2/5":                  `" 2/5" is not a shard`,
		"+2/5":                  `"+2/5" is not a shard`,
		"02/5":                  `"02/5" is not a shard`,
		"two/5":                 `"two/5" is not a shard`,
		"0/5":                   "there is no shard 0 of 5; give one from 1/5 to 5/5",
		"6/5":                   "there is no shard 6 of 5",
		"-1/5":                  "there is no shard -1 of 5",
		"1/0":                   "0 shards are not possible; give a number from 1 to 1000",
		"1/1001":                "1001 shards",
		"1/9999999999999999999": `"1/9999999999999999999" is not a shard`,
	} {
		n, err := Parse(text)
		switch {
		case want == "" && (err != nil || n.String() != text):
			t.Errorf("%q: %v, %v", text, n, err)
		case want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)):
			t.Errorf("%q: got %v, want %q", text, err, want)
		}
	}
}

// TestCut splits random runs. Each submission is in exactly one shard, in the order of the run. Every machine computes
// the same split, whatever order it reads them in. No two shards differ by more than the longest submission.
func TestCut(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		entries := randomEntries(random)
		times := make(map[string]float64)
		for _, e := range entries {
			times[name(e)] = float64(random.IntN(5)) // many are equal
		}
		count := 1 + random.IntN(8)
		shardOf := cut(t, entries, times, count)
		random.Shuffle(len(entries), func(i, j int) { entries[i], entries[j] = entries[j], entries[i] })
		if diff := cmp.Diff(shardOf, cut(t, entries, times, count)); diff != "" {
			t.Fatalf("the split depends on the order of the entries:\n%s", diff)
		}
	}
}

// cut checks the shards of a run, and returns the shard of each submission by its name.
func cut(t *testing.T, entries []grade.Entry, times map[string]float64, count int) map[string]int {
	t.Helper()
	expected := make([]float64, len(entries))
	overall, longest := 0.0, 0.0
	for i, e := range entries {
		expected[i] = times[name(e)]
		overall, longest = overall+expected[i], max(longest, expected[i])
	}
	shardOf := make(map[string]int)
	var loads []float64
	for index := 1; index <= count; index++ {
		own, part, share := Cut(entries, expected, Number{index, count})
		if len(own) != len(part.Places) || share.Submissions != len(own) || share.Of != len(entries) ||
			part.Submissions != len(entries) || share.Whole != overall {
			t.Fatalf("shard %d: %d entries, %+v, %+v", index, len(own), part, share)
		}
		load := 0.0
		for i, e := range own {
			if shardOf[name(e)] != 0 || name(entries[part.Places[i]]) != name(e) {
				t.Fatalf("%s is in shard %d, in place %d, and in shard %d", name(e), index, part.Places[i],
					shardOf[name(e)])
			}
			shardOf[name(e)] = index
			load += times[name(e)]
		}
		if load != share.Weight || !slices.IsSorted(part.Places) {
			t.Fatalf("shard %d takes %v, and says %v; places %v", index, load, share.Weight, part.Places)
		}
		loads = append(loads, load)
	}
	if len(shardOf) != len(entries) {
		t.Fatalf("%d of %d entries are in a shard", len(shardOf), len(entries))
	}
	if slices.Max(loads)-slices.Min(loads) > longest {
		t.Fatalf("the longest submission takes %v, and the shards %v", longest, loads)
	}
	return shardOf
}

func randomEntries(random *rand.Rand) (entries []grade.Entry) {
	for p := range random.IntN(4) {
		at := &problem.Problem{Name: fmt.Sprintf("p%d", p)}
		for s := range random.IntN(12) {
			entries = append(entries, grade.Entry{Problem: at, Submission: problem.Submission{Name: fmt.Sprintf("s%d",
				s)}})
		}
	}
	return entries
}

// The longest comes first: in the order of their names, the two shards below would take 2 s and 6 s.
func TestLongestFirst(t *testing.T) {
	var entries []grade.Entry
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		entries = append(entries, grade.Entry{Problem: &problem.Problem{Name: "p"},
			Submission: problem.Submission{Name: name}})
	}
	expected := []float64{1, 1, 1, 1, 4}
	if diff := cmp.Diff([]int{2, 2, 2, 2, 1}, split(entries, expected, 2)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Without an earlier run, tests count; with one, the longest of its times. An unknown test counts as an average one.
func TestWeigh(t *testing.T) {
	p := &problem.Problem{Name: "p"}
	tests := []problem.Test{{Name: "secret/1"}, {Name: "secret/2"}, {Name: "secret/3"}}
	entries := []grade.Entry{{Problem: p, Submission: problem.Submission{Name: "a"}, Tests: tests},
		{Problem: p, Submission: problem.Submission{Name: "b"}, Tests: tests[:2]}}
	const second = grade.Seconds(time.Second)
	earlier := &grade.Results{Submissions: []grade.Submission{{Problem: "p", Name: "a", Tests: []grade.Test{
		{Name: "secret/1", CPU: second, Wall: 3 * second}, {Name: "secret/2", PassesCPU: 5 * second},
		{Name: "secret/3"}, // skipped
		{Name: "secret/4", Wall: 4 * second},
	}}}}
	if diff := cmp.Diff([]float64{3, 2}, Weigh(entries, nil)); diff != "" {
		t.Errorf("by tests (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]float64{8, 6}, Weigh(entries, earlier)); diff != "" {
		t.Errorf("by times (-want +got):\n%s", diff)
	}
}
