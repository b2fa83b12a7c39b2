package compare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"dlxjudge/judge/measure/record"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"dlxjudge/judge/base/judgetest"
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
func noisy(random *rand.Rand, path string, rows, n int, slower func(row int) float64) *record.Record {
	r := &record.Record{Path: path, Machine: machine, Planned: rows * n, Finished: true}
	for range n {
		for row := range rows {
			cpu := 1e6 * float64(row+1) * math.Exp(0.01*random.NormFloat64()) * slower(row)
			r.Samples = append(r.Samples, record.Sample{Key: record.Key{Problem: "p", Solution: "dlx",
				Test: fmt.Sprintf("secret/a/%03d", row)}, Runs: 1, Values: map[record.Unit]float64{record.CPU: cpu}})
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
		c, err := Records(base, now, Options{Threshold: 0})
		judgetest.Check(t, err)
		if len(different(c)) > 0 {
			alarms++
		}
		before, after := seriesOf(base), seriesOf(now)
		for k := range before.values {
			if rankTest(before.values[k][record.CPU], after.values[k][record.CPU]) <= 0.05 {
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
			if row.Outcome == Better || row.Outcome == Worse || row.Outcome == Regression {
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
	c, err := Records(noisy(random, "base", 100, 10, unchanged), noisy(random, "now", 100, 10, slower),
		Options{Threshold: 0.02})
	judgetest.Check(t, err)
	found := c.Regressions()
	if len(found) != 1 || len(found[0].Rows) != 1 || found[0].Rows[0].Test != "secret/a/041" {
		t.Errorf("found %+v", found)
	}
}

// TestMeanFindsMore: a slow-down of 1.5% in all tests drowns in the noise of each, but not in that of their mean.
func TestMeanFindsMore(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	c, err := Records(noisy(random, "base", 100, 10, unchanged), noisy(random, "now", 100, 10, func(int) float64 {
		return 1.015
	}), Options{Threshold: 0.01})
	judgetest.Check(t, err)
	rows := c.Tables[0].Rows
	if mean := rows[len(rows)-1]; mean.Test != "" || mean.Outcome != Regression {
		t.Errorf("the last row is %+v, want the mean, a regression", mean)
	}
}

// TestTooFew: with 6 samples the smallest p-value is 0.002; that is enough for 10 rows and their mean, and hopeless for
// 100.
func TestTooFew(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	for rows, want := range map[int]Outcome{10: NoneShown, 100: TooFew} {
		c, err := Records(noisy(random, "base", rows, 6, unchanged), noisy(random, "now", rows, 6, unchanged),
			Options{})
		judgetest.Check(t, err)
		for _, row := range c.Tables[0].Rows {
			if row.Outcome != want {
				t.Errorf("%d rows: %s is %q, want %q", rows, row.Test, row.Outcome, want)
			}
		}
	}
}
