package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/measure/record"
)

// record writes a record of 2 solutions on 6 tests with n samples each, noise of 1% and now and then a disturbance of
// 10% that hits a whole round.
func writeRecord(t *testing.T, path string, seed uint64, n int) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 0))
	w, err := record.Create(record.Record{
		Path: path, Planned: 12 * n,
		Machine: record.Machine{GOOS: "linux", GOARCH: "amd64", CPU: "A CPU", Cores: "2", Backend: "linux"},
	})
	judgetest.Check(t, err)
	for range n {
		disturbed := 1.0
		if random.IntN(6) == 0 {
			disturbed = 1.1
		}
		for _, solution := range []string{"backtrack", "dlx"} {
			for test := range 6 {
				cpu := math.Round(1e6 * float64(test+1) * disturbed * math.Exp(0.01*random.NormFloat64()))
				err := w.Sample(record.Sample{Key: record.Key{Problem: "p", Solution: solution,
					Test: fmt.Sprintf("secret/a/%d", test)}, Runs: 1,
					Values: map[record.Unit]float64{record.CPU: cpu, record.Nodes: float64(test)}})
				judgetest.Check(t, err)
			}
		}
	}
	judgetest.Check(t, w.Finish())
}

func TestRun(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	writeRecord(t, "pool.txt", 9, 20)
	var got strings.Builder
	for _, args := range []string{"-splits 50 -pool pool.txt", "-splits 50 -seed 2 -pool pool.txt"} {
		fmt.Fprintf(&got, "$ calibrate %s\n", args)
		judgetest.Check(t, run(t.Context(), &got, io.Discard, strings.Fields(args)))
	}
	judgetest.Golden(t, filepath.Join(home, "testdata/run.golden"), got.String())
}

// home is the package's folder, where tests start.
var home, _ = os.Getwd()

// TestBlocks: reports are drawn from what a folder holds, and nothing is measured for that. Parts that were interrupted
// are passed over.
func TestBlocks(t *testing.T) {
	t.Chdir(t.TempDir())
	writePart(t, "unchanged.10s.0001", 1, 20, true)
	writePart(t, "unchanged.10s.0002", 1, 20, true)
	writePart(t, "slower-3.10s.0001", 1.03, 20, true)
	writePart(t, "slower-3.10s.0002", 9, 20, false)
	var got strings.Builder
	judgetest.Check(t, run(t.Context(), &got, io.Discard, strings.Fields("-blocks . -time 0 -trials 50")))
	judgetest.Golden(t, filepath.Join(home, "testdata/blocks.golden"), got.String())
}

// writePart writes the records of one part, in which one side takes a factor as long.
func writePart(t *testing.T, name string, factor float64, n int, finished bool) {
	t.Helper()
	random := rand.New(rand.NewPCG(uint64(len(name)), uint64(1000*factor)))
	for side, path := range []string{name + ".txt", name + "-base.txt"} {
		w, err := record.Create(record.Record{Path: path, Machine: record.Machine{GOOS: "linux", GOARCH: "amd64",
			CPU: "A CPU", Cores: "2", Backend: "linux"}})
		judgetest.Check(t, err)
		for range n {
			for test := range 2 {
				cpu := 1e7 * math.Exp(0.01*random.NormFloat64())
				if side == 0 {
					cpu *= factor
				}
				judgetest.Check(t, w.Sample(record.Sample{Key: record.Key{Problem: "p", Solution: "dlx",
					Test: fmt.Sprintf("secret/a/%d", test)}, Runs: 4,
					Values: map[record.Unit]float64{record.CPU: math.Round(cpu)}}))
			}
		}
		if finished {
			judgetest.Check(t, w.Finish())
		} else {
			judgetest.Check(t, w.Abandon())
		}
	}
}

func TestVariants(t *testing.T) {
	const text = "package main\n\nfunc main() { solve(1) }\n\n// solve does nothing.\nfunc solve(n int) int " +
		"{\n\treturn n\n}\n\nfunc last() {}\n"
	s, err := split(text)
	judgetest.Check(t, err)
	got := s.planted(7)
	for _, want := range []string{"func solve(n int) int {\n\tfor turn := uint(0); turn < 7; turn++ {",
		"\nvar planted uint\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("planted: %q is not in\n%s", want, got)
		}
	}
	got = s.moved()
	want := "func last() {}\n\n// solve does nothing.\nfunc solve(n int) int {\n\treturn n\n}\n"
	if !strings.HasSuffix(got, want) || strings.Count(got, "func solve") != 1 {
		t.Errorf("moved: got\n%s", got)
	}
	if _, err := split("package main\n"); err == nil || !strings.Contains(err.Error(), "no function solve") {
		t.Errorf("got %v", err)
	}
}

func TestInterval(t *testing.T) {
	for n, want := range map[int]string{0: "0 of 40 (0.0%, 95%: 0.0 to 8.8%)",
		40: "40 of 40 (100.0%, 95%: 91.2 to 100.0%)", 38: "38 of 40 (95.0%, 95%: 83.5 to 98.6%)"} {
		if got := interval(n, 40); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	writeRecord(t, "a.txt", 1, 2)
	writeRecord(t, "six.txt", 1, 6)
	for args, want := range map[string]string{
		"":                      "give -blocks DIR, -short or -pool FILE",
		"a.txt":                 "\"a.txt\": give only flags; -pool FILE for a record",
		"-splits 0 -pool a.txt": "-splits: at least 1",
		"-trials 0 -short":      "-trials: at least 1",
		"-pool a.txt": "a.txt: 2 samples of each row: a pool needs at least 4, and 20 to be worth it; " +
			"record one with judge bench --count 20",
		"-splits 5 -pool six.txt": "six.txt: half of its 6 rounds are too few samples to decide anything about 12 " +
			"rows, so nothing can be said of false alarms or power; record a pool with judge bench --count 20",
		"-pool none.txt": "none.txt: no such file or directory; name a record of judge bench --out",
	} {
		err := run(t.Context(), io.Discard, io.Discard, strings.Fields(args))
		if err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", args, err, want)
		}
	}
}
