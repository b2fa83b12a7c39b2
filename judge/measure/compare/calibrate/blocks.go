package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox"
	"dlxjudge/judge/measure/compare"
	"dlxjudge/judge/measure/record"
	"dlxjudge/judge/measure/sampling"
	"dlxjudge/judge/measure/workload"
	"dlxjudge/judge/read/problem"
)

// laboratory measures variants of one solution as judge bench --against measures two commits.
type laboratory struct {
	options
	w       io.Writer
	entry   sampling.Entry
	input   string // that planted instructions are counted on
	box     sandbox.Sandbox
	cache   *compile.Cache
	machine record.Machine
	dir     string
	planted map[string]problem.Submission

	measured uint64 // sessions so far, and those recorded before: each has layouts of its own
}

func newLaboratory(ctx context.Context, w io.Writer, o options) (*laboratory, error) {
	pattern, err := grade.ParsePattern(o.pattern)
	if err != nil {
		return nil, err
	}
	set, err := problem.Load(problem.Tree(o.root), nil)
	if err != nil {
		return nil, err
	}
	entries, err := grade.Select(set, []grade.Pattern{pattern})
	if err != nil {
		return nil, err
	}
	if len(entries) != 1 || !entries[0].Submission.Solution {
		return nil, fmt.Errorf("-solution %s: give one solution", o.pattern)
	}
	box, err := sandbox.Open(sandbox.Options{})
	if err != nil {
		return nil, err
	}
	cache, err := compile.OpenCache("", box)
	if err != nil {
		box.Close()
		return nil, err
	}
	l := &laboratory{options: o, w: w, entry: sampling.Entry{Entry: entries[0]}, box: box, cache: cache,
		machine: sampling.ThisMachine(ctx, box.Name()), planted: make(map[string]problem.Submission)}
	if l.dir, err = os.MkdirTemp(box.Scratch(), "variants-"); err != nil {
		l.close()
		return nil, err
	}
	if err := l.pick(ctx); err != nil {
		l.close()
		return nil, err
	}
	return l, nil
}

// pick picks what is measured: one workload of the problem, or its tests where it has none.
func (l *laboratory) pick(ctx context.Context) error {
	set, err := workload.Read(l.entry.Problem)
	if errors.Is(err, fs.ErrNotExist) {
		largest := int64(-1)
		for _, t := range l.entry.Tests {
			if info, err := os.Stat(t.Input); err == nil && info.Size() > largest {
				l.input, largest = t.Input, info.Size()
			}
		}
		return nil
	}
	if err != nil {
		return err
	}
	i := slices.IndexFunc(set.Workloads, func(in workload.Input) bool {
		return in.Name == workload.Group+"/"+l.workload
	})
	if i < 0 {
		return fmt.Errorf("-workload %s: %s has no such workload", l.workload, workload.File(l.entry.Problem))
	}
	in := set.Workloads[i]
	l.entry.Set, l.entry.Inputs, l.entry.Tests = set, []workload.Input{in}, nil
	maker, err := workload.NewMaker(l.cache, l.entry.Problem, set, l.dir)
	if err != nil {
		return err
	}
	t, err := maker.Test(ctx, in, max(in.Cases/16, 1)) // under valgrind, all of them would take long
	l.input = t.Input
	return err
}

func (l *laboratory) close() {
	l.cache.Close()
	l.box.Close()
}

// plant makes the variants, and says what is planted.
func (l *laboratory) plant(ctx context.Context, kinds []variant) error {
	for _, v := range kinds {
		s, share, err := v.copyOf(ctx, l.cache, l.entry.Submission, l.input, l.dir)
		if err != nil {
			return fmt.Errorf("%s: %w", l.options.pattern, err)
		}
		l.planted[v.name] = s
		if v.share > 0 {
			fmt.Fprintf(l.w, "%s executes %+.2f%% instructions\n", v.name, 100*share)
		}
	}
	return nil
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
	session := &sampling.Session{
		Root: l.root, Entries: []sampling.Entry{now}, Machine: l.machine, Sandbox: l.box, Cache: l.cache, Jobs: 1,
		Count: 10, Time: time, Decided: decided, Seed: l.options.seed + l.measured, Out: out,
		Observe: func(grade.Progress) {}, Note: func(string) {},
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

// reports takes live reports for the goals of a single solution, and says what they answer.
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

// readBlocks reads all parts that were recorded of the variants.
func readBlocks(dir string, kinds []variant) (map[string]rounds, error) {
	recorded := make(map[string]rounds)
	for _, v := range kinds {
		var r rounds
		var total time.Duration
		parts, err := filepath.Glob(filepath.Join(dir, v.name+".*s.*.txt"))
		if err != nil {
			return nil, err
		}
		for _, part := range parts {
			if strings.HasSuffix(part, "-base.txt") {
				continue
			}
			took, err := time.ParseDuration(strings.Split(filepath.Base(part), ".")[1])
			if err != nil {
				return nil, fmt.Errorf("%s: its name does not say how long it took: %w", part, err)
			}
			now, err := record.Read(part)
			if err != nil {
				return nil, err
			}
			base, err := record.Read(sampling.BasePath(part))
			if err != nil {
				return nil, err
			}
			if !now.Finished || !base.Finished {
				continue // interrupted: how long it took is not known
			}
			nows, bases := byRound(now), byRound(base)
			n := min(len(nows), len(bases))
			r.now, r.base = append(r.now, nows[:n]...), append(r.base, bases[:n]...)
			total += took
		}
		if len(r.now) > 0 {
			r.perRound = total / time.Duration(len(r.now))
		}
		recorded[v.name] = r
	}
	return recorded, nil
}

// byRound are the samples of a record round by round, in the order of their tests.
func byRound(r *record.Record) [][]record.Sample {
	var all [][]record.Sample
	taken := make(map[record.Key]int)
	for _, s := range r.Samples {
		if s.IsControl() || s.Values[record.CPU] == 0 {
			continue
		}
		i := taken[s.Key]
		taken[s.Key]++
		if i == len(all) {
			all = append(all, nil)
		}
		all[i] = append(all[i], s)
	}
	for _, round := range all {
		slices.SortFunc(round, func(a, b record.Sample) int { return a.Key.Compare(b.Key) })
	}
	return all
}
