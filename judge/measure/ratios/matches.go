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

	"dlxjudge/judge/check"
	"dlxjudge/judge/problem"
)

const (
	atLeast = 0.2 // seconds that the faster of two programs should take, …
	atMost  = 3.0 // … unless the slower one would then take longer than this
)

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
	for _, m := range matches(w, all, took, b.noYardstick(p)) {
		if m.skipped != "" {
			b.print(row{label: m.label(), skipped: m.skipped})
			continue
		}
		repeat := min(repeats(b.startUp, took[m.a.name], took[m.b.name]), max(1, formats[w.problem].most/len(w.cases)))
		d, err := b.fight(ctx, w, m, repeat)
		var failed *failure
		if errors.As(err, &failed) {
			b.print(row{label: m.label(), skipped: failed.reason})
			continue
		}
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
		if !c.yardstick {
			b.used(p, c, used)
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
	return took, b.twins(ctx, w, input)
}

// match is two programs to compare, b being expected to be faster; or one program and the reason why there is no other.
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
// None says why there is no yardstick.
func matches(w work, all []contender, took map[string]float64, none string) []match {
	var list, own []match
	for _, c := range all {
		if c.yardstick {
			continue
		}
		best := match{b: c, goal: w.goals[c.name], skipped: none}
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
// neither too long. What they took for the cases once began with a start-up each.
func repeats(startUp, a, b float64) int {
	fast, slow := max(min(a, b)-startUp, startUp/10), max(a, b)
	return max(1, int(math.Min(math.Ceil(atLeast/fast), atMost/slow)))
}

// fight runs two programs in turns and returns the times of both.
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
				return d, err
			}
			*side.times = append(*side.times, max(used.CPU.Seconds(), 1e-6))
		}
	}
	return d, nil
}
