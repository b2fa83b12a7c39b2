package compare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/measure/record"
)

// climbed is a record of ten rounds. An empty program takes 1 ms.
type climbed struct{ *record.Record }

func newClimbed() climbed {
	c := climbed{&record.Record{Path: "r.txt", Machine: machine, Languages: map[record.Program]string{},
		Finished: true}}
	c.add(record.StartUp("go"), 0, 0)
	return c
}

// add adds a solution's cost without process start-up: nodes and ten times as many statements, or 0 for neither.
func (c climbed) add(k record.Key, ms, nodes float64) {
	c.Languages[k.Program()] = "go"
	for i := range 10 {
		values := map[record.Unit]float64{record.CPU: 1e6 + ms*1e6*(1+float64(i)/1000), record.Memory: 1000}
		if nodes > 0 {
			values[record.Nodes], values[record.Statements] = nodes, 10*nodes
		}
		c.Samples = append(c.Samples, record.Sample{Key: k, Runs: 1, Values: values})
	}
}

func (c climbed) stop(k record.Key, after time.Duration) {
	c.Bounds = append(c.Bounds, record.Bound{Key: k, CPU: after})
}

func on(solution, test string) record.Key {
	return record.Key{Problem: "p", Solution: solution, Test: test}
}

func TestRungs(t *testing.T) {
	names := []string{"fast", "plain", "b", "a", "fast-c", "clever-c", "clever", "plain-go"}
	for _, test := range []struct{ order, want []string }{
		{nil, []string{"a", "b", "clever", "clever-c", "fast", "fast-c", "plain", "plain-go"}},
		{[]string{"plain", "clever-c", "none", "clever", "fast"},
			[]string{"plain", "plain-go", "clever-c", "clever", "fast", "fast-c", "a", "b"}},
	} {
		if diff := cmp.Diff(test.want, Rungs(names, test.order)); diff != "" {
			t.Errorf("%v (-want +got):\n%s", test.order, diff)
		}
	}
}

// about rounds a ratio to two digits and adds its marks.
func about(t *testing.T, what string, r *Ratio, want float64, marks string) {
	t.Helper()
	got := ""
	for mark, is := range map[string]bool{">": r.Above, "<": r.Below} {
		if is {
			got += mark
		}
	}
	if math.IsNaN(want) == r.Known() || math.Abs(float64(r.Times)/want-1) > 0.01 || got != marks {
		t.Errorf("%s: got %s%v, want %s%v", what, got, r.Times, marks, want)
	}
}

// TestLadderWorkloads: each pair is compared on the cases that both finish, without process start-up.
func TestLadderWorkloads(t *testing.T) {
	r := newClimbed()
	r.add(on("backtrack", "workload/a/100"), 400, 1e6)
	r.add(on("dlx", "workload/a/100"), 4, 1000) // twice as long for each case as with 800 cases
	r.add(on("dlx", "workload/a/800"), 16, 8000)
	r.add(on("bits", "workload/a/800"), 8, 4000)
	r.stop(on("backtrack", "workload/b/1"), 501*time.Millisecond)
	r.add(on("dlx", "workload/b/10"), 40, 100)
	r.add(on("dlx", "workload/b/1"), 2, 5)
	r.add(on("bits", "workload/b/10"), 20, 0)
	r.add(on("bits", "sample/1"), 1, 10) // a test, which a ladder of workloads omits
	l, err := Solutions(r.Record, "p", nil, []string{"backtrack", "dlx", "bits"})
	judgetest.Check(t, err)
	if diff := cmp.Diff([]string{"backtrack", "dlx", "bits"}, l.Names); diff != "" || len(l.Sections) != 2 ||
		l.Of != "case" {
		t.Fatalf("%+v\n%s", l, diff)
	}
	a, b := l.Sections[0].Rungs, l.Sections[1].Rungs
	if a[0].Cases != 100 || a[1].Cases != 800 || a[0].Nodes != 10000 || a[1].Nodes != 10 ||
		math.Abs(float64(a[1].Seconds)-20e-6) > 2e-7 || math.Abs(float64(a[1].PerNode)-2e-6) > 2e-8 {
		t.Errorf("a: %+v", a)
	}
	about(t, "a, dlx", a[1].Before, 100, "")
	about(t, "a, bits", a[2].Before, 2, "")
	about(t, "a, bits to the first", a[2].First, 200, "")
	if r := a[1].Before; !(99 < r.Lo && r.Lo <= r.Times && r.Times <= r.Hi && r.Hi < 101) {
		t.Errorf("the interval of %v is %v to %v", r.Times, r.Lo, r.Hi)
	}
	about(t, "b, dlx", b[1].Before, 250, ">")
	about(t, "b, bits", b[2].Before, 2, "")
	about(t, "b, bits to the first", b[2].First, 500, ">")
	about(t, "all, dlx", l.All.Rungs[1].Before, math.Sqrt(100*250), ">")
	about(t, "all, bits", l.All.Rungs[2].Before, 2, "")
	if b[0].Cases != 0 || !b[0].AtLeast || b[0].Seconds != 0.5 || !math.IsNaN(float64(b[0].Nodes)) {
		t.Errorf("b, backtrack: %+v", b[0])
	}
}

// TestLadderTests: without workloads, the sections are groups of tests. A stopped run is a bound, and a ratio without
// a run is unknown.
func TestLadderTests(t *testing.T) {
	r := newClimbed()
	for _, test := range []string{"secret/a/1", "secret/a/2", "secret/b/1", "secret/c/1"} {
		r.add(on("dlx", test), 2, 5)
	}
	r.add(on("backtrack", "secret/a/1"), 100, 50)
	r.add(on("backtrack", "secret/a/2"), 300, 50)
	r.add(on("backtrack", "secret/b/1"), 0.01, 5)
	r.add(on("backtrack", "secret/b/2"), 100, 50)
	r.stop(on("dlx", "secret/b/2"), 1001*time.Millisecond)
	l, err := Solutions(r.Record, "p", nil, nil)
	judgetest.Check(t, err)
	a, b, c := l.Sections[0].Rungs, l.Sections[1].Rungs, l.Sections[2].Rungs
	about(t, "a", a[1].Before, 100, "")
	about(t, "b", b[1].Before, 100.0/1002, "<")
	about(t, "c", c[1].Before, math.NaN(), "")
	about(t, "all", l.All.Rungs[1].Before, math.NaN(), "")
	if a[0].Cases != 2 || math.Abs(float64(a[0].Seconds)-0.2) > 2e-3 || a[0].Nodes != 50 || b[1].Stopped != 1 ||
		!b[1].AtLeast {
		t.Errorf("a: %+v, b: %+v", a[0], b[1])
	}
}

// TestLadderStartUp: a time that is lost in the noise of start-up gives a bound, and two such times give nothing.
func TestLadderStartUp(t *testing.T) {
	r := newClimbed()
	for i, name := range []string{"slow", "quick", "quicker", "slower"} {
		r.add(on(name, "workload/a/1"), []float64{100, 0.2, 0.1, 100}[i], 0)
	}
	for i, s := range r.Samples {
		if i%3 == 0 && strings.HasPrefix(s.Key.Solution, "quick") {
			s.Values[record.CPU] = 0.9e6
		}
	}
	l, err := Solutions(r.Record, "p", []string{"slow", "quick", "quicker", "slower"}, nil)
	judgetest.Check(t, err)
	rungs := l.Sections[0].Rungs
	about(t, "quick", rungs[1].Before, 500, ">")
	about(t, "quicker", rungs[2].Before, math.NaN(), "")
	about(t, "slower", rungs[3].Before, 0.001, "<")
}

// TestNoFalseColours: a ladder of equal solutions seldom calls any of its ratios different, and start-up is not taken
// for exact.
func TestNoFalseColours(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	const ladders = 200
	named := 0
	for range ladders {
		r := newClimbed()
		for i := range r.Samples { // the empty program's time scatters by 10%
			r.Samples[i].Values[record.CPU] *= math.Exp(0.1 * random.NormFloat64())
		}
		for workload := range 4 {
			for i := range 6 {
				k := on(fmt.Sprint("s", i), fmt.Sprintf("workload/w%d/100", workload))
				r.Languages[k.Program()] = "go"
				for range 10 {
					r.Samples = append(r.Samples, record.Sample{Key: k, Runs: 1, Values: map[record.Unit]float64{
						record.CPU: (1.1e6 + 1e5*0.03*random.NormFloat64())}})
				}
			}
		}
		l, err := Solutions(r.Record, "p", nil, nil)
		judgetest.Check(t, err)
		different := false
		for _, s := range append(slices.Clone(l.Sections), *l.All) {
			for _, rung := range s.Rungs[1:] {
				different = different || rung.Before.Different || rung.First.Different
			}
		}
		if different {
			named++
		}
	}
	if named > ladders/10 {
		t.Errorf("%d of %d ladders call equal solutions different", named, ladders)
	}
}

func TestLadderErrors(t *testing.T) {
	r := newClimbed()
	r.add(on("dlx", "workload/a/100"), 4, 0)
	r.add(record.Key{Problem: "grown", Solution: "dlx", Test: "growth/8/100"}, 4, 0)
	for _, test := range []struct {
		problem string
		names   []string
		want    string
	}{
		{"q", nil, "r.txt has no samples of q; record them with: judge bench q --out FILE"},
		{"p", []string{"bits", "dlx"}, "r.txt has no samples of p/bits; it has [dlx]"},
		{"grown", nil, "r.txt has only inputs of growing size for grown"},
	} {
		if _, err := Solutions(r.Record, test.problem, test.names, nil); err == nil || !strings.HasPrefix(err.Error(),
			test.want) {
			t.Errorf("%s %v: got %v, want %s", test.problem, test.names, err, test.want)
		}
	}
}
