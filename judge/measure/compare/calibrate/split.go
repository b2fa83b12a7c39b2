package main

import (
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"

	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
)

// slowDowns are the slow-downs of the power experiment.
var slowDowns = []float64{0.03, 0.05}

// splitPool runs two experiments on one pool. A/A: both sides of a split are the same code, and every difference found
// is a false alarm. Power: one row, or all rows of one solution, are made slower on one side.
func splitPool(w io.Writer, r *record.Record, seed uint64, splits int, o compare.Options) error {
	p := newPool(r)
	if p.rounds < 4 {
		return fmt.Errorf("%s: %d samples of each row: a pool needs at least 4, and 20 to be worth it; record one "+
			"with judge bench --count 20", r.Path, p.rounds)
	}
	random := rand.New(rand.NewPCG(seed, 0))
	fmt.Fprintf(w, "%s: %d rounds of %d rows, split at random into %d and %d, %d times (seed %d)\n",
		r.Path, p.rounds, len(p.keys), p.rounds/2, p.rounds/2, splits, seed)

	alarms, regressions, decided := 0, 0, 0
	for range splits {
		base, now := p.split(random)
		c, err := compare.Records(base, now, o)
		if err != nil {
			return err
		}
		f := tally(c)
		alarms += one(f.different > 0)
		regressions += one(f.regressions > 0)
		decided += one(f.decided > 0)
	}
	if decided == 0 {
		return fmt.Errorf("%s: half of its %d rounds are too few samples to decide anything about %d rows, so "+
			"nothing can be said of false alarms or power; record a pool with judge bench --count 20",
			r.Path, p.rounds, len(p.keys))
	}
	fmt.Fprintf(w, "A/A: unchanged code is called different by %s of the reports, and named a regression by %s\n",
		share(alarms, splits), share(regressions, splits))

	for _, by := range slowDowns {
		row, all := 0, 0
		for range splits {
			slow := p.keys[random.IntN(len(p.keys))]
			for _, slowed := range []struct {
				hits *int
				is   func(record.Key) bool
			}{
				{&row, func(k record.Key) bool { return k == slow }},
				{&all, func(k record.Key) bool { return k.Program() == slow.Program() }},
			} {
				base, now := p.split(random)
				slower(now, by, slowed.is)
				c, err := compare.Records(base, now, o)
				if err != nil {
					return err
				}
				*slowed.hits += one(names(c, slowed.is))
			}
		}
		fmt.Fprintf(w, "power: a test that takes %.0f%% longer is named a regression by %s of the reports; a "+
			"solution that does on all its tests, by %s\n",
			by*100, share(row, splits), share(all, splits))
	}
	return nil
}

// pool is a record by rounds: round i holds the i-th sample of every row.
type pool struct {
	record *record.Record
	keys   []record.Key // of CPU times, start-up left out
	rounds int          // that every row has
	round  []int        // of each sample
}

func newPool(r *record.Record) *pool {
	p := &pool{record: r}
	taken := make(map[record.Key]int)
	for _, s := range r.Samples {
		p.round = append(p.round, taken[s.Key])
		taken[s.Key]++
	}
	for k, n := range taken {
		if !k.IsControl() && n > 1 { // a row with a single sample has counts only
			p.keys = append(p.keys, k)
			if p.rounds == 0 || n < p.rounds {
				p.rounds = n
			}
		}
	}
	slices.SortFunc(p.keys, func(a, b record.Key) int {
		return slices.Compare([]string{a.Problem, a.Solution, a.Test}, []string{b.Problem, b.Solution, b.Test})
	})
	return p
}

// split puts a random half of the rounds on one side and the other half on the other. Rounds stay whole, to keep
// disturbances that hit several rows at once.
func (p *pool) split(random *rand.Rand) (base, now *record.Record) {
	side := random.Perm(p.rounds)
	half := p.rounds / 2
	var halves [2]*record.Record
	for i := range halves {
		r := *p.record
		r.Samples, r.Finished = nil, true
		halves[i] = &r
	}
	for i, s := range p.record.Samples {
		if round := p.round[i]; round < p.rounds && side[round] < 2*half {
			r := halves[side[round]/half]
			r.Samples = append(r.Samples, s)
		}
	}
	return halves[0], halves[1]
}

// slower raises the CPU times of some rows.
func slower(r *record.Record, by float64, of func(record.Key) bool) {
	for i, s := range r.Samples {
		if cpu, known := s.Values[record.CPU]; known && of(s.Key) {
			r.Samples[i].Values = maps.Clone(s.Values) // leave the pool unchanged
			r.Samples[i].Values[record.CPU] = cpu * (1 + by)
		}
	}
}

// names reports whether the comparison calls the CPU time of any such row a regression.
func names(c *compare.Comparison, of func(record.Key) bool) bool {
	for _, t := range c.Regressions() {
		if t.Unit == record.CPU && slices.ContainsFunc(t.Rows, func(r compare.Row) bool { return of(r.Key) }) {
			return true
		}
	}
	return false
}

func one(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

func share(n, of int) string {
	return fmt.Sprintf("%d of %d (%.1f%%)", n, of, 100*float64(n)/float64(of))
}

// found is what a report calls different, and how many rows of times or memory had enough samples for that.
type found struct{ different, regressions, decided int }

func tally(c *compare.Comparison) found {
	var f found
	for _, t := range c.Tables {
		for _, r := range t.Rows {
			if !t.Unit.Exact() && r.Outcome != compare.TooFew && r.Outcome != compare.NotJudged {
				f.decided++
			}
			switch r.Outcome {
			case compare.Regression:
				f.regressions++
				f.different++
			case compare.Better, compare.Worse, compare.Doubtful:
				f.different++
			}
		}
	}
	return f
}
