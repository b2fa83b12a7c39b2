package compare

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestSignedRankCritical checks the exact distribution against the tables of Wilcoxon's test.
func TestSignedRankCritical(t *testing.T) {
	for _, test := range []struct {
		n     int
		alpha float64
		want  int // one more than the tables' largest T that is significant
	}{
		{5, 0.05, 0}, {6, 0.05, 1}, {8, 0.05, 4}, {8, 0.01, 1}, {10, 0.05, 9}, {10, 0.01, 4}, {20, 0.05, 53},
		{25, 0.01, 69}, {50, 0.05, 435},
	} {
		if got := signedRankCritical(test.n, test.alpha); got != test.want {
			t.Errorf("n=%d, level %g: got %d, want %d", test.n, test.alpha, got, test.want)
		}
	}
	for alpha, want := range map[float64]int{0.05: 7, 0.01: 9, 0.0001: 16} {
		if got := signedRankNeeds(alpha); got != want {
			t.Errorf("level %g needs %d values, want %d", alpha, got, want)
		}
	}
}

// TestManyValues: thousands of values are condensed, and the interval remains as short.
func TestManyValues(t *testing.T) {
	many := noise(rand.New(rand.NewPCG(1, 0)), 3333, 0.03)
	n, e := len(condensed(many, mostRatios)), evidence{ratios: many}.effect(0.001)
	if n > mostRatios || n < mostRatios/2 || e.Lo < 0.025 ||
		e.Hi > 0.035 {
		t.Errorf("of 3333 values, %d remain, and show %+v", n, e)
	}
}

// noise draws log ratios like those of layouts: a standard deviation of 2.5%, and now and then a disturbance.
func noise(random *rand.Rand, n int, effect float64) []float64 {
	return scattered(random, n, effect, 0.025)
}

// scattered draws log ratios with another standard deviation.
func scattered(random *rand.Rand, n int, effect, scatter float64) []float64 {
	logs := make([]float64, n)
	for i := range logs {
		logs[i] = math.Log1p(effect) + scatter*random.NormFloat64()
		if random.IntN(20) == 0 {
			logs[i] += 0.1 * random.NormFloat64()
		}
	}
	return logs
}

// sequential tests one of several solutions as a session does, and returns the answer and the number of layouts.
func sequential(logs []float64, solutions int, threshold float64) (Answer, int) {
	l := looksOf(solutions)
	for n := 1; n <= len(logs); n++ {
		alpha, look := l.at(n)
		if !look && n < len(logs) {
			continue
		}
		if e := (evidence{ratios: logs[:n]}).effect(alpha); paired(threshold).enough(e) || n == len(logs) {
			return paired(threshold).answer(e), n
		}
	}
	return Undecided, len(logs)
}

// TestSequential: looking often calls equal programs different in no more than 2% of 1,000 comparisons, and slow-downs
// are found, at the scatter that bench/README.md records: 1.1% on an idle machine, 2.5% beside busy processes.
func TestSequential(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	const comparisons = 1000
	for _, solutions := range []int{1, 4} {
		wrong := 0
		for range comparisons {
			different := false
			for range solutions {
				answer, _ := sequential(noise(random, 60, 0), solutions, 0.0001) // a threshold that never ends it early
				different = different || answer == Slower || answer == Faster
			}
			if different {
				wrong++
			}
		}
		if wrong > falseAlarms*comparisons {
			t.Errorf("%d solutions: %d of %d comparisons of equal programs call one different", solutions, wrong,
				comparisons)
		}
	}
	for _, test := range []struct {
		effect, scatter float64
		layouts         int
		threshold       float64
		want            Answer
		least           float64
	}{
		{0.01, 0.011, 150, 0.01, Slower, 0.95}, {0.03, 0.011, 40, 0.03, Slower, 0.99},
		{0.03, 0.025, 60, 0.03, Slower, 0.95}, {0.02, 0.025, 150, 0.03, Slower, 0.95},
		{-0.03, 0.025, 60, 0.03, Faster, 0.95}, {0, 0.025, 60, 0.03, NoSlower, 0.95},
		{0.003, 0.025, 100, 0.03, NoSlower, 0.9},
	} {
		right := 0
		for range 200 {
			logs := scattered(random, test.layouts, test.effect, test.scatter)
			if answer, _ := sequential(logs, 1, test.threshold); answer == test.want {
				right++
			}
		}
		if share := float64(right) / 200; share < test.least {
			t.Errorf("%+.1f%%: %s in %.1f%% of comparisons, want %.0f%%", 100*test.effect, test.want, 100*share,
				100*test.least)
		}
	}
}

// TestLooks: the looks never spend more than the level, and the last look gets the rest of it.
func TestLooks(t *testing.T) {
	for _, solutions := range []int{1, 30} {
		l := looksOf(solutions)
		spent := 0.0
		for k := 1; k < 12; k++ {
			n := l.layouts(k)
			alpha, look := l.at(n)
			if !look {
				t.Fatalf("%d layouts are not a look", n)
			}
			spent += alpha
			last, look := l.at(n + 1)
			if look || math.Abs(spent+last-l.level) > 1e-12 {
				t.Errorf("look %d: %g is spent, and %g left of %g", k, spent, last, l.level)
			}
		}
	}
}

func TestHodgesLehmann(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		values         []float64
		center, lo, hi float64
	}{
		{[]float64{1}, 1, -inf, inf},
		{[]float64{1, 2, 3, 4, 5}, 3, -inf, inf},       // 2/2⁵ is more than 5%
		{[]float64{1, 2, 3, 4, 5, 6}, 3.5, 1, 6},       // 2/2⁶ is not
		{[]float64{1, 2, 3, 4, 5, 1000}, 3.5, 1, 1000}, // as far as it says, an outlier moves the interval alone
		// Tables of the signed-rank test: for ten values the sum 8 is the largest that is significant at 5%. The ninth
		// smallest of the 55 means bounds the interval: 1, 1.5, 2, 2, 2.5, 2.5, 3, 3, 3.
		{[]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 5.5, 3, 8},
	} {
		center, lo, hi := hodgesLehmann(c.values, 0.05)
		if center != c.center || lo != c.lo || hi != c.hi {
			t.Errorf("%v: got %v in %v to %v, want %v in %v to %v", c.values, center, lo, hi, c.center, c.lo, c.hi)
		}
	}
	if center, _, _ := hodgesLehmann(nil, 0.05); !math.IsNaN(center) {
		t.Errorf("of nothing: %v", center)
	}
}

// TestProbabilities: each p-value agrees with the interval at its level, and with the tables of the tests. However
// samples tie, no p-value is smaller than that of samples that do not overlap.
func TestProbabilities(t *testing.T) {
	for _, test := range []struct {
		e    evidence
		want float64
	}{
		{evidence{ratios: []float64{1, 2, 3, 4, 5, 6}}, 2.0 / 64}, {evidence{ratios: []float64{-1, 2, 3, 4, 5, 6}}, 4.0 / 64},
		{evidence{ratios: []float64{0, 0}}, 1}, {apart([]float64{1, 2, 3}, []float64{4, 5, 6}, Effect{}), 2.0 / 20},
		{apart([]float64{1, 2, 4}, []float64{3, 5, 6, 7}, Effect{}), 4.0 / 20},
	} {
		if got := float64(test.e.p()); math.Abs(got-test.want) > 1e-12 {
			t.Errorf("%+v: p = %v, want %v", test.e, got, test.want)
		}
	}
	random := rand.New(rand.NewPCG(1, 0))
	for range 500 {
		a, b := make([]float64, 1+random.IntN(8)), make([]float64, 1+random.IntN(8))
		for _, side := range [][]float64{a, b} {
			for i := range side {
				side[i] = float64(1 + random.IntN(4))
			}
		}
		e := apart(a, b, Effect{})
		n, orders := e.rounds(), 1.0
		for i := 1; i <= n; i++ {
			orders *= float64(n+i) / float64(i)
		}
		if p := float64(e.p()); p < math.Min(1, 2/orders)-1e-12 || p > 1 {
			t.Errorf("%v and %v: p = %g, want at least %g and at most 1", a, b, p, 2/orders)
		}
		for _, e := range []evidence{{ratios: scattered(random, 12, 0.02, 0.025)},
			apart(scattered(random, 8, 0, 0.01), scattered(random, 8, 0.02, 0.01), Effect{})} {
			p := float64(e.p())
			at, below := e.effect(1.0001*p), e.effect(0.9999*p)
			if at.Lo <= 0 && at.Hi >= 0 || below.Lo > 0 || below.Hi < 0 {
				t.Errorf("p = %v, and the intervals are %+v and %+v", p, at, below)
			}
		}
	}
}
