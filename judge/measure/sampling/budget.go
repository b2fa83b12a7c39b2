package sampling

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"dlxjudge/judge/measure/record"
)

// fewest is how many samples of each test the quick rounds of a budget take: the fewest that have an interval.
const fewest = 6

// emitter takes a sample of a side.
type emitter = func(Side, record.Sample) error

// taken are samples of both sides, which are not recorded yet.
type taken [Sides][]record.Sample

func (t *taken) add(side Side, s record.Sample) error {
	t[side] = append(t[side], s)
	return nil
}

// within spends the time until p.Until in the order of what it decides. First come quick rounds of the programs as they
// are built, as a layout takes longer to build than to sample: after the first round each test has a sample, and after
// the sixth an interval. Then, for at most half of what is left, comes counting. What is left then is for rounds with
// layouts, if that is time enough for an interval: their samples take the place of the quick ones. Else more quick
// rounds come. Sample runs a plan.
func (p *Plan) within(ctx context.Context, sample func(context.Context, *Plan, emitter) error, emit emitter) error {
	timed, cancel := context.WithDeadline(ctx, p.Until)
	defer cancel()
	quick := *p
	quick.Builder, quick.quick, quick.Count = nil, true, min(fewest, p.Count)
	var first, placed taken
	began := time.Now()
	err := sample(timed, &quick, first.add)
	perRound := time.Since(began) / time.Duration(max(quick.Count, 1))
	if err == nil {
		err = p.countWithin(timed)
	}
	switch left := time.Until(p.Until); {
	case err != nil || p.Count <= fewest && p.Builder == nil:
	case p.Builder != nil && p.roomForLayouts(timed, perRound):
		err = sample(timed, p, placed.add)
	case p.Count > fewest && left > perRound:
		quick.Count, quick.Seed = p.Count-fewest, p.Seed+1
		err = sample(timed, &quick, first.add)
	}
	if !p.enough(placed) {
		if placed = first; p.Builder != nil && len(placed[Now])+len(placed[Base]) > 0 {
			p.Notes = append(p.Notes, "--time was too short for layouts: each round ran the programs as they were "+
				"built, so a difference of a few percent may be due to where their code lies")
		}
	}
	for side, samples := range placed {
		for _, s := range samples {
			if err := emit(Side(side), s); err != nil {
				return err
			}
		}
	}
	p.unsampled(placed)
	if timed.Err() != nil && ctx.Err() == nil { // what the last round has is not emitted
		return nil
	}
	return errors.Join(ctx.Err(), err)
}

// countWithin counts for at most half of the time that is left.
func (p *Plan) countWithin(ctx context.Context) error {
	if p.count == nil {
		return nil
	}
	limited, cancel := context.WithTimeout(ctx, time.Until(p.Until)/2)
	defer cancel()
	err := p.count(limited)
	if limited.Err() != nil && ctx.Err() == nil {
		p.Notes = append(p.Notes, "--time was too short to count all: search nodes may be missing")
		return nil
	}
	return err
}

// roomForLayouts reports whether there is time for an interval of rounds with layouts, by the time that one layout
// takes.
func (p *Plan) roomForLayouts(ctx context.Context, perRound time.Duration) bool {
	programs := p.programs()
	began := time.Now()
	t := p.place(ctx, programs[0], uint32(p.Seed), otherCores())
	if err := errors.Join(t.err, t.remove()); err != nil {
		return false // it is found again, or the time is over
	}
	round := perRound + time.Since(began)*time.Duration(len(programs))
	return time.Until(p.Until) > fewest*round
}

// enough reports whether samples of rounds with layouts suffice for an interval of each test.
func (p *Plan) enough(samples taken) bool {
	for _, s := range p.Subjects {
		for side, executable := range s.Sides {
			if executable != nil && samples.of(Side(side), s.Key) < fewest {
				return false
			}
		}
	}
	return true
}

// of is the number of samples of a test.
func (t taken) of(side Side, key record.Key) (n int) {
	for _, s := range t[side] {
		if s.Key == key {
			n++
		}
	}
	return n
}

// unsampled takes note of the programs that have a test without a sample.
func (p *Plan) unsampled(samples taken) {
	for _, s := range p.Subjects {
		program := s.Program()
		if !s.IsControl() && samples.of(Now, s.Key) == 0 && !slices.Contains(p.missing, program) {
			p.missing = append(p.missing, program)
		}
	}
}

// ShortError says that a budget was too small for one sample of each test of each solution.
type ShortError struct {
	Missing []record.Program // solutions without one; nil if none has any
	Least   time.Duration    // that would suffice, estimated from the pace
}

func (e *ShortError) Error() string {
	of := "no solution was sampled"
	if len(e.Missing) > 0 {
		of = fmt.Sprintf("%d solutions were not sampled on everything, such as %s", len(e.Missing), e.Missing[0])
		if len(e.Missing) == 1 {
			of = fmt.Sprintf("%s was not sampled on everything", e.Missing[0])
		}
	}
	return fmt.Sprintf("the time was over before each solution had a sample: %s; the least, estimated from the pace "+
		"of this run, is about %v", of, roundedUp(e.Least))
}

// roundedUp is a time as one says it: to a second, or to two digits.
func roundedUp(d time.Duration) time.Duration {
	unit := time.Second
	for d > 100*unit {
		unit *= 10
	}
	return time.Duration(math.Ceil(float64(d)/float64(unit))) * unit
}
