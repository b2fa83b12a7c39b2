package main

import (
	"context"
	"errors"
	"fmt"

	"dlxjudge/judge/problem"
	"dlxjudge/judge/sandbox"
)

// peak is the most memory that a solution has used.
type peak struct {
	solution string // "poj3074/dlx"
	bytes    int64
}

// used keeps the peak memory of a run.
func (b *bench) used(p *problem.Problem, c contender, r sandbox.Result) {
	solution := p.Name + "/" + c.name
	for i := range b.peaks {
		if b.peaks[i].solution == solution {
			b.peaks[i].bytes = max(b.peaks[i].bytes, r.Memory)
			return
		}
	}
	b.peaks = append(b.peaks, peak{solution, r.Memory})
}

// twins runs the solutions of a problem's twins, which are not compared, for what memory they use.
func (b *bench) twins(ctx context.Context, w work, input string) error {
	for _, name := range twins[w.problem] {
		p, err := b.problem(name)
		if err != nil {
			return err
		}
		solutions, err := b.solutions(ctx, p)
		if err != nil {
			return err
		}
		for _, c := range solutions {
			if c.isBacktrack() && !w.backtrack {
				continue
			}
			used, err := b.run(ctx, c.path, input)
			var failed *failure
			if err != nil && !errors.As(err, &failed) {
				return err
			}
			b.used(p, c, used)
		}
	}
	return nil
}

// memory prints the peak of every solution that was run.
func (b *bench) memory() {
	if len(b.peaks) == 0 {
		return
	}
	fmt.Fprintf(b.out, "\npeak memory over all inputs on which solutions were compared\n")
	for _, p := range b.peaks {
		b.print(row{
			label: p.solution, said: fmt.Sprintf("%.2f MiB", float64(p.bytes)/(1<<20)),
			goal: fmt.Sprintf("≤ %d MiB", mostMemory>>20), reached: p.bytes <= mostMemory,
		})
	}
}
