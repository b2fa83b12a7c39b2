package compare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"dlxjudge/judge/measure/record"
)

// turns returns records of two sides over layouts with a scatter of 1%. On the second side, a test takes factor as
// long.
func turns(rounds int, factors ...float64) (base, now *record.Record) {
	random := rand.New(rand.NewPCG(3, 0))
	base, now = &record.Record{Path: "base", Finished: true}, &record.Record{Path: "now", Finished: true}
	for range rounds {
		drift := math.Exp(0.1 * random.NormFloat64()) // of the machine, which hits both sides
		for i, factor := range factors {
			key := record.Key{Problem: "p", Solution: "dlx", Test: fmt.Sprint("secret/a/", i)}
			add := func(r *record.Record, cpu float64) {
				r.Samples = append(r.Samples, record.Sample{Key: key, Runs: 4, Values: map[record.Unit]float64{
					record.CPU: cpu * drift, record.Memory: 2e6, record.Nodes: 7,
				}})
			}
			add(base, 1e7)
			add(now, 1e7*factor*math.Exp(0.01*random.NormFloat64()))
		}
	}
	return base, now
}

// stop replaces the samples of the second test by a bound.
func stop(r *record.Record, at time.Duration) {
	k := r.Samples[1].Key
	r.Samples = slices.DeleteFunc(slices.Clone(r.Samples), func(s record.Sample) bool { return s.Key == k })
	r.Bounds = []record.Bound{{Key: k, CPU: at}}
}

func TestInTurns(t *testing.T) {
	tests := []struct {
		name    string
		rounds  int
		factors []float64
		change  func(base, now *record.Record)
		answer  Answer
		shown   int // number of tests with Shown
		worse   bool
	}{
		{"slower", 20, []float64{1.03, 1.03}, nil, Slower, 2, true},
		{"slower on one test", 20, []float64{1.06, 1, 1}, nil, Slower, 1, true},
		{"faster", 20, []float64{0.97}, nil, Faster, 1, false},
		{"unchanged", 20, []float64{1, 1}, nil, NoSlower, 0, false},
		{"a slow-down that does not count", 200, []float64{1.006}, nil, NoSlower, 0, false},
		{"one gains what the other loses", 20, []float64{1.04, 1 / 1.04}, nil, NoSlower, 0, false},
		{"too few", 5, []float64{2}, nil, Undecided, 0, false},
		{"more nodes", 20, []float64{1}, func(_, now *record.Record) {
			for _, s := range now.Samples {
				s.Values[record.Nodes] = 8
			}
		}, NoSlower, 0, true},
		{"more memory", 20, []float64{1}, func(_, now *record.Record) {
			for _, s := range now.Samples {
				s.Values[record.Memory] *= 1.05
			}
		}, NoSlower, 0, true},
		{"counts are lost", 20, []float64{1}, func(_, now *record.Record) {
			now.Uncounted = []record.Key{now.Samples[0].Key}
		}, NoSlower, 0, true},
		{"stopped now", 20, []float64{1, 1}, func(_, now *record.Record) { stop(now, time.Second) }, Stopped, 0, true},
		{"stopped now, earlier than the base ends", 20, []float64{1, 1}, func(base, now *record.Record) {
			stop(now, time.Duration(0.99*slices.Max(base.Values(base.Samples[1].Key, record.CPU))))
		}, Undecided, 0, false},
		{"not measured", 0, nil, func(base, now *record.Record) {
			base.Same = []record.Program{{Problem: "p", Solution: "dlx"}}
			now.Same = base.Same
		}, Same, 0, false},
	}
	for _, test := range tests {
		base, now := turns(test.rounds, test.factors...)
		if test.change != nil {
			test.change(base, now)
		}
		c := InTurns(base, now, 0.03)
		if len(c.Times()) != 1 {
			t.Errorf("%s: %d solutions, want one", test.name, len(c.Times()))
			continue
		}
		s, shown := c.Times()[0], 0
		for _, row := range s.Tests {
			if row.Answer == Slower || row.Answer == Faster {
				shown++
			}
		}
		if s.Answer != test.answer || shown != test.shown || c.Worse != test.worse {
			t.Errorf("%s: %s (%+v), %d tests shown, regressions %v; want %s, %d, %v",
				test.name, s.Answer, s.Change, shown, c.Worse, test.answer, test.shown, test.worse)
		}
	}
}

// TestDecided: a session stops at the look that decides, and not between looks.
func TestDecided(t *testing.T) {
	base, now := turns(14, 1.05, 1.05)
	first := func(r *record.Record, rounds int) *record.Record {
		return &record.Record{Samples: r.Samples[:2*rounds]}
	}
	dlx := record.Program{Problem: "p", Solution: "dlx"}
	l := looksOf(1)
	for n := range 14 {
		want := n == l.layouts(1) || n == l.layouts(2)
		if got := Decided(first(base, n), first(now, n), dlx, 0.03); got != want {
			t.Errorf("%d rounds: decided is %v, want %v (the first look is at %d)", n, got, want, l.first)
		}
	}
	one := first(base, l.first)
	stop(one, time.Second)
	if now := first(now, l.first); !Decided(one, now, dlx, 0.03) || !Decided(now, one, dlx, 0.03) {
		t.Error("a test of one side alone keeps the other from a decision")
	}
	if e := SoFar(base, now, dlx); e.Lo < 0.03 || e.Hi > 0.07 {
		t.Errorf("5%% more are %+v so far", e)
	}
}

// TestPlanned: solutions that were never measured share the level, too.
func TestPlanned(t *testing.T) {
	languages := map[record.Program]string{{Problem: "p", Solution: "dlx"}: "go",
		{Problem: "p", Solution: "late"}: "go", {Problem: "p", Solution: "same"}: "go"}
	base, now := &record.Record{Languages: languages}, &record.Record{Languages: languages}
	now.Same = []record.Program{{Problem: "p", Solution: "same"}}
	if got := planned(base, now); got != 2 {
		t.Errorf("%d solutions, want dlx and late", got)
	}
}
