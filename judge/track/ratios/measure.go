package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/check"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/sandbox"
)

const (
	longest  = 60 * time.Second // CPU time of any run
	tailStop = 2 * time.Second  // of one that looks for a slow case
	atLeast  = 0.2              // seconds that the faster of two programs should take, …
	atMost   = 3.0              // … unless the slower one then takes longer than this
)

// failure is a program's, not ours: its row says so, and the others go on.
type failure struct{ reason string }

func (f *failure) Error() string { return f.reason }

// run runs a program on an input, without keeping what it prints.
func (b *bench) run(ctx context.Context, path, input string) (sandbox.Result, error) {
	return b.runTo(ctx, path, input, os.DevNull, longest)
}

func (b *bench) runTo(ctx context.Context, path, input, output string, limit time.Duration) (sandbox.Result, error) {
	used, err := b.worker.Run(ctx, sandbox.Task{
		Program: path, Input: input, Output: output,
		Limits: sandbox.Limits{CPU: limit, Wall: 20 * limit, Memory: 1 << 30, Output: 1 << 30},
	})
	switch {
	case err != nil:
		return used, err
	case used.End == sandbox.StoppedCPU || used.End == sandbox.StoppedWall:
		return used, &failure{fmt.Sprintf("it did not end within %v", limit)}
	case used.End != sandbox.Exited || used.ExitCode != 0:
		said, _, _ := strings.Cut(strings.TrimSpace(used.Stderr), "\n")
		return used, &failure{fmt.Sprintf("it ended with %s %s, status %d: %s", used.End, used.Signal, used.ExitCode, said)}
	}
	return used, nil
}

// write puts cases into a new input.
func (b *bench) write(problem string, cases []string) (path string, err error) {
	f, err := os.CreateTemp(b.scratch, "input-")
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(formats[problem].join(cases))
	return f.Name(), errors.Join(err, f.Close())
}

// work prints the rows of one kind of input.
func (b *bench) work(ctx context.Context, w work) error {
	p, err := b.problem(w.problem)
	if err != nil {
		return err
	}
	if w.cases == nil {
		if w.cases, err = b.generate(ctx, p, w.generator); err != nil {
			return err
		}
	}
	fmt.Fprintf(b.out, "\n%s (%s; %d cases)\n", w.title, w.generator, len(w.cases))
	ours, err := b.solutions(ctx, p)
	if err != nil {
		return err
	}
	theirs, err := b.yardsticksFor(p)
	if err != nil {
		return err
	}
	all := slices.DeleteFunc(slices.Concat(ours, theirs), func(c contender) bool { return c.isBacktrack() && !w.backtrack })
	took, err := b.warmUp(ctx, p, w, all)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(c contender) bool { return took[c.name] == 0 })
	for _, m := range matches(w, all, took) {
		if m.skipped != "" {
			b.print(row{label: m.label(), skipped: m.skipped})
			continue
		}
		repeat := repeats(took[m.a.name], took[m.b.name])
		d, err := b.fight(ctx, w, m, repeat)
		if err != nil {
			return err
		}
		r := d.row(m.label(), m.goal, b.startUp)
		if repeat > 1 {
			r.note = strings.TrimSpace(fmt.Sprintf("%s   cases × %d", r.note, repeat))
		}
		b.print(r)
	}
	return nil
}

// warmUp runs every contender once and returns how long each took, leaving out those that fail or disagree with the
// first.
func (b *bench) warmUp(ctx context.Context, p *problem.Problem, w work, all []contender) (map[string]float64, error) {
	checker, err := b.checker(ctx, p)
	if err != nil {
		return nil, err
	}
	input, err := b.write(p.Name, w.cases)
	if err != nil {
		return nil, err
	}
	defer os.Remove(input)
	took := make(map[string]float64)
	answer := ""
	for i, c := range all {
		output := filepath.Join(b.scratch, fmt.Sprintf("output-%d", i))
		defer os.Remove(output)
		used, err := b.runTo(ctx, c.path, input, output, longest)
		var failed *failure
		if errors.As(err, &failed) {
			b.print(row{label: c.name, skipped: failed.reason})
			continue
		}
		if err != nil {
			return nil, err
		}
		if answer == "" {
			answer = output
		}
		said, err := checker.Check(ctx, check.Files{Input: input, Answer: answer, Output: output})
		if err != nil {
			return nil, err
		}
		if said.Verdict != problem.AC {
			b.print(row{label: c.name, skipped: fmt.Sprintf("%s beside what %s prints: %s", said.Verdict, all[0].name, said.Message)})
			continue
		}
		took[c.name] = max(used.CPU.Seconds(), 1e-6)
	}
	return took, nil
}

// match is two programs to compare, b being expected to be the faster; or one and why there is no other.
type match struct {
	a, b    contender
	goal    float64
	skipped string
}

func (m match) label() string {
	if m.skipped != "" {
		return "yardstick / " + m.b.name
	}
	return m.a.name + " / " + m.b.name
}

// matches are the fastest yardstick against every solution, and dlx, or plain backtracking, against the other solutions.
func matches(w work, all []contender, took map[string]float64) []match {
	var list, own []match
	for _, c := range all {
		if c.yardstick {
			continue
		}
		best := match{b: c, goal: w.goals[c.name], skipped: "no yardstick is given"}
		for _, y := range all {
			if y.yardstick && y.isBacktrack() == c.isBacktrack() && (best.skipped != "" || took[y.name] < took[best.a.name]) {
				best.a, best.skipped = y, ""
			}
		}
		if best.goal > 0 || best.skipped == "" {
			list = append(list, best)
		}
		if i := slices.IndexFunc(all, func(c contender) bool { return c.name == "dlx" }); i >= 0 && c.name != "dlx" {
			m := match{a: all[i], b: c}
			if c.isBacktrack() {
				m.a, m.b = m.b, m.a
			}
			own = append(own, m)
		}
	}
	return append(list, own...)
}

// repeats is how many times the cases are put into one input so that both programs run long enough, in seconds, and
// neither too long.
func repeats(a, b float64) int {
	fast, slow := min(a, b), max(a, b)
	return max(1, int(math.Min(math.Ceil(atLeast/fast), atMost/slow)))
}

// fight runs two programs in turns.
func (b *bench) fight(ctx context.Context, w work, m match, repeat int) (duel, error) {
	input, err := b.write(w.problem, slices.Repeat(w.cases, repeat))
	if err != nil {
		return duel{}, err
	}
	defer os.Remove(input)
	var d duel
	for range b.pairs {
		for _, side := range []struct {
			c     contender
			times *[]float64
		}{{m.a, &d.a}, {m.b, &d.b}} {
			used, err := b.run(ctx, side.c.path, input)
			if err != nil {
				return d, fmt.Errorf("%s: %w", side.c.name, err)
			}
			*side.times = append(*side.times, max(used.CPU.Seconds(), 1e-6))
		}
	}
	return d, nil
}

// tail prints how long the slowest of many cases takes each solution.
func (b *bench) tail(ctx context.Context, t tail) error {
	p, err := b.problem(t.problem)
	if err != nil {
		return err
	}
	command := t.generator + " " + t.sample
	if b.full {
		command = t.generator + " " + t.full
	}
	cases, err := b.generate(ctx, p, command)
	if err != nil {
		return err
	}
	fmt.Fprintf(b.out, "\n%s (%s; %d cases; with start-up)\n", t.title, command, len(cases))
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
		b.print(found.row(c.name, t.limits[c.name]))
	}
	return nil
}

// memory prints the peak of every solution over the works that it takes part in.
func (b *bench) memory(ctx context.Context) error {
	if !b.only.MatchString("memory") {
		return nil
	}
	fmt.Fprintf(b.out, "\npeak memory over all of the above\n")
	peaks := make(map[string]int64)
	var order []string
	for _, w := range works {
		p, err := b.problem(w.problem)
		if err != nil {
			return err
		}
		cases, err := b.generate(ctx, p, w.generator)
		if err != nil {
			return err
		}
		input, err := b.write(w.problem, cases)
		if err != nil {
			return err
		}
		for _, name := range append([]string{w.problem}, twins[w.problem]...) {
			if p, err = b.problem(name); err != nil {
				return err
			}
			solutions, err := b.solutions(ctx, p)
			if err != nil {
				return err
			}
			for _, c := range solutions {
				label := name + "/" + c.name
				if c.isBacktrack() && !w.backtrack {
					continue
				}
				used, err := b.run(ctx, c.path, input)
				var failed *failure
				if err != nil && !errors.As(err, &failed) {
					return err
				}
				if !slices.Contains(order, label) {
					order = append(order, label)
				}
				peaks[label] = max(peaks[label], used.Memory)
			}
		}
		os.Remove(input)
	}
	for _, label := range order {
		b.print(row{
			label: label, said: fmt.Sprintf("%.2f MiB", float64(peaks[label])/(1<<20)),
			goal: fmt.Sprintf("≤ %d MiB", mostMemory>>20), reached: peaks[label] <= mostMemory,
		})
	}
	return nil
}
