package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
)

// folderFlags holds the flags that say how to judge a program in any folder. They override the folder's judge.yaml.
type folderFlags struct {
	eps                 float64
	checker, interactor string
	include             []string
	language            string
}

func (f *folderFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.Var(quantity.Of(&f.eps, "a tolerance", "1e-6", 0, 1), "eps",
		"accept numbers that differ by at most `EPS`, absolutely or relatively")
	flags.StringVar(&f.checker, "checker", "", "decide with the checker in `FILE`; 'none' for no checker")
	flags.StringVar(&f.interactor, "interactor", "", "have the program talk with the interactor in `FILE`, which "+
		"decides; 'none' for no interactor")
	f.addBuild(cmd)
}

// addBuild adds the flags that say how to build the program.
func (f *folderFlags) addBuild(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.language, "language", "", "the program is in the language with this `CODE`, such as "+
		"pypy3; judge doctor lists them")
	cmd.Flags().StringArrayVarP(&f.include, "include", "I", nil, "also find headers of C and C++ in `FOLDER` "+
		"(repeatable)")
}

// args returns the flags that are set, as arguments of a command.
func (f *folderFlags) args() (args []string) {
	switch {
	case f.eps > 0:
		args = append(args, fmt.Sprintf("--eps=%g", f.eps))
	case f.checker != "":
		args = append(args, "--checker="+f.checker)
	}
	if f.interactor != "" {
		args = append(args, "--interactor="+f.interactor)
	}
	if f.language != "" {
		args = append(args, "--language="+f.language)
	}
	return args
}

// options returns how to read a folder: which programs judge outputs, and which one makes missing answers.
func (f *folderFlags) options(timeLimit time.Duration) loose.Options {
	return loose.Options{Time: timeLimit, Epsilon: f.eps, Include: f.include, Language: f.language,
		Roles:    []loose.Role{loose.Checker, loose.Interactor, loose.Brute},
		Programs: loose.Programs{loose.Checker: f.checker, loose.Interactor: f.interactor}}
}

// pick finds what the arguments name: problems, or a program in any folder. The options say how to read that folder.
// Without arguments, pick finds the problem or program of the current folder.
func (a *app) pick(ctx context.Context, options loose.Options, pack string, args []string) (*pick.Picked, error) {
	a.picker.Loose, a.picker.Here = &options, true
	picked, err := a.picker.Pick(ctx, pack, args, problem.Load)
	if err == nil && picked.Folder != nil {
		a.sayFolder(picked.Folder)
	}
	return picked, err
}

// sayFolder reports what was found beside a program, and what was left out.
func (a *app) sayFolder(f *loose.Folder) {
	for _, line := range f.PartLines() {
		a.say("%s", line)
	}
	for _, note := range f.Notes {
		a.say("note: %s", note)
	}
}

// answer makes missing answers with the folder's brute-force program, if there is one. It puts the tests with their
// answers into the entry.
func (a *app) answer(ctx context.Context, tools grade.Options, folder *loose.Folder, entry *grade.Entry) error {
	entry.Tests = slices.Clone(entry.Tests)
	missing := slices.ContainsFunc(entry.Tests, func(t problem.Test) bool { return t.Answer == "" })
	if brute, found := folder.Parts[loose.Brute]; found && missing {
		made, err := folder.Answer(ctx, tools, brute, entry.Tests)
		switch {
		case ctx.Err() != nil:
			return exitError{Status: statusInterrupted}
		case err != nil:
			return fmt.Errorf("brute: %w", err)
		}
		a.say("%s made %s", brute.Main(), figures.Plural(made, "answer"))
	}
	return nil
}

// howToAnswer says how the user can provide the answer to a test.
func howToAnswer(folder *loose.Folder, test problem.Test) string {
	advice := "write "
	if path := folder.Tests.AnswerPath(test); path != "" {
		advice += "one, such as " + path + ", or "
	}
	return advice + "a program that makes answers, brute.py"
}

// keepAnswered makes missing answers, by calling answer. It then leaves out each test that still has no answer, and
// prints a note about it.
func (a *app) keepAnswered(ctx context.Context, tools grade.Options, folder *loose.Folder, entry *grade.Entry) error {
	if err := a.answer(ctx, tools, folder, entry); err != nil {
		return err
	}
	before := entry.Tests
	entry.Tests = slices.DeleteFunc(slices.Clone(entry.Tests), func(t problem.Test) bool {
		if t.Answer == "" {
			a.say("note: %s has no answer, and is left out", t.Input)
		}
		return t.Answer == ""
	})
	if len(before) > 0 && len(entry.Tests) == 0 {
		return fmt.Errorf("no input has an answer; %s", howToAnswer(folder, before[0]))
	}
	return nil
}
