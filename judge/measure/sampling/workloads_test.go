package sampling

import (
	"fmt"
	"slices"
	"testing"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/workload"
	"dlxjudge/judge/read/problem"
)

// TestShare: the largest number of cases that a solution finishes is found, in few runs, whatever it is.
func TestShare(t *testing.T) {
	in := workload.Input{Name: "workload/a", Cases: 1000} // 1000, 500, 250, 125, 62, 31, 15, 7, 3, 1
	for finishes, want := range map[int]int{5000: 1000, 1000: 1000, 999: 500, 130: 125, 62: 62, 1: 1, 0: 0} {
		s := &share{input: in, fewer: in.Fewer(), like: -1}
		s.high = len(s.fewer)
		runs := 0
		for i := s.next(); i >= 0; i = s.next() {
			if runs++; runs > 6 {
				t.Fatalf("%d: still looking among %v[%d:%d]", finishes, s.fewer, s.low, s.high)
			}
			s.learn(i, s.fewer[i] <= finishes)
		}
		if got := s.cases(); got != want {
			t.Errorf("one that finishes %d gets %d, want %d", finishes, got, want)
		}
	}
}

// TestShareLike: the number of an earlier record is kept if it is still finished, else it is a bound.
func TestShareLike(t *testing.T) {
	in := workload.Input{Name: "workload/a", Cases: 1000}
	for finishes, want := range map[int]int{1000: 250, 250: 250, 249: 125} {
		s := &share{input: in, fewer: in.Fewer(), like: 2}
		s.high = len(s.fewer)
		for i := s.next(); i >= 0; i = s.next() {
			s.learn(i, s.fewer[i] <= finishes)
		}
		if got := s.cases(); got != want {
			t.Errorf("one that finishes %d gets %d, want %d", finishes, got, want)
		}
	}
}

// TestBounds: what a solution does not finish any more is recorded for its own side alone.
func TestBounds(t *testing.T) {
	in := workload.Input{Name: "workload/a", Cases: 1000}
	entry := Entry{Entry: grade.Entry{Problem: &problem.Problem{Name: "p"},
		Submission: problem.Submission{Name: "dlx"}}}
	key := func(cases int) record.Key {
		return record.Key{Problem: "p", Solution: "dlx", Test: fmt.Sprintf("workload/a/%d", cases)}
	}
	for _, test := range []struct {
		finishes, like int
		want           []record.Bound
	}{
		{1000, 2, nil},
		{250, 2, nil},
		{249, 2, []record.Bound{{Key: key(250), CPU: 2 * longest}}},
		{1, -1, nil},
		{0, -1, []record.Bound{{Key: key(1), CPU: longest}}},
		{0, 2, []record.Bound{{Key: key(250), CPU: 2 * longest}, {Key: key(1), CPU: longest}}},
		{0, 9, []record.Bound{{Key: key(1), CPU: 2 * longest}}},
	} {
		one := &share{entry: entry, input: in, fewer: in.Fewer(), like: test.like}
		one.high = len(one.fewer)
		other := &share{side: Base, entry: entry, input: in, fewer: in.Fewer(), like: -1, high: 0}
		for i := one.next(); i >= 0; i = one.next() {
			one.learn(i, one.fewer[i] <= test.finishes)
		}
		s := &sharing{preparation: &preparation{plan: &Plan{},
			built: make(map[record.Program]*[Sides]sandbox.Program)}}
		s.bounds(one)
		s.bounds(other)
		if got := s.plan.Bounds[Now]; !slices.Equal(got, test.want) || len(s.plan.Bounds[Base]) > 0 {
			t.Errorf("finishes %d, like %d: %v and %v, want %v", test.finishes, test.like, got, s.plan.Bounds[Base],
				test.want)
		}
	}
}

// TestStarved: a run that waited for a busy machine is no proof that it is too slow, until it is stopped again and
// again.
func TestStarved(t *testing.T) {
	in := workload.Input{Name: "workload/a", Cases: 8}
	entry := Entry{Entry: grade.Entry{Problem: &problem.Problem{Name: "p"}}}
	s := &sharing{preparation: &preparation{plan: &Plan{Languages: make(map[record.Program]string)}}}
	one := &share{entry: entry, input: in, fewer: in.Fewer(), like: -1, high: 4}
	stopped := grade.Submission{Problem: "p", Name: "dlx", Tests: []grade.Test{{Verdict: problem.TLE, Idle: true}}}
	for range patience {
		if err := s.learn([]*share{one}, stopped); err != nil || one.next() != 0 {
			t.Fatalf("%v, next %d", err, one.next())
		}
	}
	if err := s.learn([]*share{one}, stopped); err != nil || one.next() == 0 {
		t.Errorf("%v, next %d: it goes on for ever", err, one.next())
	}
}

func TestBeside(t *testing.T) {
	ladder := []string{"backtrack", "knuth", "dlx", "bits"}
	for solution, want := range map[string][]string{
		"backtrack": {"backtrack", "knuth"}, "knuth": {"backtrack", "backtrack", "dlx"}, "bits": {"backtrack", "dlx"},
		"other": nil,
	} {
		if got := beside(ladder, solution); !slices.Equal(got, want) {
			t.Errorf("beside %s: %v, want %v", solution, got, want)
		}
	}
}
