// Judge builds programs, runs them on tests within limits, and gives the verdicts that an online judge would give.
//
// This package is the command line only, a file for each command. A command reads its flags, calls the packages below one
// after the other, and passes the results to judge/report.
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

	"dlxjudge/judge/build"
	"dlxjudge/judge/legible"
	"dlxjudge/judge/sandbox"
)

// The exit statuses of every command.
const (
	statusUnexpected  = 1   // an unexpected verdict, or a regression
	statusUsage       = 2   // a wrong flag or argument, or a file that cannot be used
	statusJudge       = 3   // the judge itself failed
	statusInterrupted = 130 // stopped by a signal, as shells report Ctrl-C
)

// exitError ends the command with a status. If err is nil, no message is printed.
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

// judgeFailed marks err as the judge's own failure; any unmarked error is the user's to fix.
func judgeFailed(err error) error { return exitError{statusJudge, err} }

// output is a standard output that remembers its first error, such as a full disk.
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

// app holds the outputs of a command.
type app struct {
	stdout, stderr io.Writer
	unpacked       []string    // folders of packages that came as archives; close removes them
	archives       []unpacking // those packages
}

// say writes to standard error, where all goes that is not a result.
func (a *app) say(format string, args ...any) {
	fmt.Fprintf(a.stderr, "judge: %s\n", legible.Lines(fmt.Sprintf(format, args...)))
}

func main() {
	// A umask that takes rights from this user itself would leave files that cannot be read, and programs that cannot be run.
	syscall.Umask(syscall.Umask(0o077) &^ 0o700)
	// If the reader of standard output is gone, writing fails. SIGPIPE must not end this process, which would leave folders
	// and cgroups behind. It is caught, not ignored: child processes would inherit that it is ignored.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	context.AfterFunc(ctx, stop) // the second signal ends the judge at once
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run executes one command line and returns its exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	out := &output{Writer: stdout}
	a := &app{stdout: out, stderr: stderr}
	defer a.close()
	if err := build.AddLanguages(""); err != nil {
		a.say("%v", err)
		return statusUsage
	}
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
	var machine *build.MachineError
	switch {
	case errors.As(err, &exit):
		status, err = exit.status, exit.err
	case errors.As(err, &machine), errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		status = statusJudge
	}
	if err != nil {
		a.say("%v", err)
	}
	return status
}

func newRootCommand(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "judge",
		Short: "Judge your own programs, before and after an online judge sees them",
		Long: `Judge your own programs, before and after an online judge sees them.

  judge run                             judge every program of this checkout
  judge run poj3074                     every program of one problem
  judge run '*/dlx'                     one approach to every problem
  judge run 'hdu5046/dlx:secret/ties'   one program on one group of tests

Exit status: 0 as expected, 1 an unexpected verdict or a regression, 2 wrong
usage or configuration, 3 the judge itself failed, 130 interrupted.`,
		Args:          cobra.ArbitraryArgs, // for a better message than cobra's: see unknownCommand
		RunE:          a.bare,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		if cmd.Name() == "doctor" { // which says so as well, and more
			return nil
		}
		return sandbox.CheckInherited() // before compilers and checkers fail for it
	}
	root.SuggestionsMinimumDistance = 2
	root.SetHelpCommand(newHelpCommand())
	root.AddCommand(newRunCommand(a), newListCommand(a), newGenCommand(a), newValidateCommand(a), newLimitsCommand(a), newDoctorCommand(a), newBenchCommand(a), newCompareCommand(a), newTrendCommand(a), newSubmitCommand(a), newExportCommand(a), newReportCommand(a), newStressCommand(a), newMutantsCommand(a))
	root.AddCommand(newExecCommand(a), newDebugCommand(a), newWatchCommand(a))
	root.AddCommand(newTopics()...)
	root.AddCommand(newTestCommand(a), newNewCommand(a), newReceiveCommand(a))
	return root
}
