package compare

import (
	"dlxjudge/judge/measure/record"
)

// InCommands compares the records of two commands that were measured in turns. The path of each record is its command's
// title. The answer depends only on CPU time. Each round counts as one layout.
func InCommands(first, second *record.Record, threshold float64) *Comparison {
	c := InTurns(first, second, threshold)
	if len(c.Solutions) == 0 { // there was no time for a round
		c.Solutions = []Solution{solutionOf(record.Program{}, Undecided)}
	}
	found := c.Found()
	found.Solution, found.Grown = second.Path, false
	for _, r := range []*record.Record{first, second} {
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
	if c.Commands[0].Memory == nil || c.Commands[1].Memory == nil {
		found.Memory = unknownEffect()
	}
	wall := unknownEffect()
	if found.Layouts > 0 {
		logs := roundsOf(first, second, second.Keys(), record.Wall)
		alpha, _ := looksOf(1).at(len(logs))
		wall = effectOf(logs, alpha)
	}
	c.Wall = &wall
	return c.conclude()
}

// Found returns the result for the second command.
func (c *Comparison) Found() *Solution { return &c.Solutions[0] }

// Waits reports whether a command spends most of its time waiting for the clock, a disk or other processes.
func (c Command) Waits() bool {
	const mostly = 0.5 // a command waits if its CPU time is less than this share of its wall time
	return c.CPU != nil && c.Wall.Center > short && c.CPU.Center < mostly*c.Wall.Center
}

// Starts reports whether a run is so short that process start-up is a large part of it.
func (c Command) Starts() bool { return c.CPU != nil && c.CPU.Center < short }

// short is a run's CPU or wall time in nanoseconds. A shorter time says little about the command's own work.
const short = 5e6
