package sampling

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/measure/count"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/read/problem"
)

// A run with counters is slower, so it gets a multiple of the time limit.
const (
	countingFactor  = 10
	longestCounting = 20 * time.Second
)

// count counts what every solution executes on each of its tests. Other load does not affect counts, so Jobs tests run
// in parallel.
func (p *plan) count(ctx context.Context) error {
	total := 0
	for _, c := range p.counted {
		total += len(c.entry.Tests)
	}
	var mu sync.Mutex
	done := 0
	unknowns := make(map[string]int) // tests, by solution and reason
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(max(p.Jobs, 1))
	finished := func(c counted, t problem.Test, counts map[record.Unit]float64, err error) error {
		mu.Lock()
		defer mu.Unlock()
		done++
		key := programOf(c.entry).On(t.Name)
		var missing *compile.MissingError
		var unknown *count.UnknownError
		switch {
		case errors.As(err, &missing): // a matter of this machine, not of the program
			unknowns[fmt.Sprintf("%s: %v; counts unknown", key.Program(), missing)]++
		case errors.As(err, &unknown):
			r := p.records[c.side]
			r.Uncounted = append(r.Uncounted, key)
			unknowns[fmt.Sprintf("%s: %s; counts unknown", key.Program(), unknown.Reason)]++
		case err != nil:
			return fmt.Errorf("%s: counting: %w", name(key), err)
		default:
			r := p.records[c.side]
			r.Samples = append(r.Samples, record.Sample{Key: key, Runs: 1, Values: counts})
		}
		p.Observe(grade.Progress{Step: "counting", Done: done, Total: total, Current: name(key)})
		return nil
	}
	for _, c := range p.counted {
		program, failed := count.Build(ctx, p.Cache, c.entry.Submission.Source, count.Search(c.entry.Problem,
			c.entry.Submission.Name))
		for _, t := range c.entry.Tests {
			group.Go(func() error {
				counts, err := count.Counts{}, failed
				if failed == nil {
					output := filepath.Join(p.scratch, rand.Text()) // a number would name the test
					defer os.Remove(output)
					counts, err = program.Run(inner, t, output, min(countingFactor*c.entry.Problem.Limits.Time,
						longestCounting))
				}
				return finished(c, t, unitsOf(counts), err)
			})
		}
	}
	err := group.Wait()
	for _, why := range slices.Sorted(maps.Keys(unknowns)) {
		p.note(fmt.Sprintf("%s (%s)", why, tests(unknowns[why])))
	}
	return errors.Join(ctx.Err(), err)
}

// countInTime counts. With a deadline it takes at most half of the time left.
func (p *plan) countInTime(ctx context.Context) error {
	if p.Until.IsZero() {
		return p.count(ctx)
	}
	limited, cancel := context.WithTimeout(ctx, time.Until(p.Until)/2)
	defer cancel()
	err := p.count(limited)
	if limited.Err() != nil && ctx.Err() == nil {
		p.note("--time was too short to count all: search nodes may be missing")
		return nil
	}
	return err
}

func tests(n int) string {
	if n == 1 {
		return "1 test"
	}
	return fmt.Sprintf("%d tests", n)
}

func unitsOf(c count.Counts) map[record.Unit]float64 {
	units := map[record.Unit]float64{record.Statements: float64(c.Statements)}
	if c.HasNodes {
		units[record.Nodes] = float64(c.Nodes)
	}
	return units
}
