// Cluster is the program that judges on several machines, as the program "judge" does on one. Clients and workers
// communicate through NATS JetStream, which "judge" does not link.
package main

import (
	"context"
	"io"
	"os"

	"github.com/spf13/cobra"

	"dlxjudge/judge/base/exit"
	"dlxjudge/judge/base/version"
	"dlxjudge/judge/tell/terminal"
	"dlxjudge/judge/tell/usage"
)

func main() {
	os.Exit(run(exit.Context(), os.Args[1:], terminal.ForWorkflow(os.Stdout), terminal.ForWorkflow(os.Stderr)))
}

// run executes one command line and returns its exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	out := terminal.NewOutput(stdout)
	root := newRootCommand()
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if out.Err != nil { // so commands need not check whether their rows were written
		err = exit.Failed(out.Err)
	}
	status, err := exit.StatusOf(ctx, err)
	if ended := exit.Of(status, out.Unread()); ended != status {
		return ended
	}
	if err != nil {
		say(stderr, "%v", err)
	}
	return status
}

func newRootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "cluster",
		Short: "Judge on several machines",
		Long: `Judge on several machines. A server keeps files, work and results; workers
judge; clients start runs. To try it on one machine, run each example in a
terminal of its own, the last one in a checkout.`,
		Example: `  cluster serve
  cluster worker --at nats://127.0.0.1:4222
  cluster run --at nats://127.0.0.1:4222 'poj3074/*:sample'`,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.AddCommand(newServeCommand(), newRunCommand(), newWorkerCommand(), newWorkersCommand(),
		newKeyCommand(), version.NewCommand("cluster"))
	version.AddFlag(root)
	usage.Install(root)
	return root
}

// say writes a message to standard error. Only results go to standard output.
func say(stderr io.Writer, format string, args ...any) {
	terminal.Say(stderr, "cluster", format, args...)
}
