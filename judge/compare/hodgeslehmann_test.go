package compare

import (
	"math"
	"math/rand/v2"
	"testing"
)

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
		center, lo, hi := HodgesLehmann(c.values, 0.95)
		if center != c.center || lo != c.lo || hi != c.hi {
			t.Errorf("%v: got %v in %v to %v, want %v in %v to %v", c.values, center, lo, hi, c.center, c.lo, c.hi)
		}
	}
	if center, _, _ := HodgesLehmann(nil, 0.95); !math.IsNaN(center) {
		t.Errorf("of nothing: %v", center)
	}
}

// TestHodgesLehmannCovers: a 95% interval holds the true middle in about 95 of 100 cases.
func TestHodgesLehmannCovers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	const trials = 2000
	held := 0
	for range trials {
		values := make([]float64, 12)
		for i := range values {
			values[i] = 7 + random.NormFloat64()
		}
		if _, lo, hi := HodgesLehmann(values, 0.95); lo <= 7 && 7 <= hi {
			held++
		}
	}
	if held < trials*93/100 || held > trials*98/100 {
		t.Errorf("%d of %d intervals hold the middle", held, trials)
	}
}
