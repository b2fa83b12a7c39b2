package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/build"
	"dlxjudge/judge/check"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/sandbox"
)

// work prints the rows of one input.
func (b *bench) work(ctx context.Context, p *problem.Problem, w work) error {
	input, err := b.input(ctx, p, w)
	if err != nil {
		return err
	}
	fmt.Fprintf(b.out, "\n%s (%s)\n", w.title, w.made())
	all, err := b.solutions(ctx, p)
	if err != nil {
		return err
	}
	theirs, err := yardsticks(b.yardsticks, p.Judge.ID)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(append(all, theirs...), func(c contender) bool { return c.isBacktrack() && !w.backtrack })
	if all, err = b.accepted(ctx, p, input, all); err != nil {
		return err
	}
	for _, m := range matches(all) {
		row, err := b.turns(ctx, m, input)
		var failed *failure
		if errors.As(err, &failed) {
			b.skip(m.label(), failed.reason)
			continue
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(b.out, "  %-28s  %s\n", m.label(), row)
	}
	return nil
}

// skip prints a row that has no figures.
func (b *bench) skip(label, reason string) {
	fmt.Fprintf(b.out, "  %-28s  skipped: %s\n", label, reason)
}

// accepted runs every contender once, to warm up, and leaves out those that fail or disagree with the first.
func (b *bench) accepted(ctx context.Context, p *problem.Problem, input string, all []contender) ([]contender, error) {
	checker := check.Default(problem.IgnoreWhitespace)
	if p.Checker != nil {
		program, err := b.cache.Build(ctx, build.Tool, *p.Checker)
		if err != nil {
			return nil, err
		}
		checker = check.Custom(b.cache.Programs, program, p.Limits.Validation)
	}
	var good []contender
	files := check.Files{Input: input, Answer: filepath.Join(b.scratch, "answer"), Output: filepath.Join(b.scratch, "output")}
	for _, c := range all {
		var err error
		c.seconds, err = b.run(ctx, c.path, input, files.Output)
		var failed *failure
		if errors.As(err, &failed) {
			b.skip(c.name, failed.reason)
			continue
		}
		if err != nil {
			return nil, err
		}
		if len(good) == 0 {
			if err := os.Rename(files.Output, files.Answer); err != nil {
				return nil, err
			}
			good = append(good, c)
			continue
		}
		said, err := checker.Check(ctx, files)
		if err != nil {
			return nil, err
		}
		if said.Verdict != problem.AC {
			b.skip(c.name, fmt.Sprintf("%s beside what %s prints: %s", said.Verdict, good[0].name, said.Message))
			continue
		}
		good = append(good, c)
	}
	return good, nil
}

// match is two programs to compare, b being expected to be faster.
type match struct{ a, b contender }

func (m match) label() string { return m.a.name + " / " + m.b.name }

// matches are the fastest yardstick against every solution, and dlx, or plain backtracking, against the other solutions.
func matches(all []contender) []match {
	var foreign, own []match
	dlx := slices.IndexFunc(all, func(c contender) bool { return c.name == "dlx" })
	for i, c := range all {
		if c.yardstick {
			continue
		}
		best := -1
		for j, y := range all {
			if y.yardstick && y.isBacktrack() == c.isBacktrack() && (best < 0 || y.seconds < all[best].seconds) {
				best = j
			}
		}
		if best >= 0 {
			foreign = append(foreign, match{all[best], c})
		}
		switch {
		case dlx < 0 || i == dlx:
		case c.isBacktrack():
			own = append(own, match{c, all[dlx]})
		default:
			own = append(own, match{all[dlx], c})
		}
	}
	return append(foreign, own...)
}

// turns runs two programs in turns and tells the medians of their times, how many times as fast b is as a, and how far the
// pairs reach.
func (b *bench) turns(ctx context.Context, m match, input string) (row string, err error) {
	var of, by, ratios []float64
	for range b.pairs {
		first, err := b.run(ctx, m.a.path, input, os.DevNull)
		if err != nil {
			return "", err
		}
		second, err := b.run(ctx, m.b.path, input, os.DevNull)
		if err != nil {
			return "", err
		}
		of, by, ratios = append(of, first), append(by, second), append(ratios, first/second)
	}
	return fmt.Sprintf("%7.2f ms / %7.2f ms = %#.3g  (%#.3g to %#.3g)",
		median(of)*1e3, median(by)*1e3, median(ratios), slices.Min(ratios), slices.Max(ratios)), nil
}

// median is the middle of the values, or the mean of the two in the middle.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// longest is the CPU time of any run.
const longest = 60 * time.Second

// failure is that of a measured program. Its row says so, and the other rows go on.
type failure struct{ reason string }

func (f *failure) Error() string { return f.reason }

// run runs a program and returns its CPU time in seconds.
func (b *bench) run(ctx context.Context, path, input, output string) (seconds float64, err error) {
	used, err := b.worker.Run(ctx, sandbox.Task{
		Program: path, Input: input, Output: output,
		Limits: sandbox.Limits{CPU: longest, Wall: 20 * longest, Memory: 1 << 30, Output: 1 << 30},
	})
	switch {
	case err != nil:
		return 0, err
	case used.End == sandbox.StoppedCPU || used.End == sandbox.StoppedWall:
		return 0, &failure{fmt.Sprintf("it did not end within %v", longest)}
	case used.End != sandbox.Exited || used.ExitCode != 0:
		said, _, _ := strings.Cut(strings.TrimSpace(used.Stderr), "\n")
		return 0, &failure{fmt.Sprintf("it ended with %s %s, status %d: %s", used.End, used.Signal, used.ExitCode, said)}
	}
	return max(used.CPU.Seconds(), 1e-6), nil
}
