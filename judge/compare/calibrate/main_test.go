package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dlxjudge/judge/judgetest"
	"dlxjudge/judge/record"
)

// record writes a record of 2 solutions on 6 tests with n samples each, noise of 1% and now and then a disturbance of 10%
// that hits a whole round.
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
				err := w.Sample(record.Sample{Key: record.Key{Problem: "p", Solution: solution, Test: fmt.Sprintf("secret/a/%d", test)}, Runs: 1,
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
	for _, args := range []string{"-splits 50 pool.txt", "-splits 50 -seed 2 pool.txt"} {
		fmt.Fprintf(&got, "$ calibrate %s\n", args)
		judgetest.Check(t, run(&got, strings.Fields(args)))
	}
	judgetest.Golden(t, filepath.Join(home, "testdata/run.golden"), got.String())
}

// home is the package's folder, where tests start.
var home, _ = os.Getwd()

func TestErrors(t *testing.T) {
	t.Chdir(t.TempDir())
	writeRecord(t, "a.txt", 1, 2)
	writeRecord(t, "six.txt", 1, 6)
	for args, want := range map[string]string{
		"":                  "0 records: give one pool",
		"a.txt six.txt":     "2 records: give one pool",
		"-splits 0 a.txt":   "-splits: at least 1",
		"a.txt":             "a.txt: 2 samples of each row: a pool needs at least 4, and 20 to be worth it; record one with judge bench --count 20",
		"-splits 5 six.txt": "six.txt: half of its 6 rounds are too few samples to decide anything about 12 rows, so nothing can be said of false alarms or power; record a pool with judge bench --count 20",
		"none.txt":          "none.txt: no such file or directory; name a record of judge bench --out",
	} {
		if err := run(&strings.Builder{}, strings.Fields(args)); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", args, err, want)
		}
	}
}
