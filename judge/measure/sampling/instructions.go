package sampling

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/measure/count"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/read/problem"
)

// Valgrind takes 0.15 s to start and executes 50 to 600 million instructions a second; a statement takes about four.
// With these bounds, the sixty runs of both sides of a solution in Go take five to thirty seconds on two cores, and
// those of one in C++ less than half of that.
const (
	mostInputs     = 6    // of a solution; those with the most statements, since short runs are mostly start-up
	mostStatements = 50e6 // of one run on each of those inputs together
)

// errWhole is the answer of preparation.shorten for a test that cannot be made shorter.
var errWhole = errors.New("this test cannot be made shorter")

// take is one run under valgrind.
type take struct {
	side     Side
	key      record.Key
	test     problem.Test
	program  sandbox.Program
	language string
}

// instructions counts the instructions of the programs that are compared with another commit's. On other days other
// libraries, or another processor, would give other numbers.
func (p *preparation) instructions(ctx context.Context) error {
	if len(p.Against) == 0 {
		return nil
	}
	valgrind, err := count.OpenValgrind(ctx, p.Grade.Cache.Programs)
	var missing *count.NoValgrindError
	if errors.As(err, &missing) {
		p.note(fmt.Sprintf("statements are counted in place of instructions: %v", missing))
		return nil
	}
	if err != nil {
		return err
	}
	takes, err := p.takes(ctx)
	if err != nil {
		return err
	}
	return p.takeAll(ctx, valgrind, takes)
}

// takes plans the runs, both sides in turns. What is the same file on both sides need not be run.
func (p *preparation) takes(ctx context.Context) ([]take, error) {
	sides := make(map[record.Program]*[Sides]take)
	var entries []grade.Entry // of today's side
	for _, c := range p.counted {
		source := c.entry.Submission.Source
		built, err := p.Grade.Cache.Build(ctx, compile.Submission, source)
		if err != nil {
			return nil, err
		}
		language, err := compile.LanguageOf(source)
		if err != nil {
			return nil, err
		}
		program := programOf(c.entry)
		if sides[program] == nil {
			sides[program] = new([Sides]take)
		}
		sides[program][c.side] = take{side: c.side, program: built, language: language.Name}
		if c.side == Now {
			entries = append(entries, c.entry)
		}
	}
	var all []take
	for _, e := range entries {
		pair := sides[programOf(e)]
		if pair[Base].program.Path == "" {
			continue
		}
		if same := pair[Now].program.Path == pair[Base].program.Path &&
			pair[Now].program.Dir == pair[Base].program.Dir; same {
			continue
		}
		tests, err := p.inputs(ctx, e)
		if err != nil {
			return nil, err
		}
		for _, test := range tests {
			for range max(count.Takes(pair[Now].language), count.Takes(pair[Base].language)) {
				for _, t := range pair {
					t.test, t.key = test, programOf(e).On(test.Name)
					all = append(all, t)
				}
			}
		}
	}
	return all, nil
}

func programOf(e grade.Entry) record.Program {
	return record.Program{Problem: e.Problem.Name, Solution: e.Submission.Name}
}

// inputs picks what a solution's instructions are counted on: tests whose statements are known on both sides, within
// the bounds.
func (p *preparation) inputs(ctx context.Context, e grade.Entry) ([]problem.Test, error) {
	type input struct {
		problem.Test
		statements float64 // the more of the two sides
	}
	var known []input
	for _, t := range e.Tests {
		now, inNow := p.statements[Now][programOf(e).On(t.Name)]
		base, inBase := p.statements[Base][programOf(e).On(t.Name)]
		if inNow && inBase {
			known = append(known, input{t, max(now, base)})
		}
	}
	slices.SortStableFunc(known, func(a, b input) int { return cmp.Compare(a.statements, b.statements) })
	seen := make(map[string]bool)
	known = slices.DeleteFunc(known, func(in input) bool { // more cases of a workload of which there are fewer
		_, _, made := record.Key{Test: in.Name}.Workload()
		again := made && seen[path.Dir(in.Name)]
		seen[path.Dir(in.Name)] = true
		return again
	})
	if p.shorten != nil {
		fair := float64(mostStatements) / float64(max(1, min(len(known), mostInputs)))
		for i, in := range known {
			if in.statements <= fair {
				continue
			}
			switch shorter, err := p.shorten(ctx, e, in.Test, fair/in.statements); {
			case err == nil:
				known[i] = input{shorter, fair}
			case !errors.Is(err, errWhole):
				return nil, err
			}
		}
	}
	slices.SortStableFunc(known, func(a, b input) int { return cmp.Compare(b.statements, a.statements) })
	var picked []problem.Test
	left := float64(mostStatements)
	for _, in := range known {
		if in.statements <= left && len(picked) < mostInputs {
			left -= in.statements
			picked = append(picked, in.Test)
		}
	}
	return picked, nil
}

// takeAll makes the runs, Jobs side by side: other work on the machine moves no count. An input whose instructions are
// unknown in one run is left out on both sides.
func (p *preparation) takeAll(ctx context.Context, valgrind *count.Valgrind, takes []take) error {
	var mu sync.Mutex
	done := 0
	values := make([]float64, len(takes))
	unknowns := make(map[record.Key]string) // reasons
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(max(p.Jobs, 1))
	finished := func(t take, err error) error {
		mu.Lock()
		defer mu.Unlock()
		var unknown *count.UnknownError
		if errors.As(err, &unknown) {
			unknowns[t.key] = unknown.Reason
		} else if err != nil {
			return fmt.Errorf("%s: counting instructions: %w", name(t.key), err)
		}
		done++
		if p.Grade.Observe != nil {
			p.Grade.Observe(grade.Progress{Step: "counting instructions", Done: done, Total: len(takes),
				Current: name(t.key)})
		}
		return nil
	}
	for i, t := range takes {
		group.Go(func() (err error) {
			mu.Lock()
			_, hopeless := unknowns[t.key]
			mu.Unlock()
			if !hopeless {
				output := filepath.Join(p.Scratch, fmt.Sprintf("instructions%d", i))
				values[i], err = valgrind.Run(inner, t.program, t.language, t.test, output)
				os.Remove(output)
			}
			return finished(t, err)
		})
	}
	if err := group.Wait(); err != nil || ctx.Err() != nil {
		return errors.Join(ctx.Err(), err)
	}
	for i, t := range takes {
		if _, unknown := unknowns[t.key]; !unknown {
			sample := record.Sample{Key: t.key, Runs: 1,
				Values: map[record.Unit]float64{record.Instructions: values[i]}}
			p.plan.Known[t.side] = append(p.plan.Known[t.side], sample)
		}
	}
	reasons := make(map[string]int) // tests, by program and reason
	for key, reason := range unknowns {
		reasons[fmt.Sprintf("%s: %s; instructions unknown", key.Program(), reason)]++
	}
	p.noteUnknown(reasons)
	return nil
}
