package reports

import (
	"bytes"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/tell/terminal"
)

// sides returns two records of judge bench --against. The commit adds 3% more instructions or, on a busy machine, only
// moves a function.
func sides(t *testing.T, name string) (base, now *record.Record) {
	t.Helper()
	var both [2]*record.Record
	for i, path := range []string{name + "-base.txt", name + ".txt"} {
		var err error
		if both[i], err = record.Read("testdata/turns/" + path); err != nil {
			t.Fatal(err)
		}
		both[i].Path = path
	}
	return both[0], both[1]
}

// renamed adds a copy of a record's samples under another solution's name.
func renamed(r *record.Record, from, to *record.Record, solution string) *record.Record {
	other := *r
	for _, s := range from.Samples {
		if !s.IsStartUp() {
			s.Solution = solution
			other.Samples = append(other.Samples, s)
		}
	}
	other.Languages = map[record.Program]string{{Problem: "poj3074", Solution: "dlx"}: "go", {Problem: "poj3074",
		Solution: solution}: "go"}
	other.Uncounted = to.Uncounted
	return &other
}

func TestTurns(t *testing.T) {
	base, now := sides(t, "slower")
	unclearBase, unclear := sides(t, "unclear")
	same := *now
	same.Same = []record.Program{{Problem: "poj3074", Solution: "bits"}}
	stopped := *now
	stopped.Samples, stopped.Bounds = nil, nil
	for _, s := range now.Samples {
		if s.Test != "secret/large/2" {
			stopped.Samples = append(stopped.Samples, s)
		}
	}
	stopped.Bounds = []record.Bound{{Key: record.Key{Problem: "poj3074", Solution: "dlx", Test: "secret/large/2"},
		CPU: time.Second}}
	early := changed(base, func(s *record.Sample) bool { return s.Test != "secret/large/2" })
	early.Bounds = []record.Bound{{Key: stopped.Bounds[0].Key, CPU: 8 * time.Millisecond}}
	never := func(r *record.Record) *record.Record {
		only := *r
		only.Samples = nil
		only.Bounds = []record.Bound{stopped.Bounds[0]}
		return &only
	}
	counts := changed(now, func(s *record.Sample) bool {
		delete(s.Values, record.CPU)
		delete(s.Values, record.Memory)
		return !s.IsStartUp()
	})
	larger := changed(base, func(s *record.Sample) bool {
		s.Values[record.Memory] *= 1.1
		return true
	})
	nothing := &record.Record{Same: same.Same, Finished: true}
	for _, test := range []struct {
		name      string
		base, now *record.Record
		threshold float64
		color     bool
	}{
		{"slower", base, &same, 0.03, false},
		{"faster", now, base, 0.03, false},
		{"unclear", unclearBase, unclear, 0.02, false},
		{"no-slower", unclearBase, unclear, 0.05, false},
		{"several", renamed(base, unclearBase, base, "bits"), renamed(now, unclear, now, "bits"), 0.05, false},
		{"few", first(base, 4), first(now, 4), 0.03, false},
		{"stopped", base, &stopped, 0.03, false},
		{"unfinished", never(base), never(now), 0.03, false},
		{"counts", base, counts, 0.03, false},
		{"early", base, early, 0.05, false},
		{"larger", base, larger, 0.03, false},
		{"same", nothing, nothing, 0.03, false},
	} {
		c := compare.InTurns(test.base, test.now, test.threshold)
		var out bytes.Buffer
		judgetest.Check(t, Comparison(&out, c, terminal.Style{Color: test.color}))
		judgetest.Golden(t, "testdata/turns/"+test.name+".golden", out.String())
		judgetest.Fits(t, out.String(), terminal.Columns)
		out.Reset()
		judgetest.Check(t, ComparisonMarkdown(&out, c))
		judgetest.Golden(t, "testdata/turns/"+test.name+".md", out.String())
	}
}
