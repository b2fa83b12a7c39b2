package sampling

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/workload"
	"dlxjudge/judge/read/problem"
)

var entry = Entry{Entry: grade.Entry{Problem: &problem.Problem{Name: "p"},
	Submission: problem.Submission{Name: "dlx"}}}

// TestCaseSearch: the search finds a number of cases that the solution has finished, where the next number takes too
// long.
func TestCaseSearch(t *testing.T) {
	const start = time.Millisecond // of the process
	for _, cases := range []int{1, 7, 1000, 30000} {
		in := workload.Input{Name: "workload/a", Cases: cases}
		for _, each := range []time.Duration{time.Nanosecond, time.Microsecond, 130 * time.Microsecond,
			7 * time.Millisecond, 400 * time.Millisecond, time.Second} {
			for _, enough := range []time.Duration{brief, longest / 2} {
				s := newCaseSearch(Now, entry, in, nil, enough)
				took := map[int]time.Duration{}
				var bounds []record.Bound
				for len(s.tries) > 0 {
					n := s.tries[0]
					took[n] = start + time.Duration(n)*each
					bounds = append(bounds, s.learn(took[n] <= 2*longest, took[n])...)
				}
				more := 2*s.cases + 1 // at least the next number
				switch cpu, run := took[s.cases]; {
				case start+each > longest:
					if s.cases != 0 || len(bounds) != 1 {
						t.Errorf("%v a case: %d cases, bounds %v", each, s.cases, bounds)
					}
				case len(bounds) > 0:
					t.Errorf("%v a case: %d cases, and the bounds %v", each, s.cases, bounds)
				case !run:
					t.Errorf("%v a case: %d cases were never run", each, s.cases)
				case s.cases != cases && cpu < enough && start+time.Duration(more)*each <= longest, cpu > longest,
					s.cases > 1 && enough == brief && cpu > 3*brief:
					t.Errorf("%v a case, of %d: %d cases, which take %v", each, cases, s.cases, cpu)
				}
			}
		}
	}
}

// TestCaseSearchLike: the number of an earlier record is kept if the solution still finishes it; otherwise it is a
// bound.
func TestCaseSearchLike(t *testing.T) {
	in := workload.Input{Name: "workload/a", Cases: 1000} // 1, 3, 7, 15, 31, 62, 125, 250, 500, 1000
	key := func(cases int) record.Key { return entryKey(cases) }
	for _, test := range []struct {
		finishes, like, want int
		bounds               []record.Bound
	}{
		{1000, 250, 250, nil},
		{250, 250, 250, nil},
		{249, 250, 125, []record.Bound{{Key: key(250), CPU: 2 * longest}}},
		{1, 0, 1, nil},
		{0, 0, 0, []record.Bound{{Key: key(1), CPU: longest}}},
		{0, 250, 0, []record.Bound{{Key: key(250), CPU: 2 * longest}, {Key: key(1), CPU: longest}}},
		{0, 1, 0, []record.Bound{{Key: key(1), CPU: 2 * longest}}},
	} {
		like := &record.Record{}
		if test.like > 0 {
			like.Samples = []record.Sample{{Key: key(test.like), Values: map[record.Unit]float64{record.CPU: 1}}}
		}
		s := newCaseSearch(Now, entry, in, like, longest)
		var bounds []record.Bound
		for len(s.tries) > 0 {
			bounds = append(bounds, s.learn(s.tries[0] <= test.finishes, time.Millisecond)...)
		}
		if s.cases != test.want || !slices.Equal(bounds, test.bounds) {
			t.Errorf("finishes %d, like %d: %d cases, bounds %v", test.finishes, test.like, s.cases, bounds)
		}
	}
}

func entryKey(cases int) record.Key {
	return record.Key{Problem: "p", Solution: "dlx", Test: fmt.Sprintf("workload/a/%d", cases)}
}

// TestNumbers: a solution is also sampled on the cases that its neighbours on the ladder finish.
func TestNumbers(t *testing.T) {
	p := &plan{Session: &Session{Ladder: []string{"backtrack", "knuth", "dlx", "bits"}}}
	in := workload.Input{Name: "workload/a"}
	for i, cases := range []int{0, 30, 500, 1000} {
		e := entry
		e.Submission.Name = p.Ladder[i]
		p.searches = append(p.searches, &caseSearch{entry: e, input: in, cases: cases})
	}
	for solution, want := range map[string][]int{"backtrack": {1}, "knuth": {1, 30}, "dlx": {30, 500},
		"bits": {500, 1000}} {
		if got := p.numbers(record.Program{Problem: "p", Solution: solution}, in); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", solution, got, want)
		}
	}
}
