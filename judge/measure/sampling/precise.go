package sampling

import (
	"slices"

	"dlxjudge/judge/measure/record"
)

// look asks, after each round, which tests need more samples. One that needs none is done for good, so that the
// i-th samples of the others stay those of one round. The judge's own programs are sampled as long as any other is.
func (p *Plan) look(programs []*measured) {
	rounds := 0
	for _, m := range programs {
		rounds = max(rounds, m.rounds)
	}
	if rounds < p.Count {
		return
	}
	wanted, look := p.Precise(rounds, p.taken(programs))
	if !look {
		return
	}
	for _, m := range programs {
		done := true
		for i := range m.subjects {
			s := &m.subjects[i]
			s.done = s.done || !slices.Contains(wanted, s.Key) && (!s.IsControl() || len(wanted) == 0)
			done = done && s.done
		}
		m.done.Store(done)
	}
}

// taken is a record of what was sampled until now.
func (p *Plan) taken(programs []*measured) *record.Record {
	r := &record.Record{Languages: p.Languages, Bounds: p.Bounds[Now], Samples: slices.Clone(p.Known[Now])}
	for _, m := range programs {
		r.Samples = append(r.Samples, m.taken[Now]...)
	}
	return r
}
