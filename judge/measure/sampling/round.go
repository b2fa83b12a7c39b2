package sampling

import (
	"context"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/measure/record"
)

// mostPadding is the size, in bytes, below which a variable of the environment moves a program's stack: that of a page.
const mostPadding = 4096

// part is a test of a turn, with its runs in the round.
type part struct {
	*turn
	subject
	runs [Sides][]sandbox.Result
}

// round samples the tests of programs, each in one layout. It returns the samples of each turn. Several programs are
// run in turns, workload by workload, so that whatever disturbs the machine for seconds disturbs all of them.
func (r runner) round(ctx context.Context, turns []*turn) (samples [][Sides][]record.Sample, err error) {
	padding := []string{"LAYOUT=" + strings.Repeat("x", r.random.IntN(mostPadding))}
	var all []*part
	groups := make(map[string][]*part)
	for _, t := range turns {
		for _, s := range t.program.subjects {
			if s.done {
				continue
			}
			one := &part{turn: t, subject: s}
			group := ""
			if len(turns) > 1 {
				group = path.Dir(s.Test.Name)
				if made, _, is := s.Workload(); is {
					group = made
				}
			}
			all, groups[group] = append(all, one), append(groups[group], one)
		}
	}
	names := slices.Sorted(maps.Keys(groups))
	r.random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for _, name := range names {
		if err := r.turns(ctx, groups[name], padding); err != nil {
			return nil, err
		}
	}
	samples = make([][Sides][]record.Sample, len(turns))
	for i, t := range turns {
		for _, one := range all {
			if one.turn != t {
				continue
			}
			for side, executable := range one.Sides {
				if executable != nil {
					sample := sampleOf(one.Key, one.runs[side])
					if t.program.rounds == 0 { // counts are the same in every round
						maps.Copy(sample.Values, executable.Counts)
					}
					samples[i][side] = append(samples[i][side], sample)
				}
			}
		}
	}
	return samples, nil
}

// turns runs tests as often as each needs, pass by pass in random order.
func (r runner) turns(ctx context.Context, parts []*part, padding []string) error {
	passes := 0
	for _, one := range parts {
		passes = max(passes, one.subject.runs)
	}
	for pass := range passes {
		for _, i := range r.random.Perm(len(parts)) {
			one := parts[i]
			if pass >= one.subject.runs {
				continue
			}
			for _, side := range r.block(one.Subject) {
				used, err := r.run(ctx, one.Subject, one.programs[side], padding)
				if err != nil {
					return err
				}
				one.runs[side] = append(one.runs[side], used)
			}
		}
	}
	return nil
}

// block is one block of runs: A B B A, so that a drift of the machine is the same for both sides, or the only side
// once.
func (r runner) block(s Subject) []Side {
	switch {
	case s.Sides[Base] == nil:
		return []Side{Now}
	case s.Sides[Now] == nil:
		return []Side{Base}
	}
	return pairedBlock(r.random)
}

// pairedBlock is a block of two sides, of which either may be first.
func pairedBlock(random *rand.Rand) []Side {
	if random.IntN(2) == 0 {
		return []Side{Now, Base, Base, Now}
	}
	return []Side{Base, Now, Now, Base}
}

// sampleOf is the sample that several runs make: medians, and the highest memory.
func sampleOf(k record.Key, runs []sandbox.Result) record.Sample {
	var cpu []time.Duration
	var memory int64
	for _, used := range runs {
		cpu, memory = append(cpu, used.CPU), max(memory, used.Memory)
	}
	values := map[record.Unit]float64{record.CPU: float64(median(cpu)), record.Memory: float64(memory)}
	maps.DeleteFunc(values, func(_ record.Unit, v float64) bool { return v < 1 }) // 0 means that it was not measured
	return record.Sample{Key: k, Runs: len(runs), Values: values}
}

// median is the middle value, or the mean of the two in the middle.
func median(values []time.Duration) time.Duration {
	slices.Sort(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}
