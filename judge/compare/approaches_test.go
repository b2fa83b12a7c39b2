package compare

import (
	"math"
	"testing"
	"time"

	"dlxjudge/judge/judgetest"
	"dlxjudge/judge/record"
)

// sides is a record of two solutions: dlx takes 1 ms on each of two tests, backtrack 8 ms on the first and is stopped at
// one second, or takes 10 ms, on the second.
func sides(stopped bool) *record.Record {
	r := &record.Record{Path: "r.txt", Machine: machine, Languages: map[record.Program]string{}, Finished: true}
	add := func(solution, test string, ms, nodes float64) {
		for i := range 10 {
			values := map[record.Unit]float64{record.CPU: ms*1e6 + float64(i), record.Memory: 1000 + ms, record.Nodes: nodes, record.Statements: 10 * nodes}
			r.Samples = append(r.Samples, record.Sample{Key: record.Key{Problem: "p", Solution: solution, Test: test}, Runs: 1, Values: values})
		}
	}
	add("dlx", "secret/a/1", 1, 5)
	add("dlx", "secret/a/2", 1, 7)
	add("backtrack", "secret/a/1", 8, 100)
	if stopped {
		r.Bounds = []record.Bound{{Key: record.Key{Problem: "p", Solution: "backtrack", Test: "secret/a/2"}, CPU: time.Second}}
	} else {
		add("backtrack", "secret/a/2", 10, 20)
	}
	add("dlx", "sample/1", 1, 1)
	add("backtrack", "sample/1", 1, 1)
	return r
}

func TestApproaches(t *testing.T) {
	a, err := Solutions(sides(false), "p", nil)
	judgetest.Check(t, err)
	if a.Names[0] != "dlx" || a.Names[1] != "backtrack" || a.Groups[0].Name != "sample" || a.Groups[1].Name != "secret/a" {
		t.Fatalf("%v, groups %+v", a.Names, a.Groups)
	}
	dlx, backtrack := a.Groups[1].Sides[0], a.Groups[1].Sides[1]
	if dlx.Nodes != (Total{12, 2}) || backtrack.Statements != (Total{1200, 2}) || dlx.NodeRatio != 0.1 {
		t.Errorf("counts: dlx %+v, backtrack %+v", dlx, backtrack)
	}
	if got := dlx.CPU.Center; math.Abs(got-2e6) > 100 || dlx.CPU.N != 10 || backtrack.Memory != 1010 {
		t.Errorf("figures: dlx %+v, backtrack %+v", dlx, backtrack)
	}
	if r := dlx.Ratio; math.Abs(r.Times-9) > 0.01 || !r.Shown || r.Above || r.Below {
		t.Errorf("dlx is %+v times faster, want 9", r)
	}
	if same := a.Groups[0].Sides[0]; same.Ratio.Shown || same.NodeRatio != 1 {
		t.Errorf("sample: %+v, want no difference", same)
	}
}

// TestApproachesBounds: a run that was stopped makes a bound of its side, and its counts are unknown, not 0.
func TestApproachesBounds(t *testing.T) {
	a, err := Solutions(sides(true), "p", []string{"dlx", "backtrack"})
	judgetest.Check(t, err)
	dlx, backtrack := a.Groups[1].Sides[0], a.Groups[1].Sides[1]
	if !backtrack.CPU.Bound || math.Abs(backtrack.CPU.Center-1.008e9) > 100 || backtrack.Stopped != 1 || backtrack.Nodes != (Total{100, 1}) {
		t.Errorf("backtrack: %+v", backtrack)
	}
	if r := dlx.Ratio; math.Abs(r.Times-504) > 0.1 || !r.Above || !r.Shown || dlx.NodeRatio != 0.05 {
		t.Errorf("dlx: %+v", dlx)
	}
	if a, err = Solutions(sides(true), "p", []string{"backtrack", "dlx"}); err != nil {
		t.Fatal(err)
	}
	if r := a.Groups[1].Sides[0].Ratio; math.Abs(1/r.Times-504) > 0.1 || !r.Below || !r.Shown {
		t.Errorf("the other way round: %+v", r)
	}
}

func TestApproachesErrors(t *testing.T) {
	r := sides(false)
	for _, test := range []struct {
		problem string
		names   []string
		want    string
	}{
		{"q", nil, "r.txt has no samples of q; record them with: judge bench q --out FILE"},
		{"p", []string{"bits", "dlx"}, "r.txt has no samples of p/bits; it has [backtrack dlx]"},
	} {
		if _, err := Solutions(r, test.problem, test.names); err == nil || err.Error() != test.want {
			t.Errorf("%s %v: got %v, want %s", test.problem, test.names, err, test.want)
		}
	}
}
