package compare

import (
	"errors"
	"strings"
	"testing"
	"time"

	"dlxjudge/judge/measure/record"

	"github.com/google/go-cmp/cmp"

	"dlxjudge/judge/base/judgetest"
)

// machine is where all records of these tests were made.
var machine = record.Machine{GOOS: "linux", GOARCH: "amd64", CPU: "A CPU @ 2.00GHz", Cores: "2", Kernel: "6.1.0",
	Backend: "linux",
	Go:      "go1.26.0", GCC: "12.2.0"}

// recordOf makes a record of single samples.
func recordOf(path string, machine record.Machine, samples ...record.Sample) *record.Record {
	return &record.Record{Path: path, Machine: machine, Samples: samples, Planned: len(samples), Finished: true}
}

func sample(solution string, u record.Unit, v float64) record.Sample {
	return record.Sample{Key: record.Key{Problem: "p", Solution: solution, Test: "secret/a/1"}, Runs: 1,
		Values: map[record.Unit]float64{u: v}}
}

func TestExactCounts(t *testing.T) {
	tests := []struct {
		base, now float64
		want      Outcome
	}{
		{1000, 1000, Equal}, {1000, 999, Better}, {1000, 1005, Worse}, {1000, 1006, Regression},
		{0, 0, Equal}, {0, 1, Regression}, {1, 0, Better},
	}
	for _, test := range tests {
		for _, u := range []record.Unit{record.Nodes, record.Statements} {
			m := machine
			c, err := Records(recordOf("base", m, sample("dlx", u, test.base)),
				recordOf("now", m, sample("dlx", u, test.now)), Options{Threshold: 0.02})
			judgetest.Check(t, err)
			if got := c.Tables[0].Rows[0].Outcome; got != test.want {
				t.Errorf("%v → %v %s: %q, want %q", test.base, test.now, u, got, test.want)
			}
		}
	}
}

// TestRoughMemory: what the portable sandbox says of memory is shown, not judged.
func TestRoughMemory(t *testing.T) {
	for backend, want := range map[string]Outcome{"linux": Regression, "portable": NotJudged} {
		machine := machine
		machine.Backend = backend
		var before, after []record.Sample
		for range 10 {
			before, after = append(before, sample("dlx", record.Memory, 2<<20)),
				append(after, sample("dlx", record.Memory, 3<<20))
			before, after = append(before, sample("dlx", record.CPU, 1e6)),
				append(after, sample("dlx", record.CPU, 1e6))
		}
		c, err := Records(recordOf("base", machine, before...), recordOf("now", machine, after...),
			Options{Threshold: 0.02})
		judgetest.Check(t, err)
		if table := c.Tables[1]; table.Unit != record.Memory || table.Rows[0].Outcome != want {
			t.Errorf("%s: %+v, want %q of memory", backend, table, want)
		}
		if noted := strings.Contains(strings.Join(c.Notes, "; "),
			"peak memory is rough"); noted != (backend == "portable") {
			t.Errorf("%s: notes %q", backend, c.Notes)
		}
	}
}

func TestOtherMachines(t *testing.T) {
	here, there := machine, machine
	there.CPU = "Another CPU"
	times := func(m record.Machine) *record.Record { return recordOf(m.CPU, m, sample("dlx", record.CPU, 1000)) }
	both := func(m record.Machine) *record.Record {
		r := times(m)
		r.Samples[0].Values[record.Nodes] = 7
		return r
	}
	_, err := Records(times(there), times(here), Options{})
	want := "A CPU @ 2.00GHz and Another CPU are of different machines (cpu: A CPU @ 2.00GHz and Another CPU), so " +
		"their times cannot be compared; record both on one machine"
	if err == nil || err.Error() != want {
		t.Errorf("times only: got %v, want %s", err, want)
	}
	c, err := Records(both(there), both(here), Options{})
	judgetest.Check(t, err)
	if len(c.Tables) != 1 || c.Tables[0].Unit != record.Nodes || !strings.Contains(strings.Join(c.Notes, "\n"),
		"times and memory are left out") {
		t.Errorf("times and counts: tables %+v, notes %q", c.Tables, c.Notes)
	}
}

// TestNothingInCommon: the empty programs that every record has make no comparison.
func TestNothingInCommon(t *testing.T) {
	m, there := machine, machine
	there.CPU = "Another CPU"
	empty := record.Sample{Key: record.StartUp("go"), Runs: 1, Values: map[record.Unit]float64{record.CPU: 1000,
		record.Memory: 1000}}
	for _, base := range []*record.Record{recordOf("a.txt", m, sample("dlx", record.CPU, 1), empty),
		recordOf("a.txt", there, sample("dlx", record.CPU, 1), empty)} {
		_, err := Records(base, recordOf("b.txt", m, sample("backtrack", record.CPU, 1), empty), Options{})
		want := "a.txt and b.txt have no solution and test in common; compare records of the same PATTERNs"
		if err == nil || err.Error() != want || !errors.Is(err, ErrNothingInCommon) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestSlowerMachine: where the empty program is slower, too, slower tests are shown and not gated; memory and counts
// are.
func TestSlowerMachine(t *testing.T) {
	at := func(path string, start, cpu, memory float64) *record.Record {
		r := recordOf(path, machine)
		for i := range 10 {
			noise := 1 + float64(i)/1000
			test := sample("dlx", record.CPU, cpu*noise)
			test.Values[record.Memory], test.Values[record.Nodes] = memory+float64(i), memory
			r.Samples = append(r.Samples, test, record.Sample{Key: record.StartUp("go"), Runs: 1,
				Values: map[record.Unit]float64{record.CPU: start * noise}})
		}
		return r
	}
	base := at("a", 1e6, 1e8, 1e6)
	for _, test := range []struct {
		name       string
		now        *record.Record
		o          Options
		start, cpu Outcome
	}{
		{"slower code", at("b", 1e6, 1.1e8, 2e6), Options{Threshold: 0.02}, NotJudged, Regression},
		{"slower machine", at("b", 1.12e6, 1.1e8, 2e6), Options{Threshold: 0.02}, Slower, Doubtful},
		{"within the threshold", at("b", 1.015e6, 1.1e8, 2e6), Options{Threshold: 0.02}, NotJudged, Regression},
		{"faster machine", at("b", 0.9e6, 1.1e8, 2e6), Options{Threshold: 0.02}, NotJudged, Regression},
		{"faster code", at("b", 1.12e6, 0.9e8, 2e6), Options{Threshold: 0.02}, Slower, Better},
	} {
		c, err := Records(base, test.now, test.o)
		judgetest.Check(t, err)
		var got []Outcome
		for _, table := range c.Tables {
			for _, row := range table.Rows {
				got = append(got, row.Outcome)
			}
		}
		if diff := cmp.Diff([]Outcome{test.cpu, test.start, Regression, Regression}, got); diff != "" {
			t.Errorf("%s: time, start-up, memory and nodes (-want +got):\n%s", test.name, diff)
		}
	}
}

// TestOtherGCC: gcov counts lines as one version of gcc sees them; Go's counters count statements of the source.
func TestOtherGCC(t *testing.T) {
	older, newer := machine, machine
	newer.GCC = "13.1.0"
	at := func(path string, m record.Machine, n float64) *record.Record {
		r := recordOf(path, m, sample("dlx", record.Statements, n), sample("dlx-c", record.Statements, n),
			sample("dlx-cpp", record.Nodes, n))
		r.Languages = map[record.Program]string{{Problem: "p", Solution: "dlx"}: "go",
			{Problem: "p", Solution: "dlx-c"}: "c", {Problem: "p", Solution: "dlx-cpp"}: "cpp"}
		return r
	}
	for m, want := range map[record.Machine]int{older: 3, newer: 1} {
		c, err := Records(at("a", older, 100), at("b", m, 200), Options{})
		judgetest.Check(t, err)
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
	want := "b and a hold counts of different versions of gcc (13.1.0 and 12.2.0), which cannot be compared; record " +
		"the base again with this one"
	if _, err := Records(base, now, Options{}); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestNotes(t *testing.T) {
	m, newer := machine, machine
	newer.Go = "go1.27"
	base := recordOf("a.txt", m, sample("dlx", record.CPU, 1), sample("old", record.CPU, 1))
	now := recordOf("b.txt", newer, sample("dlx", record.CPU, 1), sample("new", record.CPU, 1))
	now.Finished, now.Planned = false, 12
	c, err := Records(base, now, Options{})
	judgetest.Check(t, err)
	want := []string{
		"this may explain a difference: go: go1.27 and go1.26.0",
		"b.txt was interrupted after 2 of 12 samples",
		"only in a.txt, so not compared: p/old secret/a/1",
		"only in b.txt, so not compared: p/new secret/a/1",
	}
	if diff := cmp.Diff(want, c.Notes); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	now.Planned = 2 // and no line says that it is finished
	if c, err = Records(base, now, Options{}); err != nil ||
		c.Notes[1] != "b.txt is not marked as complete: samples may be missing" {
		t.Errorf("notes %q, %v", c.Notes, err)
	}
}

// TestLostCounts: counts that are missing now are reported, and counts that never were known are not. Of another
// machine, that proves nothing.
func TestLostCounts(t *testing.T) {
	m := machine
	base := recordOf("a.txt", m, sample("dlx", record.Nodes, 7))
	now := recordOf("b.txt", m)
	now.Uncounted = []record.Key{sample("dlx", record.Nodes, 0).Key, sample("backtrack", record.Nodes, 0).Key}
	c, err := Records(base, now, Options{})
	judgetest.Check(t, err)
	if diff := cmp.Diff(now.Uncounted[:1], c.Lost); diff != "" || len(c.Notes)+len(c.Unsure) > 0 {
		t.Errorf("(-want +got):\n%s\nnotes %q, unsure of %v", diff, c.Notes, c.Unsure)
	}
	base.Machine.CPU = "A faster CPU"
	if c, err = Records(base, now, Options{}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(now.Uncounted[:1], c.Unsure); diff != "" || len(c.Lost) > 0 {
		t.Errorf("across machines (-want +got):\n%s\nlost %v", diff, c.Lost)
	}
}

// TestBounds: a test that is stopped at its limit on one side is judged by what is certain. Start-up times that rose by
// chance do not excuse a regression: here the median rose by 5%, but the samples overlap as they do between any two
// records.
func TestStartUpByChance(t *testing.T) {
	at := func(path string, cpu float64, starts ...float64) *record.Record {
		r := recordOf(path, machine)
		for i, start := range starts {
			empty := record.Sample{Key: record.StartUp("go"), Runs: 1,
				Values: map[record.Unit]float64{record.CPU: start * 1e6}}
			r.Samples = append(r.Samples, sample("dlx", record.CPU, cpu*(1+float64(i)/1000)), empty)
		}
		return r
	}
	c, err := Records(at("a", 1e8, 0.81, 0.92, 0.99, 1.00, 1.01, 1.13, 1.24), at("b", 1.1e8, 0.80, 0.91, 0.98, 1.05,
		1.06, 1.14, 1.25), Options{Threshold: 0.02})
	if err != nil {
		t.Fatal(err)
	}
	rows := c.Tables[0].Rows
	if start := rows[1]; !start.IsStartUp() || start.Delta() < 0.04 || start.Outcome != NotJudged ||
		rows[0].Outcome != Regression {
		t.Errorf("dlx: %q, start-up: %+v", rows[0].Outcome, start)
	}
}

func TestBounds(t *testing.T) {
	m := machine
	stopped := func(path string) *record.Record {
		r := recordOf(path, m)
		r.Bounds = []record.Bound{{Key: sample("dlx", record.CPU, 0).Key, CPU: time.Second}}
		return r
	}
	ran := func(path string, times ...float64) *record.Record {
		r := recordOf(path, m)
		for _, ns := range times {
			r.Samples = append(r.Samples, sample("dlx", record.CPU, ns))
		}
		return r
	}
	tests := []struct {
		base, now *record.Record
		want      Outcome
	}{
		{ran("a", 5e8), stopped("b"), Regression}, {ran("a", 9.9e8), stopped("b"), Worse},
		{ran("a", 1.1e9), stopped("b"), NoneShown},
		{stopped("a"), ran("b", 5e8), Better}, {stopped("a"), ran("b", 1.1e9), NoneShown}, {stopped("a"), stopped("b"),
			NoneShown},
		// The slowest of several samples decides.
		{stopped("a"), ran("b", 5e8, 1.1e9, 6e8), NoneShown}, {stopped("a"), ran("b", 5e8, 9e8, 6e8), Better},
		{ran("a", 5e8, 1.1e9, 6e8), stopped("b"), NoneShown}, {ran("a", 5e8, 9.9e8, 6e8), stopped("b"), Worse},
	}
	for i, test := range tests {
		c, err := Records(test.base, test.now, Options{Threshold: 0.02})
		judgetest.Check(t, err)
		if got := c.Tables[0].Rows[0].Outcome; got != test.want {
			t.Errorf("%d: %q, want %q", i, got, test.want)
		}
	}
}

func TestStartUp(t *testing.T) {
	m := machine
	start := record.Sample{Key: record.StartUp("go"), Runs: 1, Values: map[record.Unit]float64{record.CPU: 1000}}
	quick := record.Sample{Key: record.Key{Problem: "p", Solution: "dlx", Test: "secret/a/1"}, Runs: 1,
		Values: map[record.Unit]float64{record.CPU: 1999}}
	slow := record.Sample{Key: record.Key{Problem: "p", Solution: "dlx", Test: "secret/a/2"}, Runs: 1,
		Values: map[record.Unit]float64{record.CPU: 2000}}
	r := recordOf("a", m, start, quick, slow)
	r.Languages = map[record.Program]string{{Problem: "p", Solution: "dlx"}: "go"}
	c, err := Records(r, r, Options{})
	judgetest.Check(t, err)
	got := map[string]bool{}
	for _, row := range c.Tables[0].Rows {
		got[row.Problem+" "+row.Test] = row.StartUp
		if row.IsStartUp() != (row.Outcome == NotJudged) {
			t.Errorf("%v: outcome %q", row.Key, row.Outcome)
		}
	}
	want := map[string]bool{"p secret/a/1": true, "p secret/a/2": false, "p ": true, "start-up sample/empty": false}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("mostly start-up (-want +got):\n%s", diff)
	}
}
