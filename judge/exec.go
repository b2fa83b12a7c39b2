package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/base/quantity"
	"dlxjudge/judge/base/scratch"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/terminal"
	"dlxjudge/judge/tell/usage"
)

// oneProgram is what exec and debug want.
const oneProgram = "name one program, as judge list shows it or a source file, with :TEST behind it for a test"

// onceFlags are those of the commands that run one program once.
type onceFlags struct {
	pack      string
	timeLimit time.Duration
	loose     looseFlags
}

func (f *onceFlags) add(cmd *cobra.Command) {
	cmd.ValidArgsFunction = completeOne(completePatterns(&f.pack))
	f.loose.add(cmd)
	flags := cmd.Flags()
	flags.StringVar(&f.pack, "package", "", "take the program from "+anyPackage)
	quantity.AddTimeLimit(cmd, &f.timeLimit)
}

func newExecCommand(a *app) *cobra.Command {
	var f onceFlags
	cmd := &cobra.Command{
		Use:   "exec PROGRAM[:TEST] [< INPUT]",
		Short: "Run one program on your own input",
		Long: `Judge builds one program and runs it on what you type or redirect, contained and under the problem's
limits, as when it is judged. Its output goes to standard output unchanged. How it ended, its time and
its memory go to standard error. With :TEST the input is that of a test, and the verdict is printed, as
by judge run. An interactive or multi-pass problem needs :TEST, since its checker talks with the
program; then the conversation goes to standard output, with the times. The program may be any source
file, also outside a checkout; its tests are then those that judge test finds beside it, by their names
there, and without :TEST it has 10 seconds and 1 GiB.

Exit status: 0 it kept to the limits, ended well, and a named test accepted it, 1 otherwise, 2 wrong
usage, 3 the judge itself failed.`,
		Example: `  judge exec poj3074/dlx < my.in
  judge exec solutions/poj3074/dlx/main.go      (type the input, then Ctrl-D)
  judge exec poj3074/dlx:secret/hard/03 | less
  judge exec ~/tmp/a.cpp < 1.in
  judge exec a.cpp:1                            (on 1.in, with 1.ans as the answer)`,
		Args: usage.Args(1, 1, oneProgram),
		RunE: func(cmd *cobra.Command, args []string) error { return a.exec(cmd.Context(), f, args[0]) },
	}
	f.add(cmd)
	return cmd
}

// exec runs one program on the judge's standard input, or on a test.
func (a *app) exec(ctx context.Context, f onceFlags, arg string) error {
	chosen, err := a.one(ctx, f, arg)
	if err != nil {
		return err
	}
	defer chosen.close()
	return a.onInput(ctx, f, chosen, arg, func(in input) error {
		in.tools.TimeLimit = f.timeLimit
		_, err := a.runOnce(ctx, chosen.entry, in)
		return err
	})
}

// input is the test of one run, and the tools for it.
type input struct {
	test  problem.Test
	typed bool          // it is no test of the problem, and has no answer
	dir   string        // a folder for as long as it runs
	tools grade.Options // what it is built and run with
}

// onInput calls do with the test that the argument names, or with standard input.
func (a *app) onInput(ctx context.Context, f onceFlags, chosen one, arg string, do func(input) error) error {
	dir, err := scratch.Make("")
	if err != nil {
		return judgeFailed(err)
	}
	defer os.RemoveAll(dir)
	test, typed, err := a.inputOf(ctx, chosen, arg, dir)
	if err != nil {
		return err
	}
	tools, close, err := a.open("")
	if err != nil {
		return err
	}
	defer close()
	if chosen.folder != nil {
		if err := a.answered(ctx, tools.Cache, chosen.folder); err != nil {
			return err
		}
		test = chosen.folder.Problem.Tests[0]
		if typed = test.Answer == ""; typed {
			a.say("note: %s has no answer, and the output is not judged", chosen.folder.Tests.Call(test.Input))
		}
	}
	return do(input{test, typed, dir, tools})
}

// runOnce runs a program, and prints its output, or the conversation with the checker, and how it ended.
func (a *app) runOnce(ctx context.Context, entry grade.Entry, in input) (grade.Test, error) {
	o := in.tools
	o.Unchecked = in.typed
	printed := filepath.Join(in.dir, "output")
	judged, err := grade.JudgeOne(ctx, entry, in.test, printed, o)
	if err := ended(ctx, err); err != nil {
		return judged, err
	}
	return judged, a.printRun(entry, in, judged, printed)
}

// one is the one submission that an argument names, with the tests that it names.
func (a *app) one(ctx context.Context, f onceFlags, arg string) (one, error) {
	if err := f.loose.check(); err != nil {
		return one{}, err
	}
	if path, test, is := looseArg(f.pack, arg); is {
		return a.looseOne(f, path, test)
	}
	if err := f.loose.unfit(arg); err != nil {
		return one{}, err
	}
	entry, err := a.problemsOne(ctx, f, arg)
	return one{entry: entry, named: strings.Contains(arg, ":")}, err
}

// problemsOne is the one submission of a checkout's or a package's problem that an argument names.
func (a *app) problemsOne(ctx context.Context, f onceFlags, arg string) (grade.Entry, error) {
	entries, err := a.entries(ctx, f.pack, []string{arg})
	if err != nil {
		return grade.Entry{}, err
	}
	if len(entries) > 1 {
		names := make([]string, len(entries))
		for i, e := range entries {
			names[i] = e.Problem.Name + "/" + e.Submission.Name
		}
		return grade.Entry{}, fmt.Errorf("%q names %s; name one of %s", arg, count(len(entries), "program"),
			strings.Join(names, ", "))
	}
	entry := entries[0]
	if why := entry.Submission.NotJudged(); why != "" {
		return entry, errors.New(why)
	}
	if entry.Problem.Limits.Time == 0 && f.timeLimit == 0 {
		return entry, fmt.Errorf("%s: its package gives no time limit; give one with: --time-limit SECONDS",
			entry.Problem.Name)
	}
	return entry, nil
}

// inputOf is what a program is run on: the test that its argument names, or standard input, which is kept in dir until
// the program has read it.
func (a *app) inputOf(ctx context.Context, chosen one, arg, dir string) (t problem.Test, typed bool, err error) {
	entry := chosen.entry
	p, name := entry.Problem, entry.Problem.Name+"/"+entry.Submission.Name
	switch named := chosen.named; {
	case named && len(entry.Tests) == 1:
		return entry.Tests[0], false, nil
	case named && len(entry.Tests) > 1:
		return t, false, fmt.Errorf("%q names %s; name one, such as %s:%s", arg, count(len(entry.Tests), "test"), name,
			entry.Tests[0].Name)
	case p.Talks():
		return t, false, fmt.Errorf("%s is %s: what its programs read comes from its checker, by a test; name one, "+
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
	return p.InFile(problem.Test{Name: "input", Input: path}), true, spooled(ctx, path, math.MaxInt64)
}

// spooled copies standard input to a file, at most so many bytes of it.
func spooled(ctx context.Context, path string, most int64) error {
	copied := make(chan error, 1)
	go func() { copied <- spool(io.LimitReader(os.Stdin, most), path) }()
	select {
	case err := <-copied:
		if err != nil {
			err = judgeFailed(fmt.Errorf("reading the input: %w", err))
		}
		return err
	case <-ctx.Done(): // a terminal need never end
		return exitError{Status: statusInterrupted}
	}
}

func spool(from io.Reader, path string) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, from)
	return errors.Join(err, file.Close())
}

// printRun prints what a program printed, to a terminal as far as it is legible, and then how it ended.
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
	if said := strings.TrimRight(ended.Stderr, "\n"); said != "" {
		fmt.Fprintln(a.stderr, legible.Lines(shortened(said)))
	}
	figures := fmt.Sprintf("%.3fs, %.1f MiB", ended.CPU.Seconds(), float64(ended.Memory)/(1<<20))
	switch {
	case ended.Verdict == problem.AC && in.typed:
		a.say("ended well: %s", figures)
		return nil
	case ended.Verdict == problem.AC:
		a.say("AC: %s", figures)
		return nil
	case ended.Verdict == problem.JE:
		return judgeFailed(errors.New(ended.Message))
	}
	how, _, _ := strings.Cut(ended.Message, "\n")
	if ended.Verdict == problem.RTE { // its standard error is shown above
		how = ended.Signal
		if how == "" {
			how = fmt.Sprintf("exit status %d", ended.ExitCode)
		}
	}
	a.say("%s: %s: %s", ended.Verdict, how, figures)
	return exitError{Status: statusUnexpected}
}

// printFile copies a file to standard output; to a terminal without control characters.
func (a *app) printFile(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if !terminal.Is(a.stdout) {
		_, err := io.Copy(a.stdout, file)
		return err
	}
	in := bufio.NewReaderSize(file, 1<<16)
	for {
		line, err := in.ReadSlice('\n')
		text, ended := strings.CutSuffix(string(line), "\n")
		text = legible.Lines(text)
		if ended {
			text += "\n"
		}
		if _, err := io.WriteString(a.stdout, text); err != nil {
			return err
		}
		switch {
		case err == io.EOF:
			return nil
		case err != nil && err != bufio.ErrBufferFull:
			return err
		}
	}
}
