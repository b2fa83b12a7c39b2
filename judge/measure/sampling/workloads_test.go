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

// TestFit: the largest number of cases that a solution finishes is found, in few runs, whatever it is.
func TestFit(t *testing.T) {
	in := workload.Input{Name: "workload/a", Cases: 1000} // 1000, 500, 250, 125, 62, 31, 15, 7, 3, 1
	for finishes, want := range map[int]int{5000: 1000, 1000: 1000, 999: 500, 130: 125, 62: 62, 1: 1, 0: 0} {
		f := newFit(Now, entry, in, nil, false)
		runs := 0
		for ; !f.settled(); f.learn(f.numbers[f.next()] <= finishes) {
			if runs++; runs > 6 {
				t.Fatalf("%d: still among %v[%d:%d]", finishes, f.numbers, f.low, f.high)
			}
		}
		if got := f.cases(); got != want {
			t.Errorf("one that finishes %d gets %d, want %d", finishes, got, want)
		}
	}
}

// TestFitUpward: beside another commit a number that takes about brief is found in few runs, and none that takes long
// is tried.
func TestFitUpward(t *testing.T) {
	const start = time.Millisecond // of the process
	in := workload.Input{Name: "workload/a", Cases: 30000}
	for _, each := range []time.Duration{time.Nanosecond, time.Microsecond, 130 * time.Microsecond,
		7 * time.Millisecond, 400 * time.Millisecond, time.Second} {
		f := newFit(Now, entry, in, nil, true)
		runs := 0
		for ; !f.settled(); runs++ {
			cases := f.numbers[f.next()]
			cpu := start + time.Duration(cases)*each
			if cases > 1 && cpu > 8*brief || runs > 6 {
				t.Fatalf("%v a case: run %d is on %d cases", each, runs, cases)
			}
			if cpu <= longest {
				f.cpu = cpu
			}
			f.learn(cpu <= longest)
		}
		f.cut(brief)
		switch took := start + time.Duration(f.cases())*each; {
		case each > longest:
			if f.cases() != 0 || len(f.bounds()) != 1 {
				t.Errorf("%v a case: %d cases, bounds %v", each, f.cases(), f.bounds())
			}
		case f.cases() != 1 && took > 2*brief, f.cases() != in.Cases && took < brief/5:
			t.Errorf("%v a case: %d cases, which take %v", each, f.cases(), took)
		}
	}
}

// TestSettle: where time is short, fits take what they have found, and go on that have found nothing.
func TestSettle(t *testing.T) {
	in := workload.Input{Name: "workload/a", Cases: 1000}
	found, none := newFit(Now, entry, in, nil, true), newFit(Now, entry, in, nil, true)
	found.cpu = time.Millisecond
	found.learn(true)
	f := &fitting{}
	if !f.settle([]*fit{found, none}) || !found.settled() || found.cases() != 1 || none.settled() {
		t.Errorf("%d cases, settled %v and %v", found.cases(), found.settled(), none.settled())
	}
	if f.settle([]*fit{none}) {
		t.Error("what has found nothing is settled")
	}
}

// TestFitLike: the number of an earlier record is kept if it is still finished, else it is a bound.
func TestFitLike(t *testing.T) {
	in := workload.Input{Name: "workload/a", Cases: 1000}
	for finishes, want := range map[int]int{1000: 250, 250: 250, 249: 125} {
		f := newFit(Now, entry, in, nil, false)
		for f.like = 2; !f.settled(); f.learn(f.numbers[f.next()] <= finishes) {
		}
		if got := f.cases(); got != want {
			t.Errorf("one that finishes %d gets %d, want %d", finishes, got, want)
		}
	}
}

// TestBounds: what a solution does not finish any more is a bound.
func TestBounds(t *testing.T) {
	in := workload.Input{Name: "workload/a", Cases: 1000}
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
		f := newFit(Now, entry, in, nil, false)
		for f.like = test.like; !f.settled(); f.learn(f.numbers[f.next()] <= test.finishes) {
		}
		if got := f.bounds(); !slices.Equal(got, test.want) {
			t.Errorf("finishes %d, like %d: %v, want %v", test.finishes, test.like, got, test.want)
		}
	}
}

// TestStarved: a run that waited for a busy machine is no proof that it is too slow, until it is stopped again and
// again.
func TestStarved(t *testing.T) {
	in := workload.Input{Name: "workload/a", Cases: 8}
	f := &fitting{preparation: &preparation{plan: &Plan{Languages: make(map[record.Program]string)}}}
	one := newFit(Now, entry, in, nil, false)
	stopped := grade.Submission{Tests: []grade.Test{{Verdict: problem.TLE, Idle: true}}}
	for range patience {
		if err := f.learn(one, stopped); err != nil || one.settled() || one.next() != 0 {
			t.Fatalf("%v, next %d", err, one.next())
		}
	}
	if err := f.learn(one, stopped); err != nil || one.next() == 0 {
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
