package compare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"dlxjudge/judge/measure/record"

	"dlxjudge/judge/base/judgetest"
)

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

// noisy is a record of solutions with three tests each and n rounds of samples, the CPU time of solution i around
// (i+1) ms with 1% of noise, times what slower says.
func noisy(random *rand.Rand, path string, solutions, n int, slower func(solution int) float64) *record.Record {
	r := &record.Record{Path: path, Machine: machine, Planned: 3 * solutions * n, Finished: true}
	for range n {
		for i := range 3 * solutions {
			cpu := 1e6 * float64(i/3+1) * math.Exp(0.01*random.NormFloat64()) * slower(i/3)
			r.Samples = append(r.Samples, record.Sample{Key: record.Key{Problem: "p",
				Solution: fmt.Sprintf("s%02d", i/3), Test: fmt.Sprintf("secret/a/%d", i%3)}, Runs: 1,
				Values: map[record.Unit]float64{record.CPU: cpu}})
		}
	}
	return r
}

func unchanged(int) float64 { return 1 }

// TestFalseAlarms: of 1,000 reports of 4 solutions on unchanged code, at most 2% call any of them different.
func TestFalseAlarms(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	alarms := 0
	for range 1000 {
		c, err := Records(noisy(random, "base", 4, 8, unchanged), noisy(random, "now", 4, 8, unchanged), 0)
		judgetest.Check(t, err)
		for _, row := range c.Tables[0].Rows {
			if row.Answer == Slower || row.Answer == Faster {
				alarms++
				break
			}
		}
	}
	if alarms > 20 {
		t.Errorf("%d of 1000 reports of unchanged code call a solution different, want at most 20", alarms)
	}
}

// TestFindsSlowDown: one solution of 30 that is 5% slower under 1% of noise is named, and no other. Its tests are shown
// and not judged.
func TestFindsSlowDown(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	slower := func(solution int) float64 {
		if solution == 21 {
			return 1.05
		}
		return 1
	}
	c, err := Records(noisy(random, "base", 30, 10, unchanged), noisy(random, "now", 30, 10, slower), 0.02)
	judgetest.Check(t, err)
	for _, row := range c.Tables[0].Rows {
		want := NoSlower
		switch {
		case row.Test != "":
			want = NotJudged
		case row.Solution == "s21":
			want = Slower
		}
		if row.Answer != want {
			t.Errorf("%s %q is %q, want %q", row.Solution, row.Test, row.Answer, want)
		}
	}
	if !c.Worse || !c.TimeIsWorse() {
		t.Error("this is not a regression")
	}
}

// TestTooFew: the smallest p-value of 6 samples is 0.002. That is enough for 9 solutions, and too large for 10.
func TestTooFew(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	for solutions, want := range map[int]Answer{9: NoSlower, 10: Undecided} {
		c, err := Records(noisy(random, "base", solutions, 6, unchanged),
			noisy(random, "now", solutions, 6, unchanged), 0.02)
		judgetest.Check(t, err)
		for _, row := range c.Tables[0].Rows {
			if row.Test == "" && row.Answer != want {
				t.Errorf("%d solutions: %s is %q, want %q", solutions, row.Solution, row.Answer, want)
			}
		}
	}
}
