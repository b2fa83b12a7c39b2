package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"github.com/spf13/cobra"

	"dlxjudge/judge/build"
	"dlxjudge/judge/grade"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/sandbox"
	"dlxjudge/judge/track"
	"dlxjudge/judge/track/measure"
)

// measureFlags are the flags that judge bench and judge compare share.
type measureFlags struct {
	all     bool // measure every test, also after one that was too slow
	count   int
	counts  bool
	seed    uint64
	backend string
}

func (f *measureFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntVar(&f.count, "count", 10, "samples of each test; a 95% interval needs 6")
	flags.Uint64Var(&f.seed, "seed", 1, "`NUMBER` that the order of the samples follows from")
	flags.StringVar(&f.backend, "backend", "", "run programs with this sandbox instead of the best that works here")
}

func (f *measureFlags) check() error {
	switch {
	case f.count < 0 || f.count > 10000:
		return fmt.Errorf("--count %d: give a number of samples between 1 and 10000", f.count)
	case f.count == 0 && !f.counts:
		return errors.New("--count 0 measures nothing; add --counts to count alone")
	}
	return nil
}

// measuring holds what one measurement needs.
type measuring struct {
	app     *app
	flags   measureFlags
	root    string // of the checkout
	entries []grade.Entry
	against []grade.Entry // the other commit's
	machine track.Machine
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
	m.machine = measure.ThisMachine(ctx, m.box.Name())
	if f.count > 0 && f.count < track.MinSamples {
		fmt.Fprintf(a.stderr, "judge: warning: with fewer than %d samples there is no 95%% interval\n", track.MinSamples)
	}
	return m, nil
}

func (m *measuring) Close() error { return errors.Join(m.cache.Close(), m.box.Close()) }

// checkout checks another commit out and takes its solutions, with today's tests. The caller removes it.
func (m *measuring) checkout(ctx context.Context, ref string) (run track.Run, remove func(), err error) {
	path, run, remove, err := measure.Worktree(ctx, m.root, ref, m.box.Scratch())
	if err != nil {
		return run, nil, err
	}
	wanted := make(map[string]bool)
	for _, e := range m.entries {
		wanted[e.Problem.Name] = true
	}
	set, err := problem.LoadPrograms(problem.Tree(path), func(name string) bool { return wanted[name] })
	if err != nil {
		remove()
		return run, nil, fmt.Errorf("--against %s: that commit cannot be read: %w", ref, err)
	}
	theirs := make(map[track.Program]problem.Submission)
	for _, p := range set.Problems {
		for _, s := range p.Submissions {
			theirs[track.Program{Problem: p.Name, Solution: s.Name}] = s
		}
	}
	for _, e := range m.entries {
		if s, known := theirs[track.Program{Problem: e.Problem.Name, Solution: e.Submission.Name}]; known {
			m.against = append(m.against, grade.Entry{Problem: e.Problem, Submission: s, Tests: e.Tests})
		}
	}
	if len(m.against) == 0 {
		remove()
		return run, nil, fmt.Errorf("--against %s: that commit has none of these solutions", ref)
	}
	return run, remove, nil
}

// record judges, counts and samples, and leaves the records.
func (m *measuring) record(ctx context.Context, recording measure.Recording) error {
	scratch, err := os.MkdirTemp(m.box.Scratch(), "measuring-")
	if err != nil {
		return judgeFailed(err)
	}
	defer os.RemoveAll(scratch)
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
		return exitError{status: statusInterrupted}
	case errors.As(err, &refused):
		return exitError{statusUnexpected, err}
	case err != nil:
		return buildFailed(err)
	}
	for side := range recording {
		recording[side].Machine = m.machine
	}
	err = plan.Record(ctx, m.box, jobs, recording, observe)
	clear()
	for _, note := range plan.Notes {
		fmt.Fprintf(m.app.stderr, "judge: note: %s\n", note)
	}
	var stopped *measure.InterruptedError
	switch {
	case errors.As(err, &stopped) && ctx.Err() != nil:
		return exitError{statusInterrupted, fmt.Errorf("interrupted after %d of %d samples; %s holds them", stopped.Taken, stopped.Planned, recording[measure.Now].Path)}
	case errors.As(err, &stopped):
		return judgeFailed(fmt.Errorf("%w; %s holds what there is", err, recording[measure.Now].Path))
	}
	return err
}
