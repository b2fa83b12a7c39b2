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
	"dlxjudge/judge/measure/count"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/sampling"
	"dlxjudge/judge/measure/workload"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/terminal"
)

// laboratory measures variants of one solution as judge bench --against measures two commits.
type laboratory struct {
	options
	w        io.Writer
	entry    sampling.Entry
	box      sandbox.Sandbox
	cache    *compile.Cache
	valgrind *count.Valgrind
	machine  record.Machine
	dir      string       // of the variants
	test     problem.Test // that planted instructions are counted on
	planted  map[string]problem.Submission

	measured uint64 // sessions so far, and those recorded before: each has layouts of its own
}

func newLaboratory(ctx context.Context, w io.Writer, o options) (*laboratory, error) {
	box, err := sandbox.Open(sandbox.Options{})
	if err != nil {
		return nil, err
	}
	l := &laboratory{options: o, w: w, box: box, machine: sampling.ThisMachine(ctx, box.Name()),
		planted: make(map[string]problem.Submission)}
	if l.cache, err = compile.OpenCache("", box); err != nil {
		box.Close()
		return nil, err
	}
	if l.dir, err = os.MkdirTemp(box.Scratch(), "variants-"); err == nil {
		err = l.pick(ctx)
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
func (l *laboratory) pick(ctx context.Context) error {
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
	maker, err := workload.NewMaker(l.cache, e.Problem, set, l.dir)
	if err == nil {
		l.test, err = maker.Test(ctx, in, max(in.Cases/16, 1)) // under valgrind, all of them would take long
	}
	return err
}

// plant makes the variants, and prints how many instructions are planted. Without valgrind only the first, in which
// none are, is made.
func (l *laboratory) plant(ctx context.Context, kinds []variant) ([]variant, error) {
	var err error
	var missing *count.NoValgrindError
	if l.valgrind, err = count.OpenValgrind(ctx, l.cache.Programs); errors.As(err, &missing) {
		fmt.Fprintf(l.w, "skipped: variants with planted work, whose instructions valgrind counts: %v\n", missing)
		kinds = kinds[:1]
	} else if err != nil {
		return nil, err
	}
	file := l.entry.Submission.Source
	text, err := os.ReadFile(filepath.Join(file.Dir, file.Files[0]))
	if err != nil {
		return nil, err
	}
	s, err := split(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", l.pattern, err)
	}
	for _, v := range kinds {
		changed := s.moved()
		if v.slower > 0 {
			const trial = 1000
			none, err := l.instructions(ctx, v.name, s.planted(0))
			many, err2 := l.instructions(ctx, v.name, s.planted(trial))
			changed = s.planted(int(math.Round(v.slower * none * trial / (many - none))))
			got, err3 := l.instructions(ctx, v.name, changed)
			if err := errors.Join(err, err2, err3); err != nil {
				return nil, fmt.Errorf("%s: %w", l.pattern, err)
			}
			fmt.Fprintf(l.w, "%s executes %+.2f%% instructions\n", v.name, 100*(got/none-1))
		}
		if l.planted[v.name], err = l.write(v.name, changed); err != nil {
			return nil, err
		}
	}
	return kinds, nil
}

// instructions counts what a changed solution executes, as judge bench does: the least of several runs.
func (l *laboratory) instructions(ctx context.Context, name, text string) (float64, error) {
	s, err := l.write(name, text)
	if err != nil {
		return 0, err
	}
	program, err := l.cache.Build(ctx, compile.Submission, s.Source)
	if err != nil {
		return 0, err
	}
	least := math.Inf(1)
	for range count.Takes("go") {
		n, err := l.valgrind.Run(ctx, program, "go", l.test, filepath.Join(l.dir, "output"))
		if err != nil {
			return 0, fmt.Errorf("counting instructions: %w", err)
		}
		least = min(least, n)
	}
	return least, nil
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

// record records parts of all variants in turns until time is over.
func (l *laboratory) record(ctx context.Context, kinds []variant) error {
	if err := os.MkdirAll(l.blocks, 0o755); err != nil {
		return err
	}
	before, err := filepath.Glob(filepath.Join(l.blocks, "*-base.txt"))
	if err != nil {
		return err
	}
	l.measured = uint64(len(before))
	part := min(longestPart, l.time/time.Duration(len(kinds))).Truncate(time.Second)
	if l.time > 0 && part == 0 {
		return fmt.Errorf("-time %v: give each of the %d variants a second at least", l.time, len(kinds))
	}
	for end := time.Now().Add(l.time); l.time > 0 && time.Now().Before(end); {
		for _, v := range kinds {
			parts, err := filepath.Glob(filepath.Join(l.blocks, v.name+".*s.*.txt"))
			if err != nil {
				return err
			}
			out := filepath.Join(l.blocks, fmt.Sprintf("%s.%ds.%04d.txt", v.name, part/time.Second, len(parts)/2+1))
			if _, err := l.measure(ctx, v, part, out, nil); err != nil {
				return fmt.Errorf("%s: %w", out, err)
			}
		}
		if l.short {
			break
		}
	}
	return nil
}

// measure measures a variant in turns with the solution itself, for a time or until it is decided. Out is the file of a
// record, or "".
func (l *laboratory) measure(ctx context.Context, v variant, time time.Duration, out string,
	decided sampling.Decided) (records [sampling.Sides]*record.Record, err error) {
	l.measured++
	now := l.entry
	now.Submission = l.planted[v.name]
	observe, stop := terminal.Lines(func(line string) { fmt.Fprintf(os.Stderr, "calibrate: %s: %s\n", v.name, line) })
	defer stop()
	session := &sampling.Session{
		Root: l.root, Entries: []sampling.Entry{now}, Machine: l.machine, Sandbox: l.box, Cache: l.cache, Jobs: 1,
		Count: 10, Time: time, Decided: decided, Seed: l.options.seed + l.measured, Out: out,
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
	if l.live > 0 {
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
				return compare.Decided(solutions, now, base, threshold)
			}
			records, err := l.measure(ctx, kinds[i], g.time, "", decided)
			if err != nil {
				fmt.Fprintf(l.w, "  %-46s %v\n", g.what, err)
				return
			}
			for _, s := range compare.InTurns(records[sampling.Base], records[sampling.Now],
				compare.TurnsOptions{Threshold: threshold}).Solutions {
				fmt.Fprintf(l.w, "  %-46s %s: %+.1f%% ± %.1f%%, %d layouts, %v\n", g.what, s.Answer, 100*s.Time.Middle,
					100*s.Time.Half(), s.Layouts, time.Since(start).Round(time.Second))
			}
		}
	}
}
