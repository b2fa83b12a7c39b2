package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/legible"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/read/problem"
	"dlxjudge/judge/tell/report"
	"dlxjudge/judge/tell/terminal"
)

// debugFlags holds the flags of "judge debug".
type debugFlags struct {
	onceFlags
	gdb, delve bool
}

func newDebugCommand(a *app) *cobra.Command {
	var f debugFlags
	cmd := &cobra.Command{
		Use:   "debug [PROGRAM[:TEST]] [< INPUT]",
		Short: "Run one program so that it says where it goes wrong",
		Long: `Build one program with checks of memory and arithmetic, and run it on a test or
on your own input. C and C++ are built with -fsanitize=address,undefined and
-D_GLIBCXX_DEBUG, and Go with -race if there is a C compiler. Programs in other
languages run unchanged. A C++ exception that nothing catches is shown with the
line that threw it. The program gets 20 times the time limit and 2 GiB more
memory. On Ctrl-C, programs in C, C++, Go and Python print their stack. With
-race, Go's stack often lacks your line; use --delve then. --gdb and --delve
open that debugger on the program and its input, without a sandbox.`,
		Example: `  judge debug hdu5046/dlx-cpp:secret/ties/01
  judge debug hdu5046/dlx-cpp < my.in
  judge debug a.cpp:1
  judge debug --gdb hdu5046/dlx-cpp:secret/ties/01
  judge debug --delve hdu5046/dlx:sample/1`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.debug(cmd.Context(), f, args) },
	}
	f.add(cmd)
	cmd.Flags().BoolVar(&f.gdb, "gdb", false, "open gdb on the program and the input")
	cmd.Flags().BoolVar(&f.delve, "delve", false, "open dlv, the debugger for Go, on the program and the input")
	cmd.MarkFlagsMutuallyExclusive("gdb", "delve")
	return cmd
}

// A program with checks gets larger limits. debugTime multiplies its time limit. debugMemory, in bytes, is added to its
// memory limit.
const (
	debugTime   = 20
	debugMemory = 2 << 30
)

// debug runs a program, which it builds with checks, on standard input or on a test.
func (a *app) debug(ctx context.Context, f debugFlags, args []string) error {
	chosen, err := a.target(ctx, f.onceFlags, args)
	if err != nil {
		return err
	}
	entry := chosen.entry
	if entry.Problem.SubmitAnswer {
		return fmt.Errorf("the submissions of %s are outputs, not programs, so there is nothing to debug; judge this "+
			"one on a test with: %s", entry.Problem.Name, entry.Problem.Command("exec", patternOf(entry)))
	}
	language, err := compile.LanguageOf(entry.Submission.Source)
	if err != nil {
		return err
	}
	debugger, err := f.debugger(language)
	if err != nil {
		return err
	}
	if debugger != "" && entry.Problem.Talks() && chosen.named {
		return fmt.Errorf("%s is %s, and a debugger has no checker to talk with; run it without --gdb and --delve",
			entry.Problem.Name, entry.Problem.Kind())
	}
	return a.onInput(ctx, chosen, func(in input) error {
		if debugger != "" {
			return a.openDebugger(ctx, debugger, entry, in)
		}
		in.tools.Build = compile.Debug
		if why := undebuggable(language); why != "" {
			a.say("%s, so the program runs without checks", why)
		}
		return a.runDebug(ctx, f.timeLimit, entry, in)
	})
}

// runDebug runs a program with checks, under larger limits. If limit is not 0, it replaces the problem's time limit.
func (a *app) runDebug(ctx context.Context, limit time.Duration, entry grade.Entry, in input) error {
	p := *entry.Problem
	p.Limits.Time = cmp.Or(limit, p.Limits.Time)
	entry.Problem, in.tools.LastWords = roomy(p), true
	ended, err := a.runOnce(ctx, entry, in)
	files := entry.Submission.Files
	if r, err := compile.Resolve(ctx, compile.Debug, entry.Submission.Source); err == nil {
		for _, file := range r.Files {
			files = append(files, filepath.Base(file.Path))
		}
	}
	a.sayAll(report.Thrown(ended.Stderr, files))
	if err != nil {
		return err
	}
	// After the sanitizer for undefined behaviour has printed this text, the program continues.
	if strings.Contains(ended.Stderr, "runtime error: ") {
		return exitError{Status: statusUnexpected,
			Err: errors.New("the program ended normally, but its behaviour is undefined; see above")}
	}
	return nil
}

// roomy returns the problem with limits for programs with checks.
func roomy(p problem.Problem) *problem.Problem {
	p.Limits.Time *= debugTime
	p.Limits.Memory += debugMemory
	return &p
}

// undebuggable returns why programs in a language have no debug build here, or "" if they have one.
func undebuggable(language compile.Language) string {
	switch {
	case language.Debugs():
		return ""
	case language.Name == "go":
		return "Go's race detector needs a C compiler, and there is no gcc on the PATH"
	}
	return language.Display + " programs have no build with checks"
}

// debugger returns the path of the requested debugger, or "" if no debugger is requested.
func (f debugFlags) debugger(language compile.Language) (string, error) {
	name, advice := "", ""
	switch {
	case f.gdb:
		name, advice = "gdb", "install it, for example with: apt-get install gdb"
	case f.delve && language.Name != "go":
		return "", fmt.Errorf("--delve: it debugs Go, and this program is in %s; try --gdb", language.Display)
	case f.delve:
		name, advice = "dlv", "install it with: go install github.com/go-delve/delve/cmd/dlv@latest"
	default:
		return "", nil
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("%s is not on the PATH; %s", name, advice)
	}
	return path, nil
}

// openDebugger hands the terminal to a debugger, which runs as the user, outside the sandbox. The program is built
// inside the sandbox, from the user's own source.
func (a *app) openDebugger(ctx context.Context, debugger string, entry grade.Entry, in input) error {
	if file := entry.Problem.InputFile; file != "" {
		return fmt.Errorf("the programs of %s read %s, which a debugger does not give them; leave --%s out",
			entry.Problem.Name, file, filepath.Base(debugger))
	}
	program, err := in.tools.Cache.Build(ctx, compile.Debug, entry.Submission.Source)
	var broken *compile.CompileError
	switch {
	case errors.As(err, &broken):
		return exitError{Status: statusUnexpected, Err: broken}
	case err != nil:
		return buildFailed(err)
	case program.Dir != "":
		return fmt.Errorf("%s is not an executable; use the debugger of %s, which runs it", entry.Submission.Name,
			filepath.Base(program.Path))
	}
	input, err := filepath.Abs(in.test.Input)
	if err != nil {
		return judgeFailed(err)
	}
	// The debug information has relative names of the sources, so the debugger must look for them in their folder.
	source, err := filepath.Abs(entry.Submission.Dir)
	if err != nil {
		return judgeFailed(err)
	}
	var args []string
	if filepath.Base(debugger) == "gdb" {
		args = append([]string{"-q", "-ex", "directory " + source, "-ex", "set args" +
			legible.Words(in.test.Args...) + " <" +
			legible.Words(input), "--args", program.Path}, in.test.Args...)
	} else {
		args = append([]string{"exec", "--redirect", "stdin:" + input, program.Path, "--"}, in.test.Args...)
	}
	a.say("%s on %s; its input is %s", filepath.Base(debugger), entry.Submission.Name, legible.Line(input))
	cmd := exec.CommandContext(context.WithoutCancel(ctx), debugger, args...) // Ctrl-C is for the debugger
	cmd.Dir, cmd.Env = source, append(os.Environ(), program.Env...)
	return a.handOver(filepath.Base(debugger), cmd)
}

// handOver gives the terminal to one of the user's programs until that program ends.
func (a *app) handOver(name string, cmd *exec.Cmd) error {
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, a.stdout, a.stderr
	if tty, err := os.Open("/dev/tty"); err == nil { // standard input may have been read to its end
		defer tty.Close()
		cmd.Stdin = tty
	}
	if out, ok := a.stdout.(*terminal.Output); ok { // the file itself, so that the program has the terminal
		cmd.Stdout = out.Writer
	}
	interrupts := make(chan os.Signal, 1) // however often Ctrl-C is pressed, it does not end the judge
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	if err := cmd.Run(); err != nil {
		return exitError{Status: statusUnexpected, Err: fmt.Errorf("%s: %w", name, err)}
	}
	return nil
}
