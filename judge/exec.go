package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"dlxjudge/judge/build"
	"dlxjudge/judge/grade"
	"dlxjudge/judge/legible"
	"dlxjudge/judge/problem"
	"dlxjudge/judge/quantity"
	"dlxjudge/judge/sandbox"
	"dlxjudge/judge/scratch"
	"dlxjudge/judge/selection"
	"dlxjudge/judge/terminal"
)

// onceFlags are those of the commands that run one program once.
type onceFlags struct {
	pack      string
	backend   string
	timeLimit float64
}

func (f *onceFlags) add(cmd *cobra.Command) {
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return completePatterns(f.pack, typed)
	}
	flags := cmd.Flags()
	flags.StringVar(&f.pack, "package", "", "take the program from the problem package in `DIR` (or a .zip or .kpp file)")
	flags.StringVar(&f.backend, "backend", "", "run the program with this sandbox instead of the best that works here")
	flags.Var(quantity.Of(&f.timeLimit, quantity.Seconds), "time-limit", "`SECONDS` in place of the problem's own time limit")
}

func newExecCommand(a *app) *cobra.Command {
	var f onceFlags
	cmd := &cobra.Command{
		Use:   "exec PROGRAM[:TEST] [< INPUT]",
		Short: "Run one program on your own input",
		Long: `Judge builds one program and runs it on what you type or redirect, contained and under the problem's limits, as when
it is judged. Its output goes to standard output as it is. How it ended, its time and its memory go to standard error. With
:TEST the input is that of a test. The program may be any source file, also outside a checkout; it has 10 seconds and 1 GiB then.

Exit status: 0 it kept to the limits and ended well, 1 it did not, 2 wrong usage, 3 the judge itself failed.`,
		Example: `  judge exec poj3074/dlx < my.in
  judge exec solutions/poj3074/dlx/main.go      (type the input, then Ctrl-D)
  judge exec poj3074/dlx:secret/hard/03 | less
  judge exec ~/tmp/a.cpp < 1.in`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return a.exec(cmd.Context(), f, args[0]) },
	}
	f.add(cmd)
	return cmd
}

// exec runs one program on the judge's standard input, or on a test.
func (a *app) exec(ctx context.Context, f onceFlags, arg string) error {
	limit, err := quantity.TimeLimit(f.timeLimit)
	if err != nil {
		return err
	}
	entry, err := a.one(ctx, f, arg)
	if err != nil {
		return err
	}
	return a.onInput(ctx, f, entry, arg, func(in input) error {
		_, err := a.runOnce(ctx, entry, in, grade.Options{Jobs: 1, TimeLimit: limit, Sandbox: in.box, Cache: in.cache})
		return err
	})
}

// input is what one program is run on, and with.
type input struct {
	test  problem.Test
	dir   string // a folder for as long as it runs
	box   sandbox.Sandbox
	cache *build.Cache
}

// onInput has do run a program on the test that its argument names, or on standard input.
func (a *app) onInput(ctx context.Context, f onceFlags, entry grade.Entry, arg string, do func(input) error) error {
	dir, err := scratch.Make("")
	if err != nil {
		return judgeFailed(err)
	}
	defer os.RemoveAll(dir)
	test, err := a.inputOf(ctx, entry, arg, dir)
	if err != nil {
		return err
	}
	box, cache, close, err := a.open(f.backend)
	if err != nil {
		return err
	}
	defer close()
	return do(input{test, dir, box, cache})
}

// runOnce runs a program and prints what it printed, and how it ended.
func (a *app) runOnce(ctx context.Context, entry grade.Entry, in input, o grade.Options) (grade.Test, error) {
	output := filepath.Join(in.dir, "output")
	ended, err := grade.Once(ctx, entry, in.test, output, o)
	switch {
	case ctx.Err() != nil:
		return ended, exitError{Status: statusInterrupted}
	case err != nil:
		return ended, buildFailed(err)
	}
	return ended, a.printRun(entry, ended, output)
}

// one is the one submission that an argument names, with the tests that it names.
func (a *app) one(ctx context.Context, f onceFlags, arg string) (grade.Entry, error) {
	if entry, is := a.alone(f.pack, arg); is {
		return entry, nil
	}
	entries, err := a.entries(ctx, f.pack, []string{arg})
	if err != nil {
		return grade.Entry{}, err
	}
	if len(entries) > 1 {
		names := make([]string, len(entries))
		for i, e := range entries {
			names[i] = e.Problem.Name + "/" + e.Submission.Name
		}
		return grade.Entry{}, fmt.Errorf("%q names %s; name one of %s", arg, count(len(entries), "program"), strings.Join(names, ", "))
	}
	entry := entries[0]
	if why := entry.Submission.NotJudged(); why != "" {
		return entry, errors.New(why)
	}
	if entry.Problem.Limits.Time == 0 && f.timeLimit == 0 {
		return entry, fmt.Errorf("%s: its package gives no time limit; give one with: --time-limit SECONDS", entry.Problem.Name)
	}
	return entry, nil
}

// The limits of a program that is no problem's.
const (
	aloneTime   = 10 * time.Second
	aloneMemory = 1 << 30
	aloneOutput = 64 << 20
)

// alone is a source file that is no part of a problem, as a submission to a problem without tests.
func (a *app) alone(pack, path string) (grade.Entry, bool) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || pack != "" {
		return grade.Entry{}, false
	}
	if roots, err := selection.FindTree(); err == nil {
		if names, err := problem.Names(roots); err == nil {
			if _, ours := selection.Placed(path, roots, names); ours {
				return grade.Entry{}, false
			}
		}
	}
	p := &problem.Problem{Name: filepath.Base(filepath.Dir(path)), Limits: problem.Limits{Time: aloneTime, Memory: aloneMemory, Output: aloneOutput}}
	name := filepath.Base(path)
	source := problem.Source{Name: name, Dir: filepath.Dir(path), Files: []string{name}}
	return grade.Entry{Problem: p, Submission: problem.Submission{Source: source, Name: name, Path: "accepted/" + name, Solution: true}}, true
}

// inputOf is what a program is run on: the test that its argument names, or standard input, which is kept in dir until the
// program has read it.
func (a *app) inputOf(ctx context.Context, entry grade.Entry, arg, dir string) (problem.Test, error) {
	if len(entry.Tests) == 1 && strings.Contains(arg, ":") {
		return entry.Tests[0], nil
	}
	if strings.Contains(arg, ":") && len(entry.Tests) > 1 {
		return problem.Test{}, fmt.Errorf("%q names %s; name one, such as %s/%s:%s", arg, count(len(entry.Tests), "test"),
			entry.Problem.Name, entry.Submission.Name, entry.Tests[0].Name)
	}
	if term.IsTerminal(int(os.Stdin.Fd())) {
		a.say("type the input, and end it with Ctrl-D on a line of its own")
	}
	path := filepath.Join(dir, "input")
	copied := make(chan error, 1)
	go func() { copied <- spool(os.Stdin, path) }()
	select {
	case err := <-copied:
		if err != nil {
			err = judgeFailed(fmt.Errorf("reading the input: %w", err))
		}
		return problem.Test{Name: "input", Input: path}, err
	case <-ctx.Done(): // a terminal need never end
		return problem.Test{}, exitError{Status: statusInterrupted}
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
func (a *app) printRun(entry grade.Entry, ended grade.Test, output string) error {
	switch ended.Verdict {
	case problem.CE:
		return exitError{Status: statusUnexpected, Err: fmt.Errorf("it does not compile:\n%s", ended.Message)}
	case problem.NotRun:
		return exitError{Status: statusUnexpected, Err: errors.New(ended.Message)}
	}
	if err := a.printFile(output); err != nil {
		return judgeFailed(err)
	}
	if said := strings.TrimRight(ended.Stderr, "\n"); said != "" {
		fmt.Fprintln(a.stderr, legible.Lines(said))
	}
	figures := fmt.Sprintf("%.3fs, %.1f MiB", ended.CPU.Seconds(), float64(ended.Memory)/(1<<20))
	if ended.Verdict == problem.AC {
		a.say("ended well: %s", figures)
		return nil
	}
	how, _, _ := strings.Cut(ended.Message, "\n")
	if ended.Verdict == problem.RTE { // what it said is shown above
		how = ended.Signal
		if how == "" {
			how = fmt.Sprintf("exit status %d", ended.ExitCode)
		}
	}
	a.say("%s: %s: %s", ended.Verdict, how, figures)
	return exitError{Status: statusUnexpected}
}

// printFile copies a file to standard output; to a terminal without what would act on it.
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
