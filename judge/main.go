// Judge builds programs, runs them on tests within limits, and says what an online judge would say.
//
// This package is the command line only: a file for each command, each of which reads its flags, calls the packages
// below in a row and hands what they return to judge/report.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"dlxjudge/judge/sandbox"
)

// The exit statuses of every command.
const (
	statusUnexpected  = 1   // an unexpected verdict, or a regression
	statusUsage       = 2   // a wrong flag or argument, or a file of the user's that cannot be used
	statusJudge       = 3   // the judge itself failed
	statusInterrupted = 130 // stopped by a signal, as shells report Ctrl-C
)

// exitError ends the command with a status. A nil err says that everything has been said already.
type exitError struct {
	status int
	err    error
}

func (e exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit status %d", e.status)
	}
	return e.err.Error()
}

func (e exitError) Unwrap() error { return e.err }

// judgeFailed marks err as the judge's own failure; any unmarked error is the user's to mend.
func judgeFailed(err error) error { return exitError{statusJudge, err} }

// output is a standard output that remembers whether all that was said got through, to a full disk for example.
type output struct {
	io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// app is what every command needs of the outside world.
type app struct {
	stdout, stderr io.Writer
}

func main() {
	// A reader of standard output that has gone is an error of the write and not this process's death, which would leave
	// folders and cgroups behind. The signal is caught, not ignored: what the judge starts would inherit that.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	context.AfterFunc(ctx, stop) // the second signal ends the judge at once
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run executes one command line and returns its exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	out := &output{Writer: stdout}
	a := &app{stdout: out, stderr: stderr}
	root := newRootCommand(a)
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if out.err != nil && (err == nil || errors.Is(err, out.err)) {
		err = judgeFailed(out.err)
	}
	if err == nil {
		return 0
	}
	status := statusUsage
	var exit exitError
	if errors.As(err, &exit) {
		status, err = exit.status, exit.err
	}
	if err != nil {
		fmt.Fprintf(stderr, "judge: %v\n", err)
	}
	return status
}

func newRootCommand(a *app) *cobra.Command {
	root := newRunCommand(a)
	root.Use = "judge [PATTERN...]"
	root.Short = "Judge your own programs, before and after an online judge sees them"
	root.Long = root.Short + `.

Without a command it does what "judge run" does. A PATTERN is problem[/approach[:test]] with shell globs:
  judge poj3074                     every program of one problem
  judge '*/dlx'                     one approach to every problem
  judge 'hdu5046/dlx:secret/ties'   one program on one group of tests

Exit status: 0 as expected, 1 an unexpected verdict or a regression, 2 wrong usage or configuration,
3 the judge itself failed, 130 interrupted.`
	root.SuggestionsMinimumDistance = 2
	judge := root.RunE
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if cmd.Name() == "doctor" { // which says so as well, and more
			return nil
		}
		return sandbox.CheckInherited() // before compilers and checkers fail for it
	}
	root.RunE = func(cmd *cobra.Command, args []string) error {
		err := judge(cmd, args)
		if exit := (exitError{}); err == nil || errors.As(err, &exit) || len(args) == 0 {
			return err
		}
		for _, command := range cmd.SuggestionsFor(args[0]) { // a misspelt one is taken for a pattern
			return fmt.Errorf("%w (or did you mean judge %s?)", err, command)
		}
		return err
	}
	root.SilenceErrors = true
	root.SilenceUsage = true
	root.AddCommand(newRunCommand(a), newListCommand(a), newGenCommand(a), newValidateCommand(a), newDoctorCommand(a), newBenchCommand(a), newCompareCommand(a), newSubmitCommand(a))
	return root
}
