package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dlxjudge/judge/author/stress"
	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/read/config"
	"dlxjudge/judge/read/problem"
)

// folderStress are the flags of judge stress on files, without a problem.
type folderStress struct {
	parts partFlags
	eps   float64
	sizes string
	own   *pflag.FlagSet // with these flags alone
}

func (f *folderStress) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	before := make(map[string]bool)
	flags.VisitAll(func(flag *pflag.Flag) { before[flag.Name] = true })
	f.parts.add(cmd, loose.Checker, loose.Interactor, loose.Validator)
	flags.Var(quantity.Of(&f.eps, "a tolerance", "1e-6", 0, 1), "eps",
		"accept numbers that differ by `EPS`, absolutely or relatively")
	flags.StringVar(&f.sizes, "sizes", "", "call the generator with a size from `LOW..HIGH` as well, the small ones "+
		"first")
	f.own = pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.VisitAll(func(flag *pflag.Flag) {
		if !before[flag.Name] {
			f.own.AddFlag(flag)
		}
	})
}

// given is the name of one of these flags that was given, "" if none was.
func (f *folderStress) given() (name string) {
	f.own.VisitAll(func(flag *pflag.Flag) {
		if flag.Changed {
			name = flag.Name
		}
	})
	return name
}

// stressFolder looks for an input on which a file fails, with what lies beside it.
func (a *app) stressFolder(ctx context.Context, f stressFlags, args []string) error {
	low, high, err := f.checkFolder()
	if err != nil {
		return err
	}
	named := f.folder.parts.names()
	for i, role := range []loose.Role{loose.Brute, loose.Generator} {
		if i+1 < len(args) {
			named[role] = args[i+1]
		}
	}
	folder, err := loose.Open(args[0], loose.Options{Time: f.timeLimit, Epsilon: f.folder.eps, MayLack: true,
		Roles: []loose.Role{loose.Checker, loose.Interactor, loose.Validator, loose.Brute, loose.Generator},
		Named: named, Plain: f.folder.parts.plain})
	if err != nil {
		return err
	}
	defer folder.Close()
	brute, slow := folder.Parts[loose.Brute]
	generator, makes := folder.Parts[loose.Generator]
	switch {
	case !slow:
		return missingPart(args, "program that is right, be it slow", "brute.py")
	case !makes:
		return missingPart(args, "generator, which prints an input for the seed that it is called with", "gen.py")
	}
	a.sayParts(folder, named)
	p, settings := folder.Problem, folder.Settings()
	s := stressSearch{
		pair: stress.Pair{Problem: p, A: p.Submissions[0], Both: p.Checkers != nil, Settings: &settings,
			B: problem.Submission{Source: brute, Problem: p.Name, Name: brute.Name, Path: brute.Main()}},
		commands: []stress.Command{stress.Seeded(generator.Name, low, high)},
		files:    map[string]problem.Source{generator.Name: generator},
		keep: func(_ context.Context, _ grade.Options, found *stress.Finding) error {
			answer := found.Answer
			switch {
			case p.Interactive: // that is what was said
				answer = nil
			case found.OfB():
				a.say("not kept: %s fails on it, so that there is no answer", brute.Main())
				return nil
			}
			in, ans, err := folder.Keep(found.Input, answer)
			if err == nil {
				a.say("kept as %s and %s", in, filepath.Base(ans))
			}
			return err
		},
	}
	if err := s.pair.Distinct(); err != nil {
		return err
	}
	if a, b := &s.pair.A, &s.pair.B; a.Name == b.Name { // in different folders
		a.Name, b.Name = a.Main(), b.Main()
	}
	err = a.search(ctx, f, s)
	var invalid *stress.GeneratorError
	if errors.As(err, &invalid) && strings.Contains(invalid.Reason, ": exit status 0") && !f.folder.parts.plain {
		err = fmt.Errorf("%w\nif status 0 of the validator says that the input is valid: --plain", err)
	}
	return err
}

// missingPart is the error of a part that is neither named nor found.
func missingPart(args []string, what, name string) error {
	return fmt.Errorf("there is no %s; write %s, or name it: judge stress%s", what,
		filepath.Join(filepath.Dir(args[0]), name), legible.Words(args[0], "brute.py", "gen.py"))
}

// checkFolder reads the sizes, 0 and 0 for none, and refuses flags that are for problems.
func (f *stressFlags) checkFolder() (low, high int64, err error) {
	const forProblems = "--%s is for problems; name the generator's file: judge stress a.cpp brute.py gen.py"
	switch {
	case f.gen != nil:
		return 0, 0, fmt.Errorf(forProblems, "gen")
	case f.pack != "":
		return 0, 0, fmt.Errorf(forProblems, "package")
	}
	if f.jobs < 1 || f.jobs > config.MaxJobs {
		return 0, 0, fmt.Errorf("-j %d: give a number from 1 to %d", f.jobs, config.MaxJobs)
	}
	if f.folder.sizes == "" {
		return 0, 0, nil
	}
	const most = 1_000_000_000
	from, to, found := strings.Cut(f.folder.sizes, "..")
	low, errLow := strconv.ParseInt(from, 10, 64)
	high, errHigh := strconv.ParseInt(to, 10, 64)
	if !found || errLow != nil || errHigh != nil || low < 0 || low > high || high < 1 || high > most {
		return 0, 0, fmt.Errorf("--sizes %s: give two whole numbers up to %d, the smaller one first, such as 1..50",
			f.folder.sizes, most)
	}
	return low, high, nil
}
