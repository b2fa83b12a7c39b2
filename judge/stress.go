package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/author/recipe"
	"dlxjudge/judge/author/stress"
	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/archive"
	"dlxjudge/judge/read/config"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/lab"
	"dlxjudge/judge/tell/usage"
)

// stressFlags are the flags of judge stress.
type stressFlags struct {
	pack      string
	gen       []string
	time      time.Duration
	seed      uint64
	jobs      int
	keep      bool
	timeLimit time.Duration
	folder    folderStress
}

func newStressCommand(a *app) *cobra.Command {
	var f stressFlags
	cmd := &cobra.Command{
		Use:   "stress FILE [BRUTE [GENERATOR]] | PROBLEM A [B]",
		Short: "Find a small input on which a program fails, by random tests",
		Long: `Run A and B on random inputs until they differ: the problem's checker does not
accept A's output with B's as the answer, or A crashes, exceeds a limit, or takes
ten times as long as B (and 0.2 s at least). Then the input is shrunk: first the
numbers of the generator's command, then its cases, lines, columns, tokens and
characters, as long as the input validators accept it and A fails in the same
way. The result is 1-minimal: no single part of it can be removed.

B is a correct program; by default, the solution that makes the answers of the
problem's tests. A and B are names as judge list shows them, or paths. In an
interactive, a multi-pass or a scoring problem they differ if their verdicts or
their scores do (judge help faults).

In a folder without a checkout, name the files: judge stress a.cpp brute.py gen.py. The generator prints an
input for the seed that it is called with, and with --sizes for a seed and a size. Programs that you do not
name are found by name, as by judge test, and the input validator as validator.* or val.*. Without a
validator nothing says which inputs are valid: then only the generator's seed and size shrink.

The commands of generators are in problems/PROBLEM/generators/stress.yaml, or are
given with --gen. In them {seed} is a new number for each test, {20..40} is drawn
from that range, and {n} is {1..10}.

Exit status: 0 nothing found, 1 found, or no test was finished in the time.`,
		Example: `  judge stress a.cpp brute.py gen.py --sizes 1..50
  judge stress poj3074 wrong_answer/state_kept
  judge stress hdu5046 dlx backtrack --gen 'airports -seed {seed} -n {2..8} -k 2 -reach 9'
  judge stress hdu5046 ~/try.cpp --time 300 --keep
  judge stress spojnqueen dlx --gen gen.py`,
		Args: stressArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if loose.IsProgram(args[0]) {
				return a.stressFolder(cmd.Context(), f, args)
			}
			return a.stress(cmd.Context(), f, args)
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			return completeStress(f.pack, args, typed)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.pack, "package", "", "take "+anyPackage)
	flags.StringArrayVar(&f.gen, "gen", nil, "`COMMAND` of a generator instead of those of stress.yaml, or the file "+
		"of a generator of your own; may be given several times")
	f.time = time.Minute
	flags.Var(quantity.Seconds(&f.time, 1e-6, 1e6), "time",
		"`SECONDS` to look for an input, and again to shrink it")
	flags.Uint64Var(&f.seed, "seed", 1, "`NUMBER` of the first test; each number stands for a test")
	flags.IntVarP(&f.jobs, "jobs", "j", 2*runtime.NumCPU(), "tests run side by side")
	flags.BoolVar(&f.keep, "keep", false, "add the input to the problem's tests, and to generators/tests.yaml; or as "+
		"fail1.in and fail1.ans beside a file")
	quantity.AddTimeLimit(cmd, &f.timeLimit)
	f.folder.add(cmd)
	return cmd
}

// stressArgs wants a file, or a problem and programs.
func stressArgs(cmd *cobra.Command, args []string) error {
	least := 2
	if len(args) == 1 && loose.IsProgram(args[0]) {
		least = 1
	}
	return usage.Args(least, 3, "name a file, with a correct program and a generator behind it, or a problem and one "+
		"or two of its programs")(cmd, args)
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
	pair, err := stress.PairOf(p, args[1:])
	if err == nil && p.Talks() {
		pair.Answer, err = stress.AnswerOf(p)
	}
	if err != nil {
		return err
	}
	commands, files, err := stress.Given(p, f.gen)
	if err != nil {
		return err
	}
	return a.search(ctx, f, stressSearch{pair: pair, commands: commands, files: files,
		keep: func(ctx context.Context, tools grade.Options, found *stress.Finding) error {
			kept, err := stress.Keep(ctx, tools.Cache, pair, files, found)
			if err == nil {
				a.say("kept as %s, with its recipe in %s", kept, recipe.File(p))
			}
			return err
		}})
}

// stressSearch is what a search needs to know.
type stressSearch struct {
	pair     stress.Pair
	commands []stress.Command
	files    map[string]problem.Source
	keep     func(ctx context.Context, tools grade.Options, found *stress.Finding) error // keeps it as a test
}

// search looks for an input, shrinks it, shows it, and keeps it if that is wanted.
func (a *app) search(ctx context.Context, f stressFlags, s stressSearch) error {
	pair := s.pair
	tools, close, err := a.open("")
	if err != nil {
		return err
	}
	defer close()
	if err := a.derive(ctx, []grade.Entry{{Problem: pair.Problem}}, tools); err != nil {
		return err
	}
	observe, clear := a.counting()
	session, err := stress.Open(ctx, pair, s.commands, stress.Options{
		Seed: f.seed, Time: f.time, Jobs: f.jobs, Files: s.files,
		Sandbox: tools.Sandbox, Cache: tools.Cache, Observe: observe,
	})
	if err != nil {
		clear()
		return stressFailed(ctx, err)
	}
	defer session.Close()
	found, err := session.Search(ctx)
	if err == nil && found != nil {
		err = session.Shrink(ctx, found)
	}
	clear()
	if found == nil && ctx.Err() != nil {
		stats := session.Stats()
		return a.interrupted(count(stats.Tests, "test")+" without a difference", "go on with: "+
			a.again("--seed", strconv.FormatUint(stats.Next, 10)))
	}
	if found == nil || err != nil && ctx.Err() == nil {
		if err != nil {
			return stressFailed(ctx, err)
		}
		if err := lab.NoFinding(a.stdout, pair, session.Stats(), a.style()); err != nil {
			return judgeFailed(err)
		}
		if session.Stats().Decided() == 0 {
			return exitError{Status: statusUnexpected} // no success: nothing was compared
		}
		return err
	}
	if err := lab.Finding(a.stdout, pair, found, a.style()); err != nil {
		return judgeFailed(err)
	}
	interrupted := ctx.Err() != nil
	if f.keep && !interrupted {
		if err := s.keep(ctx, tools, found); err != nil {
			return err
		}
	}
	if interrupted {
		return a.interrupted("the smallest input so far is shown", "find it again, and shrink it, with: "+
			a.again("--seed", strconv.FormatUint(f.seed+found.Test-1, 10)))
	}
	return exitError{Status: statusUnexpected}
}

// stressed reads the problem. Its tests are needed only to work out a time limit.
func (a *app) stressed(ctx context.Context, f stressFlags, name string) (*problem.Problem, error) {
	p, err := a.problem(ctx, f.pack, name, problem.LoadPrograms)
	switch {
	case err != nil:
		return nil, err
	case f.timeLimit > 0:
		p.Limits.Time = f.timeLimit
	case p.Limits.Time == 0:
		return a.problem(ctx, f.pack, name, problem.Load)
	}
	return p, nil
}

func (f *stressFlags) check() error {
	switch {
	case f.folder.given() != "":
		return fmt.Errorf("--%s is for files in a folder: judge stress a.cpp brute.py gen.py", f.folder.given())
	case f.keep && f.pack != "" && archive.Is(f.pack) && !pick.IsFolder(f.pack):
		return fmt.Errorf("--keep: %s is an archive; unpack it, and give its folder", f.pack)
	case f.jobs < 1 || f.jobs > 64:
		return fmt.Errorf("-j %d: give a number from 1 to %d", f.jobs, config.MaxJobs)
	}
	return nil
}

// stressFailed gives the error of a search its exit status.
func stressFailed(ctx context.Context, err error) error {
	var generator *stress.GeneratorError
	var missing *compile.MissingError
	if ctx.Err() == nil && (errors.As(err, &generator) || errors.As(err, &missing) || errors.Is(err, os.ErrNotExist)) {
		return err
	}
	return ended(ctx, err)
}

// counting returns a function that shows the number of tests, and one that removes it.
func (a *app) counting() (observe func(tests int), clear func()) {
	show, clear := a.status()
	start := time.Now()
	return func(tests int) {
		rate := float64(tests) / time.Since(start).Seconds()
		show(grade.Progress{Step: "stress", Done: tests, Current: fmt.Sprintf("%s, %.0f a second", count(tests, "test"),
			rate)})
	}, clear
}

// completeStress offers problems, then the submissions of one.
func completeStress(pack string, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return completeProblems(nil, nil, typed)
	}
	return submissions(pack, args[0], typed), cobra.ShellCompDirectiveDefault // files, too
}
