package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"dlxjudge/judge/author/recipe"
	"dlxjudge/judge/author/stress"
	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/selection"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/archive"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/lab"
	"dlxjudge/judge/tell/outcome"
)

// stressFlags are the flags of judge stress.
type stressFlags struct {
	pack      string
	gen       []string
	genFile   string
	seconds   float64
	seed      uint64
	jobs      int
	keep      bool
	backend   string
	timeLimit float64
	json      string
}

func newStressCommand(a *app) *cobra.Command {
	var f stressFlags
	cmd := &cobra.Command{
		Use:   "stress PROBLEM A [B]",
		Short: "Find a small input on which a program fails, by random tests",
		Long: `Run A and B on random inputs until they differ: the problem's checker does not
accept A's output with B's as the answer, or A crashes, passes a limit, or takes
ten times as long as B (and 0.2 s at least). Then the input is shrunk: first the
numbers of the generator's command, then its cases, lines, columns, tokens and
characters, as long as the input validators accept it and A fails in the same
way. It is 1-minimal in the end: nothing of it can go alone.

B is a program that is right; without it, the solution that makes the answers of
the problem's tests. A and B are names as judge list shows them, or paths. In an
interactive, a multi-pass or a scoring problem they differ if their verdicts or
their scores do (judge help faults).

Commands of generators stand in problems/PROBLEM/generators/stress.yaml, or are
given with --gen. In them {seed} is another number for each test, {20..40} one
drawn from that range, and {n} is {1..10}.

Exit status: 0 nothing found, 1 found.`,
		Example: `  judge stress poj3074 wrong_answer/state_kept
  judge stress hdu5046 dlx backtrack --gen 'airports -seed {seed} -n {2..8} -k 2 -reach 9'
  judge stress hdu5046 ~/try.cpp --time 300 --keep
  judge stress spojnqueen dlx --gen-file gen.py`,
		Args: cobra.RangeArgs(2, 3),
		RunE: func(cmd *cobra.Command, args []string) error { return a.stress(cmd.Context(), f, args) },
		ValidArgsFunction: func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			return completeStress(f.pack, args, typed)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.pack, "package", "", "take the problem package in `DIR` (or a .zip or .kpp file) instead of "+
		"this checkout")
	flags.StringArrayVar(&f.gen, "gen", nil, "`COMMAND` of a generator, in place of those of stress.yaml; may be "+
		"given several times")
	flags.StringVar(&f.genFile, "gen-file", "", "a generator in `FILE`, called with a seed and a number from 1 to "+
		"10, or as --gen says")
	f.seconds = 60
	flags.Var(quantity.Of(&f.seconds, "seconds as a number, such as 60"), "time",
		"`SECONDS` to look for an input, and again to shrink it")
	flags.Uint64Var(&f.seed, "seed", 1, "`NUMBER` of the first test; each number stands for a test")
	flags.IntVarP(&f.jobs, "jobs", "j", 2*runtime.NumCPU(), "tests run side by side")
	flags.BoolVar(&f.keep, "keep", false, "add the input to the problem's tests, and to generators/tests.yaml")
	flags.StringVar(&f.backend, "backend", "", "run programs with this sandbox instead of the best that works here")
	flags.Var(quantity.Of(&f.timeLimit, quantity.Seconds), "time-limit",
		"`SECONDS` in place of the problem's own time limit")
	addJSON(cmd, &f.json)
	return cmd
}

// stress finds an input, shrinks it, and shows it.
func (a *app) stress(ctx context.Context, f stressFlags, args []string) error {
	if err := f.check(); err != nil {
		return err
	}
	p, err := a.stressed(ctx, f, args[0])
	if err != nil {
		return err
	}
	if p.SubmitAnswer {
		return fmt.Errorf("the submissions of %s are outputs, and read no input on which they could fail", p.Name)
	}
	pair, err := pairOf(p, args[1:])
	if err == nil && p.Talks() {
		pair.Answer, err = answerOf(p)
	}
	if err != nil {
		return err
	}
	commands, files, err := f.commands(p)
	if err != nil {
		return err
	}
	box, cache, close, err := a.open(f.backend)
	if err != nil {
		return err
	}
	defer close()
	if err := a.derive(ctx, []grade.Entry{{Problem: p}}, grade.Options{Jobs: 1, Sandbox: box,
		Cache: cache}); err != nil {
		return err
	}
	observe, clear := a.counting()
	session, err := stress.Open(ctx, pair, commands, stress.Options{
		Seed: f.seed, Time: time.Duration(f.seconds * float64(time.Second)), Jobs: f.jobs, Files: files,
		Sandbox: box, Cache: cache, Observe: observe,
	})
	if err != nil {
		return stressFailed(ctx, err)
	}
	defer session.Close()
	found, err := session.Search(ctx)
	if err == nil && found != nil {
		err = session.Shrink(ctx, found)
	}
	clear()
	if found == nil || err != nil && ctx.Err() == nil {
		if err != nil {
			return stressFailed(ctx, err)
		}
		if err := lab.NoFinding(a.rows(f.json), pair, session.Stats()); err != nil {
			return judgeFailed(err)
		}
		return a.stressDocument(ctx, f, pair, session.Stats(), nil, "")
	}
	if err := lab.Finding(a.rows(f.json), pair, found); err != nil {
		return judgeFailed(err)
	}
	kept := ""
	var unkept error
	if f.keep && ctx.Err() == nil {
		kept, unkept = a.keepTest(ctx, cache, pair, files, found)
	}
	interrupted := ctx.Err() != nil
	if err := a.stressDocument(ctx, f, pair, session.Stats(), found, kept); err != nil || unkept != nil {
		return cmp.Or(unkept, err)
	}
	if interrupted {
		return exitError{Status: statusInterrupted}
	}
	return exitError{Status: statusUnexpected}
}

// stressDocument writes what was found, or nothing, as JSON if that is wanted.
func (a *app) stressDocument(ctx context.Context, f stressFlags, pair stress.Pair, stats stress.Stats,
	found *stress.Finding, kept string) error {
	origin := a.origin(context.WithoutCancel(ctx), f.json, f.pack, programIn(pair.Problem, pair.A),
		programIn(pair.Problem, pair.B))
	return a.writeJSON(f.json, func(w io.Writer) error {
		return lab.StressJSON(w, pair, stats, found, kept, origin)
	})
}

// stressed reads the problem. Its tests are needed only to work out a time limit.
func (a *app) stressed(ctx context.Context, f stressFlags, name string) (*problem.Problem, error) {
	limit, err := quantity.TimeLimit(f.timeLimit)
	if err != nil {
		return nil, err
	}
	var p *problem.Problem
	for _, load := range []selection.Loader{problem.LoadPrograms, problem.Load} {
		s, err := a.picker.Pick(ctx, f.pack, []string{name}, load)
		if err != nil {
			return nil, err
		}
		if len(s.Set.Problems) != 1 {
			return nil, fmt.Errorf("%q names %d problems; give one", name, len(s.Set.Problems))
		}
		p = s.Set.Problems[0]
		if limit > 0 {
			p.Limits.Time = limit
		}
		if p.Limits.Time > 0 {
			break
		}
	}
	return p, nil
}

// mostKept bounds an input that is written into tests.yaml.
const mostKept = 16 << 10

// keepTest adds the input that was found to the problem's tests, and returns its path.
func (a *app) keepTest(ctx context.Context, cache *compile.Cache, pair stress.Pair, files map[string]problem.Source,
	found *stress.Finding) (string, error) {
	p := pair.Problem
	add := recipe.Addition{Group: found.Group, Comment: "found by judge stress for " + pair.A.Name}
	generator, args := found.Call()
	_, own := files[generator]
	switch {
	case found.Made && !own:
		add.Test = recipe.Test{Generator: generator, Args: args}
	case len(found.Input) > mostKept || !utf8.Valid(found.Input):
		return "", fmt.Errorf("--keep: the input has %d bytes and no generator of the problem makes it; tests.yaml "+
			"takes texts of at most %d KiB", len(found.Input), mostKept>>10)
	default:
		add.Test = recipe.Test{Input: string(found.Input)}
	}
	name, err := recipe.Add(ctx, cache, p, add)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("--keep: %w; its origin would stand there", err)
	}
	if err != nil {
		return "", fmt.Errorf("--keep: %w", err)
	}
	path := filepath.Join(p.DataDir, filepath.FromSlash(name)) + ".in"
	a.say("kept as %s, with its recipe in %s", path, recipe.File(p))
	return path, nil
}

func (f *stressFlags) check() error {
	switch {
	case !(f.seconds > 0 && f.seconds <= 1e6): // a NaN is neither
		return fmt.Errorf("--time %g: give seconds between 0 and 1000000", f.seconds)
	case f.keep && f.pack != "" && archive.Is(f.pack) && !selection.IsFolder(f.pack):
		return fmt.Errorf("--keep: %s is an archive; unpack it, and give its folder", f.pack)
	case f.jobs < 1 || f.jobs > 64:
		return fmt.Errorf("-j %d: give a number from 1 to 64", f.jobs)
	}
	return outcome.Writable("--json", f.json)
}

// stressFailed gives what ends a search its status.
func stressFailed(ctx context.Context, err error) error {
	var generator *stress.GeneratorError
	var broken *compile.CompileError
	var missing *compile.MissingError
	switch {
	case ctx.Err() != nil:
		return exitError{Status: statusInterrupted}
	case errors.As(err, &generator), errors.As(err, &broken), errors.As(err, &missing), errors.Is(err, os.ErrNotExist):
		return err
	}
	return judgeFailed(err)
}

// counting returns a function that shows the number of tests, and one that removes it.
func (a *app) counting() (observe func(tests int), clear func()) {
	show, clear := a.status()
	if show == nil {
		return nil, clear
	}
	start := time.Now()
	return func(tests int) {
		rate := float64(tests) / time.Since(start).Seconds()
		show(grade.Progress{Step: "stress", Done: tests, Current: fmt.Sprintf("%s, %.0f a second", count(tests, "test"),
			rate)})
	}, clear
}
