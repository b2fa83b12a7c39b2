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
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/measure/count"
	"dlxjudge/judge/measure/record"
)

// longestCounting is the maximum CPU time of a run with counters. Counters make a run several times as slow.
const longestCounting = 20 * time.Second

// count counts what every solution executes on each of its tests. Other load does not affect counts, so up to
// p.Jobs tests run in parallel.
func (p *plan) count(ctx context.Context) error {
	var mu sync.Mutex
	done := 0
	unknowns := make(map[string]int) // number of tests without counts, by solution and reason
	var nodeless []string            // programs without a search function
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(max(p.Jobs, 1))
	finished := func(r *record.Record, key record.Key, search string, counts count.Counts, err error) error {
		mu.Lock()
		defer mu.Unlock()
		done++
		var missing *compile.MissingError
		var unknown *count.UnknownError
		switch {
		case errors.As(err, &missing): // this machine lacks a tool; the program is not the reason
			unknowns[fmt.Sprintf("%s: %v; counts unknown", key.Program(), missing)]++
		case errors.As(err, &unknown):
			r.Uncounted = append(r.Uncounted, key)
			unknowns[fmt.Sprintf("%s: %s; counts unknown", key.Program(), unknown.Reason)]++
		case err != nil:
			return fmt.Errorf("%s: counting: %w", name(key), err)
		default:
			values := map[record.Unit]float64{record.Statements: float64(counts.Statements)}
			if counts.HasNodes {
				values[record.Nodes] = float64(counts.Nodes)
			} else if search != "" {
				nodeless = append(nodeless, fmt.Sprintf("%s (%s)", key.Program(), search))
			}
			r.Samples = append(r.Samples, record.Sample{Key: key, Runs: 1, Values: values})
		}
		p.Observe(grade.Progress{Step: "counting", Done: done, Total: p.toCount, Current: name(key)})
		return nil
	}
	for _, one := range p.programs {
		for side, built := range one.sides {
			if built == nil {
				continue
			}
			program, failed := count.Build(ctx, p.Cache, built.source, built.search)
			for _, s := range one.subjects {
				if !s.counted[side] {
					continue
				}
				group.Go(func() error {
					counts, err := count.Counts{}, failed
					if failed == nil {
						output := filepath.Join(p.scratch, rand.Text()) // a numbered name would reveal the test
						defer os.Remove(output)
						counts, err = program.Run(inner, s.test, output, min(s.limits.CPU, longestCounting))
					}
					return finished(p.records[side], s.Key, built.search, counts, err)
				})
			}
		}
	}
	err := group.Wait()
	for _, why := range slices.Sorted(maps.Keys(unknowns)) {
		p.note(fmt.Sprintf("%s (tests: %d)", why, unknowns[why]))
	}
	if len(nodeless) > 0 {
		nodeless = slices.Compact(slices.Sorted(slices.Values(nodeless)))
		p.note("search nodes unknown: no function has the name in brackets: " + strings.Join(nodeless, ", ") +
			"; judge help measuring says how a program reports them")
	}
	return errors.Join(ctx.Err(), err)
}

// countInTime counts. If there is a deadline, counting takes at most half of the time left.
func (p *plan) countInTime(ctx context.Context) error {
	if p.Until.IsZero() {
		return p.count(ctx)
	}
	limited, cancel := context.WithTimeout(ctx, time.Until(p.Until)/2)
	defer cancel()
	err := p.count(limited)
	if limited.Err() != nil && ctx.Err() == nil {
		p.note("--time was too short for all counts: search nodes may be missing")
		return nil
	}
	return err
}
