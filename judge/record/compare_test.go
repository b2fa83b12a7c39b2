package record

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

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
