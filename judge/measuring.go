package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/build"
	"dlxjudge/judge/compare"
	"dlxjudge/judge/grade"
	"dlxjudge/judge/measure"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/record"
	"dlxjudge/judge/sandbox"
)

// measureFlags are the flags that judge bench and judge compare share.
type measureFlags struct {
	all     bool // measure every test, also after one that was too slow
	count   int
	counts  bool
	seed    uint64
	backend string
	out     string
	against string // of judge bench alone
	verbose bool
}

func (f *measureFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntVar(&f.count, "count", 10, "samples of each test; a 95% interval needs 6")
	flags.Uint64Var(&f.seed, "seed", 1, "`NUMBER` that the order of the samples follows from")
	flags.StringVar(&f.backend, "backend", "", "run programs with this sandbox instead of the best that works here")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "say how the figures are taken")
	flags.StringVar(&f.out, "out", "", "record in `FILE`, which must not exist (default: nothing is kept)")
}

func (f *measureFlags) check() error {
	switch {
	case f.count < 0 || f.count > 10000:
		return fmt.Errorf("--count %d: give a number of samples between 1 and 10000", f.count)
	case f.count == 0 && !f.counts:
		return errors.New("--count 0 measures nothing; add --counts to count alone")
	case f.out == "":
		return nil
	case !isFolder(filepath.Dir(f.out)):
		return fmt.Errorf("--out %s: there is no folder %s", f.out, filepath.Dir(f.out))
	}
	for _, path := range f.paths("") {
		if _, err := os.Lstat(path); err == nil {
			return fmt.Errorf("--out %s: %s is there already; remove it, or choose another name", f.out, path)
		}
	}
	return nil
}

// paths are the files of samples, one a side: what --out names, or files in a folder that is removed.
func (f *measureFlags) paths(dir string) (paths [measure.Sides]string) {
	now := cmp.Or(f.out, filepath.Join(dir, "record.txt"))
	paths[measure.Now] = now
	if f.against != "" {
		ext := filepath.Ext(now)
		paths[measure.Base] = strings.TrimSuffix(now, ext) + "-base" + ext
	}
	return paths
}

// kept are the files that --out keeps, as a sentence names them; "" without --out.
func (f *measureFlags) kept() string {
	switch paths := f.paths(""); {
	case f.out == "":
		return ""
	case f.against != "":
		return paths[measure.Now] + " and " + paths[measure.Base]
	}
	return f.out
}

// measuring holds what one measurement needs.
type measuring struct {
	app     *app
	flags   measureFlags
	root    string // of the checkout
	entries []grade.Entry
	against []grade.Entry // the other commit's
	other   record.Run    // the other commit
	machine record.Machine
	box     sandbox.Sandbox
	cache   *build.Cache
}

// newMeasuring loads the solutions that the patterns select and opens what they are run with.
func (a *app) newMeasuring(ctx context.Context, f measureFlags, patterns []string) (*measuring, error) {
	roots, err := findTree()
	if err != nil {
		return nil, err
	}
	selected, err := a.load("", patterns)
	if err != nil {
		return nil, err
	}
	m := &measuring{app: a, flags: f, root: filepath.Dir(roots.Problems)}
	for _, e := range selected {
		if e.Submission.Solution {
			m.entries = append(m.entries, e)
		}
	}
	if len(m.entries) == 0 {
		return nil, fmt.Errorf("%s is wrong on purpose: only solutions are measured", selected[0].Problem.Name+"/"+selected[0].Submission.Name)
	}
	if m.box, err = sandbox.Open(sandbox.Options{Backend: f.backend}); err != nil {
		return nil, err
	}
	if m.cache, err = build.OpenCache(""); err != nil {
		return nil, errors.Join(judgeFailed(err), m.box.Close())
	}
	if warning := m.cache.Warning(); warning != "" {
		fmt.Fprintf(a.stderr, "judge: warning: %s\n", warning)
	}
	m.machine = measure.ThisMachine(ctx, m.box.Name())
	if f.verbose {
		fmt.Fprintf(a.stderr, "judge: %s backend: %s\n", m.box.Name(), m.box.Measures())
	}
	if f.count > 0 {
		warnOf(a.stderr, sandbox.Timing())
	}
	if f.count > 0 && f.count < compare.MinSamples {
		fmt.Fprintf(a.stderr, "judge: warning: with fewer than %d samples there is no 95%% interval\n", compare.MinSamples)
	}
	return m, nil
}

func (m *measuring) Close() error { return errors.Join(m.cache.Close(), m.box.Close()) }

// checkout checks the other commit out and takes its solutions, with today's tests. The caller removes it.
func (m *measuring) checkout(ctx context.Context) (remove func(), err error) {
	ref := m.flags.against
	path, run, remove, err := measure.Worktree(ctx, m.root, ref, m.box.Scratch())
	if err != nil {
		return nil, err
	}
	m.other = run
	wanted := make(map[string]bool)
	for _, e := range m.entries {
		wanted[e.Problem.Name] = true
	}
	set, err := problem.LoadPrograms(problem.Tree(path), func(name string) bool { return wanted[name] })
	if err != nil {
		remove()
		return nil, fmt.Errorf("--against %s: that commit cannot be read: %w", ref, err)
	}
	theirs := make(map[record.Program]problem.Submission)
	for _, p := range set.Problems {
		for _, s := range p.Submissions {
			theirs[record.Program{Problem: p.Name, Solution: s.Name}] = s
		}
	}
	for _, e := range m.entries {
		if s, known := theirs[record.Program{Problem: e.Problem.Name, Solution: e.Submission.Name}]; known {
			m.against = append(m.against, grade.Entry{Problem: e.Problem, Submission: s, Tests: e.Tests})
		}
	}
	if len(m.against) == 0 {
		remove()
		return nil, fmt.Errorf("--against %s: that commit has none of these solutions", ref)
	}
	return remove, nil
}

// record judges, counts and samples, and returns the records; that of the other commit is nil unless there is one.
func (m *measuring) record(ctx context.Context) (records [measure.Sides]*record.Record, err error) {
	scratch, err := os.MkdirTemp(m.box.Scratch(), "measuring-")
	if err != nil {
		return records, judgeFailed(err)
	}
	defer os.RemoveAll(scratch)
	run, err := measure.RunOf(ctx, m.root)
	if err != nil {
		fmt.Fprintf(m.app.stderr, "judge: warning: the commit of this checkout is not known, so the record does not name it: %v\n", err)
	}
	paths := m.flags.paths(scratch)
	recording := measure.Recording{
		measure.Now:  {Path: paths[measure.Now], Run: run, Machine: m.machine},
		measure.Base: {Path: paths[measure.Base], Run: m.other, Machine: m.machine},
	}
	observe, clear := m.app.status()
	if observe == nil {
		observe = func(grade.Progress) {}
	}
	jobs := runtime.NumCPU()
	plan, err := measure.Prepare(ctx, m.entries, measure.Options{
		Grade:   grade.Options{All: m.flags.all, Sandbox: m.box, Cache: m.cache, Observe: observe},
		Against: m.against, Count: m.flags.count, Counts: m.flags.counts, Jobs: jobs, Seed: m.flags.seed, Scratch: scratch,
	})
	clear()
	var refused *measure.RefusedError
	switch {
	case ctx.Err() != nil:
		return records, interruptedEarly()
	case errors.As(err, &refused):
		return records, exitError{statusUnexpected, err}
	case err != nil:
		return records, buildFailed(err)
	}
	err = plan.Record(ctx, m.box, jobs, recording, observe)
	clear()
	for _, note := range plan.Notes {
		fmt.Fprintf(m.app.stderr, "judge: note: %s\n", note)
	}
	if err != nil {
		return records, m.flags.ended(err, ctx.Err() != nil)
	}
	for side, path := range paths {
		if path == "" {
			continue
		}
		if records[side], err = record.Read(path); err != nil {
			return records, judgeFailed(err)
		}
		if m.flags.out == "" { // there is no such file any more
			records[side].Path = [...]string{measure.Now: "this run", measure.Base: m.flags.against}[side]
		}
	}
	return records, nil
}

// interruptedEarly is how a measuring ends that was interrupted before there is a record.
func interruptedEarly() error {
	return exitError{statusInterrupted, errors.New("interrupted before the first sample; nothing is recorded")}
}

// ended says how far a recording came that was not finished, what is kept of it, and whose fault it is.
func (f *measureFlags) ended(err error, interrupted bool) error {
	var stopped *measure.InterruptedError
	if !errors.As(err, &stopped) {
		return err
	}
	held := "nothing is kept, as --out FILE was not given"
	switch kept := f.kept(); {
	case stopped.Taken == 0:
		held = "nothing is recorded"
	case f.against != "" && kept != "":
		held = kept + " hold them"
	case kept != "":
		held = kept + " holds them"
	}
	var failed *measure.FailedError
	switch {
	case interrupted:
		return exitError{statusInterrupted, fmt.Errorf("interrupted after %d of %d samples; %s", stopped.Taken, stopped.Planned, held)}
	case errors.As(err, &failed):
		return exitError{statusUnexpected, fmt.Errorf("%w (%s)", err, held)}
	}
	return judgeFailed(fmt.Errorf("%w (%s)", err, held))
}
