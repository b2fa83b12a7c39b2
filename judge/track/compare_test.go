package track

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestHolm(t *testing.T) {
	// By hand: sorted 0.005×4, 0.01×3 = 0.03, 0.03×2 = 0.06, then 0.04×1 raised to 0.06.
	got := holm([]float64{0.01, 0.04, 0.03, 0.005})
	want := []float64{0.03, 0.06, 0.06, 0.02}
	if diff := cmp.Diff(want, got, cmpopts.EquateApprox(0, 1e-12)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := holm([]float64{0.7, 0.9}); got[0] != 1 || got[1] != 1 {
		t.Errorf("values above 1: %v", got)
	}
}

// TestSmallestP holds the formula against the test itself, on samples that do not overlap.
func TestSmallestP(t *testing.T) {
	for _, n := range [][2]int{{1, 1}, {3, 3}, {5, 5}, {6, 10}, {10, 10}, {20, 15}} {
		var a, b []float64
		for i := range n[0] {
			a = append(a, float64(i))
		}
		for i := range n[1] {
			b = append(b, 1000+float64(i))
		}
		if got, want := smallestP(n[0], n[1]), rankTest(a, b); math.Abs(got/want-1) > 1e-9 {
			t.Errorf("%v samples: %g, but the test says %g", n, got, want)
		}
	}
}

// TestRankTestTies: however samples tie, no p-value is smaller than that of samples that do not overlap, nor above 1.
func TestRankTestTies(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	for range 1000 {
		a, b := make([]float64, 1+random.IntN(8)), make([]float64, 1+random.IntN(8))
		for _, side := range [][]float64{a, b} {
			for i := range side {
				side[i] = float64(1 + random.IntN(4))
			}
		}
		if p := rankTest(a, b); p < smallestP(len(a), len(b))-1e-12 || p > 1 {
			t.Errorf("%v and %v: p = %g, want at least %g and at most 1", a, b, p, smallestP(len(a), len(b)))
		}
	}
}

func TestGeomeans(t *testing.T) {
	got := geomeans([][]float64{{1, 4, 100}, {4, 9}})
	if diff := cmp.Diff([]float64{2, 6}, got, cmpopts.EquateApprox(1e-12, 0)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// noisy is a record of rows tests with n samples each, the CPU time of test i around (i+1) ms with 1% of noise, times
// what slower says.
func noisy(random *rand.Rand, path string, rows, n int, slower func(row int) float64) *Record {
	r := &Record{Path: path, Machine: example().Machine, Planned: rows * n, Finished: true}
	for range n {
		for row := range rows {
			cpu := 1e6 * float64(row+1) * math.Exp(0.01*random.NormFloat64()) * slower(row)
			r.Samples = append(r.Samples, Sample{Key: Key{"p", "dlx", fmt.Sprintf("secret/a/%03d", row)}, Runs: 1, Values: map[Unit]float64{CPU: cpu}})
		}
	}
	return r
}

func unchanged(int) float64 { return 1 }

// TestFalseAlarms: of 200 reports of 100 rows each on unchanged code, fewer than 5% may call any row different. Without
// the correction nearly all of them would.
func TestFalseAlarms(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	alarms, uncorrected := 0, 0
	for range 200 {
		base, now := noisy(random, "base", 100, 10, unchanged), noisy(random, "now", 100, 10, unchanged)
		c, err := Compare(base, now, Options{Threshold: 0})
		if err != nil {
			t.Fatal(err)
		}
		if len(different(c)) > 0 {
			alarms++
		}
		before, after := base.series(), now.series()
		for k := range before.values {
			if rankTest(before.values[k][CPU], after.values[k][CPU]) <= 0.05 {
				uncorrected++
				break
			}
		}
	}
	if alarms >= 10 {
		t.Errorf("%d of 200 reports of unchanged code call a row different, want fewer than 10", alarms)
	}
	if uncorrected < 190 {
		t.Errorf("without the correction only %d of 200 do: the experiment does not test what it should", uncorrected)
	}
}

// different are the rows that a comparison calls different.
func different(c *Comparison) []Row {
	var rows []Row
	for _, table := range c.Tables {
		for _, row := range table.Rows {
			if row.Finding == Better || row.Finding == Worse || row.Finding == Regression {
				rows = append(rows, row)
			}
		}
	}
	return rows
}

// TestFindsSlowDown: one row of 100 that got 5% slower under 1% of noise is found, and is the only regression.
func TestFindsSlowDown(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	slower := func(row int) float64 {
		if row == 41 {
			return 1.05
		}
		return 1
	}
	c, err := Compare(noisy(random, "base", 100, 10, unchanged), noisy(random, "now", 100, 10, slower), Options{Threshold: 0.02})
	if err != nil {
		t.Fatal(err)
	}
	found := c.Regressions()
	if len(found) != 1 || len(found[0].Rows) != 1 || found[0].Rows[0].Test != "secret/a/041" {
		t.Errorf("found %+v", found)
	}
}

// TestMeanFindsMore: a slow-down of 1.5% in all tests drowns in the noise of each, but not in that of their mean.
func TestMeanFindsMore(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	c, err := Compare(noisy(random, "base", 100, 10, unchanged), noisy(random, "now", 100, 10, func(int) float64 { return 1.015 }), Options{Threshold: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	rows := c.Tables[0].Rows
	if mean := rows[len(rows)-1]; mean.Test != "" || mean.Finding != Regression {
		t.Errorf("the last row is %+v, want the mean, a regression", mean)
	}
}

// TestTooFew: with 6 samples the smallest p-value is 0.002; that is enough for 10 rows and their mean, and hopeless for 100.
func TestTooFew(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	for rows, want := range map[int]Finding{10: NoneShown, 100: TooFew} {
		c, err := Compare(noisy(random, "base", rows, 6, unchanged), noisy(random, "now", rows, 6, unchanged), Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range c.Tables[0].Rows {
			if row.Finding != want {
				t.Errorf("%d rows: %s is %q, want %q", rows, row.Test, row.Finding, want)
			}
		}
	}
}

// record makes a record of single samples.
func record(path string, machine Machine, samples ...Sample) *Record {
	return &Record{Path: path, Machine: machine, Samples: samples, Planned: len(samples), Finished: true}
}

func sample(solution string, u Unit, v float64) Sample {
	return Sample{Key: Key{"p", solution, "secret/a/1"}, Runs: 1, Values: map[Unit]float64{u: v}}
}

func TestExactCounts(t *testing.T) {
	tests := []struct {
		base, now float64
		want      Finding
	}{
		{1000, 1000, Equal}, {1000, 999, Better}, {1000, 1005, Worse}, {1000, 1006, Regression},
		{0, 0, Equal}, {0, 1, Regression}, {1, 0, Better},
	}
	for _, test := range tests {
		for _, u := range []Unit{Nodes, Statements} {
			m := example().Machine
			c, err := Compare(record("base", m, sample("dlx", u, test.base)), record("now", m, sample("dlx", u, test.now)), Options{Threshold: 0.02})
			if err != nil {
				t.Fatal(err)
			}
			if got := c.Tables[0].Rows[0].Finding; got != test.want {
				t.Errorf("%v → %v %s: %q, want %q", test.base, test.now, u, got, test.want)
			}
		}
	}
}

// TestRoughMemory: what the portable sandbox says of memory is shown, not judged.
func TestRoughMemory(t *testing.T) {
	for backend, want := range map[string]Finding{"linux": Regression, "portable": NotJudged} {
		machine := example().Machine
		machine.Backend = backend
		var before, after []Sample
		for range 10 {
			before, after = append(before, sample("dlx", Memory, 2<<20)), append(after, sample("dlx", Memory, 3<<20))
			before, after = append(before, sample("dlx", CPU, 1e6)), append(after, sample("dlx", CPU, 1e6))
		}
		c, err := Compare(record("base", machine, before...), record("now", machine, after...), Options{Threshold: 0.02})
		if err != nil {
			t.Fatal(err)
		}
		if table := c.Tables[1]; table.Unit != Memory || table.Rows[0].Finding != want {
			t.Errorf("%s: %+v, want %q of memory", backend, table, want)
		}
		if noted := strings.Contains(strings.Join(c.Notes, "; "), "peak memory is rough"); noted != (backend == "portable") {
			t.Errorf("%s: notes %q", backend, c.Notes)
		}
	}
}

func TestOtherMachines(t *testing.T) {
	here, there := example().Machine, example().Machine
	there.CPU = "Another CPU"
	times := func(m Machine) *Record { return record(m.CPU, m, sample("dlx", CPU, 1000)) }
	both := func(m Machine) *Record {
		r := times(m)
		r.Samples[0].Values[Nodes] = 7
		return r
	}
	_, err := Compare(times(there), times(here), Options{})
	want := "A CPU @ 2.00GHz and Another CPU are of different machines (cpu: A CPU @ 2.00GHz and Another CPU), so their times cannot be compared; record both on one machine, or insist with --across-machines"
	if err == nil || err.Error() != want {
		t.Errorf("times only: got %v, want %s", err, want)
	}
	c, err := Compare(both(there), both(here), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Tables) != 1 || c.Tables[0].Unit != Nodes || !strings.Contains(strings.Join(c.Notes, "\n"), "times and memory are left out") {
		t.Errorf("times and counts: tables %+v, notes %q", c.Tables, c.Notes)
	}
	if c, err = Compare(both(there), both(here), Options{AcrossMachines: true}); err != nil || len(c.Tables) != 2 {
		t.Errorf("insisting: %+v, %v", c, err)
	}
}

// TestNothingInCommon: the empty programs that every record has make no comparison.
func TestNothingInCommon(t *testing.T) {
	m, there := example().Machine, example().Machine
	there.CPU = "Another CPU"
	empty := Sample{Key: StartUp("go"), Runs: 1, Values: map[Unit]float64{CPU: 1000, Memory: 1000}}
	for _, base := range []*Record{record("a.txt", m, sample("dlx", CPU, 1), empty), record("a.txt", there, sample("dlx", CPU, 1), empty)} {
		_, err := Compare(base, record("b.txt", m, sample("backtrack", CPU, 1), empty), Options{})
		if want := "a.txt and b.txt have no solution and test in common; compare records of the same PATTERNs"; err == nil || err.Error() != want || !errors.Is(err, ErrNothingInCommon) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestSlowerMachine: where the empty program is slower, too, slower tests are shown and not gated; memory and counts are.
func TestSlowerMachine(t *testing.T) {
	at := func(path string, start, cpu, memory float64) *Record {
		r := record(path, example().Machine)
		for i := range 10 {
			noise := 1 + float64(i)/1000
			test := sample("dlx", CPU, cpu*noise)
			test.Values[Memory], test.Values[Nodes] = memory+float64(i), memory
			r.Samples = append(r.Samples, test, Sample{Key: StartUp("go"), Runs: 1, Values: map[Unit]float64{CPU: start * noise}})
		}
		return r
	}
	base := at("a", 1e6, 1e8, 1e6)
	for _, test := range []struct {
		name       string
		now        *Record
		o          Options
		start, cpu Finding
	}{
		{"slower code", at("b", 1e6, 1.1e8, 2e6), Options{Threshold: 0.02}, NotJudged, Regression},
		{"slower machine", at("b", 1.12e6, 1.1e8, 2e6), Options{Threshold: 0.02}, Slower, Doubtful},
		{"within the threshold", at("b", 1.015e6, 1.1e8, 2e6), Options{Threshold: 0.02}, NotJudged, Regression},
		{"faster machine", at("b", 0.9e6, 1.1e8, 2e6), Options{Threshold: 0.02}, NotJudged, Regression},
		{"in turns", at("b", 1.12e6, 1.1e8, 2e6), Options{Threshold: 0.02, InTurns: true}, NotJudged, Regression},
		{"faster code", at("b", 1.12e6, 0.9e8, 2e6), Options{Threshold: 0.02}, Slower, Better},
	} {
		c, err := Compare(base, test.now, test.o)
		if err != nil {
			t.Fatal(err)
		}
		var got []Finding
		for _, table := range c.Tables {
			for _, row := range table.Rows {
				got = append(got, row.Finding)
			}
		}
		if diff := cmp.Diff([]Finding{test.cpu, test.start, Regression, Regression}, got); diff != "" {
			t.Errorf("%s: time, start-up, memory and nodes (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestOtherGCC: gcov counts lines as one version of gcc sees them; Go's counters count statements of the source.
func TestOtherGCC(t *testing.T) {
	older, newer := example().Machine, example().Machine
	newer.GCC = "13.1.0"
	at := func(path string, m Machine, n float64) *Record {
		r := record(path, m, sample("dlx", Statements, n), sample("dlx-c", Statements, n), sample("dlx-cpp", Nodes, n))
		r.Languages = map[Program]string{{"p", "dlx"}: "go", {"p", "dlx-c"}: "c", {"p", "dlx-cpp"}: "cpp"}
		return r
	}
	for m, want := range map[Machine]int{older: 3, newer: 1} {
		c, err := Compare(at("a", older, 100), at("b", m, 200), Options{})
		if err != nil {
			t.Fatal(err)
		}
		found, noted := 0, strings.Contains(strings.Join(c.Notes, "\n"), "exact counts of C and C++ are left out")
		for _, table := range c.Regressions() {
			found += len(table.Rows)
		}
		if found != want || noted != (want == 1) {
			t.Errorf("gcc %s: %d regressions, want %d; notes %q", m.GCC, found, want, c.Notes)
		}
	}
	base, now := at("a", older, 100), at("b", newer, 200)
	base.Samples, now.Samples = base.Samples[1:], now.Samples[1:]
	want := "b and a hold counts of different versions of gcc (13.1.0 and 12.2.0), which cannot be compared; record the base again with this one"
	if _, err := Compare(base, now, Options{}); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestNotes(t *testing.T) {
	m, newer := example().Machine, example().Machine
	newer.Go = "go1.27"
	base := record("a.txt", m, sample("dlx", CPU, 1), sample("old", CPU, 1))
	now := record("b.txt", newer, sample("dlx", CPU, 1), sample("new", CPU, 1))
	now.Finished, now.Planned = false, 12
	c, err := Compare(base, now, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"what may itself explain a difference: go: go1.27 and go1.26.0",
		"b.txt was interrupted after 2 of 12 samples",
		"not compared, as only a.txt has it: p/old secret/a/1",
		"not compared, as only b.txt has it: p/new secret/a/1",
	}
	if diff := cmp.Diff(want, c.Notes); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	now.Planned = 2 // and no line says that it is finished
	if c, err = Compare(base, now, Options{}); err != nil || c.Notes[1] != "b.txt does not say that it is finished, so samples may be missing" {
		t.Errorf("notes %q, %v", c.Notes, err)
	}
}

// TestLostCounts: a count that became unknown is not passed over, and one that never was known is. Of another machine, that proves
// nothing.
func TestLostCounts(t *testing.T) {
	m := example().Machine
	base := record("a.txt", m, sample("dlx", Nodes, 7))
	now := record("b.txt", m)
	now.Uncounted = []Key{sample("dlx", Nodes, 0).Key, sample("backtrack", Nodes, 0).Key}
	c, err := Compare(base, now, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(now.Uncounted[:1], c.Lost); diff != "" || len(c.Notes)+len(c.Unsure) > 0 {
		t.Errorf("(-want +got):\n%s\nnotes %q, unsure of %v", diff, c.Notes, c.Unsure)
	}
	base.Machine.CPU = "A faster CPU"
	if c, err = Compare(base, now, Options{}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(now.Uncounted[:1], c.Unsure); diff != "" || len(c.Lost) > 0 {
		t.Errorf("across machines (-want +got):\n%s\nlost %v", diff, c.Lost)
	}
}

// TestBounds: a test that is stopped at its limit on one side is judged by what is certain.
func TestBounds(t *testing.T) {
	m := example().Machine
	stopped := func(path string) *Record {
		r := record(path, m)
		r.Bounds = []Bound{{sample("dlx", CPU, 0).Key, time.Second}}
		return r
	}
	ran := func(path string, ns float64) *Record { return record(path, m, sample("dlx", CPU, ns)) }
	tests := []struct {
		base, now *Record
		want      Finding
	}{
		{ran("a", 5e8), stopped("b"), Regression}, {ran("a", 9.9e8), stopped("b"), Worse}, {ran("a", 1.1e9), stopped("b"), NoneShown},
		{stopped("a"), ran("b", 5e8), Better}, {stopped("a"), ran("b", 1.1e9), NoneShown}, {stopped("a"), stopped("b"), NoneShown},
	}
	for i, test := range tests {
		c, err := Compare(test.base, test.now, Options{Threshold: 0.02})
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Tables[0].Rows[0].Finding; got != test.want {
			t.Errorf("%d: %q, want %q", i, got, test.want)
		}
	}
}

func TestStartUp(t *testing.T) {
	m := example().Machine
	start := Sample{Key: StartUp("go"), Runs: 1, Values: map[Unit]float64{CPU: 1000}}
	quick := Sample{Key: Key{"p", "dlx", "secret/a/1"}, Runs: 1, Values: map[Unit]float64{CPU: 1999}}
	slow := Sample{Key: Key{"p", "dlx", "secret/a/2"}, Runs: 1, Values: map[Unit]float64{CPU: 2000}}
	r := record("a", m, start, quick, slow)
	r.Languages = map[Program]string{{"p", "dlx"}: "go"}
	c, err := Compare(r, r, Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for _, row := range c.Tables[0].Rows {
		got[row.Problem+" "+row.Test] = row.StartUp
		if row.IsStartUp() != (row.Finding == NotJudged) {
			t.Errorf("%v: finding %q", row.Key, row.Finding)
		}
	}
	want := map[string]bool{"p secret/a/1": true, "p secret/a/2": false, "p ": true, "start-up sample/empty": false}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("mostly start-up (-want +got):\n%s", diff)
	}
}
