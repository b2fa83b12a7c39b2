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
	if len(p.rounds) < 4 {
		return fmt.Errorf("%s: %d samples of each row: a pool needs at least 4, and 20 to be worth it; record one "+
			"with judge bench --count 20", r.Path, len(p.rounds))
	}
	random := rand.New(rand.NewPCG(seed, 0))
	fmt.Fprintf(w, "%s: %d rounds of %d rows, split at random into %d and %d, %d times (seed %d)\n",
		r.Path, len(p.rounds), len(p.keys), len(p.rounds)/2, len(p.rounds)/2, splits, seed)

	alarms, regressions, decided := 0, 0, 0
	for range splits {
		base, now := p.split(random)
		c, err := compare.Records(base, now, o)
		if err != nil {
			return err
		}
		alarms += has(c, func(_ record.Unit, r compare.Row) bool {
			return slices.Contains([]compare.Outcome{compare.Regression, compare.Better, compare.Worse,
				compare.Doubtful}, r.Outcome)
		})
		regressions += has(c, func(_ record.Unit, r compare.Row) bool { return r.Outcome == compare.Regression })
		decided += has(c, func(u record.Unit, r compare.Row) bool {
			return !u.Exact() && r.Outcome != compare.TooFew && r.Outcome != compare.NotJudged
		})
	}
	if decided == 0 {
		return fmt.Errorf("%s: half of its %d rounds are too few samples to decide anything about %d rows, so "+
			"nothing can be said of false alarms or power; record a pool with judge bench --count 20",
			r.Path, len(p.rounds), len(p.keys))
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
				*slowed.hits += has(c, func(u record.Unit, r compare.Row) bool {
					return u == record.CPU && r.Outcome == compare.Regression && slowed.is(r.Key)
				})
			}
		}
		fmt.Fprintf(w, "power: a test that takes %.0f%% longer is named a regression by %s of the reports; a "+
			"solution that does on all its tests, by %s\n",
			by*100, share(row, splits), share(all, splits))
	}
	return nil
}

// pool is a record by rounds.
type pool struct {
	record *record.Record
	keys   []record.Key // of CPU times, start-up left out
	rounds [][]record.Sample
}

func newPool(r *record.Record) *pool {
	p := &pool{record: r}
	for i, round := range byRound(r.Samples) {
		var keys []record.Key
		for _, s := range round {
			if !s.IsControl() {
				keys = append(keys, s.Key)
			}
		}
		if i == 1 { // a row with a single sample has only counts
			p.keys = keys
		}
		if i > 1 && len(keys) < len(p.keys) { // a round that not every row has
			break
		}
		p.rounds = append(p.rounds, round)
	}
	return p
}

// split puts a random half of the rounds on one side and the other half on the other. Rounds stay whole, to keep
// disturbances that hit several rows at once.
func (p *pool) split(random *rand.Rand) (base, now *record.Record) {
	half := len(p.rounds) / 2
	var halves [2]record.Record
	for i := range halves {
		halves[i] = *p.record
		halves[i].Samples, halves[i].Finished = nil, true
	}
	for i, side := range random.Perm(len(p.rounds)) {
		if side < 2*half {
			r := &halves[side/half]
			r.Samples = append(r.Samples, p.rounds[i]...)
		}
	}
	return &halves[0], &halves[1]
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

// has is 1 if a comparison has such a row, else 0.
func has(c *compare.Comparison, is func(record.Unit, compare.Row) bool) int {
	for _, t := range c.Tables {
		if slices.ContainsFunc(t.Rows, func(r compare.Row) bool { return is(t.Unit, r) }) {
			return 1
		}
	}
	return 0
}

func share(n, of int) string {
	return fmt.Sprintf("%d of %d (%.1f%%)", n, of, 100*float64(n)/float64(of))
}
