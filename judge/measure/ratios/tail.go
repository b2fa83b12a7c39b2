package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"dlxjudge/judge/sandbox"
)

// tailStop is the CPU time of a run that looks for a slow case.
const tailStop = 2 * time.Second

// tail prints how long the slowest of many cases takes each solution.
func (b *bench) tail(ctx context.Context, t tail) error {
	p, err := b.problem(t.problem)
	if err != nil {
		return err
	}
	inputs := t.sample
	if b.full {
		inputs = t.full
	}
	var cases []string
	for seed := range inputs {
		more, err := b.generate(ctx, p, fmt.Sprintf("%s -seed %d", t.generator, seed+1))
		if err != nil {
			return err
		}
		cases = append(cases, more...)
	}
	fmt.Fprintf(b.out, "\n%s (%s -seed 1..%d; %d cases; with start-up)\n", t.title, t.generator, inputs, len(cases))
	solutions, err := b.solutions(ctx, p)
	if err != nil {
		return err
	}
	for _, c := range solutions {
		if c.isBacktrack() {
			continue
		}
		found, err := slowest(len(cases), t.limits[c.name], func(first, n int) (float64, bool, error) {
			input, err := b.write(t.problem, cases[first:first+n])
			if err != nil {
				return 0, false, err
			}
			defer os.Remove(input)
			used, err := b.runTo(ctx, c.path, input, os.DevNull, tailStop)
			if used.End == sandbox.StoppedCPU || used.End == sandbox.StoppedWall {
				return tailStop.Seconds(), true, nil
			}
			return used.CPU.Seconds(), false, err
		})
		var failed *failure
		if errors.As(err, &failed) {
			b.print(row{label: c.name, skipped: failed.reason})
			continue
		}
		if err != nil {
			return err
		}
		b.print(found.row(c.name, t.limits[c.name], len(cases)/inputs))
	}
	return nil
}
