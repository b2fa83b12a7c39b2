package record

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"dlxjudge/judge/base/judgetest"
)

// example is a small record with everything that a record can hold.
func example() Record {
	record := Record{
		Run: Run{Commit: "0123456789abcdef0123456789abcdef01234567", Dirty: true, Date: time.Date(2026, 5, 4, 3, 2, 1,
			0, time.UTC), Seed: 7},
		Machine: Machine{GOOS: "linux", GOARCH: "amd64", CPU: "A CPU @ 2.00GHz", Cores: "2", Kernel: "6.1.0",
			Backend: "linux", Go: "go1.26.0", GCC: "12.2.0", Host: "0123456789ab"},
		Languages: map[Program]string{{"poj3074", "dlx"}: "go", {"poj3074", "backtrack"}: "c"},
		Planned:   13, Finished: true,
		Uncounted: []Key{{"poj3074", "backtrack", "secret/hard/02"}},
		Bounds:    []Bound{{Key{"poj3074", "backtrack", "secret/hard/02"}, 1500 * time.Millisecond}},
	}
	for i := range 6 {
		noise := float64(i * 10000)
		record.Samples = append(record.Samples,
			Sample{Key: Key{"poj3074", "dlx", "secret/hard/02"}, Runs: 1, Values: map[Unit]float64{
				CPU: 4190000 + noise, Wall: 4300000 + noise, Memory: 3145728, Nodes: 41237, Statements: 981273}},
			Sample{Key: StartUp("go"), Runs: 50, Values: map[Unit]float64{CPU: 910000 - noise, Wall: 1200000,
				Memory: 1511424}},
		)
	}
	record.Samples = append(record.Samples,
		Sample{Key: Key{"poj3074", "backtrack", "sample/n-60"}, Runs: 1, Values: map[Unit]float64{Nodes: 24943}})
	return record
}

// write writes a record as judge bench does, and returns its path.
func write(t *testing.T, r Record) string {
	t.Helper()
	samples := r.Samples
	r.Samples = nil
	path := filepath.Join(t.TempDir(), "record.txt")
	w, err := Create(path, &r)
	judgetest.Check(t, err)
	for _, s := range samples {
		judgetest.Check(t, w.Sample(s))
	}
	end := func() error { return w.Abandon(true) }
	if r.Finished {
		end = w.Finish
	}
	judgetest.Check(t, end())
	return path
}

var ignored = cmp.Options{cmpopts.IgnoreFields(Record{}, "Path"), cmpopts.IgnoreUnexported(Record{})}

func TestRoundTrip(t *testing.T) {
	for _, finished := range []bool{true, false} {
		want := example()
		want.Finished = finished
		got, err := Read(write(t, want))
		judgetest.Check(t, err)
		if diff := cmp.Diff(&want, got, ignored); diff != "" {
			t.Errorf("finished %v (-want +got):\n%s", finished, diff)
		}
	}
}

func TestCreateOverwritesNothing(t *testing.T) {
	r := example()
	_, err := Create(write(t, r), &r)
	if err == nil || !strings.Contains(err.Error(), "there is already a record of that name") {
		t.Errorf("got %v", err)
	}
}

// TestText: the lines of a record are in the format, and their figures are unchanged.
func TestText(t *testing.T) {
	text := judgetest.Read(t, write(t, example()))
	for _, line := range []string{
		"\n# commit: 0123456789abcdef0123456789abcdef01234567\n# dirty: yes\n# date: 2026-05-04T03:02:01Z\n",
		"\ngoos: linux\ngoarch: amd64\ncpu: A CPU @ 2.00GHz\ncores: 2\nkernel: 6.1.0\nbackend: linux\n" +
			"go: go1.26.0\ngcc: 12.2.0\n",
		"\nUnit cpu-ns/op better=lower\n", "\nUnit nodes/op assume=exact better=lower\n",
		"\nBenchmarkJudge/problem=poj3074/solution=dlx/group=hard/test=02 1 4190000 cpu-ns/op 4300000 wall-ns/op " +
			"3145728 peak-RSS-bytes 41237 nodes/op 981273 statements/op\n",
	} {
		if !strings.Contains(text, line) {
			t.Errorf("no %q in\n%s", line, text)
		}
	}
}

// TestBenchstat compares the records of two commits with plain benchstat. It must show one table for each unit, with
// both files side by side, and deltas.
func TestBenchstat(t *testing.T) {
	judgetest.Long(t, "builds benchstat")
	judgetest.Need(t, "go")
	before, after := example(), example()
	after.Run = Run{Commit: "fedcba9876543210fedcba9876543210fedcba98", Date: before.Run.Date.Add(time.Hour)}
	for _, s := range after.Samples {
		for _, u := range []Unit{CPU, Statements} {
			if v, known := s.Values[u]; known {
				s.Values[u] = v * 2
			}
		}
	}
	out, err := exec.Command("go", "tool", "benchstat", write(t, before), write(t, after)).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{
		"Judge/problem=poj3074/solution=dlx/group=hard/test=02", "+100.00% (p=0.002 n=6)", "+100.00% (n=6)",
		"~ (p=1.000 n=6)",
	} {
		if !strings.Contains(string(out), want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if n := strings.Count(string(out), "cpu: A CPU"); n != 1 {
		t.Errorf("%d groups of tables, want 1:\n%s", n, out)
	}
}

func TestNames(t *testing.T) {
	for test, want := range map[string]string{
		"secret/hard/02":     "Judge/problem=p/solution=s/group=hard/test=02",
		"sample/1":           "Judge/problem=p/solution=s/group=sample/test=1",
		"secret/1":           "Judge/problem=p/solution=s/group=secret/test=1",
		"secret/a/b/c-8":     "Judge/problem=p/solution=s/group=a%2Fb/test=c-8",
		"secret/sample/1":    "Judge/problem=p/solution=s/group=secret%2Fsample/test=1",
		"secret/secret/x y%": "Judge/problem=p/solution=s/group=secret%2Fsecret/test=x%20y%25",
		"1":                  "Judge/problem=p/solution=s/group=./test=1",
	} {
		key := Key{"p", "s", test}
		if got := key.name(); got != want {
			t.Errorf("%s: got %s, want %s", test, got, want)
		}
		if back, err := parseName(want); err != nil || back != key {
			t.Errorf("%s: got back %v, %v", want, back, err)
		}
	}
}
