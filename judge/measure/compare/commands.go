package compare

import (
	"fmt"
	"slices"

	"dlxjudge/judge/measure/record"
)

// InCommands compares the records of commands that were measured in turns, each with the first. The path of each record
// is its command's title. The answers depend only on CPU time. Each round counts as one layout.
func InCommands(records []*record.Record, threshold float64) *Comparison {
	first := records[0]
	c := comparisonOf(first, records[1], threshold)
	c.Paired = true
	for _, r := range records {
		side := Command{Title: r.Path}
		if len(r.Samples) > 0 {
			k := r.Samples[0].Key
			side.CPU = figureOf(r.Values(k, record.CPU), record.CPU)
			side.Wall = figureOf(r.Values(k, record.Wall), record.Wall)
			if memory := r.Values(k, record.Memory); len(memory) == len(r.Samples) { // if fewer, some peaks are unknown
				side.Memory = figureOf(memory, record.Memory)
			}
		}
		c.Commands = append(c.Commands, side)
	}
	alpha, _ := looksOf(1).at(len(first.Samples))
	c.add(record.CPU, holm(records, record.CPU, alpha, threshold))
	c.add(record.Wall, holm(records, record.Wall, alpha, threshold))
	return c.conclude()
}

// DecidedCommands reports whether the samples of commands are enough. Between looks they are never enough.
func DecidedCommands(records []*record.Record, threshold float64) bool {
	alpha, look := looksOf(1).at(len(records[0].Samples))
	return look && !slices.ContainsFunc(holm(records, record.CPU, alpha, threshold), func(s Solution) bool {
		return !paired(threshold).enough(s.Change)
	})
}

// holm judges all commands but the first. They share the level alpha by Holm's correction: as soon as a command differs
// at its part of the level, the others share the level without it.
//
// S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of Statistics 6 (1979).
func holm(records []*record.Record, u record.Unit, alpha, threshold float64) []Solution {
	solutions := make([]Solution, len(records)-1)
	differ := 0
	for again := true; again; {
		again = false
		part := alpha / float64(len(solutions)-differ)
		for i := range solutions {
			s := &solutions[i]
			if s.Answer == Slower || s.Answer == Faster {
				continue
			}
			*s = solutionOf(record.Program{Solution: fmt.Sprintf("command %d", i+2)}, Undecided)
			ratios := ratiosOf(records[0], records[i+1], records[i+1].Keys(), u)
			if len(ratios) == 0 { // there was no time for a round
				continue
			}
			paired(threshold).judge(s, evidence{ratios: ratios}, part)
			if s.Answer == Slower || s.Answer == Faster {
				differ++
				again = differ < len(solutions)
			}
		}
	}
	return solutions
}

// Waits reports whether a command spends most of its time waiting for the clock, a disk or other processes.
func (c Command) Waits() bool {
	const mostly = 0.5 // a command waits if its CPU time is less than this share of its wall time
	return c.CPU != nil && c.Wall.Center > short && c.CPU.Center < mostly*c.Wall.Center
}

// Starts reports whether a run is so short that process start-up is a large part of it.
func (c Command) Starts() bool { return c.CPU != nil && c.CPU.Center < short }

// short is a run's CPU or wall time in nanoseconds. A shorter time says little about the command's own work.
const short = 5e6
