package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
)

// looseFlags are the flags for a program in a folder without problem.yaml: what a package would say.
type looseFlags struct {
	eps   float64
	parts partFlags
	tests string
	own   *pflag.FlagSet
}

func (f *looseFlags) add(cmd *cobra.Command) {
	own := &cobra.Command{}
	f.own = own.Flags()
	f.own.Var(quantity.Of(&f.eps, "a tolerance", "1e-6", 0, 1), "eps",
		"accept numbers that differ by `EPS`, absolutely or relatively")
	f.parts.add(own, loose.Checker, loose.Interactor, loose.Brute)
	f.own.StringVar(&f.tests, "tests", "", "take the tests in `DIR`, and in folders below it, instead of searching "+
		"for them")
	cmd.Flags().AddFlagSet(f.own)
}

// unfit is an error if one of the flags was given for a program of a checkout or a package.
func (f *looseFlags) unfit(arg string) error {
	return f.refuse("is for a program in a folder without problem.yaml, and " + arg + " is of a problem that says " +
		"this itself; leave it out")
}

// refuse is an error if one of the flags was given: that it is what why says.
func (f *looseFlags) refuse(why string) (err error) {
	f.own.VisitAll(func(flag *pflag.Flag) {
		if flag.Changed && err == nil {
			err = fmt.Errorf("--%s %s", flag.Name, why)
		}
	})
	return err
}

// check refuses flags that cannot work, before anything is read.
func (f *looseFlags) check() error {
	if f.tests != "" && !pick.IsFolder(f.tests) {
		return fmt.Errorf("--tests %s: there is no such folder", f.tests)
	}
	return nil
}

// options are what the flags say; limits of 0 are what cph knows, or the usual ones.
func (f *looseFlags) options(time time.Duration, memory int64) loose.Options {
	return loose.Options{Time: time, Memory: memory, Epsilon: f.eps, Tests: f.tests, Roles: f.parts.roles(),
		Named: f.parts.names(), Plain: f.parts.plain}
}

// looseArg is the file and the test that an argument names, PATH[:TEST], if the file is a program of no checkout and no
// package; there may be no checkout.
func looseArg(pack, arg string) (path, test string, is bool) {
	path, is = arg, isFile(arg)
	if !is {
		path, test, _ = strings.Cut(arg, ":")
		is = isFile(path)
	}
	if !is || pack != "" {
		return "", "", false
	}
	if roots, err := pick.FindTree(); err == nil {
		if names, err := problem.Names(roots); err == nil {
			if _, ours := pick.Placed(path, roots, names); ours {
				return "", "", false
			}
		}
	}
	return path, test, true
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// entryOf is the program of a folder with the tests of that name, or all for "".
func entryOf(folder *loose.Folder, test string) (grade.Entry, error) {
	p := folder.Problem
	entry := grade.Entry{Problem: p, Submission: p.Submissions[0], Tests: p.Tests}
	if test == "" {
		return entry, nil
	}
	var err error
	entry.Tests, err = folder.Named(test)
	return entry, err
}

// answered has the brute force of a folder, if there is one, make the answers that its tests lack.
func (a *app) answered(ctx context.Context, cache *compile.Cache, folder *loose.Folder) error {
	brute, found := folder.Parts[loose.Brute]
	missing := slices.ContainsFunc(folder.Problem.Tests, func(t problem.Test) bool { return t.Answer == "" })
	if !found || !missing {
		return nil
	}
	return a.answer(ctx, cache, brute, folder)
}

// withAnswers are those of the tests that have an answer; a note names each other one.
func (a *app) withAnswers(folder *loose.Folder, tests []problem.Test) []problem.Test {
	return slices.DeleteFunc(slices.Clone(tests), func(t problem.Test) bool {
		if t.Answer == "" {
			a.say("note: %s has no answer, and is left out", folder.Tests.Call(t.Input))
		}
		return t.Answer == ""
	})
}

// one is a program that is run once.
type one struct {
	entry  grade.Entry   // with the tests that are named, or all
	named  bool          // whether a test is
	folder *loose.Folder // that of the program with the test; nil for a problem's program, and without a test
}

func (o one) close() {
	if o.folder != nil {
		o.folder.Close()
	}
}

// looseOne is a program with the test of that name beside it, or for "" with nothing beside it.
func (a *app) looseOne(f onceFlags, path, test string) (one, error) {
	if test == "" {
		if err := f.loose.refuse("is for a test; name one, such as " + path + ":1"); err != nil {
			return one{}, err
		}
		name := filepath.Base(path)
		p := loose.Alone(problem.Source{Name: name, Dir: filepath.Dir(path), Files: []string{name}})
		return one{entry: grade.Entry{Problem: p, Submission: p.Submissions[0]}}, nil
	}
	folder, err := loose.Open(path, f.loose.options(f.timeLimit, 0))
	if err != nil {
		return one{}, err
	}
	chosen := one{named: true, folder: folder}
	if chosen.entry, err = entryOf(folder, test); err != nil {
		chosen.close()
		return one{}, err
	}
	folder.Problem.Tests = chosen.entry.Tests
	a.sayParts(folder, f.loose.parts.names())
	return chosen, nil
}
