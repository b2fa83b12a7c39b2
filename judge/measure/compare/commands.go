package compare

import (
	"time"

	"dlxjudge/judge/measure/record"
)

// Commands is a comparison of two commands that were measured in turns. Their CPU time decides; the rounds take the
// place of layouts. Memory decides nothing.
type Commands struct {
	*Turns
	Sides [2]CommandTimes // the first command's, and the second's
	Wall  Effect          // on wall time, which decides nothing
}

// CommandTimes are the times of one command, and its peak memory, whose N is 0 if it is not known.
type CommandTimes struct {
	Title             string
	CPU, Wall, Memory Figure
}

// Below these, times say little of the command's own work.
const (
	mostlyWaits  = 0.5                  // the part of its wall time that a command uses as CPU time
	mostlyStarts = 5 * time.Millisecond // the CPU time of a run
)

// Waits reports whether a command waits for most of its time: for the clock, a disk, or others.
func (c CommandTimes) Waits() bool {
	return c.CPU.N > 0 && c.Wall.Center > float64(mostlyStarts) && c.CPU.Center < mostlyWaits*c.Wall.Center
}

// Starts reports whether a run is so short that much of it is the start of a process.
func (c CommandTimes) Starts() bool { return c.CPU.N > 0 && c.CPU.Center < float64(mostlyStarts) }

// InCommands compares the records of two commands, whose paths are their titles.
func InCommands(first, second *record.Record, o TurnsOptions) *Commands {
	c := &Commands{Turns: InTurns(first, second, o)}
	if len(c.Solutions) == 0 { // there was no time for a round
		c.Solutions = []Solution{{Answer: Undecided}}
	}
	c.Solutions[0].Grown = false
	for i, r := range []*record.Record{first, second} {
		c.Sides[i].Title = r.Path
		if len(r.Samples) > 0 {
			k := r.Samples[0].Key
			c.Sides[i].CPU = figureOf(r.Values(k, record.CPU), record.CPU)
			c.Sides[i].Wall = figureOf(r.Values(k, record.Wall), record.Wall)
			if memory := r.Values(k, record.Memory); len(memory) == len(r.Samples) { // else some are hidden
				c.Sides[i].Memory = figureOf(memory, record.Memory)
			}
		}
	}
	wall := roundsOf(bothSides(first.Samples, second.Samples, record.Wall))
	alpha, _ := looksOf(1).at(len(wall))
	c.Wall = effectOf(wall, alpha)
	return c
}

// Found is what the rounds say of the second command.
func (c *Commands) Found() Solution { return c.Solutions[0] }
