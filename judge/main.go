// Judge builds programs, runs them on tests within limits, and gives the verdicts that an online judge would give.
//
// This package is only the command line. It has a file for each command, and files for what several commands share:
// flags.go, here.go, open.go, output.go and session.go. A command reads its flags, calls the packages below judge/ one
// after the other, and passes the results to judge/tell.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/version"
	"dlxjudge/judge/decide/grade"
	"dlxjudge/judge/decide/pick"
	"dlxjudge/judge/execute/compile"
	"dlxjudge/judge/execute/sandbox/plain"
	"dlxjudge/judge/read/config"
	"dlxjudge/judge/tell/figures"
	"dlxjudge/judge/tell/outcome"
	"dlxjudge/judge/tell/reports"
	"dlxjudge/judge/tell/terminal"
	"dlxjudge/judge/tell/usage"
)

// The exit statuses of every command.
const (
	statusUnexpected  = exit.Unexpected
	statusUsage       = exit.Usage
	statusJudge       = exit.Judge
	statusInterrupted = exit.Interrupted
)

// exitError ends the command with a status.
type exitError = exit.Error

// judgeFailed marks err as the judge's own failure; any unmarked error is the user's to fix.
func judgeFailed(err error) error { return exit.Failed(err) }

// app holds the outputs and settings of a command, and what to close at its end.
type app struct {
	stdout, stderr io.Writer
	gone           <-chan struct{} // closed when the reader of standard output is gone
	args           []string        // the arguments of this call
	config         config.Config   // the settings of the user
	misconfigured  error           // the errors in the user's configuration files; nil if none
	color          reports.Setting
	picker         pick.Picker
	closers        []func() // functions that close what open and scratch returned
}

func newApp(stdout, stderr io.Writer) *app {
	a := &app{stdout: stdout, stderr: stderr}
	a.picker.Say = a.say
	return a
}

// status returns a function that shows progress, and one that removes it. Both do nothing unless standard error is a
// terminal.
func (a *app) status() (observe func(grade.Progress), clear func()) { return terminal.Status(a.stderr) }

// progress is like status, but for steps that take minutes. Without a terminal, observe prints a line every 10 s.
func (a *app) progress() (observe func(grade.Progress), clear func()) {
	if terminal.Moves(a.stderr) {
		return a.status()
	}
	return terminal.Lines(func(line string) { a.say("%s", line) }), func() {}
}

// style returns how to format text on standard output.
func (a *app) style() terminal.Style { return terminal.StyleOf(a.stdout) }

// say writes a message to standard error. Only results go to standard output.
func (a *app) say(format string, args ...any) {
	terminal.Say(a.stderr, "judge", format, a.picker.DisplayAll(args)...)
}

// sayAll writes each note that is not "" to standard error.
func (a *app) sayAll(notes ...string) {
	for _, note := range notes {
		if note != "" {
			a.say("%s", note)
		}
	}
}

func main() {
	// The first garbage collection starts at a heap of 64 MiB, not 4, so short commands end before it. It restores the
	// usual percentage.
	usual := debug.SetGCPercent(1600)
	runtime.AddCleanup(new(string), func(int) { debug.SetGCPercent(usual) }, 0)
	status := run(exit.Context(), os.Args[1:], terminal.ForWorkflow(os.Stdout), terminal.ForWorkflow(os.Stderr))
	os.Exit(status)
}

// run executes one command line and returns its exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	out := terminal.NewOutput(stdout)
	a := newApp(out, stderr)
	a.gone, a.args = out.Gone(), args
	defer a.picker.Close()
	defer a.close()
	var wrong error
	a.config, wrong = config.Read()
	a.misconfigured = errors.Join(wrong, compile.CheckLanguages())
	root := newRootCommand(a)
	a.configure(root)
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil && len(a.picker.Refused) > 0 {
		err = exitError{Status: statusUnexpected, Err: fmt.Errorf("%s refused: %s",
			figures.Plural(len(a.picker.Refused), "package"), strings.Join(a.picker.Refused, ", "))}
	}
	if out.Err != nil { // so commands need not check whether their rows were written
		err = judgeFailed(out.Err)
	}
	status, err := exit.StatusOf(ctx, err)
	err = a.adviseRestart(status, err)
	if ended := exit.Of(status, out.Unread()); ended != status {
		return ended
	}
	if err != nil {
		a.say("%v", err)
	}
	return status
}

func newRootCommand(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "judge",
		Short: "Judge your solutions as an online judge would",
		Long: `Judge your solutions as an online judge would.

  judge test a.cpp                any program, on the tests beside it
  judge run --package ~/sum       every program of a problem package
  judge compare poj3074           the solutions of a problem, side by side

Exit status: 0 as expected, 1 an unexpected verdict or a regression, 2 a usage
error, 3 the judge failed, 130 interrupted, 141 nobody reads standard output.`,
		Args:          cobra.ArbitraryArgs, // unknownCommand has a better message than cobra
		RunE:          a.bare,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		switch {
		case a.misconfigured == nil:
		case slices.Contains([]string{"help", "version", "doctor"}, cmd.Name()):
			// these commands need no configuration, and help to fix it
			a.say("warning: %v", a.misconfigured)
		default:
			return a.misconfigured
		}
		if err := checkJobs(cmd); err != nil {
			return err
		}
		if flag := cmd.Flags().Lookup("json"); flag != nil {
			if err := outcome.Writable("--json", flag.Value.String()); err != nil {
				return err
			}
		}
		if cmd.Name() == "doctor" { // it reports low inherited limits as part of its output
			return nil
		}
		return plain.CheckInherited() // low inherited limits would make compilers and checkers fail
	}
	root.SetHelpCommand(newHelpCommand())
	cobra.EnableCommandSorting = false // the help lists commands in the order below, in which they are used
	grouped(root, "For contestants:", newTestCommand(a), newWatchCommand(a), newStressCommand(a), newExecCommand(a),
		newDebugCommand(a), newSubmitCommand(a), newReceiveCommand(a))
	grouped(root, "For maintainers of problems:", newRunCommand(a), newListCommand(a), newNewCommand(a),
		newGenCommand(a), newValidateCommand(a), newMutantsCommand(a), newLimitsCommand(a), newExportCommand(a),
		newMergeCommand(a))
	grouped(root, "For students of algorithms:", newCompareCommand(a), newBenchCommand(a), newTrendCommand(a))
	const ours = "This machine and this judge:"
	grouped(root, ours, newDoctorCommand(a), newVersionCommand(a))
	root.SetHelpCommandGroupID(ours)
	root.SetCompletionCommandGroupID(ours)
	root.AddCommand(newTopics()...)
	root.AddCommand(newPrepareCommand(a))
	version.AddFlag(root)
	usage.Install(root)
	return root
}

// grouped adds commands that the help lists below a title.
func grouped(root *cobra.Command, title string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: title, Title: title})
	for _, command := range commands {
		command.GroupID = title
		root.AddCommand(command)
	}
}
