package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/decide/check"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/loose"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/report"
	"dlxjudge/judge/tell/terminal"
	"dlxjudge/judge/tell/usage"
)

// oneProgram describes the argument of "judge exec" and "judge debug".
const oneProgram = "name one program, by its name in judge list or its source file, and add :TEST for one of its tests"

// onceFlags holds the flags of the commands that run one program once.
type onceFlags struct {
	pack      string
	timeLimit time.Duration
	folderFlags
}

func (f *onceFlags) add(cmd *cobra.Command) {
	cmd.Args = usage.Args(0, 2, oneProgram)
	cmd.ValidArgsFunction = completePatterns(&f.pack)
	cmd.Flags().StringVar(&f.pack, "package", "", "take the program from "+anyPackage)
	f.folderFlags.add(cmd)
	quantity.AddTimeLimit(cmd, &f.timeLimit)
}

func newExecCommand(a *app) *cobra.Command {
	var f onceFlags
	cmd := &cobra.Command{
		Use:   "exec [PROGRAM[:TEST]] [< INPUT]",
		Short: "Run one program on your own input",
		Long: `Build one program and run it on what you type or redirect, in the sandbox and
under the problem's limits. Its output goes to standard output unchanged. How it
ended, its time and its memory go to standard error. With :TEST it runs on that
test, and its verdict is printed. An interactive or multi-pass problem needs a
test; the conversation then goes to standard output.

The program may be any source file. By default, it is the program of this
folder.`,
		Example: `  judge exec poj3074/dlx < my.in
  judge exec solutions/poj3074/dlx/main.go   # type the input, then Ctrl-D
  judge exec poj3074/dlx:secret/hard/03 | less
  judge exec ~/tmp/a.cpp < 1.in
  judge exec a.cpp:1                         # on 1.in, answer 1.ans`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.exec(cmd.Context(), f, args) },
	}
	f.add(cmd)
	return cmd
}

// exec runs one program on the judge's standard input, or on a test.
func (a *app) exec(ctx context.Context, f onceFlags, args []string) error {
	chosen, err := a.target(ctx, f, args)
	if err != nil {
		return err
	}
	return a.onInput(ctx, chosen, func(in input) error {
		in.tools.TimeLimit = f.timeLimit
		_, err := a.runOnce(ctx, chosen.entry, in)
		return err
	})
}

// target is a program that is run once.
type target struct {
	arg    string        // the argument that named the program
	entry  grade.Entry   // the program, with the named tests or with all tests
	named  bool          // whether a test is named
	folder *loose.Folder // where the program is; nil for a problem's program
}

// target returns the one program that the arguments name, with the tests that they name.
func (a *app) target(ctx context.Context, f onceFlags, args []string) (target, error) {
	options := f.options(f.timeLimit)
	options.Alone = true
	picked, err := a.pick(ctx, options, f.pack, args)
	if err != nil {
		return target{}, err
	}
	chosen := target{folder: picked.Folder, named: slices.ContainsFunc(picked.Patterns, pick.Pattern.HasTest)}
	if len(args) > 0 {
		chosen.arg = args[len(args)-1]
	}
	if p := picked.Folder; p != nil && !chosen.named {
		chosen.entry = grade.Entry{Problem: p.Problem, Submission: p.Problem.Submissions[0]}
		return chosen, nil
	}
	entries, err := picked.Entries()
	if err != nil {
		return target{}, err
	}
	if len(entries) > 1 && len(args) == 0 {
		return target{}, errors.New(oneProgram)
	}
	if len(entries) > 1 {
		names := make([]string, len(entries))
		for i, e := range entries {
			names[i] = e.Problem.Name + "/" + e.Submission.Name
		}
		return target{}, fmt.Errorf("%q names %s; name one of %s", chosen.arg, figures.Plural(len(entries), "program"),
			strings.Join(names, ", "))
	}
	chosen.entry = entries[0]
	if chosen.folder != nil {
		return chosen, nil
	}
	if why := chosen.entry.Submission.NotJudged(); why != "" {
		return chosen, errors.New(why)
	}
	if p := chosen.entry.Problem; p.Limits.Time == 0 && f.timeLimit == 0 {
		return chosen, fmt.Errorf("%s: its package gives no time limit; give one with: --time-limit SECONDS", p.Name)
	}
	return chosen, nil
}

// input holds what one run needs: a test, a folder and tools.
type input struct {
	test  problem.Test
	typed bool          // whether the test has no answer, for example because it is standard input
	dir   string        // a folder that lasts as long as the run
	tools grade.Options // how to build and run the program
}

// onInput calls the function do. It passes the named test to do or, if no test is named, standard input.
func (a *app) onInput(ctx context.Context, chosen target, do func(input) error) error {
	dir, err := a.scratch()
	if err != nil {
		return err
	}
	test, typed, err := a.inputOf(ctx, chosen, dir)
	if err != nil {
		return err
	}
	tools, err := a.open(ctx, "")
	if err != nil {
		return err
	}
	if chosen.folder != nil && chosen.named {
		if err := a.answer(ctx, tools, chosen.folder, &chosen.entry); err != nil {
			return err
		}
		test = chosen.entry.Tests[0]
		if typed = test.Answer == ""; typed {
			a.say("note: %s has no answer, and the output is not judged", test.Input)
		}
	}
	return do(input{test, typed, dir, tools})
}

// aborted matches the reports of programs that were aborted: those of AddressSanitizer, Go and Python.
var aborted = regexp.MustCompile(`AddressSanitizer: ABRT|SIGABRT: abort|Fatal Python error: Aborted`)

// runOnce runs a program. It prints the program's output or its conversation with the checker, and then how the program
// ended.
func (a *app) runOnce(ctx context.Context, entry grade.Entry, in input) (grade.Test, error) {
	o := in.tools
	o.Unchecked = in.typed
	printed := filepath.Join(in.dir, "output")
	judged, err := grade.JudgeOne(ctx, entry, in.test, printed, o)
	if err == nil && o.LastWords && ctx.Err() != nil {
		a.printRun(entry, in, judged, printed)
		if aborted.MatchString(judged.Stderr) {
			a.say("interrupted; the program was where the stack above shows")
		} else {
			a.say("interrupted; the program printed no stack")
		}
		return judged, exitError{Status: statusInterrupted}
	}
	if err := ended(ctx, err); err != nil {
		return judged, err
	}
	return judged, a.printRun(entry, in, judged, printed)
}

// inputOf returns the test whose input the program reads. If the arguments name no test, it copies standard input to a
// file in dir, which becomes the input; typed is then true.
func (a *app) inputOf(ctx context.Context, chosen target, dir string) (t problem.Test, typed bool, err error) {
	entry := chosen.entry
	p, name := entry.Problem, entry.Problem.Name+"/"+entry.Submission.Name
	switch named := chosen.named; {
	case named && len(entry.Tests) == 1:
		return entry.Tests[0], false, nil
	case named && len(entry.Tests) > 1:
		return t, false, fmt.Errorf("%q names %s; name one, such as %s:%s", chosen.arg,
			figures.Plural(len(entry.Tests), "test"),
			name, entry.Tests[0].Name)
	case p.Talks() && chosen.folder != nil:
		program := entry.Submission.Main()
		return t, false, fmt.Errorf("%s talks with %s, which needs a test; name one, such as %s:1, or type the "+
			"interactor's part yourself, with --interactor none", program, p.Checkers[0].Main(), program)
	case p.Talks():
		return t, false, fmt.Errorf("%s is %s: its programs read what its checker writes for a test; name a test, "+
			"such as %s:%s",
			p.Name, p.Kind(), name, entry.Tests[0].Name)
	case p.SubmitAnswer:
		return t, false, fmt.Errorf("the submissions of %s are outputs, and read no input; name a test, such as %s:%s",
			p.Name, name, entry.Tests[0].Name)
	}
	if term.IsTerminal(int(os.Stdin.Fd())) {
		a.say("type the input, and end it with Ctrl-D on a line of its own")
	}
	path := filepath.Join(dir, "input")
	return p.InFile(problem.Test{Name: "input", Input: path}), true, spoolInput(ctx, path, math.MaxInt64)
}

// spoolInput copies standard input to a new file. most is the maximum number of bytes.
func spoolInput(ctx context.Context, path string, most int64) error {
	copied := make(chan error, 1)
	go func() {
		file, err := os.Create(path)
		if err == nil {
			_, err = io.Copy(file, io.LimitReader(os.Stdin, most))
			err = errors.Join(err, file.Close())
		}
		copied <- err
	}()
	select {
	case err := <-copied:
		if err != nil {
			err = judgeFailed(fmt.Errorf("reading the input: %w", err))
		}
		return err
	case <-ctx.Done(): // input from a terminal may never end
		return exitError{Status: statusInterrupted}
	}
}

// printRun prints a program's output, and then how the program ended.
func (a *app) printRun(entry grade.Entry, in input, ended grade.Test, printed string) error {
	switch ended.Verdict {
	case problem.CE:
		return exitError{Status: statusUnexpected, Err: fmt.Errorf("it does not compile:\n%s", ended.Message)}
	case problem.NotRun:
		return exitError{Status: statusUnexpected, Err: errors.New(ended.Message)}
	}
	if err := a.printFile(printed); err != nil {
		return judgeFailed(err)
	}
	if stderr := strings.TrimRight(ended.Stderr, "\n"); stderr != "" {
		fmt.Fprintln(a.stderr, legible.Lines(report.Shortened(stderr)))
	}
	figures := fmt.Sprintf("%.3fs, %.1f MiB", time.Duration(ended.CPU).Seconds(), float64(ended.Memory)/(1<<20))
	switch {
	case ended.Verdict == problem.AC && in.typed:
		a.say("ended well: %s", figures)
		return nil
	case ended.Verdict == problem.AC:
		a.say("AC: %s", figures)
		return nil
	case ended.Verdict == problem.JE:
		a.sayAll(check.Called(ended.Message))
		return judgeFailed(errors.New(ended.Message))
	}
	how, rest, _ := strings.Cut(ended.Message, "\n")
	if why, quotes := strings.CutSuffix(how, check.StderrFollows); quotes { // first print the checker's standard error
		fmt.Fprintln(a.stderr, legible.Lines(report.Shortened(rest)))
		how = why
	}
	if ended.Verdict == problem.RTE { // the program's standard error is shown above
		how = ended.Signal
		if how == "" {
			how = fmt.Sprintf("exit status %d", ended.ExitCode)
		}
	}
	a.say("%s: %s: %s", ended.Verdict, how, figures)
	a.sayAll(check.Called(ended.Message))
	return exitError{Status: statusUnexpected}
}

// printFile copies a file to standard output. On a terminal, it escapes control characters.
func (a *app) printFile(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if terminal.Is(a.stdout) {
		text = []byte(legible.Lines(string(text)))
	}
	_, err = a.stdout.Write(text)
	return err
}

// patternOf returns the pattern of a submission's first test.
func patternOf(e grade.Entry) string {
	return pick.Literal(e.Problem.Name) + "/" + pick.Literal(e.Submission.Name) + ":" +
		pick.Literal(e.Problem.Tests[0].Name)
}
