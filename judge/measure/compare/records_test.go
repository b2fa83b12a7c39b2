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

// machine is the machine of all records in these tests.
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
		want      Answer
	}{
		{1000, 1000, Same}, {1000, 999, Faster}, {1000, 1005, NoSlower}, {1000, 1006, Slower},
		{0, 0, Same}, {0, 1, Slower}, {1, 0, Faster},
	}
	for _, test := range tests {
		for _, u := range []record.Unit{record.Nodes, record.Statements} {
			m := machine
			c, err := Records(recordOf("base", m, sample("dlx", u, test.base)),
				recordOf("now", m, sample("dlx", u, test.now)), 0.02)
			judgetest.Check(t, err)
			if got := c.Tables[0].Rows[0].Answer; got != test.want {
				t.Errorf("%v → %v %s: %q, want %q", test.base, test.now, u, got, test.want)
			}
		}
	}
}

// TestRoughMemory: the portable sandbox's memory figures are shown, not judged.
func TestRoughMemory(t *testing.T) {
	for backend, want := range map[string]Answer{"linux": Slower, "portable": NotJudged} {
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
			0.02)
		judgetest.Check(t, err)
		if table := c.Tables[1]; table.Unit != record.Memory || table.Rows[0].Answer != want {
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
	_, err := Records(times(there), times(here), 0)
	want := "A CPU @ 2.00GHz and Another CPU cannot be compared: times and memory are left out: the records are of " +
		"different machines (cpu: A CPU @ 2.00GHz and Another CPU); record the base again here"
	if err == nil || err.Error() != want {
		t.Errorf("times only: got %v, want %s", err, want)
	}
	c, err := Records(both(there), both(here), 0)
	judgetest.Check(t, err)
	if len(c.Tables) != 1 || c.Tables[0].Unit != record.Nodes || !strings.Contains(strings.Join(c.Notes, "\n"),
		"times and memory are left out") {
		t.Errorf("times and counts: tables %+v, notes %q", c.Tables, c.Notes)
	}
}

// TestNothingInCommon: the empty programs in every record are not enough for a comparison.
func TestNothingInCommon(t *testing.T) {
	m, there := machine, machine
	there.CPU = "Another CPU"
	empty := record.Sample{Key: record.StartUp("go"), Runs: 1, Values: map[record.Unit]float64{record.CPU: 1000,
		record.Memory: 1000}}
	for _, base := range []*record.Record{recordOf("a.txt", m, sample("dlx", record.CPU, 1), empty),
		recordOf("a.txt", there, sample("dlx", record.CPU, 1), empty)} {
		_, err := Records(base, recordOf("b.txt", m, sample("backtrack", record.CPU, 1), empty), 0)
		want := "a.txt and b.txt have no solution and test in common; compare records of the same PATTERNs"
		if err == nil || err.Error() != want || !errors.Is(err, ErrNothingInCommon) {
			t.Errorf("got %v, want %s", err, want)
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
		c, err := Records(at("a", older, 100), at("b", m, 200), 0)
		judgetest.Check(t, err)
		found, noted := 0, strings.Contains(strings.Join(c.Notes, "\n"), "exact counts of C and C++ are left out")
		for _, table := range c.Tables {
			for _, row := range table.Rows {
				if row.Answer == Slower {
					found++
				}
			}
		}
		if found != want || noted != (want == 1) {
			t.Errorf("gcc %s: %d regressions, want %d; notes %q", m.GCC, found, want, c.Notes)
		}
	}
	base, now := at("a", older, 100), at("b", newer, 200)
	base.Samples, now.Samples = base.Samples[1:], now.Samples[1:]
	want := "b and a cannot be compared: exact counts of C and C++ are left out: they are of different versions of " +
		"gcc (13.1.0 and 12.2.0); record the base again here"
	if _, err := Records(base, now, 0); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestNotes(t *testing.T) {
	m, newer := machine, machine
	newer.Go = "go1.27"
	base := recordOf("a.txt", m, sample("dlx", record.CPU, 1), sample("old", record.CPU, 1))
	now := recordOf("b.txt", newer, sample("dlx", record.CPU, 1), sample("new", record.CPU, 1))
	now.Finished, now.Planned = false, 12
	c, err := Records(base, now, 0)
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
	if c, err = Records(base, now, 0); err != nil ||
		c.Notes[1] != "b.txt is not marked as complete: samples may be missing" {
		t.Errorf("notes %q, %v", c.Notes, err)
	}
}

// TestLostCounts: counts that are missing now are reported, unless the base lacks them too. Another machine's record
// proves nothing.
func TestLostCounts(t *testing.T) {
	m := machine
	base := recordOf("a.txt", m, sample("dlx", record.Nodes, 7))
	now := recordOf("b.txt", m)
	now.Uncounted = []record.Key{sample("dlx", record.Nodes, 0).Key, sample("backtrack", record.Nodes, 0).Key}
	c, err := Records(base, now, 0)
	judgetest.Check(t, err)
	if diff := cmp.Diff(now.Uncounted[:1], c.Lost); diff != "" || len(c.Notes)+len(c.Unsure) > 0 {
		t.Errorf("(-want +got):\n%s\nnotes %q, unsure of %v", diff, c.Notes, c.Unsure)
	}
	base.Machine.CPU = "A faster CPU"
	if c, err = Records(base, now, 0); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(now.Uncounted[:1], c.Unsure); diff != "" || len(c.Lost) > 0 {
		t.Errorf("across machines (-want +got):\n%s\nlost %v", diff, c.Lost)
	}
}

// TestBounds: a test that is stopped at its limit on one side is judged only by what is certain.
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
		want      Answer
	}{
		{ran("a", 5e8), stopped("b"), Slower}, {ran("a", 9.9e8), stopped("b"), Slower},
		{ran("a", 1.1e9), stopped("b"), Undecided},
		{stopped("a"), ran("b", 5e8), Faster}, {stopped("a"), ran("b", 1.1e9), Undecided},
		{stopped("a"), stopped("b"), NotJudged},
		// The slowest of several samples decides.
		{stopped("a"), ran("b", 5e8, 1.1e9, 6e8), Undecided}, {stopped("a"), ran("b", 5e8, 9e8, 6e8), Faster},
		{ran("a", 5e8, 1.1e9, 6e8), stopped("b"), Undecided}, {ran("a", 5e8, 9.9e8, 6e8), stopped("b"), Slower},
	}
	for i, test := range tests {
		c, err := Records(test.base, test.now, 0.02)
		judgetest.Check(t, err)
		if got := c.Tables[0].Rows[0].Answer; got != test.want {
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
	c, err := Records(r, r, 0)
	judgetest.Check(t, err)
	got := map[string]bool{}
	for _, row := range c.Tables[0].Rows {
		got[row.Problem+" "+row.Test] = row.StartUp
		if row.IsStartUp() && row.Answer != NotJudged {
			t.Errorf("%v: %q", row.Key, row.Answer)
		}
	}
	want := map[string]bool{"p secret/a/1": true, "p secret/a/2": false, "p ": true, "start-up sample/empty": false}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("mostly start-up (-want +got):\n%s", diff)
	}
}
