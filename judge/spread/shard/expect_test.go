package shard

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/read/problem"
)

// run is a record of one solution, with CPU times in milliseconds by test.
func run(day int, solution string, times map[string]float64) *record.Record {
	r := &record.Record{Path: solution, Run: record.Run{Date: time.Date(2026, 1, day, 0, 0, 0, 0, time.UTC)}}
	for test, ms := range times {
		for _, factor := range []float64{1, 0.9, 3} { // of which 1 is the median
			sample := record.Sample{Key: record.Key{Problem: "p", Solution: solution, Test: test},
				Values: map[record.Unit]float64{record.CPU: factor * ms * 1e6}}
			r.Samples = append(r.Samples, sample)
		}
	}
	return r
}

func TestFromRecords(t *testing.T) {
	old := run(1, "a", map[string]float64{"secret/1": 10, "secret/2": 20})
	late := run(2, "a", map[string]float64{"secret/2": 40})
	late.Bounds = []record.Bound{{Key: record.Key{Problem: "p", Solution: "b", Test: "secret/1"}, CPU: time.Second}}
	counted := &record.Record{Run: late.Run, Samples: []record.Sample{{Key: record.Key{Problem: "p", Solution: "c",
		Test: "secret/1"}, Values: map[record.Unit]float64{record.Nodes: 7}}}}
	want := Times{
		{Problem: "p", Solution: "a", Test: "secret/1"}: 10 * time.Millisecond,
		{Problem: "p", Solution: "a", Test: "secret/2"}: 40 * time.Millisecond,
		{Problem: "p", Solution: "b", Test: "secret/1"}: time.Second,
	}
	for _, records := range [][]*record.Record{{old, late, counted}, {counted, late, old}} {
		if diff := cmp.Diff(want, FromRecords(records)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// entry is a submission with tests secret/1, secret/2 …; of those in late, a TLE is permitted.
func entry(name string, solution bool, tests int, late string) grade.Entry {
	p := &problem.Problem{Name: "p", Limits: problem.Limits{Time: time.Second}}
	for i := range tests {
		p.Tests = append(p.Tests, problem.Test{Name: fmt.Sprintf("secret/%d", i+1)})
	}
	e := grade.Entry{Problem: p, Submission: problem.Submission{Name: name, Path: name, Solution: solution},
		Tests: p.Tests}
	p.Expectations = []problem.Expectation{{Submissions: name, Permitted: []problem.Verdict{problem.AC}, Yields: true}}
	for test := range strings.FieldsSeq(late) {
		p.Expectations = append(p.Expectations, problem.Expectation{Submissions: name, Tests: test,
			Permitted: []problem.Verdict{problem.AC, problem.TLE}})
	}
	return e
}

func TestExpect(t *testing.T) {
	known := FromRecords([]*record.Record{
		run(1, "a", map[string]float64{"secret/1": 10, "secret/2": 20}), run(1, "b", map[string]float64{"secret/2": 40,
			"secret/3": 100}),
	})
	known[record.Key{Problem: "p", Solution: "a", Test: "workload/hard/4000"}] = time.Hour // no test takes so long
	skipped := FromResults(grade.Results{Submissions: []grade.Submission{{Problem: "p", Name: "a", Tests: []grade.Test{
		{Name: "secret/1", Verdict: problem.TLE, CPU: 900 * time.Millisecond, Wall: 1100 * time.Millisecond},
		{Name: "secret/2"},
	}}}})
	interrupted := FromResults(grade.Results{Interrupted: true, Submissions: []grade.Submission{{Problem: "p",
		Name: "a", Tests: []grade.Test{{Name: "secret/2"}}}}})
	unjudged := entry("a", true, 3, "")
	unjudged.Submission.Unjudged = "not judged: no folder says what is expected"
	ms := func(n int) time.Duration { return time.Duration(n) * time.Millisecond }
	for what, row := range map[string]struct {
		entry grade.Entry
		known Times
		o     Options
		runs  int
		want  time.Duration // of the runs alone
	}{
		"its own times":      {entry("a", true, 2, ""), known, Options{}, 2, ms(30)},
		"a test's of others": {entry("c", true, 2, ""), known, Options{}, 2, ms(40)},
		// 10, 30, 100, and 30 as the median
		"the problem's of others": {entry("c", true, 4, ""), known, Options{}, 4, ms(170)},
		"nothing is known":        {entry("c", true, 4, ""), nil, Options{}, 4, 4 * assumed},
		"too slow once, and skipped": {entry("c", true, 4, "secret/2 secret/3 secret/4"), known, Options{}, 2,
			ms(10) + time.Second},
		"too slow every time, with --all": {entry("c", true, 4, "secret/2 secret/3 secret/4"), known,
			Options{All: true}, 4, ms(10) + 3*time.Second},
		"another limit": {entry("c", true, 4, "secret/2 secret/3 secret/4"), known,
			Options{TimeLimit: 3 * time.Second}, 2, ms(10) + 3*time.Second},
		"wrong, too slow on half of the tests": {entry("c", false, 3, "secret/1 secret/2 secret/3"), known, Options{},
			3, 2 * time.Second},
		"known to be fast enough": {entry("a", true, 2, "secret/1 secret/2"), known, Options{}, 2, ms(30)},
		"as the last run, which skipped": {entry("a", true, 2, "secret/1 secret/2"), skipped, Options{}, 1,
			ms(1100)},
		"an interrupted run says nothing": {entry("a", true, 2, ""), interrupted, Options{}, 2, 2 * assumed},
		"not judged":                      {unjudged, known, Options{}, 1, -building},
	} {
		got := Expect([]grade.Entry{row.entry}, row.known, row.o)[0]
		if want := building + row.want + time.Duration(row.runs)*aroundRuns; got != want {
			t.Errorf("%s: got %v, want %v", what, got, want)
		}
	}
}
