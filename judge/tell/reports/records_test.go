package reports

import (
	"bytes"
	"maps"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/tell/terminal"
)

// records returns two records of one machine. The later one has a row of every kind that a comparison distinguishes.
func records(t *testing.T) (base, now *record.Record) {
	t.Helper()
	var both [2]*record.Record
	for i, path := range []string{"testdata/records/base.txt", "testdata/records/now.txt"} {
		var err error
		if both[i], err = record.Read(path); err != nil {
			t.Fatal(err)
		}
	}
	return both[0], both[1]
}

// changed returns a copy of a record with changed samples. The function change may change a sample, and reports whether
// to keep it.
func changed(r *record.Record, change func(s *record.Sample) bool) *record.Record {
	other := *r
	other.Bounds, other.Samples, other.Finished, other.Planned = nil, nil, true, 0
	for _, s := range r.Samples {
		s.Values = maps.Clone(s.Values)
		if change(&s) {
			other.Samples = append(other.Samples, s)
		}
	}
	return &other
}

// first keeps the first n samples of each row.
func first(r *record.Record, n int) *record.Record {
	taken := make(map[record.Key]int)
	return changed(r, func(s *record.Sample) bool { taken[s.Key]++; return taken[s.Key] <= n })
}

// timesOf keeps only CPU times.
func timesOf(r *record.Record) *record.Record {
	return changed(r, func(s *record.Sample) bool {
		maps.DeleteFunc(s.Values, func(u record.Unit, _ float64) bool { return u != record.CPU })
		return true
	})
}

// startUp keeps the times of a program that are mostly start-up, and those of the empty program, times a factor.
func startUp(r *record.Record, factor float64) *record.Record {
	return timesOf(changed(r, func(s *record.Sample) bool {
		s.Values[record.CPU] *= factor
		return s.Key.IsControl() || s.Key.Solution == "backtrack" && s.Key.Test == "sample/1"
	}))
}

func TestComparison(t *testing.T) {
	base, now := records(t)
	elsewhere := first(now, 10)
	elsewhere.Machine.CPU, elsewhere.Samples = "Another CPU", elsewhere.Samples[:1]
	elsewhere.Uncounted = []record.Key{base.Samples[1].Key}
	tests := []struct {
		name      string
		base, now *record.Record
		color     bool
	}{
		{"comparison", base, now, false},
		{"comparison-color", base, now, true},
		{"comparison-same", base, base, false},
		{"comparison-few", timesOf(first(base, 3)), timesOf(first(now, 3)), false},
		{"comparison-elsewhere", base, elsewhere, false},
		{"comparison-startup", startUp(base, 1), startUp(base, 1.1), false},
	}
	for _, test := range tests {
		c, err := compare.Records(test.base, test.now, 0.02)
		judgetest.Check(t, err)
		var out bytes.Buffer
		judgetest.Check(t, Comparison(&out, c, terminal.Style{Color: test.color}))
		judgetest.Golden(t, "testdata/"+test.name+".txt", out.String())
		judgetest.Fits(t, out.String(), terminal.Columns)
	}
}

func TestSamples(t *testing.T) {
	base, _ := records(t)
	var out bytes.Buffer
	judgetest.Check(t, Comparison(&out, compare.Summary(base), terminal.Style{}))
	judgetest.Golden(t, "testdata/samples.txt", out.String())
	judgetest.Fits(t, out.String(), terminal.Columns)
}

func TestLadder(t *testing.T) {
	base, now := records(t)
	workloads, err := record.Read("testdata/records/workloads.txt")
	judgetest.Check(t, err)
	for name, r := range map[string]*record.Record{"ladder-tests": base, "ladder-tests-interrupted": now,
		"ladder-workloads": workloads} {
		of := "hdu5046"
		if r == workloads {
			of = "spojnqueen"
		}
		a, err := compare.Solutions(r, of, nil, []string{"backtrack", "dlx", "links", "bits"})
		judgetest.Check(t, err)
		var out bytes.Buffer
		judgetest.Check(t, Ladder(&out, a, terminal.Style{}))
		judgetest.Golden(t, "testdata/"+name+".txt", out.String())
		judgetest.Fits(t, out.String(), terminal.Columns)
	}
}

func TestNodeRatio(t *testing.T) {
	for r, want := range map[float64]string{
		0: "no nodes", 17.0 / 12375114: "1/730,000 of the nodes", 0.017: "1/59 of the nodes",
		0.0999: "1/10 of the nodes",
		0.46:   "0.46 times the nodes", 3: "3.0 times the nodes",
	} {
		if got := nodeRatio(r); got != want {
			t.Errorf("%v: got %q, want %q", r, got, want)
		}
	}
}

func TestDigits(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 0.0071: "0.0071", 0.996: "1.0", 1.53: "1.5", 9.96: "10", 41.3: "41",
		353: "350", 123456: "120000"} {
		if got := digits(v); got != want {
			t.Errorf("%v: got %s, want %s", v, got, want)
		}
	}
}
