package compare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"dlxjudge/judge/base/judgetest"
	"dlxjudge/judge/measure/record"
)

// noises are ways to scatter around 0, with a standard deviation of about 1.
var noises = map[string]func(*rand.Rand) float64{
	"normal": (*rand.Rand).NormFloat64,
	"heavy": func(r *rand.Rand) float64 { // Laplace's
		return (r.ExpFloat64() - r.ExpFloat64()) / math.Sqrt2
	},
	"disturbed": func(r *rand.Rand) float64 { // one in ten by much more
		if r.IntN(10) == 0 {
			return 4 * r.NormFloat64()
		}
		return r.NormFloat64()
	},
}

// TestPreciseCovers: the intervals of samples that end when their interval is short hold the true ratio as often as
// they say, however much the samples scatter and thus however often they are looked at.
func TestPreciseCovers(t *testing.T) {
	trials := 300
	if !testing.Short() {
		trials = 3000
	}
	const within = 0.03
	for name, noise := range noises {
		for _, scatter := range []float64{0.01, 0.03, 0.045, 0.07, 0.1} {
			random := rand.New(rand.NewPCG(1, uint64(1000*scatter)))
			hits, rounds := 0, 0
			for range trials {
				var logs []float64
				var r Ratio
				for {
					logs = append(logs, scatter*noise(random))
					if !precisionLook(len(logs)) {
						continue
					}
					if r.of(logs); r.Within() <= within {
						break
					}
				}
				rounds += len(logs)
				if r.Lo <= 1 && 1 <= r.Hi {
					hits++
				}
			}
			covered := float64(hits) / float64(trials)
			told := fmt.Sprintf("%s, scatter %.1f%%: %.1f%% of the intervals hold it, after %d rounds", name,
				100*scatter, 100*covered, rounds/trials)
			t.Log(told)
			if covered < confidence-2.5*math.Sqrt(confidence*(1-confidence)/float64(trials)) {
				t.Error(told)
			}
		}
	}
}

func TestPrecisionLooks(t *testing.T) {
	var looks []int
	for rounds := range 100 {
		if precisionLook(rounds) {
			looks = append(looks, rounds)
		}
	}
	if want := []int{10, 14, 20, 28, 40, 57, 80}; !slices.Equal(looks, want) {
		t.Errorf("looks after %v rounds, want %v", looks, want)
	}
}

// TestPrecise: more samples are wanted of the solutions whose ratio scatters, on the workload where it does, and for
// the mean over the workloads on all; never between looks, and never for a bound.
func TestPrecise(t *testing.T) {
	names := []string{"slow", "a", "b", "c"}
	r := &record.Record{}
	key := func(solution, workload string) record.Key {
		return record.Key{Problem: "p", Solution: solution, Test: record.WorkloadTest(workload, 1)}
	}
	random := rand.New(rand.NewPCG(1, 1))
	for range 14 {
		for i, solution := range names[1:] {
			for _, workload := range []string{"easy", "hard"} {
				scatter := 0.001
				if solution == "c" && workload == "hard" {
					scatter = 0.2
				}
				cpu := 1e7 * float64(i+1) * math.Exp(scatter*random.NormFloat64())
				r.Samples = append(r.Samples, record.Sample{Key: key(solution, workload), Runs: 1,
					Values: map[record.Unit]float64{record.CPU: cpu}})
			}
		}
	}
	for _, workload := range []string{"easy", "hard"} {
		r.Bounds = append(r.Bounds, record.Bound{Key: key("slow", workload), CPU: time.Second})
	}
	for _, test := range []struct {
		rounds int
		within float64
		look   bool
		want   []record.Key
	}{
		{13, 0.03, false, nil},
		{14, 0.9, true, nil},
		{14, 0.15, true, []record.Key{key("b", "hard"), key("c", "hard")}},
		{14, 0.03, true, []record.Key{key("b", "easy"), key("b", "hard"), key("c", "easy"), key("c", "hard")}},
	} {
		got, look := Precise(r, "p", names, test.rounds, test.within)
		slices.SortFunc(got, record.Key.Compare)
		if !slices.Equal(got, test.want) || look != test.look {
			t.Errorf("%d rounds, ±%v: got %v, %v, want %v, %v", test.rounds, test.within, got, look, test.want,
				test.look)
		}
	}
	l, err := Solutions(r, "p", names, nil)
	judgetest.Check(t, err)
	// Of each workload and of the mean, b over a and c over b are known; those over the first are bounds.
	if wide, of := l.Wide(0.15); wide != 1 || of != 6 {
		t.Errorf("%d of %d are wide, want 1 of 6", wide, of)
	}
}
