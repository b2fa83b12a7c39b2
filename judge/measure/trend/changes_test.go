package trend

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/aclements/go-moremath/stats"

	"dlxjudge/judge/base/judgetest"
)

// TestOneDivision: with two levels, p is the p-value of Student's t-test times the number of places tested.
func TestOneDivision(t *testing.T) {
	a, b := []float64{1, 1.1, 0.9, 1.05, 1}, []float64{2, 2.2, 1.9, 2.1}
	want, err := stats.TwoSampleTTest(stats.Sample{Xs: a}, stats.Sample{Xs: b}, stats.LocationDiffers)
	judgetest.Check(t, err)
	got := test(append(a, b...), []int{5}, 0)[0]
	p, delta := float64(got.P)/120, math.Log1p(float64(got.Delta)) // 120 = 10·9·8/6
	if math.Abs(p-want.P) > 1e-12 || math.Abs(delta-(2.05-1.01)) > 1e-9 {
		t.Errorf("got %+v, want p = 120 times %v", got, want.P)
	}
}

// noises have a standard deviation of about 1.
var noises = []struct {
	name  string
	most  float64 // part of the series that may report a change
	value func(random *rand.Rand) float64
}{
	{"normal", 0.005, (*rand.Rand).NormFloat64},
	{"uniform", 0.005, func(r *rand.Rand) float64 { return (r.Float64() - 0.5) * math.Sqrt(12) }},
	{"skewed", 0.01, (*rand.Rand).ExpFloat64},
	{"heavy tails", 0.01, func(r *rand.Rand) float64 { // t with 3 degrees of freedom
		squares := 0.0
		for range 3 {
			x := r.NormFloat64()
			squares += x * x
		}
		return r.NormFloat64() / math.Sqrt(squares)
	}},
}

// TestNoFalseChanges: for each length and noise, few of the series without a change report one.
func TestNoFalseChanges(t *testing.T) {
	const trials = 2000
	random := rand.New(rand.NewPCG(2, 2))
	for _, noise := range noises {
		for _, n := range []int{1, 2, 3, 4, 5, 6, 8, 12, 20, 30} {
			named := 0
			for range trials {
				values := make([]float64, n)
				for i := range values {
					values[i] = 0.02 * noise.value(random)
				}
				if len(changes(values, 0, 0, 0.005)) > 0 {
					named++
				}
			}
			if n < 2*least && named > 0 || float64(named) > noise.most*trials {
				t.Errorf("%s: %d of %d series of %d records report a change", noise.name, named, trials, n)
			}
		}
	}
}

// TestPlanted: planted changes are found at their places, even close to each other, and an outlier is not a change.
func TestPlanted(t *testing.T) {
	for _, c := range []struct {
		levels []float64 // in percent
		want   []int
	}{
		{[]float64{0, 0, 0, 0, 0, 30, 30, 30, 30, 30}, []int{5}},
		{[]float64{0, 0, 0, -30, -30, -30}, []int{3}},
		{[]float64{0, 0, 0, -30, -30, -30, -50, -50, -50}, []int{3, 6}},
		{[]float64{0, 0, 0, 0, 40, 40, 40, 0, 0, 0, 0}, []int{4, 7}},
		{[]float64{0, 0, 0, 0, 0, 0, 0, 0, 5, 5, 5, 5, 5, 5, 5, 5}, []int{8}},
		{[]float64{0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2}, nil}, // below the threshold
		{[]float64{0, 0, 0, 0, 50, 0, 0, 0, 0}, nil},
		{[]float64{0, 0, 0, 0, 0, 0, 0, 50}, nil},
		{[]float64{0, 0, 30}, nil},
		{[]float64{0, 30}, nil},
		{[]float64{0}, nil},
	} {
		random := rand.New(rand.NewPCG(3, 3))
		hits := 0
		const trials = 200
		for range trials {
			values := make([]float64, len(c.levels))
			for i, percent := range c.levels {
				values[i] = math.Log1p(percent/100) + 0.005*random.NormFloat64()
			}
			var at []int
			for _, change := range changes(values, 0.005, 0.03, 0.005) {
				at = append(at, change.At)
				planted := (100+c.levels[change.At])/(100+c.levels[change.At-1]) - 1
				if math.Abs(float64(change.Delta)-planted) > 0.03 {
					t.Errorf("%v: %+v, planted %v", c.levels, change, planted)
				}
			}
			if fmt.Sprint(at) == fmt.Sprint(c.want) {
				hits++
			}
		}
		if hits < trials*95/100 {
			t.Errorf("%v: %d of %d found at %v", c.levels, hits, trials, c.want)
		}
	}
}

// TestNoiseFloor: accidental agreement of records does not make a small difference significant.
func TestNoiseFloor(t *testing.T) {
	values := []float64{1, 1.00001, 1.04, 1.04001}
	if got := changes(values, 0, 0.03, 0.005); len(got) != 1 {
		t.Errorf("without known noise: %+v", got)
	}
	if got := changes(values, 0.02, 0.03, 0.005); len(got) != 0 {
		t.Errorf("with noise of 2%%: %+v", got)
	}
}
