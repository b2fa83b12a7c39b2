package sampling

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/read/problem"
)

// TestPrecise: after each whole round the samples are looked at, from Count rounds on. What is not wanted at a look
// gets no more samples, even if a later look wants it, and the judge's own programs go on with the last.
func TestPrecise(t *testing.T) {
	var keys []record.Key
	p := &Plan{Count: 2, Bounds: [Sides][]record.Bound{{{Key: record.Key{Problem: "p", Solution: "slow", Test: "x"}}}}}
	worker := &fake{cpu: make(map[string]time.Duration)}
	for _, k := range []record.Key{{Problem: "p", Solution: "bits", Test: "x"}, {Problem: "p", Solution: "bits",
		Test: "y"}, {Problem: "p", Solution: "dlx", Test: "x"}, record.StartUp("go")} {
		s := Subject{Key: k, Test: problem.Test{Input: k.Test}}
		s.Sides[Now] = &Executable{Program: sandbox.Program{Path: k.Solution}}
		p.Subjects, keys = append(p.Subjects, s), append(keys, k)
		worker.cpu[k.Solution+" "+k.Test] = 60 * time.Millisecond
	}
	var asked []string
	p.Precise = func(rounds int, taken *record.Record) ([]record.Key, bool) {
		asked = append(asked, fmt.Sprintf("%d rounds: %d samples, %d bounds", rounds, len(taken.Samples),
			len(taken.Bounds)))
		switch {
		case rounds < 4:
			return nil, false
		case rounds < 6:
			return []record.Key{keys[0], keys[2]}, true
		case rounds < 7:
			return []record.Key{keys[1], keys[2]}, true // too late for the first of these
		}
		return nil, true
	}
	got := make(map[string]int)
	judgetest.Check(t, p.Run(t.Context(), worker, func(_ Side, s record.Sample) error {
		got[s.Solution+" "+s.Test]++
		return nil
	}, func(grade.Progress) {}))
	want := map[string]int{"bits x": 6, "bits y": 4, "dlx x": 7, keys[3].Solution + " " + keys[3].Test: 7}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("samples (-want +got):\n%s", diff)
	}
	wantAsked := []string{"2 rounds: 8 samples, 1 bounds", "3 rounds: 12 samples, 1 bounds",
		"4 rounds: 16 samples, 1 bounds", "5 rounds: 19 samples, 1 bounds", "6 rounds: 22 samples, 1 bounds",
		"7 rounds: 24 samples, 1 bounds"}
	if !slices.Equal(asked, wantAsked) {
		t.Errorf("asked after %q, want %q", asked, wantAsked)
	}
	if n := p.Planned(Now); n != 0 {
		t.Errorf("%d samples are planned, and their number is not known before", n)
	}
}
