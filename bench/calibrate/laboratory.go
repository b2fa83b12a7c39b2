package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/sampling"
	"dlxjudge/judge/measure/workload"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/terminal"
)

// laboratory measures variants of one solution as judge bench --against measures two commits.
type laboratory struct {
	options
	w, log  io.Writer // for what was found, and for progress
	entry   sampling.Entry
	box     sandbox.Sandbox
	cache   *compile.Cache
	machine record.Machine
	dir     string // of the variants
	planted map[string]problem.Submission

	measured uint64    // sessions so far, and those recorded before: each has layouts of its own
	end      time.Time // of recording
}

func newLaboratory(ctx context.Context, w, log io.Writer, o options) (*laboratory, error) {
	box, err := sandbox.Open(sandbox.Options{})
	if err != nil {
		return nil, err
	}
	l := &laboratory{options: o, w: w, log: log, box: box, machine: sampling.ThisMachine(ctx, box.Name()),
		planted: make(map[string]problem.Submission)}
	if l.cache, err = compile.OpenCache("", box); err != nil {
		box.Close()
		return nil, err
	}
	if l.dir, err = os.MkdirTemp(box.Scratch(), "variants-"); err == nil {
		err = l.pick()
	}
	if err != nil {
		l.close()
		return nil, err
	}
	return l, nil
}

func (l *laboratory) close() {
	l.cache.Close()
	l.box.Close()
}

// pick picks the solution and the workload that are measured.
func (l *laboratory) pick() error {
	pattern, err := grade.ParsePattern(l.pattern)
	if err != nil {
		return err
	}
	all, err := problem.Load(problem.Tree(l.root), nil)
	if err != nil {
		return err
	}
	entries, err := grade.Select(all, []grade.Pattern{pattern})
	if err != nil {
		return err
	}
	if len(entries) != 1 || !entries[0].Submission.Solution {
		return fmt.Errorf("-solution %s: give one solution", l.pattern)
	}
	e := entries[0]
	set, err := workload.Read(e.Problem)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(set.Workloads, func(in workload.Input) bool {
		return in.Name == workload.Group+"/"+l.workload
	})
	if i < 0 {
		return fmt.Errorf("-workload %s: %s has no such workload", l.workload, workload.File(e.Problem))
	}
	e.Tests = nil
	in := set.Workloads[i]
	l.entry = sampling.Entry{Entry: e, Set: set, Inputs: []workload.Input{in}}
	return nil
}

// tries is how often plant changes the length of its trial loop before it gives up.
const tries = 6

// plant makes the variants, and prints how long their loops are. What a turn of the loop costs is measured, since its
// part of the instructions says little of its part of the time.
func (l *laboratory) plant(ctx context.Context, kinds []variant) error {
	file := l.entry.Submission.Source
	text, err := os.ReadFile(filepath.Join(file.Dir, file.Files[0]))
	if err != nil {
		return err
	}
	s, err := split(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", l.pattern, err)
	}
	slow := slices.ContainsFunc(kinds, func(v variant) bool { return v.slower > 0 })
	cost := math.NaN()
	if slow {
		if cost, err = l.cost(ctx, s); err != nil {
			return err
		}
	}
	for _, v := range kinds {
		changed := s.moved()
		if v.slower > 0 {
			turns := int(math.Round(v.slower / cost))
			if turns < 10 {
				return fmt.Errorf("%s: a case of %s is too short for a slow-down of %.0f%%: choose another -workload",
					l.pattern, l.workload, 100*v.slower)
			}
			fmt.Fprintf(l.w, "%s: %d turns of a loop for each case\n", v.name, turns)
			changed = s.planted(turns)
		}
		if l.planted[v.name], err = l.write(v.name, changed); err != nil {
			return err
		}
	}
	return nil
}

// cost is by how much a turn of the planted loop makes the solution slower. The loop of the trial makes it slower by
// some 25%, of which the noise is a small part.
func (l *laboratory) cost(ctx context.Context, s source) (float64, error) {
	const aim = 0.25
	for turns, try := 1000, 0; try < tries; try++ {
		v := variant{name: fmt.Sprintf("trial-%d", try)}
		var err error
		if l.planted[v.name], err = l.write(v.name, s.planted(turns)); err != nil {
			return 0, err
		}
		long := l.shortTrial
		rise, err := l.rise(ctx, v, long)
		if err == nil && rise > aim/2 && rise < 2*aim {
			rise, err = l.rise(ctx, v, 8*long)
		}
		switch {
		case err != nil:
			return 0, err
		case rise > aim/2 && rise < 2*aim:
			return rise / float64(turns), nil
		}
		turns = int(float64(turns) * aim / max(rise, aim/100))
	}
	return 0, fmt.Errorf("%s: no loop makes it slower by some %.0f%%: is the machine too busy?", l.pattern, 100*aim)
}

// rise is by how much longer a variant takes.
func (l *laboratory) rise(ctx context.Context, v variant, long time.Duration) (float64, error) {
	records, err := l.measure(ctx, v, long, "", nil)
	if err != nil {
		return 0, err
	}
	found := compare.InTurns(records[sampling.Base], records[sampling.Now], compare.TurnsOptions{Threshold: 0.03})
	if len(found.Solutions) == 0 || found.Solutions[0].Layouts == 0 {
		return 0, fmt.Errorf("%s: nothing was measured", v.name)
	}
	return found.Solutions[0].Time.Middle, nil
}

// write writes a changed copy of the solution.
func (l *laboratory) write(name, text string) (problem.Submission, error) {
	s := l.entry.Submission
	s.Source.Dir = filepath.Join(l.dir, name)
	return s, errors.Join(os.MkdirAll(s.Source.Dir, 0o755),
		os.WriteFile(filepath.Join(s.Source.Dir, s.Source.Files[0]), []byte(text), 0o644))
}

// longestPart is how long a variant is recorded before the next one has its turn.
const longestPart = 2 * time.Minute

// record records parts of all variants in turns until time is over, or ctx is done: then the round that is measured is
// the last one of a part that is shorter.
func (l *laboratory) record(ctx context.Context, kinds []variant) error {
	if err := os.MkdirAll(l.blocks, 0o755); err != nil {
		return err
	}
	before, err := filepath.Glob(filepath.Join(l.blocks, "*-base.txt"))
	if err != nil {
		return err
	}
	l.measured += uint64(len(before))
	part := min(longestPart, l.time/time.Duration(len(kinds))).Truncate(time.Second)
	if l.time > 0 && part == 0 {
		return fmt.Errorf("-time %v: give each of the %d variants a second at least", l.time, len(kinds))
	}
	begun := time.Now()
	l.end = begun.Add(l.time)
	for l.time > 0 && time.Now().Before(l.end) {
		for _, v := range kinds {
			if ctx.Err() != nil {
				return nil
			}
			parts, err := filepath.Glob(filepath.Join(l.blocks, v.name+".*s.*.txt"))
			if err != nil {
				return err
			}
			if err := l.part(ctx, v, part, len(parts)/2+1); err != nil {
				return err
			}
		}
		if l.short {
			break
		}
	}
	return nil
}

// part records a part of a variant. Its files get their names, which say how long it took, when it is complete.
func (l *laboratory) part(ctx context.Context, v variant, long time.Duration, number int) error {
	dir, err := os.MkdirTemp(l.blocks, "recording-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "part.txt")
	begun := time.Now()
	interrupted := func(int, []record.Sample, []record.Sample) bool { return ctx.Err() != nil }
	if _, err := l.measure(context.WithoutCancel(ctx), v, long, out, interrupted); err != nil {
		return fmt.Errorf("%s: %w", v.name, err)
	}
	took := min(max(time.Since(begun).Round(time.Second), time.Second), long)
	name := filepath.Join(l.blocks, fmt.Sprintf("%s.%ds.%04d.txt", v.name, took/time.Second, number))
	if err := os.Rename(sampling.BasePath(out), sampling.BasePath(name)); err != nil {
		return err
	}
	return os.Rename(out, name)
}

// measure measures a variant in turns with the solution itself, for a time or until it is decided. Out is the file of a
// record, or "".
func (l *laboratory) measure(ctx context.Context, v variant, long time.Duration, out string,
	decided sampling.Decided) (records [sampling.Sides]*record.Record, err error) {
	l.measured++
	now := l.entry
	now.Submission = l.planted[v.name]
	observe, stop := terminal.Lines(func(line string) {
		if left := time.Until(l.end); left > 0 {
			line += fmt.Sprintf("; %v of recording left", left.Round(time.Second))
		}
		fmt.Fprintf(l.log, "calibrate: %s: %s\n", v.name, line)
	})
	defer stop()
	session := &sampling.Session{
		Root: l.root, Entries: []sampling.Entry{now}, Machine: l.machine, Sandbox: l.box, Cache: l.cache, Jobs: 1,
		Count: 10, Time: long, Decided: decided, Seed: l.options.seed + l.measured, Out: out,
		Observe: observe, Note: func(string) {},
	}
	program := record.Program{Problem: now.Problem.Name, Solution: now.Submission.Name}
	session.Beside("the solution itself", record.Run{},
		map[record.Program]problem.Submission{program: l.entry.Submission})
	for range v.busy {
		busy := exec.CommandContext(ctx, "sh", "-c", "while :; do :; done")
		if err := busy.Start(); err != nil {
			return records, err
		}
		defer func() { busy.Process.Kill(); busy.Wait() }()
	}
	return session.Run(ctx)
}

// reports takes live reports for the goals of a single solution, and prints their answers.
func (l *laboratory) reports(ctx context.Context, kinds []variant) {
	if l.live > 0 && ctx.Err() == nil {
		fmt.Fprintf(l.w, "%d live reports for each goal:\n", l.live)
	}
	for _, g := range goals {
		i := slices.IndexFunc(kinds, func(v variant) bool { return v.name == g.variant })
		if i < 0 || g.solutions > 1 {
			continue
		}
		for range l.live {
			start := time.Now()
			decided := func(solutions int, now, base []record.Sample) bool {
				return compare.Decided(solutions, now, base, g.threshold)
			}
			records, err := l.measure(ctx, kinds[i], g.time, "", decided)
			if ctx.Err() != nil {
				return
			}
			if err != nil {
				fmt.Fprintf(l.w, "  %-53s %v\n", g.what, err)
				return
			}
			for _, s := range compare.InTurns(records[sampling.Base], records[sampling.Now],
				compare.TurnsOptions{Threshold: g.threshold}).Solutions {
				fmt.Fprintf(l.w, "  %-53s %s: %+.1f%% (%+.1f%% to %+.1f%%), %d layouts, %v\n", g.what, s.Answer,
					100*s.Time.Middle, 100*s.Time.Lo, 100*s.Time.Hi, s.Layouts, time.Since(start).Round(time.Second))
			}
		}
	}
}
