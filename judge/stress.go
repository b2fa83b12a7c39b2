package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/author/recipe"
	"dlxjudge/judge/author/stress"
	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/base/untrusted"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/reports"
	"dlxjudge/judge/tell/terminal"
	"dlxjudge/judge/tell/usage"
)

// stressFlags holds the flags of "judge stress".
type stressFlags struct {
	pack      string
	gen       []string
	time      time.Duration
	seed      uint64
	jobs      int
	keep      bool
	timeLimit time.Duration
	sizes     string
	slow      bool
	folderFlags
}

func newStressCommand(a *app) *cobra.Command {
	var f stressFlags
	cmd := &cobra.Command{
		Use:   "stress [FILE [BRUTE [GENERATOR]] | PROBLEM A [B]]",
		Short: "Find a small input on which a program fails, by random tests",
		Long: `Run A and B on random inputs until they differ: the checker does not accept A's
output with B's as the answer, or A crashes, exceeds a limit, or takes ten times
as long as B. Then the input is shrunk. B must be correct; its default is the
solution that makes the answers. In a folder, name the files, or use names that
the judge finds: a.cpp, brute.py, gen.py. The generator prints an input for the
seed in its argument. "judge help faults" says more.

Exit status: 0 nothing found; 1 found, or too few tests; 3 the checker failed.`,
		Example: `  judge stress a.cpp brute.py gen.py --sizes 1..50
  judge stress poj3074 wrong_answer/state_kept
  judge stress hdu5046 dlx backtrack --gen 'airports -seed {seed} -n {2..8}'
  judge stress hdu5046 ~/try.cpp --time 300
  judge stress spojnqueen dlx --gen gen.py`,
		Args: usage.Args(0, 3, "name a file, with a correct program and a generator after it, or a problem and one "+
			"or two of its programs"),
		RunE:              func(cmd *cobra.Command, args []string) error { return a.stress(cmd.Context(), f, args) },
		ValidArgsFunction: completeApproaches(&f.pack),
	}
	flags := cmd.Flags()
	flags.StringVar(&f.pack, "package", "", "take "+anyPackage)
	flags.StringArrayVar(&f.gen, "gen", nil, "call a generator with this `COMMAND`, or your own generator in a file, "+
		"instead of the commands in stress.yaml (repeatable)")
	f.time = time.Minute
	flags.Var(quantity.Seconds(&f.time, 1e-6, 1e6), "time",
		"search for at most `SECONDS`, then shrink for up to the same time")
	flags.Uint64Var(&f.seed, "seed", 1, "begin with the random test `NUMBER`")
	addJobs(cmd, &f.jobs)
	flags.BoolVar(&f.keep, "keep", false, "write the input and the answer as fail1.in and fail1.ans beside a "+
		"file")
	quantity.AddTimeLimit(cmd, &f.timeLimit)
	f.folderFlags.add(cmd)
	flags.StringVar(&f.sizes, "sizes", "", "also give the generator of a folder a size from `LOW..HIGH`, small sizes "+
		"first")
	flags.BoolVar(&f.slow, "slow", false, "instead, look for the input on which the program needs the most CPU time")
	cmd.MarkFlagsMutuallyExclusive("sizes", "gen")
	cmd.MarkFlagsMutuallyExclusive("slow", "keep")
	return cmd
}

// stress finds an input on which a program fails. The program belongs to a problem, or is in any folder.
func (a *app) stress(ctx context.Context, f stressFlags, args []string) error {
	options := f.options(f.timeLimit)
	options.Roles = append(options.Roles, loose.Generator, loose.Validator)
	options.TestsOptional, a.picker.Strangers = true, true
	for i, role := range []loose.Role{loose.Brute, loose.Generator} {
		if i+1 < len(args) {
			options.Programs[role] = args[i+1]
		}
	}
	picked, err := a.pick(ctx, options, f.pack, args[:min(len(args), 1)])
	switch {
	case err != nil:
		return err
	case picked.Folder != nil:
		return a.stressFolder(ctx, f, picked.Folder)
	case len(args) > 0:
		args = args[1:]
	}
	if len(picked.Patterns) == 1 && !picked.Patterns[0].Whole() { // it names a program, too
		entries, err := picked.Entries()
		if err != nil {
			return err
		}
		args = append([]string{entries[0].Submission.Name}, args...)
	}
	switch {
	case len(args) == 0:
		return errors.New("name a problem and one or two of its programs, or a file, for example: judge stress a.cpp " +
			"brute.py gen.py")
	case f.keep || f.sizes != "":
		return errors.New("--keep and --sizes are for a program in a folder; for a problem, stress.yaml has the " +
			"sizes, and the lines that keep the test are printed")
	}
	return a.stressProblem(ctx, f, picked, args, options)
}

// stressProblem looks for an input on which a program of a problem fails.
func (a *app) stressProblem(ctx context.Context, f stressFlags, picked *pick.Picked, programs []string,
	options loose.Options) error {
	p, err := only(picked)
	if err != nil {
		return err
	}
	p.Limits.Time = cmp.Or(f.timeLimit, p.Limits.Time)
	if p.SubmitAnswer {
		return fmt.Errorf("the submissions of %s are outputs, not programs, so no input can make them fail", p.Name)
	}
	pair := stress.Pair{Problem: p}
	if f.slow && len(programs) > 1 {
		return errors.New("--slow measures one program; name only one")
	}
	if f.slow {
		pair.A, err = pick.ProgramOf(p, programs[0], options)
		pair.B = pair.A
	} else {
		pair, err = stress.PairOf(p, programs, options)
	}
	switch {
	case err != nil:
	case f.slow && p.Talks():
		err = fmt.Errorf("%s is %s: no input alone decides how long its programs run", p.Name, p.Kind())
	case options.SetsBuild() && !pair.A.Stranger() && !pair.B.Stranger():
		err = pick.ErrDefined
	case p.Talks():
		pair.Answer, err = stress.AnswerOf(p)
	}
	if err != nil {
		return err
	}
	commands, err := stress.CommandsOf(p, f.gen)
	if err != nil {
		return err
	}
	return a.search(ctx, f, stressSearch{pair: pair, commands: commands,
		keep: func(found *stress.Finding) error {
			lines, err := stress.Recipe(p, found)
			if err == nil && lines != "" {
				a.say("to keep it as a test, add these lines to the groups of %s, and run: %s", recipe.File(p), p.Gen())
				terminal.Message(a.stderr, legible.Lines(lines))
			}
			return err
		}})
}

// stressFolder looks for an input on which a program in any folder fails. It uses the programs beside that program.
func (a *app) stressFolder(ctx context.Context, f stressFlags, folder *loose.Folder) error {
	low, high, err := f.sizeBounds()
	if err != nil {
		return err
	}
	brute, slow := folder.Parts[loose.Brute]
	generator, makes := folder.Parts[loose.Generator]
	switch {
	case !slow && !f.slow:
		return missingPart(folder, "correct program to compare with (it may be slow)", "brute.py")
	case !makes && f.gen == nil:
		return missingPart(folder, "generator (it prints an input for the seed in its first argument)", "gen.py")
	}
	p, settings := folder.Problem, folder.TestSettings()
	commands := []stress.Command{stress.Seeded(generator, low, high)}
	if f.gen != nil {
		if commands, err = stress.CommandsOf(p, f.gen); err != nil {
			return err
		}
	}
	s := stressSearch{
		pair: stress.Pair{Problem: p, A: p.Submissions[0], CheckB: p.Checkers != nil, Settings: &settings,
			B: problem.Submission{Source: brute, Problem: p.Name, Name: brute.Name, Path: brute.Main()}},
		commands: commands,
	}
	if f.keep {
		s.keep = func(found *stress.Finding) error { return a.keepBeside(folder, found) }
	}
	if f.slow {
		s.pair.B = s.pair.A
	} else if err := s.pair.Distinct(); err != nil {
		return err
	}
	err = a.search(ctx, f, s)
	var invalid *stress.GeneratorError
	if errors.As(err, &invalid) && strings.Contains(invalid.Reason, ": exit status 0") && !folder.Settings.Plain {
		err = fmt.Errorf("%w\nif status 0 of the validator says that the input is valid, write into "+
			"judge.yaml: plain: true", err)
	}
	return err
}

// keepBeside keeps the input as a test beside the program.
func (a *app) keepBeside(folder *loose.Folder, found *stress.Finding) error {
	answer := found.Answer
	switch {
	case folder.Problem.Interactive: // the finding has the conversation instead of an answer
		answer = nil
	case found.OfB():
		a.say("not kept: %s fails on it, so there is no answer", folder.Parts[loose.Brute].Main())
		return nil
	}
	for _, t := range folder.Tests.Tests {
		text, err := untrusted.Read(t.Input, int64(len(found.Input))) // a longer file is another input
		if err == nil && bytes.Equal(text, found.Input) {
			a.say("not kept: test %s already has this input", t.Name)
			return nil
		}
	}
	in, ans, err := folder.Keep(found.Input, answer)
	if err == nil {
		a.say("kept as %s and %s", in, filepath.Base(ans))
	}
	return err
}

// missingPart returns the error for a brute-force program or a generator that is neither named nor found.
func missingPart(folder *loose.Folder, what, name string) error {
	program := folder.Program
	return fmt.Errorf("there is no %s; write %s, or name it: judge stress%s", what, filepath.Join(program.Dir, name),
		legible.Words(program.Main(), "brute.py", "gen.py"))
}

// sizeBounds returns the bounds in --sizes. Without --sizes, both bounds are 0.
func (f *stressFlags) sizeBounds() (low, high int64, err error) {
	if f.sizes == "" {
		return 0, 0, nil
	}
	const most = 1_000_000_000
	from, to, found := strings.Cut(f.sizes, "..")
	low, errLow := strconv.ParseInt(from, 10, 64)
	high, errHigh := strconv.ParseInt(to, 10, 64)
	if !found || errLow != nil || errHigh != nil || low < 0 || low > high || high < 1 || high > most {
		return 0, 0, fmt.Errorf("--sizes %s: give two whole numbers up to %d, the smaller one first, such as 1..50",
			f.sizes, most)
	}
	return low, high, nil
}

// stressSearch holds the parameters of a search.
type stressSearch struct {
	pair     stress.Pair
	commands []stress.Command
	keep     func(found *stress.Finding) error // keeps the input as a test, or says how; nil to do neither
}

// search looks for an input on which the programs differ. It shrinks and shows the input, and keeps it if requested.
func (a *app) search(ctx context.Context, f stressFlags, s stressSearch) error {
	pair := s.pair
	tools, err := a.open(ctx, "")
	if err != nil {
		return err
	}
	if err := a.derive(ctx, []grade.Entry{{Problem: pair.Problem}}, tools); err != nil {
		return err
	}
	var clear func()
	tools.Jobs = f.jobs
	tools.Observe, clear = a.counting()
	session, err := stress.Open(ctx, pair, s.commands, stress.Options{Options: tools, Seed: f.seed, Time: f.time})
	if err != nil {
		clear()
		return stressFailed(ctx, err)
	}
	defer session.Close()
	if f.slow {
		best, err := session.Slowest(ctx)
		clear()
		return a.slowest(ctx, pair, best, session.Stats(), err)
	}
	found, err := session.Search(ctx)
	if found != nil {
		err = errors.Join(err, session.Shrink(ctx, found))
	}
	clear()
	stats := session.Stats()
	switch {
	case found != nil:
	case ctx.Err() != nil:
		return a.interrupted(figures.Plural(stats.Tests, "test")+" without a difference", "continue with: "+
			a.again("--seed", strconv.FormatUint(stats.Next, 10)))
	case err != nil && stats.Tests == 0:
		return stressFailed(ctx, err)
	default:
		reports.NoFinding(a.stdout, pair, stats, a.style())
		if err != nil {
			return stressFailed(ctx, err)
		}
		return findings(stats.Decided() == 0 || stats.Equal != "") // not a success: too little was compared
	}
	reports.Finding(a.stdout, pair, found, a.style())
	if s.keep != nil {
		if unkept := s.keep(found); unkept != nil {
			a.say("%v", unkept)
		}
	}
	if ctx.Err() != nil {
		return a.interrupted("the smallest input so far is shown", "find it again, and shrink it, with: "+
			a.again("--seed", strconv.FormatUint(f.seed+found.Test-1, 10)))
	}
	return exit.Decide(false, found.Failed().Verdict == problem.JE, true, errors.Join(found.Err, err))
}

// slowest shows the slowest inputs that were found.
func (a *app) slowest(ctx context.Context, pair stress.Pair, best []stress.Worst, stats stress.Stats, err error) error {
	if len(best) > 0 {
		reports.Slowest(a.stdout, pair, best, stats, a.style())
	}
	switch {
	case ctx.Err() != nil:
		return a.interrupted(figures.Plural(stats.Tests, "test")+" timed", "")
	case err != nil:
		return stressFailed(ctx, err)
	case len(best) == 0:
		return exitError{Status: statusUnexpected, Err: fmt.Errorf("%s timed, and none ended well; %s",
			figures.Plural(stats.Tests, "test"), stats.Reason)}
	}
	return findings(best[0].Stopped)
}

// stressFailed adds the exit status to the error of a search.
func stressFailed(ctx context.Context, err error) error {
	var generator *stress.GeneratorError
	var missing *compile.MissingError
	if ctx.Err() == nil && (errors.As(err, &generator) || errors.As(err, &missing) || errors.Is(err, os.ErrNotExist)) {
		return err
	}
	return ended(ctx, err)
}

// counting returns a function that shows the number of tests, and one that removes it.
func (a *app) counting() (observe func(grade.Progress), clear func()) {
	show, clear := a.status()
	start := time.Now()
	return func(p grade.Progress) {
		rate := float64(p.Done) / time.Since(start).Seconds()
		p.Current = fmt.Sprintf("%s, %.0f a second", figures.Plural(p.Done, "test"), rate)
		show(p)
	}, clear
}
