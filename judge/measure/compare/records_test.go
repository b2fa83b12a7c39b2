package compare

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/measure/record"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
)

// machine is the machine of all records in these tests.
var machine = record.Machine{GOOS: "linux", GOARCH: "amd64", CPU: "A CPU @ 2.00GHz", Cores: "2", Kernel: "6.1.0",
	Backend: "linux", Go: "go1.26.0", GCC: "12.2.0", Host: "0123456789ab"}

// recordOf makes a record of samples.
func recordOf(path string, machine record.Machine, samples ...record.Sample) *record.Record {
	return &record.Record{Path: path, Machine: machine, Samples: samples, Planned: len(samples), Finished: true,
		Languages: map[record.Program]string{}}
}

func sample(solution string, u record.Unit, v float64) record.Sample {
	return record.Sample{Key: on(solution, "secret/a/1"), Runs: 1, Values: map[record.Unit]float64{u: v}}
}

// answers returns the answers for the solutions of a comparison, table by table.
func answers(c *Comparison) (all []Answer) {
	for _, table := range c.Tables {
		for _, s := range table.Solutions {
			all = append(all, s.Answer)
		}
	}
	return all
}

func TestExactCounts(t *testing.T) {
	for _, test := range []struct {
		base, now float64
		want      Answer
	}{
		{1000, 1000, NoSlower}, {1000, 999, Faster}, {1000, 1005, NoSlower}, {1000, 1006, Slower},
		{0, 0, NoSlower}, {0, 1, Slower}, {1, 0, Faster},
	} {
		for _, u := range []record.Unit{record.Nodes, record.Statements} {
			c, err := Records(recordOf("base", machine, sample("dlx", u, test.base)),
				recordOf("now", machine, sample("dlx", u, test.now)), 0.02)
			judgetest.Check(t, err)
			if got := answers(c); !slices.Equal(got, []Answer{test.want}) {
				t.Errorf("%v → %v %s: %q, want %q", test.base, test.now, u, got, test.want)
			}
		}
	}
}

// TestOtherMachines: only counts are compared with those of another machine. The portable sandbox's memory figures are
// shown, not judged.
func TestOtherMachines(t *testing.T) {
	there, portable := machine, machine
	there.CPU, portable.Backend = "Another CPU", "portable"
	at := func(m record.Machine, memory float64) *record.Record {
		r := recordOf(m.CPU, m)
		for range 10 {
			r.Samples = append(r.Samples, sample("dlx", record.CPU, 1e6), sample("dlx", record.Memory, memory))
		}
		return r
	}
	for _, test := range []struct {
		machine record.Machine
		want    []Answer
		note    string
	}{
		{machine, []Answer{NoSlower, Slower}, ""},
		{portable, []Answer{NoSlower, ""}, "peak memory is approximate under the portable sandbox"},
	} {
		c, err := Records(at(test.machine, 2<<20), at(test.machine, 3<<20), 0.02)
		judgetest.Check(t, err)
		if got := answers(c); !slices.Equal(got, test.want) || !strings.Contains(strings.Join(c.Notes, ""), test.note) {
			t.Errorf("%q, want %q; notes %q", got, test.want, c.Notes)
		}
	}
	base, now := at(there, 1), at(machine, 1)
	want := "A CPU @ 2.00GHz and Another CPU cannot be compared: times and memory are left out: the records are from " +
		"different machines (cpu: A CPU @ 2.00GHz and Another CPU); record the base again here"
	if _, err := Records(base, now, 0); err == nil || err.Error() != want {
		t.Errorf("times only: got %v, want %s", err, want)
	}
	base.Samples[0].Values[record.Nodes], now.Samples[0].Values[record.Nodes] = 7, 7
	base, now = recordOf("a", there, base.Samples...), recordOf("b", machine, now.Samples...)
	if c, err := Records(base, now, 0); err != nil || !slices.Equal(answers(c), []Answer{NoSlower}) ||
		!strings.Contains(strings.Join(c.Notes, "\n"), "times and memory are left out") {
		t.Errorf("times and counts: %+v, %v", c, err)
	}
}

// TestNothingInCommon: the empty programs in every record are not enough for a comparison.
func TestNothingInCommon(t *testing.T) {
	there := machine
	there.CPU = "Another CPU"
	empty := record.Sample{Key: record.StartUp("go"), Runs: 1, Values: map[record.Unit]float64{record.CPU: 1000,
		record.Memory: 1000}}
	for _, m := range []record.Machine{machine, there} {
		_, err := Records(recordOf("a.txt", m, sample("dlx", record.CPU, 1), empty),
			recordOf("b.txt", machine, sample("backtrack", record.CPU, 1), empty), 0)
		want := "a.txt and b.txt have no solution and test in common; compare records of the same PATTERNs"
		if err == nil || err.Error() != want || !errors.Is(err, ErrNothingInCommon) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestOtherGCC: gcov counts lines as one version of gcc sees them; Go's counters count statements of the source.
func TestOtherGCC(t *testing.T) {
	newer := machine
	newer.GCC = "13.1.0"
	at := func(m record.Machine, n float64) *record.Record {
		r := recordOf(m.GCC, m, sample("dlx", record.Statements, n), sample("dlx-c", record.Statements, n),
			sample("dlx-cpp", record.Nodes, n))
		for solution, language := range map[string]string{"dlx": "go", "dlx-c": "c", "dlx-cpp": "cpp"} {
			r.Languages[on(solution, "").Program()] = language
		}
		return r
	}
	for m, want := range map[record.Machine][]Answer{machine: {Slower, Slower, Slower}, newer: {Slower}} {
		c, err := Records(at(machine, 100), at(m, 200), 0)
		judgetest.Check(t, err)
		const note = "exact counts of C and C++ are left out: they are from different versions of gcc " +
			"(13.1.0 and 12.2.0)"
		const explains = "this may explain a difference: gcc: 13.1.0 and 12.2.0"
		if got := answers(c); !slices.Equal(got, want) || slices.Contains(c.Notes, note) != (m == newer) ||
			slices.Contains(c.Notes, explains) != (m == newer) {
			t.Errorf("gcc %s: %q, want %q; notes %q", m.GCC, got, want, c.Notes)
		}
	}
}

func TestNotes(t *testing.T) {
	newer := machine
	newer.Go, newer.GCC = "go1.27", "13.1.0"
	base := recordOf("a.txt", machine, sample("dlx", record.CPU, 1), sample("old", record.CPU, 1))
	now := recordOf("b.txt", newer, sample("dlx", record.CPU, 1), sample("new", record.CPU, 1))
	now.Finished = false
	for planned, ends := range map[int]string{12: "b.txt was interrupted after 2 of 12 samples",
		2: "b.txt is not marked as complete: samples may be missing"} {
		now.Planned = planned
		c, err := Records(base, now, 0)
		judgetest.Check(t, err)
		want := []string{
			"this may explain a difference: go: go1.27 and go1.26.0", ends,
			"only in a.txt, so not compared: p/old secret/a/1", "only in b.txt, so not compared: p/new secret/a/1",
		}
		if diff := cmp.Diff(want, c.Notes); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// TestLostCounts: counts that are missing now are reported, unless the base lacks them too. Another machine's record
// proves nothing.
func TestLostCounts(t *testing.T) {
	base, now := recordOf("a.txt", machine, sample("dlx", record.Nodes, 7)), recordOf("b.txt", machine)
	now.Uncounted = []record.Key{on("dlx", "secret/a/1"), on("backtrack", "secret/a/1")}
	for cpu, lost := range map[string]int{machine.CPU: 1, "A faster CPU": 0} {
		base.Machine.CPU = cpu
		c, err := Records(base, now, 0)
		judgetest.Check(t, err)
		if all := append(c.Lost, c.Unsure...); len(c.Lost) != lost || !slices.Equal(all, now.Uncounted[:1]) {
			t.Errorf("%s: lost %v, unsure of %v", cpu, c.Lost, c.Unsure)
		}
	}
}

// TestBounds: if a test is stopped at its limit on one side, the slowest sample of the other side decides.
func TestBounds(t *testing.T) {
	side := func(path string, times ...float64) *record.Record { // stopped after a second without times
		r := recordOf(path, machine)
		for _, ns := range times {
			r.Samples = append(r.Samples, sample("dlx", record.CPU, ns))
		}
		if len(times) == 0 {
			r.Bounds = []record.Bound{{Key: on("dlx", "secret/a/1"), CPU: time.Second}}
		}
		return r
	}
	for _, test := range []struct {
		base, now []float64
		want      Answer
	}{
		{[]float64{9.9e8}, nil, Stopped}, {[]float64{1.1e9}, nil, Undecided}, {nil, []float64{5e8}, Faster},
		{nil, []float64{1.1e9}, Undecided}, {nil, nil, Undecided}, {nil, []float64{5e8, 1.1e9, 6e8}, Undecided},
		{nil, []float64{5e8, 9e8, 6e8}, Faster}, {[]float64{5e8, 1.1e9, 6e8}, nil, Undecided},
		{[]float64{5e8, 9.9e8, 6e8}, nil, Stopped},
	} {
		c, err := Records(side("a", test.base...), side("b", test.now...), 0.02)
		judgetest.Check(t, err)
		if got := answers(c); !slices.Equal(got, []Answer{test.want}) {
			t.Errorf("%v → %v: %q, want %q", test.base, test.now, got, test.want)
		}
	}
}

func TestStartUp(t *testing.T) {
	timed := func(k record.Key, ns float64) record.Sample {
		return record.Sample{Key: k, Runs: 1, Values: map[record.Unit]float64{record.CPU: ns}}
	}
	r := recordOf("a", machine, timed(record.StartUp("go"), 1000), timed(on("dlx", "secret/a/1"), 1999),
		timed(on("dlx", "secret/a/2"), 2000))
	r.Languages[on("dlx", "").Program()] = "go"
	c, err := Records(r, r, 0)
	judgetest.Check(t, err)
	got := map[string]bool{}
	for _, s := range c.Times() {
		got[s.Problem] = s.StartUp
		for _, row := range s.Tests {
			got[s.Problem+" "+row.Test] = row.StartUp
		}
		if s.On("").IsStartUp() && s.Answer != "" {
			t.Errorf("%v: %q", s.Program, s.Answer)
		}
	}
	want := map[string]bool{"p secret/a/1": true, "p secret/a/2": false, "p": true, "start-up sample/empty": false,
		"start-up": false}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("mostly start-up (-want +got):\n%s", diff)
	}
}

// rounds returns a record of the reference program and of solutions, whose CPU times are 1 ms times a factor, with a
// standard deviation of sd.
func rounds(random *rand.Rand, path string, n int, sd, reference float64, factors ...float64) *record.Record {
	r := recordOf(path, machine)
	for range n {
		at := func(factor float64) float64 { return 1e6 * factor * math.Exp(sd*random.NormFloat64()) }
		r.Samples = append(r.Samples, record.Sample{Key: record.Reference(), Runs: 1,
			Values: map[record.Unit]float64{record.CPU: at(reference)}})
		for i, factor := range factors {
			r.Samples = append(r.Samples, sample(fmt.Sprintf("s%02d", i), record.CPU, at(factor)))
		}
	}
	return r
}

// TestSlowerMachine: if the reference program became slower, too, no time is decided. A small difference widens the
// intervals.
func TestSlowerMachine(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, test := range []struct {
		reference, factor float64
		want              Answer
		noted             bool
	}{
		{1, 1.5, Slower, false}, {1.4, 1.5, Undecided, true}, {1.4, 1, Undecided, true}, {0.7, 1, Undecided, true},
		{1.015, 1.021, Undecided, false}, {1.015, 1.5, Slower, false}, {1, 1, NoSlower, false},
	} {
		c, err := Records(rounds(random, "base", 20, 0.005, 1, 1), rounds(random, "now", 20, 0.005, test.reference,
			test.factor), 0.02)
		judgetest.Check(t, err)
		noted := strings.Contains(strings.Join(c.Notes, ""), "the machine's speed has changed")
		if got := c.Times()[0].Answer; got != test.want || noted != test.noted || c.Worse != (test.want == Slower) {
			t.Errorf("reference %v, solution %v: %q, noted %v, want %q", test.reference, test.factor, got, noted,
				test.want)
		}
	}
}

// TestStoppedOnSlowerMachine: not even a test that no longer ends decides, if the machine was slower.
func TestStoppedOnSlowerMachine(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	base, now := rounds(random, "base", 10, 0.005, 1, 1), rounds(random, "now", 10, 0.005, 1.4)
	now.Bounds = []record.Bound{{Key: on("s00", "secret/a/1"), CPU: 2 * time.Millisecond}}
	c, err := Records(base, now, 0.02)
	judgetest.Check(t, err)
	if s := c.Times()[0]; s.Answer != Undecided || s.Tests[0].Answer != "" || c.Worse {
		t.Errorf("%+v", s)
	}
}

// TestLevels: each unit's level is divided by its solutions. One of them is slower.
func TestLevels(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	factors := slices.Repeat([]float64{1}, 30)
	base := rounds(random, "base", 12, 0.01, 1, factors...)
	factors[21] = 1.06
	c, err := Records(base, rounds(random, "now", 12, 0.01, 1, factors...), 0.02)
	judgetest.Check(t, err)
	for i, s := range c.Times()[:30] {
		if (s.Answer == Slower) != (i == 21) || math.Abs(float64(s.Level)-falseAlarms/30) > 1e-12 ||
			s.Answer == Slower && s.P > s.Level {
			t.Errorf("%s is %q: p = %v, level %v", s.Program, s.Answer, s.P, s.Level)
		}
	}
	if !c.Worse || !c.TimeIsWorse() {
		t.Error("this is not a regression")
	}
}
